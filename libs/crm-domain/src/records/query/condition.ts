import type { Attribute } from '../../objects/schema.js';
import type { Json } from '../../values/value-type.js';
import type { IndexTable } from '../../values/filter.js';

/** One of an attribute's values has one of these keys. */
export interface KeysCondition {
  kind: 'keys';
  attribute: Attribute;
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
  attribute: Attribute;
  table: 'text' | 'number';
  from: Bound | null;
  to: Bound | null;
  /** Set for a beginning that is longer than what is indexed: the document must hold it in full. */
  beginning: string | null;
}

/** One of an attribute's text keys contains this. */
export interface PartCondition {
  kind: 'part';
  attribute: Attribute;
  table: 'text';
  part: string;
}

/** The record's words match. */
export interface WordsCondition {
  kind: 'words';
  tsquery: string;
}

/** The attribute has a value, or has none. */
export interface FilledCondition {
  kind: 'filled';
  attribute: Attribute;
  filled: boolean;
}

/** The attribute, whose type has no index, holds exactly this. */
export interface ValueCondition {
  kind: 'value';
  attribute: Attribute;
  value: Json;
}

/** A condition on the keys of one attribute. */
export type KeyedCondition = KeysCondition | RangeCondition | PartCondition;
/** A condition for which an index can be read. */
export type IndexedCondition = KeyedCondition | WordsCondition;
export type Condition = IndexedCondition | FilledCondition | ValueCondition;

/** In which order records are wanted: by id (which is that of creation), or by an attribute of one value. */
export interface Order {
  by: SortAttribute | null;
  direction: 'asc' | 'desc';
}

export interface SortAttribute {
  attribute: Attribute;
  table: IndexTable;
}

/** The place after which a page begins. `v` is the sort key there, null among records without a value. */
export interface Place {
  v: string | number | null;
  record_id: string;
}

/** A query that was understood. */
export interface JudgedQuery {
  conditions: Condition[];
  /** Nothing can match: words were asked for, but the text holds none. */
  nothing: boolean;
  order: Order;
  limit: number;
  offset: number;
  after: Place | null;
}
