import { accessValues } from '../access/access.sql.js';
import type { AccessFacts } from '../access/access-policy.js';
import { authorOf, type Caller } from '../actor.js';
import { onlyRow, type Session } from '../db/session.js';
import { StatementWriter, arrayLiteral } from '../db/statement-writer.js';
import { storedChanges } from '../events/changes.js';
import { originOf } from '../events/event.js';
import type { ChangePlan } from './writing/change-plan.js';
import { nextSlot } from './writing/count-slot.js';
import type { CreatedVia } from './document.js';
import { addChecks, labels } from './record.statements.js';
import type { WriteGate } from './record.store.js';

/** A record that is to be made, with all that its creation stores. */
export interface NewRecord {
  record_id: string;
  object_id: string;
  plan: ChangePlan;
}

/** What became of new records. `created_at` is null when none of them was made. */
export interface MadeRows extends AccessFacts {
  created_at: Date | null;
  missing: string[];
  strangers: string[];
  /** Of the records they refer to that were there before, in the order of `refs`. */
  labels: (string | null)[];
}

interface Column {
  name: string;
  type: string;
  values: unknown[];
}

/** Creates many records in one statement: all of them, or none. */
export class NewRecordsStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  /**
   * @param refs records of which the labels are told
   * @throws UniqueViolation when a value is taken; nothing is made then
   */
  async insert(
    gate: WriteGate,
    { records, via, refs }: { records: readonly NewRecord[]; via: CreatedVia; refs: readonly string[] },
  ): Promise<MadeRows> {
    const writer = new StatementWriter('records-insert', accessValues(gate.caller));
    addChecks(writer, checksOf(records), gate);
    // Postgres does the parts that nothing reads from in reverse: counters and unique values first, as single writes do,
    // and events last.
    addEvents(writer, gate.caller, records);
    addRecords(writer, records, { caller: gate.caller, via });
    addKeys(writer, records);
    addLinks(writer, records);
    addCounts(writer, records);
    const known = `${writer.put(refs)}::uuid[]`;
    const tail = () => `select checked.*, go.created_at, ${labels(known)} from checked left join (
        select date_trunc('milliseconds', now()) as created_at from go) go on true`;
    const row = onlyRow(await this.session.query<MadeRows>(writer.statement(tail), writer.values));
    if (row.created_at !== null) this.session.wrote?.(this.workspaceId);
    return row;
  }
}

/** What has to be there before: of several records, what any of them needs and none of them is. */
function checksOf(records: readonly NewRecord[]): Pick<ChangePlan, 'targets' | 'members'> {
  const own = new Set(records.map(({ record_id, object_id }) => `${object_id} ${record_id}`));
  const targets = new Map(
    records.flatMap(({ plan }) =>
      plan.targets.map((target) => [`${target.object_id} ${target.record_id}`, target] as const),
    ),
  );
  return {
    targets: [...targets].flatMap(([key, target]) => (own.has(key) ? [] : [target])),
    members: [...new Set(records.flatMap(({ plan }) => plan.members))],
  };
}

function addRecords(
  writer: StatementWriter,
  records: readonly NewRecord[],
  { caller, via }: { caller: Caller; via: CreatedVia },
): void {
  const { type, id } = authorOf(caller);
  const [author, authorId] = [writer.put(type), writer.put(id)];
  const made = writer.put(JSON.stringify(via));
  const of = <V>(value: (record: NewRecord) => V) => records.map(value);
  const rows = unnest(writer, [
    { name: 'id', type: 'uuid', values: of(({ record_id }) => record_id) },
    { name: 'o', type: 'uuid', values: of(({ object_id }) => object_id) },
    { name: 'label', type: 'text', values: of(({ plan }) => plan.label) },
    { name: 'refs', type: 'text', values: of(({ plan }) => arrayLiteral(plan.refs)) },
    { name: 'vals', type: 'text', values: of(({ plan }) => plan.document) },
    { name: 'size', type: 'int', values: of(({ plan }) => plan.size) },
    { name: 'words', type: 'text', values: of(({ plan }) => arrayLiteral(plan.lexemes ?? [])) },
  ]);
  writer.part(
    'r',
    () => `written as (insert into record (workspace_id, record_id, object_id, created_at, updated_at,
        created_by_type, created_by_id, created_via, label, refs, vals, size)
      select $1, x.id, x.o, date_trunc('milliseconds', now()), date_trunc('milliseconds', now()),
        ${author}::text, ${authorId}::uuid, ${made}::jsonb || case when go.actor_name is null then '{}'
          else jsonb_build_object('actor_name', go.actor_name) end,
        x.label, nullif(x.refs::uuid[], '{}'), x.vals::jsonb, x.size
      from go, ${rows})`,
  );
  writer.part(
    's',
    () => `search as (insert into record_search
      select $1, x.id, array_to_tsvector(x.words::text[]) from go, ${rows})`,
  );
}

function addEvents(writer: StatementWriter, caller: Caller, records: readonly NewRecord[]): void {
  const { actor_type, actor_id, via, depth, name } = originOf(caller);
  const who = `${writer.put(actor_type)}::text, ${writer.put(actor_id)}::uuid,
    coalesce(go.actor_name, ${writer.put(name)}::text)`;
  const how = `${writer.put(JSON.stringify(via))}::jsonb, ${writer.put(depth)}::smallint`;
  const rows = unnest(writer, [
    { name: 'id', type: 'uuid', values: records.map(({ record_id }) => record_id) },
    { name: 'o', type: 'uuid', values: records.map(({ object_id }) => object_id) },
    { name: 'e', type: 'uuid', values: records.map(() => originOf(caller).event_id) },
    {
      name: 'd',
      type: 'text',
      values: records.map(({ plan }) => JSON.stringify({ changes: storedChanges(plan.changed) })),
    },
  ]);
  const at = `date_trunc('milliseconds', now())`;
  writer.part(
    'p',
    () => `queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
      select $1, ${at}, 1, x.id, x.e from go, ${rows})`,
  );
  writer.part(
    'e',
    () => `evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
        actor_type, actor_id, actor_name, via, depth, data)
      select $1, x.id, 1, x.e, 'record.created', x.o, ${at}, ${who}, ${how}, x.d::json from go, ${rows})`,
  );
}

const PAIRS = {
  text: ['index_text', 'text'],
  number: ['index_number', 'float8'],
  ref: ['index_ref', 'uuid'],
  unique: ['record_unique', 'text'],
} as const;

/** The rows that the records call for, each with its record. */
function rowsOf<Row>(records: readonly NewRecord[], of: (plan: ChangePlan) => Row[]) {
  return records.flatMap(({ plan, record_id, object_id }) => of(plan).map((row) => ({ record_id, object_id, ...row })));
}

function addKeys(writer: StatementWriter, records: readonly NewRecord[]): void {
  for (const kind of ['text', 'number', 'ref', 'unique'] as const) {
    const [table, type] = PAIRS[kind];
    const pairs = rowsOf(records, (plan) => plan[kind].add);
    const rows = unnest(writer, [
      { name: 'id', type: 'uuid', values: pairs.map(({ record_id }) => record_id) },
      { name: 'a', type: 'uuid', values: pairs.map(({ attribute_id }) => attribute_id) },
      { name: 'v', type, values: pairs.map(({ v }) => v) },
    ]);
    // In one order for all writers, so that two of them never wait for each other.
    const end = kind === 'unique' ? 'order by x.a, x.v' : 'on conflict do nothing';
    writer.part(
      `+${kind[0]}`,
      () => `new_${kind} as (insert into ${table} select $1, x.a, x.v, x.id from go, ${rows} ${end})`,
    );
  }
}

function addLinks(writer: StatementWriter, records: readonly NewRecord[]): void {
  const handles = rowsOf(records, (plan) => plan.handle.add);
  const rows = unnest(writer, [
    { name: 'id', type: 'uuid', values: handles.map(({ record_id }) => record_id) },
    { name: 'o', type: 'uuid', values: handles.map(({ object_id }) => object_id) },
    { name: 'k', type: 'text', values: handles.map(({ kind }) => kind) },
    { name: 'h', type: 'text', values: handles.map(({ handle }) => handle) },
    { name: 'a', type: 'uuid', values: handles.map(({ attribute_id }) => attribute_id) },
  ]);
  writer.part(
    '+h',
    () => `new_handles as (insert into record_handle (workspace_id, kind, handle, record_id, attribute_id, object_id)
      select $1, x.k, x.h, x.id, x.a, x.o from go, ${rows} on conflict do nothing)`,
  );
  const references = rowsOf(records, (plan) => plan.references.add);
  const links = unnest(writer, [
    { name: 'id', type: 'uuid', values: references.map(({ record_id }) => record_id) },
    { name: 't', type: 'uuid', values: references.map(({ target }) => target.record_id) },
    { name: 'n', type: 'int', values: references.map(({ attr_no }) => attr_no) },
  ]);
  writer.part(
    'w',
    () => `new_references as (insert into record_reference
      select $1, x.t, x.id, x.n from go, ${links} on conflict do nothing)`,
  );
}

/** Once for each object. */
function addCounts(writer: StatementWriter, records: readonly NewRecord[]): void {
  const counts = new Map<string, number>();
  for (const { object_id } of records) counts.set(object_id, (counts.get(object_id) ?? 0) + 1);
  const slot = writer.put(nextSlot());
  const rows = unnest(writer, [
    { name: 'o', type: 'uuid', values: [...counts.keys()] },
    { name: 'n', type: 'bigint', values: [...counts.values()] },
  ]);
  writer.part(
    'n',
    () => `counted as (insert into object_count as oc (workspace_id, object_id, slot, n)
      select $1, x.o, ${slot}::smallint, x.n from go, ${rows} order by x.o
      on conflict (workspace_id, object_id, slot) do update set n = oc.n + excluded.n)`,
  );
}

/** Rows of several columns as a table `x`. */
function unnest(writer: StatementWriter, columns: readonly Column[]): string {
  const arrays = columns.map(({ type, values }) => `${writer.put(values)}::${type}[]`);
  return `unnest(${arrays.join(', ')}) x(${columns.map(({ name }) => name).join(', ')})`;
}
