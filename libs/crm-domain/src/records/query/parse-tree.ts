import type { Issue } from '../../errors.js';
import { isObject } from '../../values/parse.js';
import type { Condition } from './condition.js';
import type { FilterCost } from './filter-cost.js';
import { group, not, parseFilter, type FilterInput, type Scope } from './parse-filter.js';

/** Conditions as they are sent: one, several that must all hold, or some combined. */
export type FilterTree =
  FilterInput | { and: readonly FilterTree[] } | { or: readonly FilterTree[] } | { not: FilterTree };

/** How many conditions a filter may have. */
export const MAX_CONDITIONS = 25;
/** How deep conditions are combined. */
export const MAX_DEPTH = 4;
const FIELDS = ['attribute', 'operator', 'value', 'match'];
const COMBINED = ['and', 'or', 'not'] as const;
/** Fields of a condition that are not known, at most so many are named. */
const MAX_UNKNOWN = 50;
const EXAMPLE = '{"attribute": "job_title", "operator": "eq", "value": "Buyer"}';
const SHAPE = 'a condition with attribute, operator and value, or {"and": [...]}, {"or": [...]}, {"not": ...}';

/** What the filters of one query have come to together, of that which is bounded. */
export interface Spent {
  conditions: number;
  cost: FilterCost;
}

export const nothingSpent = (): Spent => ({ conditions: 0, cost: { objects: 0, values: 0 } });

/**
 * Judges all that stands in `filter`. What is wrong goes into `issues`; the conditions found must all hold. Of several
 * filters of a query, each knows what those before it have `spent`.
 */
export function parseTree(scope: Scope, filter: unknown, issues: Issue[], spent = nothingSpent()): Condition[] {
  if (filter === undefined) return [];
  const reading = { scope, issues, spent };
  const isFirst = spent.conditions === 0;
  if (Array.isArray(filter) && filter.length > MAX_CONDITIONS) {
    issues.push(tooMany('filter'));
    return [];
  }
  const read = Array.isArray(filter)
    ? each(filter, 'filter', (item, path) => readNode(reading, item, { path, depth: 1 }))
    : [readNode(reading, filter, { path: 'filter', depth: 1 })];
  if (spent.conditions > MAX_CONDITIONS) issues.push(tooMany('filter', isFirst ? '' : ', those of the view included'));
  return read.filter((condition) => condition !== undefined).flatMap(flat);
}

/** Conditions that must all hold, out of one. */
function flat(condition: Condition): Condition[] {
  return condition.kind === 'and' ? condition.of.flatMap(flat) : [condition];
}

interface Reading {
  scope: Scope;
  issues: Issue[];
  spent: Spent;
}

interface At {
  path: string;
  depth: number;
}

function readNode(reading: Reading, node: unknown, at: At): Condition | undefined {
  const condition = read(reading, node, at);
  return condition && { ...condition, path: at.path };
}

function read(reading: Reading, node: unknown, { path, depth }: At): Condition | undefined {
  const { issues } = reading;
  // What is beyond the bound is counted, and neither judged nor answered one by one.
  if (reading.spent.conditions > MAX_CONDITIONS) return undefined;
  if (!isObject(node)) return void issues.push({ path, message: `Expected ${SHAPE}.`, expected: SHAPE });
  const kind = COMBINED.find((each) => Object.hasOwn(node, each));
  if (!kind || Object.hasOwn(node, 'attribute')) return readLeaf(reading, node, path);
  if (!isAlone(node, [kind], { path, issues })) return undefined;
  if (depth > MAX_DEPTH) {
    const expected = `conditions nested at most ${MAX_DEPTH} deep`;
    return void issues.push({ path, message: `Expected ${expected}.`, expected });
  }
  const within = (item: unknown, at: string) => readNode(reading, item, { path: at, depth: depth + 1 });
  if (kind === 'not') {
    const inner = Array.isArray(node.not)
      ? all(each(node.not, `${path}.not`, within))
      : within(node.not, `${path}.not`);
    return inner && not(inner);
  }
  const items = node[kind];
  if (!Array.isArray(items) || items.length === 0) {
    const expected = 'an array of at least one condition';
    return void issues.push({ path: `${path}.${kind}`, message: `Expected ${expected}.`, expected });
  }
  if (items.length > MAX_CONDITIONS) return void issues.push(tooMany(`${path}.${kind}`));
  const of = each(items, `${path}.${kind}`, within);
  return kind === 'and'
    ? all(of)
    : group(
        'or',
        of.filter((condition) => condition !== undefined),
      );
}

function all(conditions: readonly (Condition | undefined)[]): Condition {
  return group(
    'and',
    conditions.filter((condition) => condition !== undefined),
  );
}

function each<Item>(items: unknown[], path: string, read: (item: unknown, path: string) => Item): Item[] {
  return items.map((item, at) => read(item, `${path}[${at}]`));
}

function readLeaf(reading: Reading, node: Record<string, unknown>, path: string): Condition | undefined {
  const { scope, issues, spent } = reading;
  spent.conditions++;
  if (!isAlone(node, FIELDS, { path, issues, form: EXAMPLE })) return undefined;
  const { attribute, operator, match } = node;
  const texts = { attribute, operator, ...(match !== undefined && { match }) };
  for (const [field, given] of Object.entries(texts))
    if (typeof given !== 'string' || given.length > 255)
      issues.push({
        path: `${path}.${field}`,
        message: `${given === undefined ? 'This field is required' : 'Expected a text'}, as in ${EXAMPLE}.`,
        expected: 'a text',
      });
  if (issues.some((issue) => issue.path.startsWith(`${path}.`))) return undefined;
  return parseFilter(scope, node as unknown as FilterInput, { path, issues, cost: spent.cost });
}

function tooMany(path: string, included = ''): Issue {
  const expected = `at most ${MAX_CONDITIONS} conditions${included}`;
  return { path, message: `Expected ${expected}.`, expected };
}

/** Whether a node has no other fields than these. */
function isAlone(
  node: object,
  fields: readonly string[],
  { path, issues, form }: { path: string; issues: Issue[]; form?: string },
): boolean {
  const others = Object.keys(node).filter((key) => !fields.includes(key));
  const expected = 'a known field';
  const message = form ? `This field is not known here; a condition is ${form}.` : 'This field is not known here.';
  for (const other of others.slice(0, MAX_UNKNOWN))
    issues.push({ path: `${path}.${other.slice(0, 100)}`, message, expected, allowed: fields });
  return others.length === 0;
}
