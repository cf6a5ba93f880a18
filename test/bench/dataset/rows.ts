import { newId } from '#platform';
import type { Caller } from '#crm-domain';
import { createdVia, type ChangePlan } from '../product.js';

/** A column of a bulk insert: the type its values are sent as, and what makes the stored value of `x.<name>`. */
interface Column {
  type: string;
  stored?: (sent: string) => string;
}

const id: Column = { type: 'uuid' };
const text: Column = { type: 'text' };
const json: Column = { type: 'jsonb' };
const key = (type: string) => ({ workspace_id: id, attribute_id: id, v: { type }, record_id: id });

/** The tables a new record is spread over, with the columns that are not left to their defaults. */
export const TABLES: Record<string, Record<string, Column>> = {
  record: {
    workspace_id: id,
    record_id: id,
    object_id: id,
    created_at: { type: 'timestamptz' },
    updated_at: { type: 'timestamptz' },
    created_by_type: text,
    created_by_id: id,
    created_via: json,
    label: text,
    refs: { type: 'text', stored: (sent) => `${sent}::uuid[]` },
    vals: json,
    size: { type: 'int' },
  },
  record_unique: key('text'),
  record_reference: { workspace_id: id, target_id: id, record_id: id, attr_no: { type: 'int' } },
  record_handle: {
    workspace_id: id,
    kind: text,
    handle: text,
    record_id: id,
    attribute_id: id,
    object_id: id,
  },
  index_text: key('text'),
  index_number: key('float8'),
  index_ref: key('uuid'),
  record_search: {
    workspace_id: id,
    record_id: id,
    tsv: { type: 'text', stored: (sent) => `array_to_tsvector(string_to_array(${sent}, ' '))` },
  },
};

/** Rows by table, column by column, as `unnest` wants them. */
export type Rows = Record<string, unknown[][]>;

export function noRows(): Rows {
  return Object.fromEntries(
    Object.entries(TABLES).map(([table, columns]) => [table, Object.keys(columns).map(() => [])]),
  );
}

/** Adds everything that creating one record writes, the counter aside. Gives its id. */
export function addRecord(
  rows: Rows,
  caller: Caller,
  at: { object_id: string; actor_name: string },
  plan: ChangePlan,
): string {
  const record_id = newId();
  const { workspace_id } = caller;
  const now = new Date().toISOString();
  const via = JSON.stringify({ ...createdVia(caller), actor_name: at.actor_name });
  const refs = plan.refs.length > 0 ? `{${plan.refs.join(',')}}` : null;
  const author = ['api-key', caller.api_key_id];
  add(rows.record!, [
    workspace_id,
    record_id,
    at.object_id,
    now,
    now,
    ...author,
    via,
    plan.label,
    refs,
    plan.document,
    plan.size,
  ]);
  for (const { attribute_id, v } of plan.unique.add)
    add(rows.record_unique!, [workspace_id, attribute_id, v, record_id]);
  for (const { kind, handle, attribute_id } of plan.handle.add)
    add(rows.record_handle!, [workspace_id, kind, handle, record_id, attribute_id, at.object_id]);
  for (const { target, attr_no } of plan.references.add)
    add(rows.record_reference!, [workspace_id, target.record_id, record_id, attr_no]);
  for (const kind of ['text', 'number', 'ref'] as const) {
    for (const { attribute_id, v } of plan[kind].add)
      add(rows[`index_${kind}`]!, [workspace_id, attribute_id, v, record_id]);
  }
  add(rows.record_search!, [workspace_id, record_id, (plan.lexemes ?? []).join(' ')]);
  return record_id;
}

/** `insert into <table> ... select ... from unnest(...)` */
export function insertText(table: string): string {
  const columns = Object.entries(TABLES[table]!);
  const names = columns.map(([name]) => name).join(', ');
  const stored = columns.map(([name, column]) => column.stored?.(`x.${name}`) ?? `x.${name}`).join(', ');
  const sent = columns.map(([, column], at) => `$${at + 1}::${column.type}[]`).join(', ');
  return `insert into ${table} (${names}) select ${stored} from unnest(${sent}) x(${names})`;
}

function add(columns: unknown[][], row: unknown[]): void {
  for (let at = 0; at < row.length; at++) columns[at]!.push(row[at]);
}
