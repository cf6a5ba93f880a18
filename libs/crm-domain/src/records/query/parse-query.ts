import { invalid, type Issue } from '../../errors.js';
import { isTimeZone } from '../../values/periods.js';
import type { Attribute, ObjectSchema, WorkspaceSchema } from '../../objects/schema.js';
import { isUnindexed, type Bound, type Condition, type JudgedQuery, type RangeCondition } from './condition.js';
import { readCursor } from './cursor.js';
import { Asking } from './asking.js';
import { comparedText } from './folded-sql.js';
import { nothingSpent, parseTree, type FilterTree } from './parse-tree.js';
import type { ViewEntity } from '../../views/view.entity.js';
import { conditionsOfView } from '../../views/view-query.js';
import type { Members } from '../matching/members.js';
import { judgeSort, type Sorts } from './parse-sort.js';
import { MAX_WORDS, searchedWords, tsqueryOf } from './search-words.js';

/** How matches can be counted: not at all, as far as that is cheap, or as far as is ever counted. */
export const TOTALS = ['none', 'quick', 'exact'] as const;

/** What is asked of an object's records; every condition must hold. */
export interface RecordQuery {
  /** Words that the record must hold, the last one at least in its beginning. */
  query?: string;
  filter?: FilterTree | readonly FilterTree[];
  sort?: Sorts;
  /** Only records in the trash, in place of all others. */
  trashed?: 'only';
  limit: number;
  offset: number;
  /** `next_cursor` of the previous answer; `offset` counts for nothing beside it. */
  cursor?: string;
  /** How well matches are counted; quick unless it is said. */
  total?: (typeof TOTALS)[number];
  /** Where days begin and end (IANA); UTC unless it is said. */
  time_zone?: string;
}

/** Where and by whom a query is asked. */
export interface QueryScope {
  object: ObjectSchema;
  schema: WorkspaceSchema;
  /** The member who asks. */
  me?: string | null;
  /** Members by e-mail address or name, once they were looked up. */
  members?: Members;
  /** A view of the object, whose conditions hold as well. */
  view?: ViewEntity | undefined;
}

/** The farthest place in the order of a query. */
export const MAX_OFFSET = 100_000;

/**
 * Judges a query against the attributes of its object, the whole of it.
 *
 * @throws DomainError validation; conflict for a view that is broken
 */
export function parseQuery(scope: QueryScope, asked: RecordQuery): JudgedQuery {
  const issues: Issue[] = [];
  const { object, schema } = scope;
  const { time_zone = 'UTC' } = asked;
  if (!isTimeZone(time_zone)) issues.push(noZone());
  const asking = new Asking(scope.me ?? null, isTimeZone(time_zone) ? time_zone : 'UTC', Date.now(), scope.members);
  const on = { object, schema, asking };
  const spent = nothingSpent();
  const conditions = scope.view ? conditionsOfView(on, scope.view, spent) : [];
  conditions.push(...parseTree(on, asked.filter, issues, spent));
  const words = searchedWords(asked.query ?? '');
  const trashed = asked.trashed === 'only';
  const question = [time_zone, words, listed(asked.filter), listed(scope.view?.query.filter)];
  const { object_id } = object.row;
  const text = words.length > 0 ? comparedText(asked.query!) : '';
  const sorted = judgeSort(object, asked.sort, { text, trashed, issues });
  const ordered = { object_id, ...sorted, trashed, question };
  if (words.length > MAX_WORDS) issues.push(tooMany('query', `at most ${MAX_WORDS} words`));
  if (asked.offset > MAX_OFFSET) issues.push(tooMany('offset', `at most ${MAX_OFFSET}; use the cursor to go further`));
  if (issues.length > 0) throw invalid(issues);
  const tsquery = tsqueryOf(object_id, words);
  if (tsquery) conditions.push({ kind: 'words', tsquery });
  const after = asked.cursor === undefined ? null : readCursor(ordered, asked.cursor);
  return {
    conditions: mergeRanges(conditions),
    strangers: [...asking.strangers],
    nothing: !tsquery && (asked.query ?? '').trim() !== '',
    ...ordered,
    after,
    limit: asked.limit,
    offset: after ? 0 : asked.offset,
  };
}

/** A filter of one condition is the same as an array of it. */
function listed(filter: RecordQuery['filter']): unknown[] {
  return filter === undefined ? [] : [filter].flat();
}

/** Both ends of a range of numbers as one condition, so that one scan reads no more than what lies between them. */
function mergeRanges(conditions: Condition[]): Condition[] {
  const merged = new Map<Attribute, RangeCondition>();
  const others: Condition[] = [];
  for (const condition of conditions) {
    if (condition.kind !== 'range' || condition.table !== 'number' || isUnindexed(condition)) {
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

function noZone(): Issue {
  const expected = 'the name of a time zone, such as Europe/Berlin';
  return { path: 'time_zone', message: `Expected ${expected}.`, expected };
}

function tooMany(path: string, expected: string): Issue {
  return { path, message: `Expected ${expected}.`, expected };
}
