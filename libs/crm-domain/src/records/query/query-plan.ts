import type { Condition, IndexedCondition, JudgedQuery, KeyedCondition, SortAttribute } from './condition.js';

/** Index rows that are counted to find out how selective a condition is. */
export const PROBED = 2000;

/**
 * What is read row by row: an index under a condition, an attribute's index in its order, or the object's records by
 * id.
 */
export type Driver =
  | { kind: 'condition'; condition: IndexedCondition }
  | { kind: 'order'; by: SortAttribute; own: KeyedCondition[] }
  | { kind: 'object' };

/** One scan: every row that `driver` gives is held against `checks`. */
export interface Scan {
  driver: Driver;
  checks: Condition[];
}

export interface QueryPlan {
  page: Scan;
  /**
   * Whether the page's matches are so few that all of them are read and sorted here, which needs no walk along an
   * index.
   */
  collect: boolean;
  /** Whether records without a value, which come last, can match. */
  withEmpty: boolean;
}

/** How many index rows conditions have, each counted a little farther than anybody cares. */
export type Probes = ReadonlyMap<IndexedCondition, number>;

/** Conditions whose selectivity decides the plan; none where there is nothing to decide. */
export function toProbe({ conditions, order }: JudgedQuery): IndexedCondition[] {
  const indexed = conditions.filter(isIndexed).filter((condition) => condition.kind !== 'part');
  const [only] = indexed;
  const isDecided = !order.by && indexed.length === 1 && only?.kind === 'keys' && only.keys.length === 1;
  return isDecided ? [] : indexed;
}

/**
 * Decides what drives: exactly one index, all other conditions are checked row by row. A few matches of one condition
 * are cheaper to fetch and sort than any walk in order; many are not, and then the order drives, so that a page's worth
 * ends it.
 */
export function planQuery(query: JudgedQuery, probes: Probes): QueryPlan {
  const { conditions, order } = query;
  const ranked = rank(conditions, probes, PROBED);
  const [best] = ranked;
  const isSelective = best !== undefined && (probes.get(best) ?? Infinity) <= PROBED;
  if (isSelective) {
    // Rows of one key are in order of record id already, so that a page ends early there.
    const collect = order.by !== null || best.kind !== 'keys';
    return { page: scanBy(conditions, best), collect, withEmpty: true };
  }
  if (order.by)
    return { page: scanInOrder(conditions, order.by), collect: false, withEmpty: canBeEmpty(conditions, order.by) };
  const inIdOrder =
    ranked.find((each) => each.kind === 'keys') ?? ranked.find((each) => each.kind === 'part' && ranked.length === 1);
  return { page: scanBy(conditions, inIdOrder), collect: false, withEmpty: true };
}

/** A scan by one condition, or by the object's records when there is none. */
export function scanBy(conditions: Condition[], driver: IndexedCondition | undefined): Scan {
  if (!driver) return { driver: { kind: 'object' }, checks: conditions };
  return { driver: { kind: 'condition', condition: driver }, checks: conditions.filter((each) => each !== driver) };
}

function scanInOrder(conditions: Condition[], by: SortAttribute): Scan {
  const own = conditions.filter((each) => isOwn(each, by)) as KeyedCondition[];
  return { driver: { kind: 'order', by, own }, checks: conditions.filter((each) => !isOwn(each, by)) };
}

/** Conditions on the very keys that are walked along. */
function isOwn(condition: Condition, { attribute, table }: SortAttribute): condition is KeyedCondition {
  const isKeyed = condition.kind === 'keys' || condition.kind === 'range' || condition.kind === 'part';
  return isKeyed && condition.attribute === attribute && condition.table === table;
}

function canBeEmpty(conditions: Condition[], { attribute }: SortAttribute): boolean {
  return conditions.every(
    (each) => each.kind === 'words' || each.attribute !== attribute || (each.kind === 'filled' && !each.filled),
  );
}

export function isIndexed(condition: Condition): condition is IndexedCondition {
  return condition.kind !== 'filled' && condition.kind !== 'value';
}

const RANK = { keys: 1, range: 2, words: 3, part: 4 } as const;

/**
 * Known counts first, the smaller the better; among the others equality before range, and a search inside of texts
 * last.
 */
export function rank(conditions: Condition[], probes: Probes, most: number): IndexedCondition[] {
  const weight = (condition: IndexedCondition) => {
    const count = probes.get(condition) ?? Infinity;
    return count <= most ? count : most + RANK[condition.kind];
  };
  return conditions.filter(isIndexed).sort((a, b) => weight(a) - weight(b));
}
