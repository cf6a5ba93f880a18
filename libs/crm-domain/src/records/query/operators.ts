import type { AttributeType } from '../../values/value-type.js';

export type Operator =
  'eq' | 'in' | 'lt' | 'lte' | 'gt' | 'gte' | 'starts_with' | 'contains' | 'is_empty' | 'is_not_empty';

/** The pivot tables in which values are found. */
export type IndexTable = 'text' | 'number' | 'ref';

/** How values of a type are found. */
export interface Findable {
  /** The table that holds their keys; null: only the document knows them. */
  table: IndexTable | null;
  operators: readonly Operator[];
}

const presence = ['is_empty', 'is_not_empty'] as const;
const text = { table: 'text', operators: ['eq', 'in', 'starts_with', 'contains', ...presence] } as const;
const number = { table: 'number', operators: ['eq', 'in', 'lt', 'lte', 'gt', 'gte', ...presence] } as const;
const ref = { table: 'ref', operators: ['eq', 'in', ...presence] } as const;

/** What can be asked of an attribute's values; complete by type. */
export const FINDABLE: Record<AttributeType, Findable> = {
  name: text,
  'personal-name': text,
  website: text,
  'email-address': text,
  'phone-number': text,
  text,
  date: number,
  timestamp: number,
  number,
  currency: number,
  select: ref,
  'multi-select': ref,
  pipeline: ref,
  'record-reference': ref,
  'actor-reference': ref,
  relationship: ref,
  checkbox: { table: null, operators: ['eq', ...presence] },
  location: { table: null, operators: presence },
};
