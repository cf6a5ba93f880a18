// What `crm types` writes about a workspace, and the types of values that follow from it.
import type { components } from './openapi.js';

type Type = components['schemas']['Attribute']['type'];

/** One attribute, as `crm types` writes it. */
export interface AttributeShape {
  type: Type;
  /** It may hold several values. */
  several?: true;
  /** A new record needs a value. */
  required?: true;
  unique?: true;
  /** Of a choice: the titles of its options or stages. */
  titles?: string;
}

/** The objects of a workspace by their slugs, each with its attributes by theirs. */
export type Schema = Record<string, Record<string, AttributeShape>>;
/** Of a workspace whose schema the compiler does not know. */
export type AnySchema = Record<string, Record<string, AttributeShape>>;

export type ObjectOf<S extends Schema> = keyof S & string;
export type AttributeOf<S extends Schema, O extends ObjectOf<S>> = keyof S[O] & string;
/** The attributes by which a record can be found for an upsert. */
export type UniqueOf<S extends Schema, O extends ObjectOf<S>> = {
  [A in AttributeOf<S, O>]: S[O][A] extends { unique: true } ? A : string extends A ? A : never;
}[AttributeOf<S, O>];

export interface PersonalName {
  first_name: string;
  last_name: string;
}
export interface PhoneNumber {
  /** As E.164: `+14155550100`. */
  phone_number: string;
  /** ISO 3166-1 alpha-2. */
  country_code: string;
}
export interface Money {
  currency_value: number;
  /** ISO 4217. */
  currency_code: string;
}
export interface Location {
  line1: string;
  line2?: string;
  line3?: string;
  city: string;
  state: string;
  postal_code: string;
  country: string;
}
export interface Reference {
  id: string;
  /** The display text of the record. */
  name?: string;
  /** Slug of its object, where the attribute may refer to several. */
  type?: string;
}
/** A record by a value of a unique attribute; `create` makes it where it is missing. */
export interface ReferenceByValue {
  match: Record<string, string>;
  type?: string;
  create?: boolean;
}
/** In a batch: the record of an earlier item. */
export interface ReferenceToItem {
  $ref: string;
}
export interface Member {
  id: string;
  type: string;
}

interface ReadTypes extends Record<'name' | 'website' | 'email-address' | 'text' | 'date' | 'timestamp', string> {
  // Of one word it is the word; where the text alone would mean another name, it is both parts.
  'personal-name': string | PersonalName;
  'phone-number': string | PhoneNumber;
  number: number;
  checkbox: boolean;
  currency: Money;
  location: Location;
  'record-reference': Reference;
  relationship: Reference;
  'actor-reference': Member;
}

interface WriteTypes extends Omit<ReadTypes, 'record-reference' | 'relationship' | 'actor-reference'> {
  'record-reference': Reference | ReferenceByValue | ReferenceToItem;
  relationship: Reference | ReferenceByValue | ReferenceToItem;
  // The id, the e-mail address or the unique name of a member, or `me`.
  'actor-reference': string | Member;
}

type TitlesOf<A extends AttributeShape> = A extends { titles: infer T extends string } ? T : string;
type OneOf<Types, A extends AttributeShape> = A['type'] extends keyof Types ? Types[A['type']] : TitlesOf<A>;

/** A value as it is read: options and stages that are newer than the types are texts like others. */
export type ReadValue<A extends AttributeShape> = Type extends A['type']
  ? unknown
  : A extends { several: true }
    ? (OneOf<ReadTypes, A> | TextOfChoice<A>)[]
    : OneOf<ReadTypes, A> | TextOfChoice<A>;
type TextOfChoice<A extends AttributeShape> = A extends { titles: string } ? string & {} : never;

/** A value as it is written; null clears the attribute. */
export type WriteValue<A extends AttributeShape> = Type extends A['type']
  ? unknown
  : A extends { several: true }
    ? OneOf<WriteTypes, A> | readonly OneOf<WriteTypes, A>[] | null
    : OneOf<WriteTypes, A> | null;

type Values<A extends AttributeShape> = OneOf<WriteTypes, A> | readonly OneOf<WriteTypes, A>[];
/** Of an update: to add values and to take values away, beside what others do at the same time. */
export interface ListChange<A extends AttributeShape> {
  append?: Values<A>;
  remove?: Values<A>;
}

type Required<S extends Schema, O extends ObjectOf<S>> = {
  [A in AttributeOf<S, O>]: S[O][A] extends { required: true } ? A : never;
}[AttributeOf<S, O>];

export type CreateData<S extends Schema, O extends ObjectOf<S>> = {
  [A in AttributeOf<S, O>]?: WriteValue<S[O][A]>;
} & { [A in Required<S, O>]: NonNullable<WriteValue<S[O][A]>> };

export type UpdateData<S extends Schema, O extends ObjectOf<S>> = {
  [A in AttributeOf<S, O>]?: WriteValue<S[O][A]> | (S[O][A] extends { several: true } ? ListChange<S[O][A]> : never);
};

/** A record with bare values; attributes without a value are absent. */
export interface ShownRecord<S extends Schema, O extends ObjectOf<S>> {
  id: string;
  object: O;
  /** Its display text. */
  name: string | null;
  version?: number;
  values: { [A in AttributeOf<S, O>]?: ReadValue<S[O][A]> };
  /** Fields of other records that were asked for, by their paths. */
  related?: Record<string, unknown>;
  // System fields, where they were asked for.
  slug?: string;
  created_at?: string;
  updated_at?: string;
  created_by?: components['schemas']['Record']['created_by'];
}

/** A field to show: an attribute, a system field, or a path such as `company.name`. */
export type FieldOf<S extends Schema, O extends ObjectOf<S>> =
  AttributeOf<S, O> | 'slug' | 'created_at' | 'updated_at' | 'created_by' | `${string}.${string}`;
