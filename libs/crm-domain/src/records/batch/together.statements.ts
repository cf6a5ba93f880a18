import type { Caller } from '../../actor.js';
import { KEY_KINDS, KEY_TABLES, type KeyKind } from '../keys.js';
import { bareArrayLiteral, type StatementWriter } from '../../db/statement-writer.js';
import { unlessThere } from '../record.statements.js';
import type { ChangePlan } from '../writing/change-plan.js';

/** The moment of a statement. */
export const NOW = `date_trunc('milliseconds', now())`;

/** A record of several that one statement writes, with all that its write stores. */
export interface PlannedRecord {
  record_id: string;
  object_id: string;
  plan: ChangePlan;
  /** Of one that is there: the revision that the plan was made from, and the moment of its change. */
  from?: { rev: number; at: Date };
  /** Who changes it, where that is told of each record in another way. */
  caller?: Caller;
}

export type Changed = PlannedRecord & Required<Pick<PlannedRecord, 'from'>>;

interface Column {
  name: string;
  type: string;
  values: unknown[];
}

const BARE_TYPES = new Set(['uuid', 'int', 'bigint', 'float8']);

/** Rows of several columns as a table `x`. */
export function unnest(writer: StatementWriter, columns: readonly Column[]): string {
  const arrays = columns.map(({ type, values }) => {
    const array = BARE_TYPES.has(type) ? bareArrayLiteral(values as (string | number | null)[]) : values;
    return `${writer.put(array)}::${type}[]`;
  });
  return `unnest(${arrays.join(', ')}) x(${columns.map(({ name }) => name).join(', ')})`;
}

/** The rows that records call for, each with its record. */
function rowsOf<Row>(records: readonly PlannedRecord[], of: (plan: ChangePlan) => readonly Row[]) {
  return records.flatMap(({ plan, record_id, object_id }) => of(plan).map((row) => ({ record_id, object_id, ...row })));
}

const idsOf = (records: readonly PlannedRecord[]) => ({
  name: 'id',
  type: 'uuid',
  values: records.map(({ record_id }) => record_id),
});

/**
 * Takes the records that are changed, in one order for everybody. References to them may be written meanwhile.
 *
 * @returns the condition that none of them has changed since its plan was made
 */
export function addHeld(writer: StatementWriter, changed: readonly Changed[]): string {
  const ids = writer.put(changed.map(({ record_id }) => record_id));
  const revisions = writer.put(changed.map(({ from }) => from.rev));
  writer.part(
    '=',
    () => `held as materialized (select record_id, rev from record
      where workspace_id = $1 and record_id = any(${ids}::uuid[]) and trashed_at is null and deleted_at is null
      order by record_id for no key update)`,
  );
  return `not exists (select 1 from unnest(${ids}::uuid[], ${revisions}::int[]) x(id, rev)
    where not exists (select 1 from held where held.record_id = x.id and held.rev = x.rev))`;
}

/** The records that are there, as they are after the write. */
export function addChanges(writer: StatementWriter, changed: readonly Changed[]): void {
  const of = <V>(value: (record: Changed) => V) => changed.map(value);
  const rows = unnest(writer, [
    idsOf(changed),
    { name: 'label', type: 'text', values: of(({ plan }) => plan.label) },
    { name: 'refs', type: 'text', values: of(({ plan }) => bareArrayLiteral(plan.refs)) },
    { name: 'vals', type: 'text', values: of(({ plan }) => plan.document) },
    { name: 'size', type: 'int', values: of(({ plan }) => plan.size) },
    { name: 'meta', type: 'text', values: of(({ plan }) => (plan.meta === null ? null : JSON.stringify(plan.meta))) },
    { name: 'at', type: 'timestamptz', values: of(({ from }) => from.at) },
  ]);
  writer.part(
    'u',
    () => `changed as (update record r
      set vals = x.vals::jsonb, size = x.size, meta = x.meta::jsonb, label = x.label,
        refs = nullif(x.refs::uuid[], '{}'), rev = r.rev + 1, updated_at = x.at
      from (select x.* from go, ${rows} offset 0) x
      where r.workspace_id = $1 and r.record_id = x.id and r.deleted_at is null)`,
  );
  addWords(writer, changed);
}

function addWords(writer: StatementWriter, changed: readonly Changed[]): void {
  const searched = changed.filter(({ plan }) => plan.lexemes !== null);
  const rows = unnest(writer, [
    idsOf(searched),
    { name: 'words', type: 'text', values: searched.map(({ plan }) => bareArrayLiteral(plan.lexemes!)) },
  ]);
  writer.part(
    'z',
    () => `words as (update record_search s set tsv = x.tsv
      from (select x.id, array_to_tsvector(x.words::text[]) as tsv from go, ${rows} offset 0) x
      where s.workspace_id = $1 and s.record_id = x.id and s.tsv is distinct from x.tsv)`,
  );
}

/** Values that the writes close. @param changes the ids of the writes, one for each record */
export function addPast(writer: StatementWriter, changed: readonly Changed[], changes: readonly string[]): void {
  const closed = changed.flatMap(({ record_id, plan }, at) =>
    plan.history.map((row, item) => ({ record_id, change: changes[at], item: item + 1, ...row })),
  );
  const rows = unnest(writer, [
    { name: 'id', type: 'uuid', values: closed.map(({ record_id }) => record_id) },
    { name: 'c', type: 'uuid', values: closed.map(({ change }) => change) },
    { name: 'item', type: 'int', values: closed.map(({ item }) => item) },
    { name: 'n', type: 'int', values: closed.map(({ attr_no }) => attr_no) },
    { name: 'f', type: 'timestamptz', values: closed.map(({ active_from }) => active_from) },
    { name: 'u', type: 'timestamptz', values: closed.map(({ active_until }) => active_until) },
    { name: 'ct', type: 'text', values: closed.map(({ created_by_type }) => created_by_type) },
    { name: 'ci', type: 'uuid', values: closed.map(({ created_by_id }) => created_by_id) },
    { name: 'via', type: 'jsonb', values: closed.map(({ via }) => (via === null ? null : JSON.stringify(via))) },
    { name: 'v', type: 'jsonb', values: closed.map(({ value }) => JSON.stringify(value)) },
  ]);
  writer.part(
    'h',
    () => `history as (insert into value_history (workspace_id, record_id, attr_no, change_id, item, active_from,
        active_until, created_by_type, created_by_id, via, value)
      select $1, x.id, x.n, x.c, x.item, x.f, x.u, x.ct, x.ci, x.via, x.v from go, ${rows})`,
  );
}

/** Rows of the pivot tables that come. */
export function addKeys(writer: StatementWriter, records: readonly PlannedRecord[]): void {
  const clash = unlessThere(records.every(({ from }) => !from));
  for (const kind of KEY_KINDS) {
    const rows = pairsOf(writer, kind, records, 'add');
    // In one order for all writers, so that two of them never wait for each other.
    const end = kind === 'unique' ? ' order by x.a, x.v' : clash;
    writer.part(
      `+${kind[0]}`,
      () => `new_${kind} as (insert into ${KEY_TABLES[kind][0]} select $1, x.a, x.v, x.id from go, ${rows}${end})`,
    );
  }
  const handles = handlesOf(writer, records, 'add');
  writer.part(
    '+h',
    () => `new_handles as (insert into record_handle (workspace_id, kind, handle, record_id, attribute_id, object_id)
      select $1, x.k, x.h, x.id, x.a, x.o from go, ${handles}${clash})`,
  );
  const links = linksOf(writer, records, 'add');
  writer.part(
    'w',
    () => `new_references as (insert into record_reference
      select $1, x.t, x.id, x.n from go, ${links}${clash})`,
  );
}

/** And those that go. `offset 0` keeps the planner from turning the key lookups into one scan of the tenant. */
export function removeKeys(writer: StatementWriter, changed: readonly Changed[]): void {
  for (const kind of KEY_KINDS) {
    const rows = pairsOf(writer, kind, changed, 'remove');
    writer.part(
      `-${kind[0]}`,
      () => `gone_${kind} as (delete from ${KEY_TABLES[kind][0]} i using (select x.* from go, ${rows} offset 0) x
        where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = x.id)`,
    );
  }
  const handles = handlesOf(writer, changed, 'remove');
  writer.part(
    '-h',
    () => `gone_handles as (delete from record_handle i using (select x.* from go, ${handles} offset 0) x
      where i.workspace_id = $1 and i.kind = x.k and i.handle = x.h and i.record_id = x.id and i.attribute_id = x.a)`,
  );
  const links = linksOf(writer, changed, 'remove');
  writer.part(
    'v',
    () => `gone_references as (delete from record_reference i using (select x.* from go, ${links} offset 0) x
      where i.workspace_id = $1 and i.target_id = x.t and i.record_id = x.id and i.attr_no = x.n)`,
  );
}

type Way = 'add' | 'remove';

function pairsOf(writer: StatementWriter, kind: KeyKind, ...[records, way]: [readonly PlannedRecord[], Way]): string {
  const pairs = rowsOf(records, (plan) => plan[kind][way]);
  return unnest(writer, [
    { name: 'id', type: 'uuid', values: pairs.map(({ record_id }) => record_id) },
    { name: 'a', type: 'uuid', values: pairs.map(({ attribute_id }) => attribute_id) },
    { name: 'v', type: KEY_TABLES[kind][1], values: pairs.map(({ v }) => v) },
  ]);
}

function handlesOf(writer: StatementWriter, records: readonly PlannedRecord[], way: Way): string {
  const handles = rowsOf(records, (plan) => plan.handle[way]);
  return unnest(writer, [
    { name: 'id', type: 'uuid', values: handles.map(({ record_id }) => record_id) },
    { name: 'o', type: 'uuid', values: handles.map(({ object_id }) => object_id) },
    { name: 'k', type: 'text', values: handles.map(({ kind }) => kind) },
    { name: 'h', type: 'text', values: handles.map(({ handle }) => handle) },
    { name: 'a', type: 'uuid', values: handles.map(({ attribute_id }) => attribute_id) },
  ]);
}

function linksOf(writer: StatementWriter, records: readonly PlannedRecord[], way: Way): string {
  const references = rowsOf(records, (plan) => plan.references[way]);
  return unnest(writer, [
    { name: 'id', type: 'uuid', values: references.map(({ record_id }) => record_id) },
    { name: 't', type: 'uuid', values: references.map(({ target }) => target.record_id) },
    { name: 'n', type: 'int', values: references.map(({ attr_no }) => attr_no) },
  ]);
}
