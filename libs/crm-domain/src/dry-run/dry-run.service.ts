import type { AccessService } from '../access/access.service.js';
import { mayRead, type Capability, type Caller } from '../actor.js';
import type { AutomationEntity } from '../automations/automation.entity.js';
import type { Db } from '../crm-database.js';
import { DomainError, invalid } from '../errors.js';
import { targetsOfEvents } from '../events/event-wire.js';
import type { EventRow } from '../events/event.js';
import { inSchemaTurn } from '../objects/change-schema.js';
import { settled } from '../idempotency/settled.js';
import type { WorkspaceSchema } from '../objects/schema.js';
import type { SchemaCache } from '../objects/schema-cache.js';
import type { Values } from '../records/document.js';
import type { Stores } from '../stores.js';
import type { ViewMembers } from '../views/view-members.js';
import { ChangeLog } from './change-log.js';
import { Digest } from './digest.js';
import { DueAutomations, isTrigger } from './due-automations.js';
import { ShownChanges, type LabelsAround, type ShownChange } from './shown-changes.js';

/** What a write would do. */
export interface DryRun {
  changes: ShownChange[];
  /** How many changes there was no room for; the digest covers them, too. */
  changes_left_out?: number;
  /** Kinds of the events that would be written. */
  events: string[];
  /** Names of the automations that would run. */
  automations: string[];
  /** How many automations could not be judged in time. */
  automations_left_out?: number;
  digest: string;
}

/** A write that is only tried, or that must do what was shown. */
export interface Rehearsed {
  /** Operation and input; any JSON. */
  input: unknown;
  needs: Capability | null;
  isDryRun: boolean;
  /** Of an earlier dry run of the same input. */
  expectDigest?: string | undefined;
  /** Characters that the changes may take in the answer. */
  room: number;
}

const BYTES_AT_ONCE = 4 * 1024 * 1024;
const DIGEST = /^[\w-]{43}$/;

/** Ends a transaction whose work has succeeded and is not to be kept. */
class Discarded<T> extends Error {
  constructor(readonly result: T) {
    super('A dry run is not kept.');
  }
}

/**
 * Tries writes: the write itself runs, in a transaction that is rolled back. What it did is read from the events that
 * it wrote.
 */
export class DryRunService {
  constructor(
    private readonly db: Db,
    private readonly access: AccessService,
    private readonly schemas: SchemaCache,
    private readonly views: ViewMembers,
  ) {}

  /**
   * Does `work`, which may use no other transaction than that of its caller; of a dry run nothing is kept.
   *
   * @throws DomainError version_mismatch, because of digest_mismatch, when `work` would do something else than was shown; validation; what `work`
   * throws
   */
  async run<T>(caller: Caller, asked: Rehearsed, work: () => Promise<T>): Promise<{ answer: T; dry_run?: DryRun }> {
    const { expectDigest, needs, isDryRun } = asked;
    if (expectDigest !== undefined && !DIGEST.test(expectDigest))
      throw invalid([{ path: 'expect_digest', message: 'Expected the digest of a dry run.', expected: 'a digest' }]);
    const actor = await this.access.authorize(caller, needs);
    // Before the work: within it, a schema that is not kept could be read.
    const schema = await this.schemas.at(caller.workspace_id, actor.schema_version);
    const reading = { schema, isShown: mayRead(actor) };
    const attempt = async () => {
      const log = new ChangeLog(isDryRun);
      const done = await log.of(() => settled(work));
      if ('refusal' in done) {
        if (isDryRun) throw done.refusal;
        return done;
      }
      const dry_run = await this.describe(log, asked, reading);
      if (expectDigest !== undefined && expectDigest !== dry_run.digest) throw mismatch();
      if (isDryRun) throw new Discarded({ answer: done.answer, dry_run });
      return done;
    };
    const inTransaction = () => this.discarding(() => this.db.joinTransaction(caller.workspace_id, attempt));
    const done = await (needs === 'write:schema'
      ? inSchemaTurn(this.db, caller.workspace_id, inTransaction)
      : inTransaction());
    if ('refusal' in done) throw done.refusal;
    return done;
  }

  private async discarding<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Discarded) return error.result as T;
      throw error;
    }
  }

  /** Who may not read is told nothing of what is there, not even by a digest that depends on it. */
  private describe(
    log: ChangeLog,
    { input, room }: Rehearsed,
    { schema, isShown }: { schema: WorkspaceSchema; isShown: boolean },
  ): Promise<DryRun> {
    const digest = new Digest(input);
    if (!isShown) return Promise.resolve({ changes: [], events: [], automations: [], digest: String(digest) });
    const changes = new ShownChanges(schema, room);
    const kinds = new Set<string>();
    return this.db.autocommit(schema.workspace_id, async (stores) => {
      let automations: DueAutomations | undefined;
      for await (const rows of stores.events.written(log.eventIds)) {
        const labels = await labelsOf(stores, rows, log);
        if (!automations && rows.some(isTrigger)) automations = new DueAutomations(schema, await active(stores));
        const vals = await valuesOf(stores, automations?.idsToRead(rows) ?? []);
        for (const row of rows) {
          kinds.add(row.kind);
          digest.event(row);
          changes.event(row, labels);
          await automations?.event(row, vals.get(row.subject_id) ?? {});
        }
      }
      for (const each of log.noted) {
        digest.note(each);
        changes.note(each);
      }
      const unjudged = await automations?.askViews(this.views);
      return {
        changes: changes.list,
        ...(changes.leftOut > 0 && { changes_left_out: changes.leftOut }),
        events: [...kinds],
        automations: automations?.names ?? [],
        ...(unjudged && { automations_left_out: unjudged }),
        digest: String(digest),
      };
    });
  }
}

async function active({ automations }: Stores): Promise<AutomationEntity[]> {
  return (await automations.list()).filter(({ status }) => status === 'active');
}

/** Of what the events refer to, as it was before the write and as it is after it. */
async function labelsOf({ records }: Stores, rows: readonly EventRow[], log: ChangeLog): Promise<LabelsAround> {
  const ids = targetsOfEvents(rows);
  const after = await records.labels(ids);
  const taken = await records.labelsBefore(ids, log.eventIds);
  return { before: Object.keys(taken).length > 0 ? { ...after, ...taken } : after, after };
}

/** Values of records as the write leaves them, by their ids, which are in order. */
async function valuesOf({ records }: Stores, ids: readonly string[]): Promise<Map<string, Values>> {
  const vals = new Map<string, Values>();
  for (let left = ids; left.length > 0;) {
    const { rows, isCut } = await records.findMany([...left], BYTES_AT_ONCE);
    for (const row of rows) vals.set(row.record_id, row.vals);
    const last = rows.at(-1)?.record_id ?? '';
    left = isCut ? left.filter((id) => id > last) : [];
  }
  return vals;
}

function mismatch(): DomainError {
  const message = 'The write would do something else than the dry run showed. Nothing was changed; run it dry again.';
  return new DomainError('version_mismatch', message).because('digest_mismatch');
}
