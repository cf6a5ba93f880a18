import { BOUNDS } from './bounds.js';
import {
  isUnindexed,
  type Condition,
  type IndexedCondition,
  type JudgedQuery,
  type KeyedCondition,
  type SortAttribute,
} from './condition.js';
import { holdsSeveral } from './document-sql.js';

/**
 * What is read row by row: indexes under conditions of which one holds, an attribute's index in its order, or the
 * object's records by id.
 */
export type Driver =
  | { kind: 'condition'; condition: IndexedCondition }
  | { kind: 'union'; conditions: readonly IndexedCondition[] }
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
  /** Rows that are walked along at most, and what is done where they did not fill the page. */
  brief?: { walked: number; otherwise: QueryPlan };
}

/** How many index rows conditions have, each counted a little farther than anybody cares. */
export type Probes = ReadonlyMap<IndexedCondition, number>;

/**
 * Conditions whose selectivity decides the plan; none where there is nothing to decide: where one key gives a page in
 * its order, or the order is that of the only keys which are asked for.
 */
export function toProbe({ conditions, order, keys, trashed }: JudgedQuery): IndexedCondition[] {
  if (trashed) return [];
  const probed = selectiveOf(conditions);
  const [only] = probed;
  if (probed.length !== 1 || conditions.length !== 1 || keys.length > 0) return probed;
  return isDecided(only!, order.by) ? [] : probed;
}

/** Words have to be read to their end, whoever puts them in order. */
function isDecided(only: IndexedCondition, by: SortAttribute | null): boolean {
  if (by) return isOwn(only, by);
  return only.kind === 'words' || (only.kind === 'keys' && only.keys.length === 1 && !isIds(only));
}

/** All conditions of which an index tells how many rows they have: any of them may drive. */
export function selectiveOf(conditions: readonly Condition[]): IndexedCondition[] {
  const indexed = conditions.filter(isIndexed).filter((condition) => condition.kind !== 'part');
  return [...indexed, ...conditions.flatMap((each) => armsOf(each) ?? [])];
}

/**
 * Decides what drives: exactly one index, all other conditions are checked row by row. A few matches of one condition
 * are cheaper to fetch and sort than any walk in order; many are not, and then the order drives, so that a page's worth
 * ends it. Whoever collects them all has counted them as well.
 */
export function planQuery(query: JudgedQuery, probes: Probes, isCounted = true): QueryPlan {
  const { conditions, order, keys, trashed } = query;
  // Few are in the trash, and an index of their own leads to them.
  if (trashed) return { page: scanBy(conditions, undefined), collect: false, withEmpty: true };
  const words = conditions.find((each) => each.kind === 'words');
  if (keys.some(({ by }) => by === 'relevance'))
    return { page: scanBy(conditions, words), collect: false, withEmpty: true };
  const ranked = rank(conditions, probes, BOUNDS.probed);
  const [best] = ranked;
  const few = best === undefined ? Infinity : (probes.get(best) ?? Infinity);
  const union = smallestUnion(conditions, probes);
  if (union && union.size <= BOUNDS.probed && union.size < few)
    return {
      page: { driver: { kind: 'union', conditions: union.arms }, checks: conditions },
      collect: true,
      withEmpty: true,
    };
  if (best !== undefined && few <= BOUNDS.probed) {
    // Rows of one key are in order of record id already, so that a page ends early there.
    const collect = order.by !== null || best.kind !== 'keys' || isIds(best);
    const collected = { page: scanBy(conditions, best), collect, withEmpty: true };
    const isBrief = !isCounted && few > BOUNDS.collected && canBeBrief(query);
    return isBrief ? inOrder(conditions, order.by!, { walked: few, otherwise: collected }) : collected;
  }
  if (keys.length > 0) return { page: scanBy(conditions, undefined), collect: false, withEmpty: true };
  if (order.by) return inOrder(conditions, order.by);
  const isAlone = ({ kind }: IndexedCondition) =>
    (kind === 'part' && ranked.length === 1) || (kind === 'words' && conditions.length === 1);
  const inIdOrder = ranked.find((each) => each.kind === 'keys') ?? ranked.find(isAlone);
  return { page: scanBy(conditions, inIdOrder), collect: false, withEmpty: true };
}

function inOrder(conditions: Condition[], by: SortAttribute, brief?: QueryPlan['brief']): QueryPlan {
  const withEmpty = canBeEmpty(conditions, by);
  return { page: scanInOrder(conditions, by), collect: false, withEmpty, ...(brief && { brief }) };
}

/** Whether one walk along one index gives the page, so that it can end early. */
function canBeBrief({ conditions, order: { by }, keys }: JudgedQuery): boolean {
  return by !== null && by.table !== 'ref' && keys.length === 0 && !canBeEmpty(conditions, by);
}

/** Index conditions of which one holds wherever this one does; undefined where no index says so. */
function armsOf(condition: Condition): IndexedCondition[] | undefined {
  if (condition.kind !== 'or') return undefined;
  const arms = condition.of.map(armOf);
  return arms.every((each) => each !== undefined) ? arms.flat() : undefined;
}

function armOf(condition: Condition): IndexedCondition[] | undefined {
  if (condition.kind === 'or') return armsOf(condition);
  if (condition.kind !== 'and') return isIndexed(condition) && condition.kind !== 'part' ? [condition] : undefined;
  const inside = condition.of.map(armOf).filter((each) => each !== undefined);
  // What can hold of nothing has no arm at all, and is the smallest.
  const weight = ([first]: IndexedCondition[]) => (first ? RANK[first.kind] : 0);
  return inside.sort((a, b) => a.length - b.length || weight(a) - weight(b))[0];
}

/** Indexes under conditions of which one holds of every match, with the rows of all of them. */
export function smallestUnion(conditions: readonly Condition[], probes: Probes) {
  const unions = conditions.map(armsOf).filter((each) => each !== undefined);
  const sized = unions.map((arms) => ({
    arms,
    size: arms.reduce((sum, each) => sum + (probes.get(each) ?? Infinity), 0),
  }));
  return sized.sort((a, b) => a.size - b.size)[0];
}

/** A scan by one condition, or by the object's records when there is none. */
export function scanBy(conditions: Condition[], driver: IndexedCondition | undefined): Scan {
  if (!driver) return { driver: { kind: 'object' }, checks: conditions };
  return { driver: { kind: 'condition', condition: driver }, checks: conditions.filter((each) => each !== driver) };
}

function scanInOrder(conditions: Condition[], by: SortAttribute): Scan {
  const own = ownOf(conditions, by);
  const checks = conditions.filter((each) => !own.some((one) => one === each));
  return { driver: { kind: 'order', by, own }, checks };
}

/**
 * Conditions on the very keys that are walked along. Where a record may hold several values it is one: another value
 * may meet the next.
 */
export function ownOf(conditions: readonly Condition[], by: SortAttribute): KeyedCondition[] {
  const own = conditions.filter((each): each is KeyedCondition => isOwn(each, by));
  return holdsSeveral(by.attribute) ? own.sort((a, b) => RANK[a.kind] - RANK[b.kind]).slice(0, 1) : own;
}

/** Conditions on the very keys that are walked along. */
function isOwn(condition: Condition, { attribute, table }: SortAttribute): condition is KeyedCondition {
  const isKeyed = condition.kind === 'keys' || condition.kind === 'range' || condition.kind === 'part';
  return isKeyed && condition.attribute === attribute && condition.table === table;
}

/** Whether what holds for records without a value of the attribute can be all that is asked. */
function canBeEmpty(conditions: Condition[], { attribute }: SortAttribute): boolean {
  return !conditions.some((each) => {
    if (each.kind === 'filled') return each.attribute === attribute && each.filled;
    return 'attribute' in each && each.attribute === attribute;
  });
}

export function isIndexed(condition: Condition): condition is IndexedCondition {
  if (condition.kind === 'words') return true;
  const isKeyed = condition.kind === 'keys' || condition.kind === 'range' || condition.kind === 'part';
  return isKeyed && (!isUnindexed(condition) || isIds(condition));
}

/** Whether records are named by their ids. */
export function isIds(condition: Condition): boolean {
  return condition.kind === 'keys' && condition.attribute.column === 'record_id';
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
