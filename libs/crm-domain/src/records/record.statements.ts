import { accessHeld, accessOf } from '../access/access.sql.js';
import { CAPABILITIES, type Caller } from '../actor.js';
import type { StatementWriter } from '../db/statement-writer.js';
import type { HistoryRow } from './document.js';
import { KEY_KINDS, KEY_TABLES, type HandleKey, type KeyKind, type KeyPair } from './keys.js';
import type { ChangePlan, KeyChanges } from './writing/change-plan.js';
import { nextSlot } from './writing/count-slot.js';

/** Columns of a `RecordRow`, of the record `r`, but for its labels. */
export const rowOf = (values: string) =>
  `date_trunc('milliseconds', now()) as now, r.record_id, r.object_id, r.created_at, r.updated_at,
    r.created_by_type, r.created_by_id, r.created_via, r.rev, r.label, ${values}`;
/** As JSON what is referred to is read in a fraction of the time of an array. */
export const ROW = rowOf('to_json(r.refs) as refs, r.vals, r.meta');

/** Characters of a label that are shown where another record refers to it. */
export const LABEL_CHARACTERS = 255;

/** Of a target `t`: '0...' in the trash, else '1...'. */
const labelOf = (isActive: string) => `(case when ${isActive} then '1'
  else '0' end) || coalesce(left(t.label, ${LABEL_CHARACTERS}), '')`;
export const LABEL = labelOf('t.trashed_at is null');

const NOW = `date_trunc('milliseconds', now())`;
/**
 * Of targets ($2) that this transaction has deleted, merged or moved to the trash: as they were before. Of what is deleted,
 * one of the events that it has written ($3) says so.
 */
export const LABELS_BEFORE = `select t.record_id as id, ${labelOf(`t.trashed_at is null or t.trashed_at >= ${NOW}`)} as label
    from record t where t.workspace_id = $1 and t.record_id = any($2::uuid[])
      and (t.deleted_at >= ${NOW} or t.trashed_at >= ${NOW})
  union all select e.subject_id, case when e.data->>'trashed' = 'true' then '0'
      else '1' end || coalesce(left(e.data->>'label', ${LABEL_CHARACTERS}), '')
    from event e where e.workspace_id = $1 and e.subject_id = any($2::uuid[]) and e.event_id = any($3::uuid[])
      and e.kind = 'RecordDeletedEvent'`;

/**
 * Labels of a record's references, in the order of `refs`: null for a target that is gone. As JSON: there may be
 * thousands of them, and an array of Postgres is read character by character.
 */
export const labels = (refs: string) => `to_json(array(select (select ${LABEL}
    from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
      from unnest(${refs}) q(id))) as labels`;

/**
 * `access` and the checks of a write: its targets must exist (held until the end, so that nobody deletes them in
 * between), referred users must be members, and the plan must have been made with the schema of this moment.
 * @param gate `also` is one more condition, which belongs to a part of the statement
 */
export function addChecks(
  writer: StatementWriter,
  plan: Pick<ChangePlan, 'targets' | 'members'>,
  gate: { caller: Caller; schemaVersion: string; also?: string | undefined },
): void {
  const access = accessOf(gate.caller);
  writer.part(access.bearer[0]!.toUpperCase(), () => accessHeld(access));
  const version = writer.put(gate.schemaVersion);
  let missing = `'{}'::uuid[]`;
  let strangers = `'{}'::uuid[]`;
  const { targets } = plan;
  if (targets.length > 0) {
    const ids = writer.put(targets.map(({ record_id }) => record_id));
    const objects = writer.put(targets.map(({ object_id }) => object_id));
    writer.part(
      't',
      () => `targets as (select record_id, object_id from record
      where workspace_id = $1 and record_id = any(${ids}::uuid[]) and trashed_at is null
        and deleted_at is null order by record_id for key share)`,
    );
    missing = `array(select x.t from unnest(${ids}::uuid[], ${objects}::uuid[]) x(t, o)
      where not exists (select 1 from targets where record_id = x.t and object_id = x.o))`;
  }
  if (plan.members.length > 0) {
    const users = writer.put(plan.members);
    writer.part(
      'm',
      () => `strangers as (select x.u from unnest(${users}::uuid[]) x(u) where not exists
      (select 1 from membership where workspace_id = $1 and user_id = x.u))`,
    );
    strangers = 'array(select u from strangers)';
  }
  const checks = `${missing} as missing, ${strangers} as strangers`;
  writer.part('c', () => `checked as materialized (select *, ${checks} from access)`);
  writer.part(
    'g',
    () => `go as (select actor_name from checked where may & ${CAPABILITIES['write:data']} <> 0
      and schema_version = ${version}::bigint and missing = '{}' and strangers = '{}'${gate.also ? ` and ${gate.also}` : ''})`,
  );
}

interface RowsOfRecord {
  record: string;
  object: string;
  /** The expression that has a row exactly when the record was written. */
  source: string;
  /** Whether the record is made by this statement: then it has no rows yet. */
  isNew?: boolean;
}

/**
 * What follows an insert of keys. Those of one record are all different, so that none of a new one is there. To look for
 * each before its insert would take half as long again.
 */
export const unlessThere = (isNew = false) => (isNew ? '' : ' on conflict do nothing');

/** Rows of the pivot tables that come and go. */
export function addKeyChanges(writer: StatementWriter, plan: ChangePlan, at: RowsOfRecord): void {
  addHandles(writer, plan, at);
  for (const kind of KEY_KINDS) addPairs(writer, kind, plan[kind], at);
  const { add, remove } = plan.references;
  if (remove.length > 0) {
    const [targets, nos] = [
      writer.put(remove.map(({ target }) => target.record_id)),
      writer.put(remove.map((each) => each.attr_no)),
    ];
    writer.part(
      'v',
      () => `gone_references as (delete
        from record_reference i
        using (select x.* from ${at.source}, unnest(${targets}::uuid[], ${nos}::int[]) x(t, n) offset 0) x
      where i.workspace_id = $1 and i.target_id = x.t and i.record_id = ${at.record} and i.attr_no = x.n)`,
    );
  }
  if (add.length > 0) {
    const [targets, nos] = [
      writer.put(add.map(({ target }) => target.record_id)),
      writer.put(add.map((each) => each.attr_no)),
    ];
    writer.part(
      'w',
      () => `new_references as (insert into record_reference
        select $1, x.t, ${at.record}, x.n
        from ${at.source}, unnest(${targets}::uuid[], ${nos}::int[]) x(t, n)${unlessThere(at.isNew)})`,
    );
  }
}

function addHandles(writer: StatementWriter, { handle: { add, remove } }: ChangePlan, at: RowsOfRecord): void {
  const columns = (handles: HandleKey[]) => {
    const column = (of: (key: HandleKey) => string, type: string) => `${writer.put(handles.map(of))}::${type}[]`;
    const [kinds, texts] = [column((key) => key.kind, 'text'), column((key) => key.handle, 'text')];
    return `unnest(${kinds}, ${texts}, ${column((key) => key.attribute_id, 'uuid')}) x(k, h, a)`;
  };
  if (remove.length > 0) {
    const gone = columns(remove);
    writer.part(
      '-h',
      () => `gone_handles as (delete from record_handle i using (select x.* from ${at.source}, ${gone} offset 0) x
      where i.workspace_id = $1 and i.kind = x.k and i.handle = x.h and i.record_id = ${at.record}
        and i.attribute_id = x.a)`,
    );
  }
  if (add.length > 0) {
    const added = columns(add);
    writer.part(
      '+h',
      () => `new_handles as (insert into record_handle (workspace_id, kind, handle, record_id, attribute_id, object_id)
      select $1, x.k, x.h, ${at.record}, x.a, ${at.object} from ${at.source}, ${added}${unlessThere(at.isNew)})`,
    );
  }
}

function addPairs(writer: StatementWriter, kind: KeyKind, changes: KeyChanges, at: RowsOfRecord): void {
  const [table, type] = KEY_TABLES[kind];
  const letter = kind[0]!;
  const columns = (pairs: KeyPair[]) => {
    const attributes = writer.put(pairs.map((each) => each.attribute_id));
    return `unnest(${attributes}::uuid[], ${writer.put(pairs.map((each) => each.v))}::${type}[]) x(a, v)`;
  };
  if (changes.remove.length > 0) {
    const gone = columns(changes.remove);
    // `offset 0` keeps the planner from turning the key lookups into one scan of the tenant.
    writer.part(
      `-${letter}`,
      () => `gone_${kind} as (delete
        from ${table} i
        using (select x.* from ${at.source}, ${gone} offset 0) x
      where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = ${at.record})`,
    );
  }
  if (changes.add.length > 0) {
    const added = columns(changes.add);
    const clash = unlessThere(kind === 'unique' || at.isNew);
    writer.part(
      `+${letter}`,
      () => `new_${kind} as (insert into ${table}
        select $1, x.a, x.v, ${at.record}
        from ${at.source}, ${added}${clash})`,
    );
  }
}

/** Values that this write closes. `change` is the id of the write. */
export function addHistory(
  writer: StatementWriter,
  rows: HistoryRow[],
  at: { record: string; source: string; change: string },
): void {
  if (rows.length === 0) return;
  const change = `${writer.put(at.change)}::uuid`;
  const column = (of: (row: HistoryRow) => unknown, type: string) => `${writer.put(rows.map(of))}::${type}[]`;
  const columns = [
    column((row) => row.attr_no, 'int'),
    column((row) => row.active_from, 'timestamptz'),
    column((row) => row.active_until, 'timestamptz'),
    column((row) => row.created_by_type, 'text'),
    column((row) => row.created_by_id, 'uuid'),
    column((row) => (row.via === null ? null : JSON.stringify(row.via)), 'jsonb'),
    column((row) => JSON.stringify(row.value), 'jsonb'),
  ];
  writer.part(
    'h',
    () => `history as (insert into value_history (workspace_id, record_id, attr_no, change_id, item, active_from,
      active_until, created_by_type, created_by_id, via, value)
      select $1, ${at.record}, x.n, ${change}, x.item, x.f, x.u, x.ct, x.ci, x.via, x.v
      from ${at.source}, unnest(${columns.join(', ')}) with ordinality x(n, f, u, ct, ci, via, v, item))`,
  );
}

/** Counts the record that was written. */
export function countBy(writer: StatementWriter, object: string, step: 1 | -1): () => string {
  const slot = writer.put(nextSlot());
  return () => `counted as (insert into object_count as oc (workspace_id, object_id, slot, n)
    select $1, ${object}, ${slot}::smallint, ${step} from written
    on conflict (workspace_id, object_id, slot) do update set n = oc.n + ${step})`;
}
