import { PgBoss, getConstructionPlans, getMigrationPlans, type Job } from 'pg-boss';
import { LogOnce } from './background/log-once.js';
import { logger } from './logger.js';

/** A kind of work in the background. Jobs of it outlive the process that sent them and the one that ran them. */
export interface JobKind<_Data extends object = object> {
  /** Of its queue: letters, digits and dashes. */
  name: string;
  /** How often a failed job is tried again, after pauses that grow from 5 seconds to 10 minutes. */
  retries: number;
  /** Seconds after which a run counts as lost and is done again, also where its process is alive. */
  expires: number;
  /**
   * Of one tenant's jobs so many run at once, in all processes together, whatever places are free; absent: any number.
   * Places that become free at the same moment may exceed it by those.
   */
  ofOneTenant?: number;
}

/** When a job is done, and beside which others. */
export interface JobSending {
  /**
   * Of jobs with the same key one alone waits; what is sent beside it is dropped, because that one will do it, with the
   * larger of both priorities.
   */
  key?: string;
  /** Seconds from now before which it is not begun. */
  after?: number;
  /** Whose it is. */
  tenant?: string;
  /** Of jobs that wait, those with the largest are begun first, and of these the oldest; 0 unless said otherwise. */
  priority?: number;
}

/** Does one job. What it throws has the job done again; `signal` is raised when the process is to end. */
export type JobRun<Data extends object> = (data: Data, signal: AbortSignal) => Promise<void>;

interface Worker {
  kind: JobKind;
  atOnce: number;
  run: JobRun<object>;
}

const SCHEMA = 'pgboss';
/**
 * A run whose process gave no sign of life for so long is done again, and no longer counts among those of its tenant.
 * pg-boss looks once a minute.
 */
const HEARTBEAT_SECONDS = 60;
const TRY_AGAIN_MS = 5000;
const STOP_WITHIN_MS = 5000;

// pg-boss itself changes a priority whatever it was. Written so that its index of waiting jobs by key is used.
const HASTEN = `update ${SCHEMA}.job set priority = $3
  where name = $1 and coalesce(singleton_key, '') = $2 and state = 'created' and policy = 'short' and priority < $3`;

/** As pg-boss says it, which knows nothing of our command. */
const NOT_MIGRATED = /^pg-boss (is not installed$|database requires migrations)/;
const RUN_MIGRATE = 'The tables of the job queue are missing, or those of an earlier version: run "crm migrate".';

/**
 * Jobs in Postgres, run at least once by any of the processes that work on their kind. On pg-boss, whose tables stand
 * in a schema of their own and are `installJobQueue`'s to make.
 */
export class JobQueue {
  private readonly boss: PgBoss;
  private readonly workers: Worker[] = [];
  private readonly schedules: { kind: JobKind; cron: string }[] = [];
  private readonly made = new Set<string>();
  private readonly stopping = new AbortController();
  private timer?: NodeJS.Timeout;
  private opening: Promise<void> = Promise.resolve();
  private isOpen = false;
  private readonly failures = new LogOnce('The job queue has failed; it is tried again.');

  constructor(databaseUrl: string) {
    this.boss = new PgBoss({
      connectionString: databaseUrl,
      schema: SCHEMA,
      migrate: false,
      max: 2,
      application_name: 'crm-jobs',
      useListenNotify: true,
      options: '-c statement_timeout=30000',
    });
    this.boss.on('error', (error) => this.tell(error));
  }

  /** Before `start`: runs jobs of a kind in this process, so many at once. */
  work<Data extends object>(kind: JobKind<Data>, run: JobRun<Data>, atOnce = 1): void {
    this.workers.push({ kind, run: run as JobRun<object>, atOnce });
  }

  /**
   * Before `start`: sends a job without data at the times of a cron expression (UTC), once whatever the number of
   * processes.
   */
  repeat(kind: JobKind, cron: string): void {
    this.schedules.push({ kind, cron });
  }

  /**
   * Begins in the background and tries until it succeeds: a database that is away or behind keeps no service from
   * starting.
   */
  start(): void {
    this.opening = this.open().catch((error: unknown) => {
      this.tell(error);
      if (!this.stopping.signal.aborted) this.timer = setTimeout(() => this.start(), TRY_AGAIN_MS).unref();
    });
  }

  /** @throws Error when the queue is not open; who sends can be asked to do it again */
  async send<Data extends object>(
    kind: JobKind<Data>,
    data: Data,
    { key, after, tenant, priority = 0 }: JobSending = {},
  ): Promise<void> {
    await this.opening;
    if (!this.isOpen) throw new Error('The job queue is not open.');
    await this.make(kind);
    const group = tenant === undefined ? undefined : { id: tenant };
    const id = await this.boss.send(kind.name, data, { singletonKey: key, startAfter: after, group, priority });
    if (id === null) await this.boss.getDb().executeSql(HASTEN, [kind.name, key ?? '', priority]);
  }

  /** Lets running jobs end, a few seconds at most; those that do not are done again by somebody else. */
  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.opening;
    this.isOpen = false;
    await this.boss.stop({ graceful: true, timeout: STOP_WITHIN_MS }).catch((error: unknown) => this.tell(error));
  }

  private async open(): Promise<void> {
    await this.boss.start().catch((error: Error) => {
      throw NOT_MIGRATED.test(error.message) ? new Error(RUN_MIGRATE) : error;
    });
    for (const { kind, cron } of this.schedules) {
      await this.make(kind);
      await this.boss.schedule(kind.name, cron, null, { missed: 'once' });
    }
    for (const { kind, atOnce, run } of this.workers) {
      await this.make(kind);
      for (let place = 0; place < atOnce; place++) await this.fill(kind, run);
    }
    this.isOpen = true;
    this.failures.reset();
  }

  /** Has one place of this process run jobs of a kind, each after the one before. */
  private async fill(kind: JobKind, run: JobRun<object>): Promise<void> {
    // A new job is told of at once; one that is tried again is found by looking.
    const { ofOneTenant: groupConcurrency } = kind;
    const options = { pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 5, groupConcurrency };
    const worker: { id?: string } = {};
    worker.id = await this.boss.work<object>(kind.name, options, ([job]) => {
      // Behind one job may be others that were told of while all places were taken: looked for without a pause.
      if (worker.id) this.boss.notifyWorker(worker.id);
      return this.run(kind, run, job!);
    });
  }

  /** The queue of a kind, with the settings that this version of the code gives it. */
  private async make({ name, retries, expires }: JobKind): Promise<void> {
    if (this.made.has(name)) return;
    await this.boss.createQueue(name, { policy: 'short', notify: true });
    await this.boss.updateQueue(name, {
      retryLimit: retries,
      retryDelay: 5,
      retryBackoff: true,
      retryDelayMax: 600,
      expireInSeconds: expires,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      deleteAfterSeconds: 86_400,
    });
    this.made.add(name);
  }

  private async run({ name }: JobKind, run: JobRun<object>, { data, signal }: Job<object>): Promise<void> {
    await run(data ?? {}, AbortSignal.any([signal, this.stopping.signal])).catch((error: unknown) => {
      // Its message may quote what the job was about, and whatever is thrown is kept beside the job.
      const { kind, code, name: type } = error as { kind?: unknown; code?: unknown; name?: unknown };
      const reason = String(kind ?? code ?? type);
      logger.warn({ job: name, reason }, 'A job has failed.');
      throw new Error(reason);
    });
  }

  /** The same failure in another statement is the same. */
  private tell(error: unknown): void {
    const { code, message } = error as { code?: string; message?: string };
    this.failures.warn(code ?? message ?? String(error), { err: error });
  }
}

/** Makes the tables of the queue, or brings them to what this version needs. For `crm migrate` alone. */
export async function installJobQueue(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: SCHEMA,
    max: 1,
    application_name: 'crm-migrate',
    migrate: true,
    supervise: false,
    schedule: false,
    options: '-c lock_timeout=10000',
  });
  boss.on('error', () => undefined);
  try {
    await boss.start();
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** The SQL that `installJobQueue` would run now; undefined when it would find nothing to do. */
export async function jobQueueSql(query: (text: string) => Promise<object[]>): Promise<string | undefined> {
  const [found] = await query(`select to_regclass('${SCHEMA}.version') is not null as installed`);
  if (!(found as { installed: boolean }).installed) return getConstructionPlans(SCHEMA);
  const [{ version }] = (await query(`select version::int from ${SCHEMA}.version`)) as [{ version: number }];
  try {
    return getMigrationPlans(SCHEMA, version);
  } catch {
    // There is no way on from the version that is the newest.
    return undefined;
  }
}
