import { newId } from '#platform';
import { accessValues } from '../../access/access.sql.js';
import type { AccessFacts } from '../../access/access-policy.js';
import { authorOf, type Caller } from '../../actor.js';
import { onlyRow, type Session } from '../../db/session.js';
import { StatementWriter, bareArrayLiteral } from '../../db/statement-writer.js';
import { storedChanges } from '../../events/changes.js';
import { originOf } from '../../events/event.js';
import type { CreatedVia } from '../document.js';
import { addChecks, labels } from '../record.statements.js';
import type { WriteGate } from '../record.store.js';
import type { ChangePlan } from '../writing/change-plan.js';
import { nextSlot } from '../writing/count-slot.js';
import {
  NOW,
  addChanges,
  addHeld,
  addKeys,
  addPast,
  removeKeys,
  unnest,
  type Changed,
  type PlannedRecord,
} from './together.statements.js';

/** What became of records. `done_at` is null when nothing was written. */
export interface DoneRows extends AccessFacts {
  done_at: Date | null;
  missing: string[];
  strangers: string[];
  /** Of the records they refer to, as they were before, in the order of `refs`. */
  labels: (string | null)[];
}

/** Writes many records in one statement: all of them, or none. */
export class TogetherStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  /**
   * Nothing is written when one of the records has changed since its plan was made.
   *
   * @param refs records of which the labels are told
   * @throws UniqueViolation when a value is taken; nothing is written then
   */
  async write(
    gate: WriteGate,
    { records, via, refs }: { records: readonly PlannedRecord[]; via: CreatedVia; refs: readonly string[] },
  ): Promise<DoneRows> {
    const writer = new StatementWriter('records-write', accessValues(gate.caller));
    const made = records.filter(({ from }) => !from);
    const changed = records.filter((record): record is Changed => record.from !== undefined);
    addChecks(writer, checksOf(records), { ...gate, also: changed.length > 0 ? addHeld(writer, changed) : undefined });
    // Postgres does the parts that nothing reads from in reverse: counters and unique values first, as single writes do,
    // and events last.
    addEvents(writer, gate.caller, records);
    if (made.length > 0) addRecords(writer, made, { caller: gate.caller, via });
    if (changed.length > 0) addChanges(writer, changed);
    if (changed.length > 0)
      addPast(
        writer,
        changed,
        changed.map(() => newId()),
      );
    addKeys(writer, records);
    if (changed.length > 0) removeKeys(writer, changed);
    if (made.length > 0) addCounts(writer, made);
    const known = `${writer.put(refs)}::uuid[]`;
    const tail = () => `select checked.*, go.done_at, ${labels(known)} from checked left join (
        select ${NOW} as done_at from go) go on true`;
    const row = onlyRow(await this.session.query<DoneRows>(writer.statement(tail), writer.values));
    if (row.done_at !== null) this.session.wrote?.(this.workspaceId);
    return row;
  }
}

/** What has to be there before: of several records, what any of them needs and none of them is. */
function checksOf(records: readonly PlannedRecord[]): Pick<ChangePlan, 'targets' | 'members'> {
  const own = new Set(records.flatMap(({ record_id, object_id, from }) => (from ? [] : [`${object_id} ${record_id}`])));
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
  records: readonly PlannedRecord[],
  { caller, via }: { caller: Caller; via: CreatedVia },
): void {
  const { type, id } = authorOf(caller);
  const [author, authorId] = [writer.put(type), writer.put(id)];
  const made = writer.put(JSON.stringify(via));
  const of = <V>(value: (record: PlannedRecord) => V) => records.map(value);
  const rows = unnest(writer, [
    { name: 'id', type: 'uuid', values: of(({ record_id }) => record_id) },
    { name: 'o', type: 'uuid', values: of(({ object_id }) => object_id) },
    { name: 'label', type: 'text', values: of(({ plan }) => plan.label) },
    { name: 'refs', type: 'text', values: of(({ plan }) => bareArrayLiteral(plan.refs)) },
    { name: 'vals', type: 'text', values: of(({ plan }) => plan.document) },
    { name: 'size', type: 'int', values: of(({ plan }) => plan.size) },
    { name: 'words', type: 'text', values: of(({ plan }) => bareArrayLiteral(plan.lexemes ?? [])) },
  ]);
  writer.part(
    'r',
    () => `written as (insert into record (workspace_id, record_id, object_id, created_at, updated_at,
        created_by_type, created_by_id, created_via, label, refs, vals, size)
      select $1, x.id, x.o, ${NOW}, ${NOW},
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

function addEvents(writer: StatementWriter, caller: Caller, records: readonly PlannedRecord[]): void {
  const origins = records.map((record) => originOf(record.caller ?? caller));
  const { actor_type, actor_id, via, depth, name } = origins[0]!;
  const who = `${writer.put(actor_type)}::text, ${writer.put(actor_id)}::uuid,
    coalesce(go.actor_name, ${writer.put(name)}::text)`;
  const hasOwn = records.some((record) => record.caller);
  const how = `${hasOwn ? 'x.via' : writer.put(JSON.stringify(via))}::jsonb, ${writer.put(depth)}::smallint`;
  const of = <V>(value: (record: PlannedRecord) => V) => records.map(value);
  const rows = unnest(writer, [
    { name: 'id', type: 'uuid', values: of(({ record_id }) => record_id) },
    { name: 'o', type: 'uuid', values: of(({ object_id }) => object_id) },
    { name: 'e', type: 'uuid', values: origins.map(({ event_id }) => event_id) },
    { name: 'k', type: 'text', values: of(({ from }) => (from ? 'record.updated' : 'record.created')) },
    { name: 'rev', type: 'int', values: of(({ from }) => (from?.rev ?? 0) + 1) },
    { name: 'at', type: 'timestamptz', values: of(({ from }) => from?.at) },
    { name: 'd', type: 'text', values: of(({ plan }) => JSON.stringify({ changes: storedChanges(plan.changed) })) },
    ...(hasOwn ? [{ name: 'via', type: 'text', values: origins.map((each) => JSON.stringify(each.via)) }] : []),
  ]);
  const at = `coalesce(x.at, ${NOW})`;
  writer.part(
    'p',
    () => `queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
      select $1, ${at}, x.rev, x.id, x.e from go, ${rows})`,
  );
  writer.part(
    hasOwn ? 'y' : 'e',
    () => `evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
        actor_type, actor_id, actor_name, via, depth, data)
      select $1, x.id, x.rev, x.e, x.k, x.o, ${at}, ${who}, ${how}, x.d::json from go, ${rows})`,
  );
}

/** Once for each object. */
function addCounts(writer: StatementWriter, records: readonly PlannedRecord[]): void {
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
