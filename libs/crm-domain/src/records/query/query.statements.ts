import type { Statement } from '../../db/session.js';
import type { Attribute } from '../../objects/schema.js';
import type { IndexedCondition, JudgedQuery, PartCondition, SortAttribute } from './condition.js';
import { MAX_COUNTED, type CountPlan } from './count-plan.js';
import { sortItem } from './document-sql.js';
import { INDEXED_CHARACTERS } from './operand.js';
import type { Driver, QueryPlan, Scan } from './query-plan.js';
import { KEY_TYPES, QueryWriter, type Hidden } from './query-writer.js';

// Farther in, reading what is hidden once costs less than looking up each row that is skipped.
const FEW_SKIPPED = 1000;

/** How many index rows each condition has, counted to one above `most`, as columns p0, p1, ... */
export function probeStatement(writer: QueryWriter, conditions: readonly IndexedCondition[], most: number): Statement {
  const columns = conditions.map(
    (condition, at) =>
      `(select count(*)::int from (select 1 from ${probed(writer, condition)} limit ${most + 1}) p) as p${at}`,
  );
  return { text: `select ${columns.join(', ')}` };
}

/**
 * `seen` rows of a search inside of texts, counted to one above `most`, and `cut`, those among them that do not match
 * but stand for a text that may be longer than its key.
 */
export function cutStatement(writer: QueryWriter, { attribute, table, part }: PartCondition, most: number): Statement {
  const rows = `(select i.v from ${writer.attributeRows(attribute.attribute_id, table)} limit ${most + 1}) i`;
  const isCut = `char_length(v) >= ${INDEXED_CHARACTERS} and strpos(v, ${writer.put(part)}) = 0`;
  return { text: `select count(*)::int as seen, (count(*) filter (where ${isCut}))::int as cut from ${rows}` };
}

/**
 * Words are read through a common table expression: under a limit the planner would walk the workspace instead of the
 * index.
 */
function probed(writer: QueryWriter, condition: IndexedCondition): string {
  const rows = writer.rowsOf(condition);
  return condition.kind === 'words' ? `(with w as materialized (select 1 from ${rows}) select 1 from w) w` : rows;
}

/** A page in the order of ids: rows of `record_id`, one more than the page holds. */
export function idPageStatement(writer: QueryWriter, scan: Scan, query: JudgedQuery): Statement {
  const { direction } = query.order;
  const after = query.after ? `${direction === 'asc' ? '>' : '<'} ${writer.put(query.after.record_id)}::uuid` : null;
  const hidden = hiddenFor(query);
  const page = `limit ${query.limit + 1} offset ${query.offset}`;
  const { driver } = scan;
  if (driver.kind !== 'condition') {
    const cut = after ? ` and r.record_id ${after}` : '';
    return {
      text: `select r.record_id from ${writer.records(scan.checks)}${cut} order by r.record_id ${direction} ${page}`,
    };
  }
  const { condition } = driver;
  const checks = () => writer.checks(scan, 'i.record_id', hidden).join(' and ');
  const cut = after ? ` and i.record_id ${after}` : '';
  if (condition.kind !== 'keys') {
    const gathered = `gathered as materialized (select distinct i.record_id from ${writer.rowsOf(condition)}${cut})`;
    const inOrder = `(select record_id from gathered order by record_id ${direction} offset 0) i`;
    return {
      text: `with ${gathered}
        select i.record_id from ${inOrder}
        where ${checks()}
        order by i.record_id ${direction} ${page}`,
    };
  }
  if (condition.keys.length === 1) {
    return {
      text: `select i.record_id
        from ${writer.rowsOf(condition)}${cut} and ${checks()}
        order by i.record_id ${direction} ${page}`,
    };
  }
  // Each key's rows are in order already; a page's worth of each is enough.
  const { attribute, table, keys } = condition;
  const each = `select i.record_id
    from ${writer.attributeRows(attribute.attribute_id, table)} and i.v = k.v${cut} and ${checks()}
    order by i.record_id ${direction} limit ${query.limit + 1 + query.offset}`;
  const all = `unnest(${writer.put(keys)}::${KEY_TYPES[table]}[]) k(v) cross join lateral (${each}) i`;
  return { text: `select distinct i.record_id from ${all} order by i.record_id ${direction} ${page}` };
}

/** A page in the order of an attribute: rows of `record_id` and `v`, its key or null; records without one come last. */
export function orderedPageStatement(writer: QueryWriter, plan: QueryPlan, query: JudgedQuery): Statement {
  const { driver, checks } = plan.page;
  if (driver.kind !== 'order') throw new Error('The plan has no order.');
  const { limit, offset, after, order } = query;
  const most = limit + 1 + offset;
  const type = KEY_TYPES[driver.by.table];
  const parts: string[] = [];
  if (after?.v !== null) {
    parts.push(driver.by.table === 'ref' ? choiceRows(writer, plan.page, query) : keyRows(writer, plan.page, query));
  }
  if (plan.withEmpty) {
    const cut =
      after?.v === null
        ? ` and r.record_id ${order.direction === 'asc' ? '>' : '<'} ${writer.put(after.record_id)}::uuid`
        : '';
    const isEmpty = { kind: 'filled' as const, attribute: driver.by.attribute, filled: false };
    parts.push(
      `select r.record_id, null::${type} as v
        from ${writer.records([...checks, isEmpty])}${cut}
        order by r.record_id ${order.direction} limit ${most}`,
    );
  }
  if (parts.length === 0) return { text: 'select null::uuid as record_id, null as v where $1::uuid is null' };
  // The parts are read one after the other, the second only when the first did not fill the page.
  return {
    text: `select record_id, v
      from (${parts.map((part, at) => `select * from (${part}) part${at}`).join('\nunion all ')}) page
      limit ${limit + 1} offset ${offset}`,
  };
}

/** Rows of the sort attribute's index in its own order. */
function keyRows(writer: QueryWriter, scan: Scan, query: JudgedQuery): string {
  const { by, own } = scan.driver as Extract<Driver, { kind: 'order' }>;
  const { after, limit, offset } = query;
  const { direction } = query.order;
  const rows = writer.attributeRows(by.attribute.attribute_id, by.table);
  const keys = own.map((each) => writer.keyCheck(each, 'i.v'));
  const beyond = direction === 'asc' ? '>' : '<';
  const place = (v: unknown, id: string) => `(${writer.put(v)}::${KEY_TYPES[by.table]}, ${writer.put(id)}::uuid)`;
  const cut = after ? [`(i.v, i.record_id) ${beyond} ${place(after.v, after.record_id)}`] : [];
  const where = [rows, ...keys, ...cut, ...writer.checks(scan, 'i.record_id', hiddenFor(query))].join(' and ');
  return `select i.record_id, i.v
    from ${where}
    order by i.v ${direction}, i.record_id ${direction}
    limit ${limit + 1 + offset}`;
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
  const where = [rows, ...keys, ...cut, ...writer.checks(scan, 'i.record_id', hiddenFor(query))].join(' and ');
  const each = `select i.record_id from ${where} order by i.record_id ${direction} limit ${most}`;
  return `select i.record_id, c.v
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

/** All matches, with the item by which they are sorted, if any: for a driver that has few. */
export function collectStatement(writer: QueryWriter, scan: Scan, by: SortAttribute | null): Statement {
  const { driver, checks } = scan;
  if (driver.kind !== 'condition') throw new Error('The plan has no condition to collect by.');
  const ids = `gathered as materialized (select distinct i.record_id from ${writer.rowsOf(driver.condition)})`;
  const where = writer.checks({ driver, checks }, 'i.record_id', 'left out').join(' and ');
  const sorted = (attribute: Attribute) =>
    `(select ${sortItem(attribute)} from record r where r.workspace_id = $1 and r.record_id = i.record_id)`;
  const item = `${by ? sorted(by.attribute) : 'null'} as item`;
  return { text: `with ${ids} select i.record_id, ${item} from gathered i where ${where}` };
}

/**
 * `seen` rows of the driver, of which `rows` match, and `n`, the different records among them; each ends one above its
 * bound.
 */
export function countStatement(writer: QueryWriter, { scan, most }: CountPlan): Statement {
  const condition = scan.driver.kind === 'condition' ? scan.driver.condition : null;
  const seen = condition ? indexRowsSeen(writer, condition, most) : recordsSeen(writer, scan, most);
  const checks = condition ? writer.checks(scan, 'i.record_id', 'left out').join(' and ') : 'i.matches';
  const found = `found as materialized (select i.record_id from seen i where ${checks} limit ${MAX_COUNTED + 1})`;
  const isRepeated = condition?.kind !== 'words' && condition?.attribute.several === true;
  const n = `count(${isRepeated ? 'distinct record_id' : '*'})::int as n`;
  // Rows that were not needed to reach the bound are never read, unless somebody counts them.
  const count = `case when count(*) > ${MAX_COUNTED} then 0 else (select count(*)::int from seen) end as seen`;
  return { text: `with ${seen}, ${found} select ${count}, count(*)::int as rows, ${n} from found` };
}

function indexRowsSeen(writer: QueryWriter, condition: IndexedCondition, most: number): string {
  const rows = writer.rowsOf(condition);
  if (condition.kind !== 'words') return `seen as materialized (select i.record_id from ${rows} limit ${most + 1})`;
  const hits = `hits as materialized (select i.record_id from ${rows})`;
  return `${hits}, seen as materialized (select record_id from hits limit ${most + 1})`;
}

/** Without an index to begin with, each record is judged as it is read. */
function recordsSeen(writer: QueryWriter, { checks }: Scan, most: number): string {
  const matches = writer.documents(checks).join(' and ') || 'true';
  return `seen as materialized (select r.record_id, (${matches}) as matches
    from ${writer.records([])}
    limit ${most + 1})`;
}

function hiddenFor({ offset }: JudgedQuery): Hidden {
  return offset > FEW_SKIPPED ? 'left out' : 'looked up';
}
