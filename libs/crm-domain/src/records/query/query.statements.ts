import type { Statement } from '../../db/session.js';
import type { IndexedCondition, JudgedQuery, PartCondition } from './condition.js';
import type { CountPlan } from './count-plan.js';
import { holdsSeveral } from './document-sql.js';
import { INDEXED_CHARACTERS } from './operand.js';
import { ownOf, type Driver, type Scan } from './query-plan.js';
import type { QueryWriter } from './query-writer.js';
import { sortItem } from './sort-item.js';

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

/** Records that an index gives under a condition, or several indexes under one each. Each once, also those of one. */
function gatheredBy(writer: QueryWriter, driver: Driver): string {
  if (driver.kind === 'condition') return `select distinct i.record_id from ${writer.rowsOf(driver.condition)}`;
  if (driver.kind !== 'union') throw new Error('The plan has no condition to collect by.');
  if (driver.conditions.length === 0) return 'select $1::uuid as record_id where false';
  const rows = driver.conditions.map((each) => `select i.record_id from ${writer.rowsOf(each)}`);
  return `select distinct record_id from (${rows.join('\nunion all ')}) g`;
}

/** All matches, with the item by which they are sorted, if any: for a driver that has few. */
export function collectStatement(writer: QueryWriter, scan: Scan, { order, conditions }: JudgedQuery): Statement {
  const { driver, checks } = scan;
  const ids = `gathered as materialized (${gatheredBy(writer, driver)})`;
  const where = writer.checks({ driver, checks }, 'i.record_id', 'left out').join(' and ');
  const { by } = order;
  const value = by && sortItem(by, ownOf(conditions, by), writer.keyCheck);
  const item = value
    ? `(select ${value} from record r where r.workspace_id = $1 and r.record_id = i.record_id)`
    : 'null';
  return { text: `with ${ids} select i.record_id, ${item} as item from gathered i where ${where}` };
}

/**
 * `seen` rows of the driver, of which `rows` match, and `n`, the different records among them; each ends one above its
 * bound. With an estimate also `size`, the rows of the driver.
 */
export function countStatement(writer: QueryWriter, plan: CountPlan): Statement {
  const { scan, counted, estimate } = plan;
  const condition = scan.driver.kind === 'condition' ? scan.driver.condition : null;
  const size = estimate && sizeOf(writer, condition, estimate.size);
  const most = limitOf(plan);
  const seen = condition ? indexRowsSeen(writer, condition, most) : recordsSeen(writer, scan, most);
  const checks = condition ? writer.checks(scan, 'i.record_id', 'left out').join(' and ') : 'i.matches';
  const enough = Math.max(counted + 1, estimate?.sample ?? 0);
  const found = `found as materialized (select i.record_id from seen i where ${checks} limit ${enough})`;
  const n = `count(${isRepeated(condition) ? 'distinct record_id' : '*'})::int as n`;
  // Rows that were not needed to reach the bound are never read, unless somebody counts them.
  const count = `case when count(*) > ${counted} then 0 else (select count(*)::int from seen) end as seen`;
  const columns = [count, 'count(*)::int as rows', n, ...(size ? ['(select n from size) as size'] : [])];
  return { text: `with ${[...(size ? [size] : []), seen, found].join(', ')} select ${columns.join(', ')} from found` };
}

/** Whether an index may give a record more than once. */
function isRepeated(condition: IndexedCondition | null): boolean {
  if (!condition || condition.kind === 'words' || !holdsSeveral(condition.attribute)) return false;
  return condition.kind !== 'keys' || condition.keys.length > 1;
}

/** How many rows of the driver are looked at. */
function limitOf({ most, estimate }: CountPlan): string {
  if (!estimate) return String(most + 1);
  const isSampled = [`n > ${most}`, ...(estimate.size === Infinity ? [] : [`n <= ${estimate.size}`])].join(' and ');
  return `(select case when ${isSampled} then ${estimate.sample} else ${most + 1} end from size)`;
}

function sizeOf(writer: QueryWriter, condition: IndexedCondition | null, most: number): string {
  if (!condition) return `size as materialized (select (${writer.total()})::int as n)`;
  const rows = `select 1 from ${writer.rowsOf(condition)} limit ${most + 1}`;
  return `size as materialized (select count(*)::int as n from (${rows}) s)`;
}

function indexRowsSeen(writer: QueryWriter, condition: IndexedCondition, most: string): string {
  const rows = writer.rowsOf(condition);
  if (condition.kind !== 'words') return `seen as materialized (select i.record_id from ${rows} limit ${most})`;
  const hits = `hits as materialized (select i.record_id from ${rows})`;
  return `${hits}, seen as materialized (select record_id from hits limit ${most})`;
}

/** Without an index to begin with, each record is judged as it is read. */
function recordsSeen(writer: QueryWriter, { checks }: Scan, most: string): string {
  const matches = writer.recordChecks(checks).join(' and ') || 'true';
  return `seen as materialized (select r.record_id, (${matches}) as matches
    from ${writer.records([])}
    limit ${most})`;
}
