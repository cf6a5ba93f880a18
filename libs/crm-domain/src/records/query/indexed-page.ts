import type { Bound, JudgedQuery, KeysCondition, RangeCondition } from './condition.js';
import { holdsSeveral, secondOf } from './document-sql.js';
import { MOST_HIDDEN, type PageShape } from './indexed-page.statements.js';
import { isIds, isIndexed } from './query-plan.js';

/** A page that one index holds in its order: the shape of its statement, and the parameters behind those of access. */
export interface IndexedPage {
  shape: PageShape;
  values: unknown[];
}

interface Wanted extends Pick<PageShape, 'columns'> {
  objectId: string;
  total: 'none' | 'quick' | 'exact';
}

/** Undefined where more than one index has to be asked, or one does not say all. */
export function indexedPage(query: JudgedQuery, { objectId, total, columns }: Wanted): IndexedPage | undefined {
  const { conditions, order, after, limit, offset } = query;
  const walked = isPlain(query) ? walkOf(query) : undefined;
  if (!walked || (total === 'exact' && conditions.length > 0)) return undefined;
  const { table, attributeId, wanted } = walked;
  const isKeyed = order.by !== null;
  // Behind the last record with a value come those without one, which no index holds.
  if (after && isKeyed && after.v === null) return undefined;
  // Of the records that an offset passes over nothing is known.
  const second = order.by && holdsSeveral(order.by.attribute) ? [secondOf(order.by.attribute)] : [];
  if (second.length > 0 && offset > 0) return undefined;
  const place = after ? [...(isKeyed ? [after.v] : []), after.record_id] : [];
  const shape = {
    table,
    keys: walked.keys,
    direction: order.direction,
    isAfter: after !== null,
    isCounted: total !== 'none',
    mayRepeat: second.length > 0,
    columns,
  };
  const ofIndex = attributeId === undefined ? [] : [attributeId];
  return {
    shape,
    values: [objectId, ...ofIndex, ...wanted, ...place, limit, offset, ...second, ...(columns?.numbers ?? [])],
  };
}

/** Whether nothing has to be looked up beforehand, or read for the sake of the order. */
function isPlain({ keys, nothing, offset, strangers, trashed }: JudgedQuery): boolean {
  return !trashed && !nothing && keys.length === 0 && strangers.length === 0 && offset <= MOST_HIDDEN;
}

interface Walked extends Pick<PageShape, 'table' | 'keys'> {
  attributeId?: string;
  wanted: unknown[];
}

/** The only index that is needed, and what is looked for in it. */
function walkOf({ conditions, order }: JudgedQuery): Walked | undefined {
  const [condition, ...more] = conditions;
  if (more.length > 0) return undefined;
  const { by } = order;
  if (!condition) {
    if (!by) return { table: 'record', keys: 'all', wanted: [] };
    // Options and stages have an order of their own, which is not that of their ids.
    if (by.table === 'ref') return undefined;
    return { table: by.table, keys: 'all', attributeId: by.attribute.attribute_id, wanted: [] };
  }
  if (condition.kind === 'keys' && !by) return walkOfKey(condition);
  if (condition.kind !== 'range' || by?.attribute !== condition.attribute || by.table !== 'number') return undefined;
  return isIndexed(condition) ? walkOfRange(condition) : undefined;
}

function walkOfKey(condition: KeysCondition): Walked | undefined {
  const { attribute, table, keys, exact } = condition;
  if (keys.length !== 1 || exact !== null || !isIndexed(condition) || isIds(condition)) return undefined;
  return { table, keys: 'one', attributeId: attribute.attribute_id, wanted: keys };
}

function walkOfRange({ attribute, from, to }: RangeCondition): Walked {
  const wanted = [from ? least(from) : -Infinity, to ? -least({ ...to, v: -Number(to.v) }) : Infinity];
  return { table: 'number', keys: 'range', attributeId: attribute.attribute_id, wanted };
}

/** The least number that lies above a bound, or on it where it belongs to the range. */
function least({ v, included }: Bound): number {
  const number = Number(v);
  return included ? number : nextAbove(number);
}

const BITS = new DataView(new ArrayBuffer(8));

/** The number of double precision that follows. */
function nextAbove(number: number): number {
  if (number === 0) return Number.MIN_VALUE;
  BITS.setFloat64(0, number);
  BITS.setBigInt64(0, BITS.getBigInt64(0) + (number > 0 ? 1n : -1n));
  return BITS.getFloat64(0);
}
