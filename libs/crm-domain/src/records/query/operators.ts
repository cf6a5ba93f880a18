import type { AttributeType } from '../../values/value-type.js';

/** All that can be asked; a type knows some of it. */
export const FILTER_OPERATORS = [
  'eq',
  'in',
  'lt',
  'lte',
  'gt',
  'gte',
  'starts_with',
  'contains',
  'is_empty',
  'is_not_empty',
] as const;
export type Operator = (typeof FILTER_OPERATORS)[number];

/** The pivot tables in which values are found. */
export type IndexTable = 'text' | 'number' | 'ref';

/** How values of a type are found. */
export interface Findable {
  /** The table that holds their keys; null: only the document knows them. */
  table: IndexTable | null;
  operators: readonly Operator[];
  /** Whether records can be sorted by their values; a reference has no order of its own. */
  sortable: boolean;
}

const presence = ['is_empty', 'is_not_empty'] as const;
const text: Findable = {
  table: 'text',
  sortable: true,
  operators: ['eq', 'in', 'starts_with', 'contains', ...presence],
};
const number: Findable = {
  table: 'number',
  sortable: true,
  operators: ['eq', 'in', 'lt', 'lte', 'gt', 'gte', ...presence],
};
const choice: Findable = { table: 'ref', sortable: true, operators: ['eq', 'in', ...presence] };
const reference: Findable = { ...choice, sortable: false };

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
  select: choice,
  'multi-select': choice,
  pipeline: choice,
  'record-reference': reference,
  'actor-reference': reference,
  relationship: reference,
  checkbox: { table: null, sortable: false, operators: ['eq', ...presence] },
  location: { table: null, sortable: false, operators: presence },
};
