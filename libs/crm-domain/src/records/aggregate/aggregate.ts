import type { JudgedQuery, Subject } from '../query/condition.js';
import type { RecordQuery } from '../query/parse-query.js';

/** What is worked out of the records of a group. */
export const FUNCTIONS = ['count', 'count_distinct', 'sum', 'avg', 'min', 'max'] as const;
export type MeasureFunction = (typeof FUNCTIONS)[number];

/** Spans of days that dates are grouped by. */
export const BUCKETS = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type Bucket = (typeof BUCKETS)[number];

/** Days with which a week can begin. */
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Groups by the size of their first measure, or choices in their own order and dates in that of time. */
export const GROUP_ORDERS = ['largest', 'natural'] as const;

/** How groups are shown: each with the names of what it holds, or as rows of a table. */
export const GROUP_FORMATS = ['detailed', 'table'] as const;

export const MAX_GROUP_BY = 2;
export const MAX_MEASURES = 5;
export const MAX_GROUPS = 100;

export interface GroupInput {
  attribute: string;
  bucket?: Bucket | undefined;
  week_start?: Weekday | undefined;
}

export interface MeasureInput {
  function: MeasureFunction;
  attribute?: string | undefined;
}

/** What is asked of an object's records, group by group. */
export interface RecordAggregate extends Pick<RecordQuery, 'filter' | 'time_zone'> {
  /** Slug or id of a view, whose conditions hold as well. */
  view?: string | undefined;
  /** Without any, all records are one group. */
  group_by?: readonly GroupInput[] | undefined;
  /** How many records there are, unless it is said. */
  measures?: readonly MeasureInput[] | undefined;
  order?: (typeof GROUP_ORDERS)[number] | undefined;
  /** Groups that are shown, brought into its bounds; 50 unless it is said. */
  limit?: number | undefined;
  /** Shows the names of columns once. */
  format?: (typeof GROUP_FORMATS)[number] | undefined;
}

export interface Group {
  subject: Subject;
  /** Of dates alone. */
  bucket?: Bucket;
  /** Days from Monday to the first day of a week. */
  weekShift: number;
}

export interface Measure {
  function: MeasureFunction;
  subject: Subject | null;
}

/** An aggregate that was understood. */
export interface JudgedAggregate {
  query: JudgedQuery;
  groups: readonly Group[];
  measures: readonly Measure[];
  /** The attribute whose amounts are measured: they are grouped by their units as well. */
  unit: Subject | null;
  order: (typeof GROUP_ORDERS)[number];
  limit: number;
  /** Where days begin and end. */
  zone: string;
}

/** What a subject is called in an answer. */
export function nameOf({ slug, part }: Subject): string {
  return part === undefined ? slug : `${slug}.${part}`;
}

/** Whether amounts are the measure, so that it has a unit. */
export function isAmount({ function: name, subject }: Measure): boolean {
  return name !== 'count' && name !== 'count_distinct' && subject?.valueType.unit !== undefined;
}
