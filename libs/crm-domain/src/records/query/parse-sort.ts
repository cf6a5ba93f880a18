import type { Issue } from '../../errors.js';
import type { ObjectSchema } from '../../objects/schema.js';
import { isObject } from '../../values/parse.js';
import type { Order, SortKey, Subject } from './condition.js';
import { findNamed, unknownHere } from './subject.js';

/** Attributes that records are sorted by, at most. */
export const MAX_SORTS = 4;
const BY_ID = ['id', 'created_at'];
const EXPECTED = 'id, created_at, updated_at or an attribute that holds one text, number, date or choice';

/** One attribute that records are sorted by. */
interface SortInput {
  attribute: string;
  /** `asc` unless it is said. */
  direction?: Direction | undefined;
}

type Direction = 'asc' | 'desc';

/** An order as it is sent. */
export type Sorts = SortInput | readonly SortInput[] | 'relevance';

interface Judged {
  order: Order;
  keys: SortKey[];
}

interface Sorting {
  /** The words that are searched for. */
  text: string;
  trashed: boolean;
  issues: Issue[];
}

/** The order that is asked for: one that an index has, or keys that are read off the records. */
export function judgeSort(object: ObjectSchema, sort: Sorts | undefined, sorting: Sorting): Judged {
  const { text, trashed, issues } = sorting;
  if (isRelevance(object, sort)) {
    const expected = 'words in query';
    if (text === '') issues.push({ path: 'sort', message: 'Only words in query have a relevance.', expected });
    return { order: { by: null, direction: 'desc' }, keys: [{ by: 'relevance', text, direction: 'desc' }] };
  }
  const sorts = readSorts(sort, issues);
  const keys: SortKey[] = [];
  const seen = new Set<string>();
  for (const { at: path, attribute: name, direction } of sorts) {
    const attribute = object.find(name);
    // Ids are made when records are, so their order is that of creation, and nothing is left to be sorted behind it. An
    // attribute may have one of these names as its slug.
    if (!attribute && BY_ID.includes(name)) return inOrder(keys, { by: null, direction }, trashed);
    const subject = subjectOf(object, name);
    if (!subject) {
      issues.push({ path, ...refusal(object, name) });
      continue;
    }
    const mark = `${subject.slug}.${subject.part ?? ''}`;
    if (seen.has(mark)) issues.push({ path, message: 'Records are sorted by this already.', expected: EXPECTED });
    seen.add(mark);
    keys.push({ by: 'subject', subject, direction });
  }
  return inOrder(keys, { by: null, direction: sorts[0]?.direction ?? 'asc' }, trashed);
}

/** `relevance` alone, or in the place of the only attribute where there is none of this name. */
function isRelevance(object: ObjectSchema, sort: unknown): boolean {
  const [only, ...more] = Array.isArray(sort) ? (sort as unknown[]) : [sort];
  if (only === 'relevance') return more.length === 0;
  return isObject(only) && only.attribute === 'relevance' && more.length === 0 && !object.find('relevance');
}

const SHAPE = `{"attribute": "created_at", "direction": "desc"}, an array of up to ${MAX_SORTS} of these, or "relevance"`;

/** What `sort` lists, as far as it names attributes. */
function readSorts(sort: unknown, issues: Issue[]): { at: string; attribute: string; direction: Direction }[] {
  if (sort === undefined) return [];
  const items: unknown[] = Array.isArray(sort) ? sort : [sort];
  if (items.length < 1 || items.length > MAX_SORTS)
    issues.push({ path: 'sort', message: `Expected 1 to ${MAX_SORTS} attributes.`, expected: SHAPE });
  if (items.length > MAX_SORTS) return [];
  return items.flatMap((item, at) => {
    const path = Array.isArray(sort) ? `sort[${at}]` : 'sort';
    if (!isObject(item)) {
      issues.push({ path, message: `Expected ${SHAPE}.`, expected: SHAPE });
      return [];
    }
    const other = Object.keys(item).find((key) => key !== 'attribute' && key !== 'direction');
    const { attribute, direction = 'asc' } = item;
    if (other !== undefined)
      issues.push({
        path: `${path}.${other.slice(0, 100)}`,
        message: `This field is not known here; expected ${SHAPE}.`,
        expected: SHAPE,
      });
    if (direction !== 'asc' && direction !== 'desc')
      issues.push({
        path: `${path}.direction`,
        message: 'Expected asc or desc.',
        expected: 'a direction',
        allowed: ['asc', 'desc'],
      });
    if (typeof attribute === 'string' && attribute.length <= 255)
      return [{ at: `${path}.attribute`, attribute, direction: direction === 'desc' ? 'desc' : 'asc' }];
    const message = 'Expected the slug or id of an attribute.';
    issues.push({ path: `${path}.attribute`, message, expected: EXPECTED });
    return [];
  });
}

/** One attribute that an index has an order of needs no keys. */
function inOrder(keys: SortKey[], order: Order, trashed: boolean): Judged {
  const [only, ...more] = keys;
  if (
    only?.by !== 'subject' ||
    more.length > 0 ||
    trashed ||
    only.direction !== order.direction ||
    !hasIndex(only.subject)
  )
    return { order, keys };
  const { subject, direction } = only;
  return { order: { by: { attribute: subject, table: subject.valueType.filter.table! }, direction }, keys: [] };
}

function hasIndex({ valueType, part, column }: Subject): boolean {
  return valueType.filter.unindexed !== true && part === undefined && column === undefined;
}

/** What records can be sorted by: something that each holds once. */
function subjectOf(object: ObjectSchema, name: string): Subject | undefined {
  const [subject] = findNamed(object, name)?.subjects ?? [];
  return subject && isSortable(subject) ? subject : undefined;
}

function isSortable({ several, valueType }: Subject): boolean {
  return !several && valueType.filter.sortable;
}

function refusal(object: ObjectSchema, name: string): Omit<Issue, 'path'> {
  const isThere = findNamed(object, name) !== undefined;
  const { message, allowed = [] } = unknownHere(object, isThere ? '' : name, object.attributes.filter(isSortable));
  const why = isThere ? 'Records cannot be sorted by this attribute.' : message;
  return { message: why, expected: EXPECTED, allowed: [...BY_ID, 'updated_at', ...allowed] };
}
