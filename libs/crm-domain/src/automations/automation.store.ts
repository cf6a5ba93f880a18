import type { Session } from '../db/session.js';
import { NOW, NOW_IN_MS } from '../db/columns.js';
import { TenantTable, type Written } from '../db/tenant-table.js';
import { AutomationRunEntity } from './automation-run.entity.js';
import type { RunRow } from './automation-wire.js';
import { AutomationEntity } from './automation.entity.js';
import type { Mention } from './automation.js';

const RUN = 'event_id, position, record_id, state, attempts, actions_done, error, started_at, finished_at';

/** Who tries a run: `attempts` are those that were over when this one began. */
export interface Attempt {
  isOver: boolean;
  owner: string;
  attempts: number;
}

/** Automations of one workspace and the log of their runs. */
export class AutomationStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  private get automations(): TenantTable<AutomationEntity> {
    return new TenantTable(this.session, AutomationEntity, this.workspaceId);
  }

  list(): Promise<AutomationEntity[]> {
    return this.automations.find({}, { order: { created_at: 'asc', automation_id: 'asc' } });
  }

  count(): Promise<number> {
    return this.automations.count();
  }

  find(automation_id: string): Promise<AutomationEntity | undefined> {
    return this.automations.findOne({ automation_id });
  }

  /** Nobody else changes it before this transaction is over. */
  lock(automation_id: string): Promise<AutomationEntity | undefined> {
    return this.automations.findOne({ automation_id }, { lock: 'no_key_update' });
  }

  insert(automation: Written<AutomationEntity>): Promise<void> {
    return this.automations.insert(automation);
  }

  /** Whoever runs it at this moment knows it as it was, and loses its lease. Without any changes nothing happens. */
  async update(automation_id: string, changes: Written<AutomationEntity>): Promise<AutomationEntity | undefined> {
    const noLease = { lease_owner: null, lease_until: null };
    if (Object.keys(changes).length > 0)
      await this.automations.update({ automation_id }, { ...changes, ...noLease, updated_at: NOW_IN_MS });
    return this.find(automation_id);
  }

  /** Gives it as it was, if it was there. */
  async delete(automation_id: string): Promise<AutomationEntity | undefined> {
    const found = await this.find(automation_id);
    return (await this.automations.delete({ automation_id })) === 1 ? found : undefined;
  }

  /** Ids of those that are not there. A record in the trash takes no references and counts as missing. */
  async missing(mentions: readonly Mention[]): Promise<Set<string>> {
    if (mentions.length === 0) return new Set();
    const idsOf = (of: Mention['of']) => mentions.filter((mention) => mention.of === of).map(({ id }) => id);
    const text = `select id
      from unnest($2::uuid[]) id
      where not exists (select 1
        from record
        where workspace_id = $1 and record_id = id and trashed_at is null and deleted_at is null)
      union all select id
      from unnest($3::uuid[]) id
      where not exists (select 1 from membership where workspace_id = $1 and user_id = id)
      union all select id
      from unnest($4::uuid[]) id
      where not exists (select 1 from webhook where workspace_id = $1 and webhook_id = id)
      union all select id
      from unnest($5::uuid[]) id
      where not exists (select 1 from record_view where workspace_id = $1 and view_id = id)`;
    const kinds = ['record', 'member', 'webhook', 'view'] as const;
    const values = [this.workspaceId, ...kinds.map(idsOf)];
    const rows = await this.session.query<{ id: string }>({ name: 'automation-mentions', text }, values);
    return new Set(rows.map(({ id }) => id));
  }

  /** What is tried again begins with the first of other actions. */
  async beginAgain(automationId: string): Promise<void> {
    await this.changeWaiting(automationId, { actions_done: 0 });
  }

  /** What waits to be tried again is not gone on with, and says so. */
  async stopWaiting(automationId: string, error: string): Promise<void> {
    await this.changeWaiting(automationId, { state: 'stopped', error, finished_at: NOW });
  }

  /**
   * How far a run has come; with `isOver`, what an attempt has come to. Nothing when another has the automation, or has
   * had it meanwhile and tried the run itself.
   */
  async record(
    automationId: string,
    run: Omit<RunRow, 'attempts' | 'started_at' | 'finished_at'> & { root_event_id: string | null },
    { isOver, owner, attempts }: Attempt,
  ): Promise<RunRow | undefined> {
    const { event_id, position, record_id, state, actions_done, error, root_event_id } = run;
    const [row] = await this.session.query<RunRow>(
      {
        name: 'automation-run-record',
        text: `insert into automation_run as r (workspace_id, automation_id, event_id, position, record_id, state,
          attempts, actions_done, error, root_event_id)
          select $1, $2, $3, $4, $5, case when $6 = 'retrying' and held.status = 'disabled' then 'stopped'
            else $6 end, $9, $7, $8, $12 from (
            select status
              from automation
              where workspace_id = $1 and automation_id = $2
                and (lease_owner = $10 or ($6 <> 'retrying' or status = 'disabled')
                  and (lease_until is null or lease_until < now())) for share) held
          on conflict (workspace_id, automation_id, event_id)
          do update
          set state = excluded.state, attempts = r.attempts + $9, actions_done = excluded.actions_done,
            error = excluded.error, finished_at = excluded.finished_at where r.attempts = $11
          returning ${RUN}`,
      },
      [
        ...[this.workspaceId, automationId, event_id, position, record_id, state, actions_done, error],
        ...[isOver ? 1 : 0, owner, attempts, root_event_id],
      ],
    );
    return row;
  }

  async findRun(automationId: string, eventId: string): Promise<RunRow | undefined> {
    const text = `select ${RUN} from automation_run where workspace_id = $1 and automation_id = $2 and event_id = $3`;
    const values = [this.workspaceId, automationId, eventId];
    const [row] = await this.session.query<RunRow>({ name: 'automation-run-find', text }, values);
    return row;
  }

  /** How many runs other automations have set off since an event, counted up to `most`. */
  async chained(rootEventId: string, most: number): Promise<number> {
    const text = `select count(*)::int as runs
      from (select
        from automation_run
        where workspace_id = $1 and root_event_id = $2
        limit $3) r`;
    const values = [this.workspaceId, rootEventId, most];
    const [row] = await this.session.query<{ runs: number }>({ name: 'automation-runs-chained', text }, values);
    return row!.runs;
  }

  /** The log of what came of events, newest first, before a position; what was only begun is not in it. */
  runs(automationId: string, page: { before: string; limit: number }): Promise<RunRow[]> {
    const text = `select ${RUN}
      from automation_run
      where workspace_id = $1 and automation_id = $2 and position < $3 and attempts > 0
      order by position desc limit $4`;
    const values = [this.workspaceId, automationId, page.before, page.limit];
    return this.session.query<RunRow>({ name: 'automation-runs', text }, values);
  }

  /** Lets the log begin where the feed does. */
  async expire(): Promise<void> {
    const text = `delete from automation_run r using automation a, event_head h
      where a.workspace_id = $1 and h.workspace_id = $1 and r.workspace_id = $1 and r.automation_id = a.automation_id
        and r.position < h.first_kept`;
    await this.session.query({ name: 'automation-run-expire', text }, [this.workspaceId]);
  }

  private changeWaiting(automation_id: string, changes: Written<AutomationRunEntity>): Promise<number> {
    const runs = new TenantTable(this.session, AutomationRunEntity, this.workspaceId);
    return runs.update({ automation_id, state: 'retrying' }, changes);
  }
}
