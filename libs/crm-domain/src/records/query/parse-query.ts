import { invalid, type Issue } from '../../errors.js';
import type { Attribute, ObjectSchema } from '../../objects/schema.js';
import type { Bound, Condition, JudgedQuery, Order, RangeCondition } from './condition.js';
import { readCursor } from './cursor.js';
import { parseFilter, unknownAttribute, type FilterInput } from './parse-filter.js';
import { MAX_WORDS, searchedWords, tsqueryOf } from './search-words.js';

/** What is asked of an object's records; every condition must hold. */
export interface RecordQuery {
  /** Words that the record must hold, the last one at least in its beginning. */
  query?: string;
  filter?: readonly FilterInput[];
  sort?: { attribute: string; direction: 'asc' | 'desc' };
  limit: number;
  offset: number;
  /** `next_cursor` of the previous answer; `offset` counts for nothing beside it. */
  cursor?: string;
}

const MAX_CONDITIONS = 10;
/** The farthest place in the order of a query. */
export const MAX_OFFSET = 100_000;

/** Judges a query against the attributes of its object, the whole of it. @throws DomainError validation */
export function parseQuery(object: ObjectSchema, asked: RecordQuery): JudgedQuery {
  const issues: Issue[] = [];
  const conditions: Condition[] = [];
  const filters = asked.filter ?? [];
  if (filters.length > MAX_CONDITIONS) issues.push(tooMany('filter', `at most ${MAX_CONDITIONS} conditions`));
  filters.slice(0, MAX_CONDITIONS).forEach((filter, at) => {
    conditions.push(...parseFilter(object, filter, { path: `filter[${at}]`, issues }));
  });
  const order = judgeOrder(object, asked.sort, issues);
  const words = searchedWords(asked.query ?? '');
  if (words.length > MAX_WORDS) issues.push(tooMany('query', `at most ${MAX_WORDS} words`));
  if (asked.offset > MAX_OFFSET) issues.push(tooMany('offset', `at most ${MAX_OFFSET}; use the cursor to go further`));
  if (issues.length > 0) throw invalid(issues);
  const tsquery = tsqueryOf(object.row.object_id, words);
  if (tsquery) conditions.push({ kind: 'words', tsquery });
  const after = asked.cursor === undefined ? null : readCursor(order, asked.cursor);
  return {
    conditions: mergeRanges(conditions),
    nothing: !tsquery && (asked.query ?? '').trim() !== '',
    order,
    after,
    limit: asked.limit,
    offset: after ? 0 : asked.offset,
  };
}

function judgeOrder(object: ObjectSchema, sort: RecordQuery['sort'], issues: Issue[]): Order {
  const direction = sort?.direction ?? 'asc';
  const attribute = sort ? object.find(sort.attribute) : undefined;
  // Ids are made when records are, so their order is that of creation. An attribute may have one of these names as its
  // slug.
  if (!sort || (!attribute && (sort.attribute === 'id' || sort.attribute === 'created_at')))
    return { by: null, direction };
  if (attribute && isSortable(attribute))
    return { by: { attribute, table: attribute.valueType.filter.table! }, direction };
  const { message, allowed = [] } = unknownAttribute(object, object.attributes.filter(isSortable));
  const why = attribute ? 'Records cannot be sorted by this attribute.' : message;
  const expected = 'id, created_at or an attribute that holds one text, number, date or choice';
  issues.push({ path: 'sort.attribute', message: why, expected, allowed: ['id', 'created_at', ...allowed] });
  return { by: null, direction };
}

function isSortable(attribute: Attribute): boolean {
  return !attribute.several && attribute.valueType.filter.sortable;
}

/** Both ends of a range of numbers as one condition, so that one scan reads no more than what lies between them. */
function mergeRanges(conditions: Condition[]): Condition[] {
  const merged = new Map<Attribute, RangeCondition>();
  const others: Condition[] = [];
  for (const condition of conditions) {
    if (condition.kind !== 'range' || condition.table !== 'number') {
      others.push(condition);
      continue;
    }
    const held = merged.get(condition.attribute);
    const from = tighter(held?.from ?? null, condition.from, 1);
    const to = tighter(held?.to ?? null, condition.to, -1);
    merged.set(condition.attribute, { ...condition, from, to });
  }
  return [...merged.values(), ...others];
}

function tighter(a: Bound | null, b: Bound | null, sign: 1 | -1): Bound | null {
  if (!a || !b) return a ?? b;
  const difference = (Number(a.v) - Number(b.v)) * sign;
  if (difference === 0) return a.included ? b : a;
  return difference > 0 ? a : b;
}

function tooMany(path: string, expected: string): Issue {
  return { path, message: `Expected ${expected}.`, expected };
}
