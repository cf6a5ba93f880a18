import { keyOf } from './condition-sql.js';
import type { KeyedCondition, SortAttribute } from './condition.js';
import { filterOf, held, holdsSeveral, secondOf, sortPart } from './document-sql.js';
import type { Driver } from './query-plan.js';

/** Writes a condition on a key. */
type KeyCheck = (condition: KeyedCondition, v: string) => string;

/**
 * What `r` is sorted by. An attribute of one value may have held several before, and then such a record has a row in
 * the index for each: its place is that of the first which meets the conditions on the rows of the walk.
 */
export function sortItem({ attribute }: SortAttribute, own: readonly KeyedCondition[], check: KeyCheck): string {
  const value = held(attribute);
  if (!holdsSeveral(attribute)) return sortPart(value);
  return `case jsonb_typeof(${value}) when 'array' then ${firstMet(attribute, own, check).item} else ${sortPart(value)} end`;
}

/** Whether a row of a walk is the only one of its record, or stands at its place; null where there is nothing to ask. */
export function isPlaceSql(driver: Driver, check: KeyCheck): string | null {
  if (driver.kind !== 'order' || !holdsSeveral(driver.by.attribute)) return null;
  const { by, own } = driver;
  const first = firstMet(by.attribute, own, check).key;
  return `case when r.vals @? '${secondOf(by.attribute)}' then i.v = ${first} else true end`;
}

/** The first of several values of `r` of which an index has a key, and a walk a row. */
function firstMet(attribute: SortAttribute['attribute'], own: readonly KeyedCondition[], check: KeyCheck) {
  const key = `${keyOf(filterOf(attribute, 'text').sql('e.x'))} collate "C"`;
  const items = `select e.x, e.n, ${key} as v from jsonb_array_elements(${held(attribute)}) with ordinality e(x, n)`;
  const met = ["e.v <> ''", ...own.map((each) => check(each, 'e.v'))].join(' and ');
  const first = (column: string) => `(select ${column} from (${items}) e where ${met} order by e.n limit 1)`;
  return { key: first('e.v'), item: first(sortPart('e.x')) };
}
