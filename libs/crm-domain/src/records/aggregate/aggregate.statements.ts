import type { Statement } from '../../db/session.js';
import { BOUNDS } from '../query/bounds.js';
import { filterOf, holdsSeveral, itemsOf } from '../query/document-sql.js';
import { hitsOf, oneOf } from '../query/gather.statements.js';
import type { Scan } from '../query/query-plan.js';
import { KEY_TYPES, type QueryWriter } from '../query/query-writer.js';
import type { JudgedAggregate } from './aggregate.js';
import type { IndexScan } from './aggregate-plan.js';
import { dayOf, groupColumn, groupOrder, measureSql, measuredColumns, togetherSql, valueRows } from './group-sql.js';

/**
 * Groups of the records that a scan gives and that meet its checks. Rows of `at`, the place of a group, with its keys,
 * its unit and its measures; rows without a place are what the groups beyond the limit have together, one for each unit;
 * the last one tells whether there was too much to look at.
 */
export function recordGroups(writer: QueryWriter, scan: Scan, asked: JudgedAggregate): Statement {
  const { groups, measures, unit, zone } = asked;
  const { driver } = scan;
  const isObject = driver.kind === 'object' || driver.kind === 'order';
  const hits = isObject ? [] : [hitsOf(writer, driver)];
  const checks = driver.kind === 'condition' ? [driver.condition, ...scan.checks] : scan.checks;
  // Held against true, so that nothing of it becomes a join.
  const met = writer.recordChecks(checks).map((check) => ` and (${check}) is true`);
  const source = isObject
    ? `${writer.records([])}${met.join('')}`
    : `(select r.* from hits w join record r on r.workspace_id = $1 and r.record_id = w.record_id) r
      where ${writer.ours}${met.join('')}`;
  const columns = groups.map((group, at) => groupColumn(group, `x${at}`, { writer, zone }));
  const values = valueRows(measures);
  const isSpread = values !== '' || groups.some(({ subject }) => holdsSeveral(subject));
  const unitSql = unit && unit.valueType.unit!(oneOf(unit));
  const base = `select ${[
    ...columns.map(({ key }, at) => `${key} as g${at}`),
    ...(unitSql ? [`${unitSql} as u`] : []),
    ...measuredColumns(measures),
  ].join(', ')}
    from (select r.* from ${source}) r
    ${columns.map(({ join }) => join).join(' ')} ${values}${isSpread ? `\n    limit ${BOUNDS.spread + 1}` : ''}`;
  const names = [...groups.map((_, at) => `g${at}`), ...(unit ? ['u'] : [])];
  const all = ['g0', 'g1', 'u'].map((name) => (names.includes(name) ? name : `null::text as ${name}`));
  const results = measures.map((measure, at) => `${measureSql(measure, at)} as f${at}`);
  const grouped = `grouped as materialized (select ${[...all, 'count(*) as n', ...results].join(', ')}
    from (${base}) b
    ${names.length > 0 ? `group by ${names.join(', ')}` : ''})`;
  const cuts = [
    ...(isSpread ? [`(select sum(n) > ${BOUNDS.spread} from grouped)`] : []),
    ...(isObject ? [] : [`(select count(*) > ${BOUNDS.walked} from hits)`]),
  ];
  return shown(writer, asked, { parts: [...hits, grouped], cut: cuts.join(' or ') || 'false' });
}

/**
 * The same, of nothing but the keys of one index: what is hidden is counted by itself and taken off, since looking at
 * each row would cost several times as much.
 */
export function indexGroups(writer: QueryWriter, scan: IndexScan, asked: JudgedAggregate): Statement {
  const { group, table, own } = scan;
  const { subject } = group;
  const isSeveral = holdsSeveral(subject);
  // Whether records have none at all takes looking at each row again.
  const most = isSeveral ? BOUNDS.indexed / 2 : BOUNDS.indexed;
  const rows = (name: string) =>
    [
      writer.attributeRows(subject.attribute_id, table, name),
      ...own.map((each) => writer.keyCheck(each, `${name}.v`)),
    ].join(' and ');
  const key = (v: string) => (table === 'ref' ? v : dayOf(group, v, { writer, zone: asked.zone }));
  const item = `(${filterOf(subject, table).sql('e.x')})::${KEY_TYPES[table]}`;
  // Days repeat, so that few of them have to be put into buckets; moments do not.
  const isFew = table === 'ref' || subject.valueType.type === 'date';
  const limited = `(select i.v from ${rows('i')} limit ${most + 1}) i`;
  const keys = isFew ? `(select i.v, count(*) as c from ${limited} group by i.v) i` : limited;
  const counted = `counted as materialized (select ${key('i.v')} as k, ${isFew ? 'sum(c)' : 'count(*)'} as n
    from ${keys}
    group by 1)`;
  const trash = `trash as materialized (${writer.hidden(BOUNDS.walked + 1)})`;
  const hidden = `hidden as materialized (select r.record_id, ${key('e.v')} as k
    from trash r
    cross join lateral (select distinct ${item} as v from ${itemsOf(subject)} e(x)) e
    where exists (select 1 from ${rows('c')} and c.v = e.v and c.record_id = r.record_id))`;
  const filled = isSeveral
    ? `(select count(distinct i.record_id) from (select i.record_id from ${rows('i')} limit ${most + 1}) i) - (select count(distinct record_id) from hidden)`
    : '(select coalesce(sum(n), 0) from counted) - (select count(*) from hidden)';
  const empty = own.length > 0 ? [] : [`select null, (${writer.total()}) - (${filled})`];
  const all = ['select k::text as g0, n from counted', 'select k::text, -1 from hidden', ...empty].join('\nunion all ');
  const results = asked.measures.map((_, at) => `sum(n)::bigint as f${at}`);
  const grouped = `grouped as materialized (select g0, null::text as g1, null::text as u, ${results.join(', ')}
    from (${all}) g
    group by g0
    having sum(n) > 0)`;
  const cut = `(select sum(n) > ${most} from counted) or (select count(*) > ${BOUNDS.walked} from trash)`;
  return shown(writer, asked, { parts: [counted, trash, hidden, grouped], cut });
}

/** The groups in their order as far as they are shown, and what the others have together. */
function shown(
  writer: QueryWriter,
  asked: JudgedAggregate,
  { parts, cut }: { parts: string[]; cut: string },
): Statement {
  const { measures, limit } = asked;
  const ranked = `ranked as materialized (select *, row_number() over (order by ${groupOrder(asked, writer)}) as at
    from grouped)`;
  const results = measures.map((_, at) => `f${at}`).join(', ');
  const together = measures.map((measure, at) => togetherSql(measure, `f${at}`)).join(', ');
  return {
    text: `with ${[...parts, ranked].join(',\n')}
      select at::int, g0, g1, u, json_build_array(${results}) as f, 1 as groups, false as cut
      from ranked
      where at <= ${limit}
      union all
      select null, null, null, u, json_build_array(${together}), count(*)::int, false
      from ranked
      where at > ${limit}
      group by u
      union all
      select null, null, null, null, null, 0, coalesce(${cut}, false)`,
  };
}
