import { onlyRow, rowsOfParts, type Session } from '../db/session.js';
import { TENANT_NAME } from '../db/citus/tenant-name.js';
import type { StoredChange } from '../events/changes.js';
import type { EventKind } from '../events/event.js';
import type { HistoryRow, Stamps, Values } from '../records/document.js';
import { held } from '../records/record-size.js';
import { KEY_TABLES, type KeyKind, type KeyRow } from './key-tables.js';
import type { SqlCheck } from './sql-check.js';

export interface CheckedRecord {
  record_id: string;
  object_id: string;
  created_at: Date;
  deleted_at: Date | null;
  label: string | null;
  refs: string[] | null;
  vals: Values;
  meta: Stamps | null;
}

/** An event that wrote values. */
export interface WritingEvent {
  subject_id: string;
  kind: EventKind;
  occurred_at: Date;
  changes: StoredChange[] | null;
  /** Whether an erasure has replaced values in it. */
  redacted: boolean;
}

export type CheckedHistory = Pick<HistoryRow, 'attr_no' | 'active_from' | 'active_until'> & { record_id: string };

/** What stands of a check: how many are wrong, and the first few. */
export interface CheckResult {
  count: number;
  examples: string[];
}

const BATCH = 500;
/** Of records that are in memory together. */
const BATCH_BYTES = 16 * 1024 * 1024;

/** Addresses of records that were merged stay, where the record that stands in their place does not have them. */
const IS_OWN = (kind: KeyKind) => (kind === 'handle' ? 'r.merged_into is null' : 'true');

/** Reads a workspace from end to end, as of one moment and without holding anybody up. Never writes. */
export class ConsistencyStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
    /** How much of a hundred records' values are looked at. */
    private readonly percent: number,
  ) {}

  /** First of all in a transaction: everything after it sees the same moment. */
  async freeze(): Promise<void> {
    await this.session.query({ text: 'set transaction isolation level repeatable read, read only' }, []);
  }

  /** What follows in the transaction takes the time it takes. */
  async takeTime(): Promise<void> {
    // These look at much, once: planned with their values, with room for it, and not hurried.
    for (const setting of ['plan_cache_mode = force_custom_plan', `work_mem = '64MB'`, 'statement_timeout = 0'])
      await this.session.query({ text: `set local ${setting}`, unhurried: true }, []);
  }

  async run({ sql }: SqlCheck): Promise<CheckResult> {
    const text = `with found as materialized (${sql})
      select (select count(*)::int from found) as count, array(select id from found order by id limit 5) as examples`;
    return onlyRow(await this.session.query<CheckResult>({ text }, [this.workspaceId]));
  }

  /** The next records after one, in the order of their ids. */
  records(after: string): Promise<CheckedRecord[]> {
    const some = `select *
      from record
      where workspace_id = $1 and record_id > $2 and ${this.isLookedAt('record_id')}
      order by record_id limit ${BATCH}`;
    const text = `select record_id, object_id, created_at, deleted_at, label, refs, vals, meta
      from (select r.*, ${held('r.record_id')} as held from (${some}) r) r
      where held < ${BATCH_BYTES}
      order by record_id`;
    return this.session.query({ text }, [this.workspaceId, after]);
  }

  history(recordIds: string[]): Promise<CheckedHistory[]> {
    const text = `select record_id, attr_no, active_from, active_until from value_history
      where workspace_id = $1 and record_id = any($2::uuid[]) order by record_id, attr_no, active_from, active_until`;
    return this.session.query({ text }, [this.workspaceId, recordIds]);
  }

  events(recordIds: string[]): Promise<WritingEvent[]> {
    const text = `select subject_id, kind, occurred_at, data -> 'changes' as changes,
        coalesce((data ->> 'redacted')::boolean, false) as redacted from event
      where workspace_id = $1 and subject_id = any($2::uuid[]) and kind in ('record.created', 'record.updated',
        'record.merged', 'record.unmerged')
      order by subject_id, rev`;
    return this.session.query({ text }, [this.workspaceId, recordIds]);
  }

  /** Those of the rows that are not there. */
  async missing(kind: KeyKind, rows: readonly KeyRow[]): Promise<KeyRow[]> {
    if (rows.length === 0) return [];
    const { table, columns } = KEY_TABLES[kind];
    const names = Object.keys(columns);
    const lists = names.map((name, at) => `$${at + 2}::${columns[name]}[]`);
    const text = `select x.n::int as n
      from unnest(${lists.join(', ')}) with ordinality x(${names.join(', ')}, n)
      where not exists (
      select 1 from ${table} i
        where i.workspace_id = $1 and ${names.map((name) => `i.${name} = x.${name}`).join(' and ')})`;
    const values = names.map((_, at) => rows.map((row) => row.columns[at]));
    const found = await this.session.query<{ n: number }>({ text }, [this.workspaceId, ...values]);
    return found.map(({ n }) => rows[n - 1]!);
  }

  /** Those of the rows of `record_unique` whose value is another record's. */
  async heldByOthers(rows: readonly KeyRow[]): Promise<KeyRow[]> {
    if (rows.length === 0) return [];
    const text = `select x.n::int as n from unnest($2::uuid[], $3::text[], $4::uuid[]) with ordinality x(a, v, r, n)
      join record_unique u on u.workspace_id = $1 and u.attribute_id = x.a and u.v = x.v and u.record_id <> x.r`;
    const values = [0, 1, 2].map((at) => rows.map((row) => row.columns[at]));
    const found = await this.session.query<{ n: number }>({ text }, [this.workspaceId, ...values]);
    return found.map(({ n }) => rows[n - 1]!);
  }

  /** How many rows there are of each group, of records that are looked at. */
  async counts(kind: KeyKind): Promise<Map<string, number>> {
    const { table, group } = KEY_TABLES[kind];
    const text = `select ${group} as "group", count(*)::int as n from ${table} i
      join record r on r.workspace_id = $1 and r.record_id = i.record_id
      where i.workspace_id = $1 and ${this.isLookedAt('i.record_id')} and ${IS_OWN(kind)} group by 1`;
    const rows = await this.session.query<{ group: string; n: number }>({ text }, [this.workspaceId]);
    return new Map(rows.map((row) => [row.group, row.n]));
  }

  /** Rows of a group after one, with the records they are of. */
  page(
    kind: KeyKind,
    group: string,
    after: KeyRow['columns'] | null,
  ): Promise<(CheckedRecord & { columns: KeyRow['columns'] })[]> {
    const { table, columns, group: groupOf } = KEY_TABLES[kind];
    const key = Object.keys(columns).map((name) => `i.${name}`);
    const place = after ? ` and (${key.join(', ')}) > (${after.map((_, at) => `$${at + 3}`).join(', ')})` : '';
    const text = `select json_build_array(${key.join(', ')}) as columns, r.record_id, r.object_id, r.created_at,
      r.deleted_at, r.label, r.refs, r.vals, r.meta
      from ${table} i join record r on r.workspace_id = $1 and r.record_id = i.record_id
      where i.workspace_id = $1 and ${groupOf} = $2 and ${this.isLookedAt('i.record_id')}${place} and ${IS_OWN(kind)}
      order by ${key.join(', ')} limit ${BATCH}`;
    return this.session.query({ text }, [this.workspaceId, group, ...(after ?? [])]);
  }

  /** Since when each unique attribute has been unique, as far as events tell; milliseconds since 1970. */
  async uniqueSince(): Promise<{ begun: number; byAttribute: Map<string, number> }> {
    // A switch waits for writes that were under way, whose values may be a little younger than itself.
    const text = `select e.subject_id::text as id, (extract(epoch from max(e.occurred_at
          + case e.kind when 'attribute.updated' then interval '1 minute' else interval '0' end)) * 1000)::float8 as at
        from event e where e.workspace_id = $1 and e.rev = 0 and e.kind in ('attribute.created', 'attribute.updated')
          and (e.data -> 'after' ->> 'is_unique')::boolean
          and not coalesce((e.data -> 'before' ->> 'is_unique')::boolean, false)
        group by e.subject_id
      union all select '',
        (extract(epoch from case when h.first_kept > 1 then f.occurred_at + interval '1 minute'
          else first.at end) * 1000)::float8
        from (select min(occurred_at) as at from event where workspace_id = $1) first
          left join event_head h on h.workspace_id = $1
          left join event_feed f on f.workspace_id = $1 and f.position = h.first_kept`;
    const rows = await this.session.query<{ id: string; at: number | null }>({ text }, [this.workspaceId]);
    const byAttribute = new Map(rows.map(({ id, at }) => [id, at ?? Infinity]));
    return { begun: byAttribute.get('') ?? Infinity, byAttribute };
  }

  /** All tables whose rows belong to tenants. */
  async tables(): Promise<string[]> {
    const text = `select c.table_name::text as name from information_schema.columns c
      where c.table_schema = 'public' and c.column_name = 'workspace_id' and c.table_name <> all ($1::text[])
      order by 1`;
    // What finds a workspace is kept elsewhere than its rows.
    const values = [['workspace', TENANT_NAME]];
    return (await this.session.query<{ name: string }>({ text }, values)).map(({ name }) => name);
  }

  /** Rows of a table, of all tenants, whose tenant is not there. Examples are those tenants. */
  async strays(table: string): Promise<CheckResult> {
    const text = `with found as materialized (select t.workspace_id from ${table} t
        where not exists (select 1 from workspace w where w.workspace_id = t.workspace_id))
      select (select count(*)::int from found) as count,
        array(select distinct workspace_id::text from found limit 5) as examples`;
    const results = await rowsOfParts<CheckResult>(this.session, { text }, []);
    return {
      count: results.reduce((sum, { count }) => sum + count, 0),
      examples: results.flatMap(({ examples }) => examples).slice(0, 5),
    };
  }

  /** The same records whenever the same share is asked for. */
  private isLookedAt(column: string): string {
    return this.percent >= 100
      ? 'true'
      : `(hashtext(${column}::text) & 2147483647) % 100 < ${Math.floor(this.percent)}`;
  }
}
