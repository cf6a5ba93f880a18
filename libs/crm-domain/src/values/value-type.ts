import type { Filter, ItemSql } from './filter.js';
import type { ReportColumn } from './report-column.js';

/** The types an attribute can have (contract: Attribute, `type`). */
export const ATTRIBUTE_TYPES = [
  'name',
  'personal-name',
  'website',
  'email-address',
  'text',
  'date',
  'timestamp',
  'number',
  'checkbox',
  'select',
  'multi-select',
  'currency',
  'record-reference',
  'actor-reference',
  'location',
  'phone-number',
  'pipeline',
  'relationship',
] as const;
/** One of `ATTRIBUTE_TYPES`. */
export type AttributeType = (typeof ATTRIBUTE_TYPES)[number];

/** JSON as it is stored in a record's document. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A choice of a select, multi-select or pipeline attribute. `wire` is the Option or Stage as the contract shows it. */
export interface Choice {
  id: string;
  title: string;
  archived: boolean;
  wire: object;
}

/** What a type may know of the attribute and its surroundings while it judges or shows a value. */
export interface ValueContext {
  /** Active and archived options or stages; empty on other types. */
  choices: readonly Choice[];
  /** Object ids a reference may point at; empty means any. */
  allowedObjectIds: readonly string[];
  /** Slug or UUID of an object of this workspace -> its UUID. */
  findObjectId(slugOrId: string): string | undefined;
  /** UUID of an object -> its slug, for messages. */
  objectSlug(objectId: string): string | undefined;
}

/** Thrown by `parse`; the caller adds the path. Every sentence says what was expected. */
export class ValueRefusal extends Error {
  constructor(
    message: string,
    readonly expected?: string,
    readonly allowed?: readonly string[],
  ) {
    super(message);
    this.name = 'ValueRefusal';
  }
}

/** Where a reference points. */
export interface Target {
  object_id: string;
  record_id: string;
}

/** What is known of a reference's target when a value is shown. */
export interface ResolvedTarget {
  label: string | null;
  deleted: boolean;
}

/** Keys under which a value is found: `text` lower-cased, `number` (dates as seconds since 1970), `ref` a UUID. */
export interface IndexKey {
  text?: string;
  number?: number;
  ref?: string;
}

/** What stands for a group of records: an option or a stage, a record, a member, a span of days, true or false. */
export type Grouped = 'choice' | 'record' | 'member' | 'day' | 'flag';

/**
 * An address by which people write to a record: `handle` is the form in which the same address is always the same text.
 */
export interface Handle {
  kind: 'email' | 'phone';
  handle: string;
}

/**
 * All knowledge of one attribute type. `V` is the canonical form: what is stored, compared and serialised.
 * Input may also be the wire object as it was read, with or without the common fields.
 */
export interface ValueType<V extends Json = Json> {
  type: AttributeType;
  /** May an attribute of this type hold several values: never, if `is_multi_select`, or always. */
  several: 'never' | 'optional' | 'always';
  /** What its values choose among, if they do. */
  choices?: 'options' | 'stages';
  /** Can an attribute say which objects its values may point at? */
  limitsTargets?: true;
  /** Does an attribute come with one on the objects its values point at? */
  hasOtherSide?: true;
  /** Does `is_unique` make sense? */
  canBeUnique: boolean;
  /** Whether a record that has such an attribute is one of a person. */
  namesPerson?: true;
  /** Judges one single input value and gives its canonical form. Throws ValueRefusal. Never null, never an array. */
  parse(input: unknown, context: ValueContext): V;
  /** The type-specific wire fields of the contract and of the decisions. `target` is given for references only. */
  serialise(value: V, context: ValueContext, target?: ResolvedTarget): Record<string, unknown>;
  /**
   * The value as it is shown where its type and its history are not: the shortest input that means this very value.
   * Nothing for what is gone. `target` is given for references only.
   */
  concise(value: V, context: ValueContext, target?: ResolvedTarget): Json | undefined;
  /**
   * Fields, of its wire or of its concise form, that make up a value and are columns of their own in a table; without it
   * a value is one column.
   */
  columns?(context: ValueContext): readonly string[];
  /** Its columns in reports by SQL, the one that is called as the attribute first. */
  reportColumns(context: ValueContext): readonly ReportColumn[];
  /** A total order: below, equal (0) or above. Equal means a write changes nothing. */
  compare(a: V, b: V): number;
  /** A human's one-line text of the value, for labels and search; empty if there is none. */
  text(value: V, context: ValueContext): string;
  /** The key under which the value is unique; only where `canBeUnique`. */
  uniqueKey?(value: V): string;
  /** What filters and sorting can ask of the values. */
  filter: Filter<V>;
  /** Parts of the value that filters can ask of by themselves, by name. */
  parts?: Readonly<Record<string, ValuePart<V>>>;
  /** As what records are grouped by the values; without it they cannot be. */
  grouped?: Grouped;
  /** The number that sums and averages are made of, in SQL of type numeric; only where adding makes sense. */
  amount?: ItemSql;
  /** What an amount is counted in, in SQL: amounts of different units are never added. */
  unit?: ItemSql;
  /** Index keys of the value, or undefined if the type is not indexed. */
  index?(value: V): IndexKey | undefined;
  /** The address that messages come from or go to; only for e-mail addresses and phone numbers. */
  handle?(value: V): Handle;
  /** Where a reference points; only for record-reference and relationship. */
  target?(value: V): Target;
  /** Id of the member of the workspace that the value names; only for actor-reference. */
  member?(value: V): string;
  /** Turns an attribute's `default_value` string into an input for `parse`; without it the string itself is parsed. */
  fromDefault?(text: string): unknown;
  /** Words for the full text search; without it `text` serves, and false keeps a type out of search. */
  search?: ((value: V, context: ValueContext) => string) | false;
  /** Schema of one accepted input value, for the OpenAPI document (JSON Schema 2020-12). */
  inputSchema: object;
  /** Schema of the type-specific wire fields. */
  wireSchema: { properties: Record<string, object>; required: string[] };
  examples: readonly unknown[];
  refusals: readonly unknown[];
}

/**
 * A part of a structured value, which is filtered as if it were a value of its own. `parse` makes of an operand a value
 * that holds nothing but the part.
 */
export interface ValuePart<V extends Json = Json> extends Pick<ValueType<V>, 'filter'> {
  parse(operand: unknown): V;
  index(value: V): IndexKey;
}

/** Keeps `V` inferred while a type is declared; the registry then treats all types alike. */
export function defineValueType<V extends Json>(type: ValueType<V>): ValueType {
  return type as unknown as ValueType;
}
