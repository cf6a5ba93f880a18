import type { Attribute, ObjectSchema } from '../../objects/schema.js';
import type { Json } from '../../values/value-type.js';
import type { IndexTable } from '../../values/filter.js';

/** Columns of a record that can be asked of as if they were attributes. */
export const SYSTEM_COLUMNS = {
  created_at: 'created_at',
  updated_at: 'updated_at',
  created_by: 'created_by_id',
  record_id: 'record_id',
} as const;
export type SystemColumn = (typeof SYSTEM_COLUMNS)[keyof typeof SYSTEM_COLUMNS];

/** What a condition looks at: an attribute, a part of its values (its type is then that of the part), or a column. */
export interface Subject extends Attribute {
  part?: string;
  column?: SystemColumn;
}

/** One of an attribute's values has one of these keys. */
export interface KeysCondition {
  kind: 'keys';
  attribute: Subject;
  table: IndexTable;
  keys: (string | number)[];
  /** Set where a key is not the whole value: canonical values, one of which the document must hold. */
  exact: Json[] | null;
}

export interface Bound {
  v: string | number;
  /** Does the bound itself belong to the range? */
  included: boolean;
}

/** One of an attribute's keys lies within these bounds. */
export interface RangeCondition {
  kind: 'range';
  attribute: Subject;
  table: 'text' | 'number';
  from: Bound | null;
  to: Bound | null;
  /** Set for a beginning that is longer than what is indexed: the document must hold it in full. */
  beginning: string | null;
}

/** One of an attribute's text keys contains this; of a part that no index has, one of its texts. */
export interface PartCondition {
  kind: 'part';
  attribute: Subject;
  table: 'text';
  part: string;
}

/** One of an attribute's texts ends with this. */
export interface EndCondition {
  kind: 'end';
  attribute: Subject;
  end: string;
}

/** The record's words match. */
export interface WordsCondition {
  kind: 'words';
  tsquery: string;
}

/** The attribute has a value, or has none. */
export interface FilledCondition {
  kind: 'filled';
  attribute: Subject;
  filled: boolean;
}

/** The attribute, whose type has no index, holds exactly this. */
export interface ValueCondition {
  kind: 'value';
  attribute: Subject;
  value: Json;
}

/** A condition on the values of one attribute, each by itself. */
export type LeafCondition =
  KeysCondition | RangeCondition | PartCondition | EndCondition | FilledCondition | ValueCondition;

/** One of an attribute's values does not meet this. */
export interface OthersCondition {
  kind: 'others';
  of: Exclude<LeafCondition, FilledCondition>;
}

/** All of these hold (`and`), or one of them (`or`). */
export interface GroupCondition {
  kind: 'and' | 'or';
  of: readonly Condition[];
}

export interface NotCondition {
  kind: 'not';
  of: Condition;
}

/** A record on the other side of a reference meets the condition. */
export interface RelatedCondition {
  kind: 'related';
  /** The attribute that refers: of the record itself, or (`inverse`) of the others. */
  via: Attribute;
  inverse: boolean;
  /** That of the records which are looked at. */
  object: ObjectSchema;
  of: Condition;
}

/** A condition on the keys of one attribute. */
export type KeyedCondition = KeysCondition | RangeCondition | PartCondition;
/** A condition for which an index can be read. */
export type IndexedCondition = KeyedCondition | WordsCondition;
export type Condition = (
  LeafCondition | WordsCondition | OthersCondition | GroupCondition | NotCondition | RelatedCondition
) & {
  /** Where in the request it stands. */
  path?: string;
};

/** In which order records are wanted: by id (which is that of creation), or by an attribute of one value. */
export interface Order {
  by: SortAttribute | null;
  direction: 'asc' | 'desc';
}

export interface SortAttribute {
  attribute: Attribute;
  table: IndexTable;
}

/** What a record is sorted by; null where it has no value. */
export type Key = string | number | null;

/** One of the keys of an order that no index has. */
export type SortKey = { direction: 'asc' | 'desc' } & (
  { by: 'subject'; subject: Subject } | { by: 'relevance'; text: string }
);

/** The place after which a page begins. `v` is the sort key there, null among records without a value. */
export interface Place {
  v: Key;
  record_id: string;
  /** Those of an order that no index has. */
  keys?: readonly Key[];
}

/** A query that was understood. */
export interface JudgedQuery {
  /** Whose records are meant. */
  object_id: string;
  conditions: Condition[];
  /** E-mail addresses of members that have to be looked up before the query can be asked. */
  strangers: readonly string[];
  /** Nothing can match: words were asked for, but the text holds none. */
  nothing: boolean;
  order: Order;
  /** Keys of an order that no index has, which go before `order`; none where an index has it. */
  keys: readonly SortKey[];
  /** Whether records in the trash are meant, in place of those that are not. */
  trashed: boolean;
  limit: number;
  offset: number;
  after: Place | null;
  /** What is asked, its order left aside: its words, filters and time zone. */
  question: readonly unknown[];
}

/** Whether no table holds the keys that a condition compares, but only the document. */
export function isUnindexed({ attribute }: Exclude<LeafCondition, FilledCondition>): boolean {
  return attribute.valueType.filter.unindexed === true;
}
