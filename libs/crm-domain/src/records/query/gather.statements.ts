import type { Statement } from '../../db/session.js';
import { BOUNDS } from './bounds.js';
import { keyOf } from './condition-sql.js';
import type { JudgedQuery, Key, SortKey, Subject } from './condition.js';
import { filterOf, held, holdsSeveral } from './document-sql.js';
import { folded, foldedOnce } from './folded-sql.js';
import { mostWalked } from './most-walked.js';
import type { Driver, Scan } from './query-plan.js';
import type { QueryWriter } from './query-writer.js';

/**
 * All matches, sorted by keys that are read off the records: for orders that no index has. Rows of `record_id` and `k`,
 * its keys, one more than the page holds; the last one has no id and tells how many matches there are, and whether as
 * many records were looked at as may be.
 */
export function gatherStatement(writer: QueryWriter, scan: Scan, query: JudgedQuery): Statement {
  const { keys, limit, offset, order, after } = query;
  const most = mostWalked(query.conditions);
  const columns = keys.map((key, at) => `${keySql(key, writer)} as k${at}`);
  const names = keys.map((_, at) => `k${at}`);
  const { source, ids, isCut } = sourceOf(writer, scan.driver, most);
  const met = writer.recordChecks(
    scan.driver.kind === 'condition' ? [scan.driver.condition, ...scan.checks] : scan.checks,
  );
  const base = `select r.record_id, ${columns.join(', ')}, (${['true', ...met].join(' and ')}) is true as ok, w.n
    from (${source}) w
    join record r on r.workspace_id = $1 and r.record_id = w.record_id and ${writer.ours}`;
  const beyond = after?.keys ? `and ${beyondSql(query, after.keys, after.record_id, writer)}` : '';
  const sorted = [
    ...names.map((name, at) => `${name} ${keys[at]!.direction} nulls last`),
    `record_id ${order.direction}`,
  ];
  const page = `select record_id, json_build_array(${names.join(', ')}) as k
    from base
    where ok and n <= ${most} ${beyond}
    order by ${sorted.join(', ')}
    limit ${limit + 1} offset ${offset}`;
  return {
    text: `with ${ids}base as materialized (${base}), page as (${page})
      select record_id, k, null::int as total, false as cut from page
      union all
      select null, null, (count(*) filter (where ok and n <= ${most}))::int, ${isCut} from base`,
  };
}

interface Source {
  /** Ids with their number: as many as may be looked at, and one more. */
  source: string;
  /** What has to be read before. */
  ids: string;
  /** Whether there are more than may be looked at, read off the records that were. */
  isCut: string;
}

/** Of what an index gives nothing is looked at where it is too much: none of it would be shown. */
function sourceOf(writer: QueryWriter, driver: Driver, most: number): Source {
  if (driver.kind === 'object' || driver.kind === 'order') {
    const rows = `select r.record_id from ${writer.records([])} order by r.record_id limit ${most + 1}`;
    const source = `select record_id, row_number() over () as n from (${rows}) o`;
    return { source, ids: '', isCut: `coalesce(bool_or(n > ${most}), false)` };
  }
  const isCut = `(select count(*) > ${most} from hits)`;
  const source = `select record_id, row_number() over () as n from hits where not ${isCut}`;
  return { source, ids: `${hitsOf(writer, driver, most)}, `, isCut };
}

/** The records that indexes give: as many as may be looked at, and one more. */
export function hitsOf(
  writer: QueryWriter,
  driver: Extract<Driver, { kind: 'condition' | 'union' }>,
  most = BOUNDS.walked,
): string {
  const gathered =
    driver.kind === 'condition'
      ? `select i.record_id from ${writer.rowsOf(driver.condition)}`
      : driver.conditions.map((each) => `select i.record_id from ${writer.rowsOf(each)}`).join('\nunion all ') ||
        'select $1::uuid as record_id where false';
  const rows = `select * from (${gathered}) g limit ${most + 1}`;
  return `hits as materialized (select distinct record_id from (${rows}) g)`;
}

/** The key of `r` for an order, null where it has no value: as an index would have it. */
function keySql(key: SortKey, writer: QueryWriter): string {
  if (key.by === 'relevance') return relevance(key.text, writer);
  const { subject } = key;
  const item = oneOf(subject);
  const { filter } = subject.valueType;
  if (filter.table === 'number') return filterOf(subject, 'number').sql(item);
  if (filter.table === 'text') return `nullif(${keyOf(filterOf(subject, 'text').sql(item))}, '') collate "C"`;
  const ids = subject.choices.map((choice) => choice.choice_id);
  return `array_position(${writer.put(ids)}::text[], ${filterOf(subject, 'ref').sql(item)})::float8`;
}

/** The value of `r`: an attribute of one value may have held several before. */
export function oneOf(subject: Subject): string {
  const value = held(subject);
  return holdsSeveral(subject)
    ? `case jsonb_typeof(${value}) when 'array' then ${value} -> 0 else ${value} end`
    : value;
}

/** How well the words fit the name of `r`: it is them, begins with them, has them inside, or they stand elsewhere. */
function relevance(text: string, writer: QueryWriter): string {
  const words = foldedOnce(writer.put(text));
  const label = folded("coalesce(r.label, '')");
  return `(case strpos(${label}, ${words})
    when 1 then case ${label} when ${words} then 3 else 2 end
    when 0 then 0 else 1 end)::float8`;
}

/** Whether a row of `base` comes after a place, key by key; records without a value come last. */
function beyondSql({ keys, order }: JudgedQuery, place: readonly Key[], id: string, writer: QueryWriter): string {
  const alternatives: string[] = [];
  const equal: string[] = [];
  for (const [at, key] of keys.entries()) {
    const name = `k${at}`;
    const v = place[at] ?? null;
    if (v === null) {
      equal.push(`${name} is null`);
      continue;
    }
    const put = `${writer.put(v)}::${typeof v === 'number' ? 'float8' : 'text'}`;
    const after = `(${name} ${key.direction === 'asc' ? '>' : '<'} ${put} or ${name} is null)`;
    alternatives.push([...equal, after].join(' and '));
    equal.push(`${name} = ${put}`);
  }
  const last = `record_id ${order.direction === 'asc' ? '>' : '<'} ${writer.put(id)}::uuid`;
  return `(${[...alternatives, [...equal, last].join(' and ')].map((each) => `(${each})`).join(' or ')})`;
}
