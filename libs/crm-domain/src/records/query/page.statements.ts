import type { Statement } from '../../db/session.js';
import { BOUNDS } from './bounds.js';
import type { JudgedQuery, SortAttribute } from './condition.js';
import { mostWalked } from './most-walked.js';
import { isIds, type Driver, type QueryPlan, type Scan } from './query-plan.js';
import { KEY_TYPES, type Hidden, type QueryWriter } from './query-writer.js';

// Farther in, reading what is hidden once costs less than looking up each row that is skipped.
const FEW_SKIPPED = 1000;
/** The same of keys each of which gives rows for a page. */
const FEW_KEYS = 8;

/**
 * Rows in an order, as a page reads them: `record_id`, `v` if it is asked for, and `ok`. Where rows have more to satisfy
 * than to be seen, only so many are walked along; a row that is not `ok` stands where the walk ended before the page was
 * full. What came before it is right; what stands behind it, from another walk, may lack records in between.
 */
interface Walk {
  v?: string;
  from: string;
  order: string;
  checks: string[];
  isBounded: boolean;
  walked: number;
  most: number;
}

function walk({ v, from, order, checks, isBounded, walked, most }: Walk): string {
  const id = from.startsWith('record r') ? 'r.record_id' : 'i.record_id';
  const columns = `${id}${v ? `, ${v} as v` : ''}`;
  if (!isBounded) {
    const where = [from, ...checks].join(' and ');
    return `select ${columns}, true as ok from ${where} order by ${order} limit ${most}`;
  }
  // In the words of the order itself, which the rows are in already: sorted by their number all of them would be read.
  return `select record_id${v ? ', v' : ''}, (ok and n <= ${walked}) as ok
    from (select ${columns}, (${checks.join(' and ')}) is true as ok, row_number() over (order by ${order}) as n
      from ${from}
      order by ${order}
      limit ${walked + 1}) w
    where ok or n > ${walked}
    order by ${order.replace(/\b[ir]\./g, '')}
    limit ${most}`;
}

/** A page of the rows of a walk; a row that is not `ok` comes along from before its beginning. */
function pageOf(rows: string, columns: string, { limit, offset }: JudgedQuery): string {
  if (offset === 0) return `select ${columns}, ok from (${rows}) page limit ${limit + 1}`;
  return `select ${columns}, ok
    from (select page.*, row_number() over () as at from (${rows}) page) page
    where at > ${offset} or not ok
    limit ${limit + 1}`;
}

/** A page in the order of ids: rows of `record_id`, one more than the page holds. */
export function idPageStatement(writer: QueryWriter, scan: Scan, query: JudgedQuery): Statement {
  const { direction } = query.order;
  const most = query.limit + 1 + query.offset;
  const after = query.after ? `${direction === 'asc' ? '>' : '<'} ${writer.put(query.after.record_id)}::uuid` : null;
  const { driver, checks } = scan;
  if (driver.kind === 'condition') return conditionPage(writer, scan, { query, after });
  const cut = after ? ` and r.record_id ${after}` : '';
  // Named records are looked up; what is walked along is read only as far as may be.
  const others = checks.filter((each) => !isIds(each));
  const from = `${writer.records(checks.filter(isIds))}${cut}`;
  const order = `r.record_id ${direction}`;
  const isBounded = others.length > 0;
  const walked = mostWalked(query.conditions);
  const rows = walk({ from, order, checks: writer.recordChecks(others), isBounded, walked, most });
  return { text: pageOf(rows, 'record_id', query) };
}

/** The same along an index: that of a key is in the order of ids already. */
function conditionPage(
  writer: QueryWriter,
  scan: Scan,
  { query, after }: { query: JudgedQuery; after: string | null },
): Statement {
  const { condition } = scan.driver as Extract<Driver, { kind: 'condition' }>;
  const { direction } = query.order;
  const most = query.limit + 1 + query.offset;
  const order = `i.record_id ${direction}`;
  const cut = after ? ` and i.record_id ${after}` : '';
  const isBounded = scan.checks.length > 0;
  const walked = mostWalked(query.conditions);
  const hidden = condition.kind === 'keys' && condition.keys.length > FEW_KEYS ? 'left out' : hiddenFor(query);
  const checks = () => writer.checks(scan, 'i.record_id', hidden);
  if (condition.kind !== 'keys') {
    const gathered = `gathered as materialized (select distinct i.record_id from ${writer.rowsOf(condition)}${cut})`;
    const from = `(select record_id from gathered order by record_id ${direction} offset 0) i where true`;
    const rows = walk({ from, order, checks: checks(), isBounded, walked, most });
    return { text: `with ${gathered} ${pageOf(rows, 'record_id', query)}` };
  }
  if (condition.keys.length === 1) {
    const from = `${writer.rowsOf(condition)}${cut}`;
    return { text: pageOf(walk({ from, order, checks: checks(), isBounded, walked, most }), 'record_id', query) };
  }
  // Each key's rows are in order already; a page's worth of each is enough. Together they are many more than the page.
  const { attribute, table, keys } = condition;
  const from = `${writer.attributeRows(attribute.attribute_id, table)} and i.v = k.v${cut}`;
  const each = walk({ from, order, checks: checks(), isBounded, walked: shareOf(walked, keys.length), most });
  const all = `unnest(${writer.put(keys)}::${KEY_TYPES[table]}[]) k(v) cross join lateral (${each}) i`;
  const rows = `select distinct i.record_id, i.ok from ${all} order by i.record_id ${direction}, i.ok limit ${most}`;
  return { text: pageOf(rows, 'record_id', query) };
}

/** Rows of each of several walks that are read for one page. */
function shareOf(walked: number, count: number): number {
  return Math.max(Math.floor(walked / count), BOUNDS.share);
}

/** A page in the order of an attribute: rows of `record_id` and `v`, its key or null; records without one come last. */
export function orderedPageStatement(writer: QueryWriter, plan: QueryPlan, query: JudgedQuery): Statement {
  const { driver, checks } = plan.page;
  if (driver.kind !== 'order') throw new Error('The plan has no order.');
  const { limit, offset, after, order } = query;
  const most = limit + 1 + offset;
  const parts: string[] = [];
  if (after?.v !== null) {
    parts.push(driver.by.table === 'ref' ? choiceRows(writer, plan.page, query) : keyRows(writer, plan, query));
  }
  if (plan.withEmpty) {
    const cut =
      after?.v === null
        ? ` and r.record_id ${order.direction === 'asc' ? '>' : '<'} ${writer.put(after.record_id)}::uuid`
        : '';
    const isEmpty = { kind: 'filled' as const, attribute: driver.by.attribute, filled: false };
    const from = `${writer.records([])}${cut}`;
    const v = `null::${KEY_TYPES[driver.by.table]}`;
    const rows = writer.recordChecks([...checks, isEmpty]);
    const walked = mostWalked(query.conditions);
    parts.push(walk({ v, from, order: `r.record_id ${order.direction}`, checks: rows, isBounded: true, walked, most }));
  }
  if (parts.length === 0)
    return { text: 'select null::uuid as record_id, null as v, true as ok where $1::uuid is null' };
  // The parts are read one after the other, the second only when the first did not fill the page.
  const rows = parts.map((part, at) => `select * from (${part}) part${at}`).join('\nunion all ');
  return { text: pageOf(rows, 'record_id, v', query) };
}

/** Rows of the sort attribute's index in its own order. */
function keyRows(writer: QueryWriter, { page: scan, brief }: QueryPlan, query: JudgedQuery): string {
  const { by, own } = scan.driver as Extract<Driver, { kind: 'order' }>;
  const { after, limit, offset } = query;
  const { direction } = query.order;
  const rows = writer.attributeRows(by.attribute.attribute_id, by.table);
  const keys = own.map((each) => writer.keyCheck(each, 'i.v'));
  const beyond = direction === 'asc' ? '>' : '<';
  const place = (v: unknown, id: string) => `(${writer.put(v)}::${KEY_TYPES[by.table]}, ${writer.put(id)}::uuid)`;
  const cut = after ? [`(i.v, i.record_id) ${beyond} ${place(after.v, after.record_id)}`] : [];
  return walk({
    v: 'i.v',
    from: [rows, ...keys, ...cut].join(' and '),
    order: `i.v ${direction}, i.record_id ${direction}`,
    checks: writer.checks(scan, 'i.record_id', hiddenFor(query)),
    isBounded: scan.checks.length > 0,
    walked: brief?.walked ?? mostWalked(query.conditions),
    most: limit + 1 + offset,
  });
}

/**
 * Options and stages have an order of their own: each one's rows in turn, beginning with the one where the last page
 * ended.
 */
function choiceRows(writer: QueryWriter, scan: Scan, query: JudgedQuery): string {
  const { by, own } = scan.driver as Extract<Driver, { kind: 'order' }>;
  const { after, limit, offset } = query;
  const { direction } = query.order;
  const most = limit + 1 + offset;
  const ids = choicesInOrder(by, direction);
  const left = after ? ids.slice(ids.indexOf(String(after.v))) : ids;
  const choices = `unnest(${writer.put(left)}::uuid[]) with ordinality c(v, n)`;
  const keys = own.map((each) => writer.keyCheck(each, 'c.v'));
  const cut = after
    ? [`(c.n > 1 or i.record_id ${direction === 'asc' ? '>' : '<'} ${writer.put(after.record_id)}::uuid)`]
    : [];
  const rows = `${writer.attributeRows(by.attribute.attribute_id, 'ref')} and i.v = c.v`;
  const each = walk({
    from: [rows, ...keys, ...cut].join(' and '),
    order: `i.record_id ${direction}`,
    checks: writer.checks(scan, 'i.record_id', hiddenFor(query)),
    isBounded: scan.checks.length > 0,
    walked: shareOf(mostWalked(query.conditions), left.length),
    most,
  });
  return `select i.record_id, c.v, i.ok
    from ${choices}
    cross join lateral (${each}) i
    order by c.n, i.record_id ${direction}
    limit ${most}`;
}

/** Ids of a sort attribute's options or stages, archived ones included. */
export function choicesInOrder({ attribute }: SortAttribute, direction: 'asc' | 'desc'): string[] {
  const ids = attribute.choices.map((choice) => choice.choice_id);
  return direction === 'asc' ? ids : ids.reverse();
}

function hiddenFor({ offset }: JudgedQuery): Hidden {
  return offset > FEW_SKIPPED ? 'left out' : 'looked up';
}
