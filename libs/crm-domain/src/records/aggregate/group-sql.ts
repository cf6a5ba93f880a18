import { lower } from '../query/condition-sql.js';
import { filterOf, held, holdsSeveral, itemsOf } from '../query/document-sql.js';
import { oneOf } from '../query/gather.statements.js';
import type { Subject } from '../query/condition.js';
import type { QueryWriter } from '../query/query-writer.js';
import type { Group, JudgedAggregate, Measure } from './aggregate.js';

/** The key of a group of `r` as text, and what has to be joined for it, which gives a row for each of several. */
export interface GroupColumn {
  key: string;
  join: string;
}

export function groupColumn(
  group: Group,
  name: string,
  { writer, zone }: { writer: QueryWriter; zone: string },
): GroupColumn {
  const key = (item: string) => keyOf(group, item, { writer, zone });
  if (!holdsSeveral(group.subject)) return { key: key(held(group.subject)), join: '' };
  const items = `(select distinct ${key('e.x')} as k from ${itemsOf(group.subject)} e(x))`;
  return { key: `${name}.k`, join: `left join lateral ${items} ${name} on true` };
}

/** What groups an item of a document, as text. */
function keyOf(group: Group, item: string, by: { writer: QueryWriter; zone: string }): string {
  const { subject } = group;
  if (subject.valueType.grouped === 'flag') return `${item} #>> '{}'`;
  if (subject.valueType.grouped !== 'day') return filterOf(subject, 'ref').sql(item);
  return `${dayOf(group, filterOf(subject, 'number').sql(item), by)}::text`;
}

/** The first day of a bucket, in days since 1970, of a moment in seconds; a date is the same day everywhere. */
export function dayOf(
  { subject, bucket, weekShift }: Group,
  seconds: string,
  { writer, zone }: { writer: QueryWriter; zone: string },
): string {
  const at = subject.valueType.type === 'date' ? `'UTC'` : `${writer.put(zone)}::text`;
  const local = `(to_timestamp(${seconds}) at time zone ${at})`;
  // Postgres has weeks begin on Monday.
  const shift = bucket === 'week' ? weekShift : 0;
  const shifted = shift === 0 ? local : `(${local} - interval '${shift} days')`;
  const first = bucket === 'day' ? `${local}::date` : `date_trunc('${bucket}', ${shifted})::date`;
  return `(${first} - date '1970-01-01' + ${shift})`;
}

/** The attribute of several values that a measure looks at; null where it looks at one. */
function severalOf({ subject }: Measure): Subject | null {
  return subject?.several ? subject : null;
}

/**
 * Rows of `l` for one record: one with the number 0, which stands for the record, and one for each different value that
 * a measure of several looks at, with the number of the measure, from 1. Nothing where no measure does.
 */
export function valueRows(measures: readonly Measure[]): string {
  const values = measures.flatMap((measure, at) => {
    const subject = severalOf(measure);
    return subject
      ? [`(select distinct ${at + 1}, (${differing(subject, 'e.x')})::text collate "C" from ${itemsOf(subject)} e(x))`]
      : [];
  });
  if (values.length === 0) return '';
  return `cross join lateral (${['select 0, null::text collate "C"', ...values].join(' union all ')}) l(of, x)`;
}

/** The columns that measures are made of: `one`, which counts records, and `m` with its number of each other measure. */
export function measuredColumns(measures: readonly Measure[]): string[] {
  const hasSeveral = measures.some(severalOf);
  const only = (of: number, sql: string) => (hasSeveral ? `case when l.of = ${of} then ${sql} end` : sql);
  const columns = measures.flatMap((measure, at) => {
    if (!measure.subject) return [];
    const sql = severalOf(measure) ? only(at + 1, 'l.x') : only(0, measuredOf(measure, measure.subject));
    return [`${sql} as m${at}`];
  });
  return [...columns, `${only(0, '1')} as one`];
}

function measuredOf({ function: name }: Measure, subject: Subject): string {
  const item = oneOf(subject);
  if (name === 'count_distinct') return differing(subject, item);
  return subject.valueType.amount?.(item) ?? filterOf(subject, 'number').sql(item);
}

/** What makes one value of an attribute differ from another; null where a part has none. */
function differing({ part, valueType: { filter } }: Subject, item: string): string {
  if (filter.table === 'text') return `nullif(${lower(filter.sql(item))}, '')`;
  return part !== undefined && filter.table === 'number' ? filter.sql(item) : item;
}

/** What a measure makes of its column. */
export function measureSql({ function: name }: Measure, at: number): string {
  if (name === 'count') return 'count(one)';
  return name === 'count_distinct' ? `count(distinct m${at})` : `${name}(m${at})`;
}

/** What the same measure of several groups together is made of, where it can be. */
export function togetherSql({ function: name }: Measure, f: string): string {
  if (name === 'count' || name === 'sum') return `sum(${f})`;
  return name === 'min' || name === 'max' ? `${name}(${f})` : 'null';
}

/** In which order groups come. What they are called is not known yet, so that records and members come by their ids. */
export function groupOrder({ groups, order }: JudgedAggregate, writer: QueryWriter): string {
  const natural = groups.map(({ subject }, at) => {
    const { grouped } = subject.valueType;
    if (grouped === 'day') return `g${at}::int nulls last`;
    if (grouped !== 'choice') return `g${at} collate "C" nulls last`;
    const ids = subject.choices.map(({ choice_id }) => choice_id);
    return `array_position(${writer.put(ids)}::text[], g${at}) nulls last`;
  });
  const all = [...natural, 'u collate "C" nulls last'];
  return (order === 'largest' ? ['f0 desc nulls last', ...all] : all).join(', ');
}
