import { identifier, literal } from '../db/quoting.js';
import type { Attribute, ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import type { ReportColumn, ReportNames } from '../values/report-column.js';
import { PlainNames } from './plain-names.js';

/** Postgres allows 1,600 columns. */
const MAX_COLUMNS = 1500;

/** A view over the records of one object. */
export interface ReportView {
  name: string;
  /** Its slug. */
  object: string;
  columns: string[];
  /** Slugs of attributes for which there was no room. */
  left_out: string[];
  /** What the view is for, to be shown beside it. */
  about: string;
  /** The query that it is. */
  sql: string;
}

interface Column {
  name: string;
  sql: string;
}

/** Of every record, beside its attributes. */
const FIRST = [{ name: 'record_id', sql: 'r.record_id' }];
const LAST = (members: string): Column[] => [
  { name: 'created_at', sql: 'r.created_at' },
  { name: 'updated_at', sql: 'r.updated_at' },
  { name: 'created_by', sql: 'r.created_by_id' },
  { name: 'created_by_type', sql: 'r.created_by_type' },
  {
    name: 'created_by_name',
    sql: `coalesce(${members} ->> (r.created_by_id::text), r.created_via ->> 'actor_name')`,
  },
];
const OWN_NAMES = [...FIRST, ...LAST('')].map(({ name }) => name);

/**
 * A view for each object that is not archived. Names belong to the oldest who can have them, archived ones included, so
 * that what is added or archived later renames nothing.
 */
export function reportViews(schema: WorkspaceSchema): ReportView[] {
  const names = new PlainNames();
  return schema.objects
    .map((object) => ({ object, name: names.take(object.row.slug) }))
    .filter(({ object }) => !object.row.archived_at)
    .map(({ object, name }) => viewOf(schema.workspace_id, object, name));
}

function viewOf(workspaceId: string, { row, attributes }: ObjectSchema, name: string): ReportView {
  const workspace = `${literal(workspaceId)}::uuid`;
  const members = membersOf(workspace);
  const named = columnNames(attributes);
  const wanted = attributes
    .filter(({ archived_at }) => !archived_at)
    .map((attribute) => columnsOf(attribute, named.get(attribute)!, workspace));
  const { columns, kept } = fitting(wanted, MAX_COLUMNS - OWN_NAMES.length);
  const all = [...FIRST, ...columns, ...LAST(members)];
  const selected = all.map((column) => `${column.sql} as ${identifier(column.name)}`).join(',\n  ');
  return {
    name,
    object: row.slug,
    columns: all.map((column) => column.name),
    left_out: attributes
      .filter(({ archived_at }) => !archived_at)
      .slice(kept)
      .map(({ slug }) => slug),
    about: row.plural_noun,
    sql: `select ${selected}
from record r
where r.workspace_id = ${workspace} and r.object_id = ${literal(row.object_id)}::uuid
  and r.trashed_at is null and r.deleted_at is null`,
  };
}

/** In the order in which the attributes came to be. */
function columnNames(attributes: readonly Attribute[]): Map<Attribute, string[]> {
  const names = new PlainNames(OWN_NAMES);
  const byAge = [...attributes].sort((a, b) => a.attr_no - b.attr_no);
  return new Map(byAge.map((each) => [each, partsOf(each).map(({ suffix }) => names.take(each.slug, suffix))]));
}

function partsOf({ valueType, context }: Attribute): readonly ReportColumn[] {
  return valueType.reportColumns(context);
}

/** Where not all have room, first the parts of values are left out, then attributes at the end. */
function fitting(wanted: Column[][], room: number): { columns: Column[]; kept: number } {
  const all = wanted.flat();
  if (all.length <= room) return { columns: all, kept: wanted.length };
  const first = wanted.map(([column]) => column!).slice(0, room);
  return { columns: first, kept: first.length };
}

function columnsOf(attribute: Attribute, named: readonly string[], workspace: string): Column[] {
  const names = namesFor(attribute, workspace);
  return partsOf(attribute).map((column, at) => ({ name: named[at]!, sql: columnSql(attribute, column, names) }));
}

/** A document holds one value, or a list of them even where the attribute holds one by now: a path reads both alike. */
function columnSql({ attr_no, several }: Attribute, { type, sql }: ReportColumn, names: ReportNames): string {
  const held = `r.vals -> '${attr_no}'`;
  if (!several) return `(${sql(`jsonb_path_query_first(${held}, '$[0]')`, names)})::${type}`;
  return `case when r.vals ? '${attr_no}' then array(select (${sql('v.item', names)})::${type}
    from jsonb_path_query(${held}, '$[*]') with ordinality v(item, n) order by v.n) end`;
}

/** Texts by ids are gathered once in a query, and only for columns that it names. */
function namesFor({ attribute_id }: Attribute, workspace: string): ReportNames {
  return {
    choices: `(select jsonb_object_agg(c.choice_id, c.title) from choice c
      where c.workspace_id = ${workspace} and c.attribute_id = ${literal(attribute_id)}::uuid)`,
    objects: `(select jsonb_object_agg(o.object_id, o.slug) from object o where o.workspace_id = ${workspace})`,
    members: membersOf(workspace),
    label: (recordId) => `(select t.label from record t where t.workspace_id = ${workspace}
      and t.record_id = (${recordId})::uuid and t.trashed_at is null and t.deleted_at is null)`,
  };
}

function membersOf(workspace: string): string {
  return `(select jsonb_object_agg(m.user_id, u.name) from membership m join app_user u on u.user_id = m.user_id
      where m.workspace_id = ${workspace})`;
}
