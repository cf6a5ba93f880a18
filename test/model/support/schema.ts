import fc from 'fast-check';

/** Values of one kind of attribute that are few enough to meet again, and what can be asked of them. */
export interface Kind {
  slug: string;
  type: string;
  attribute?: object;
  several?: true;
  values: readonly unknown[];
  /** What compares: the text, number or id of a value as it is written. */
  key(value: never): string | number;
  operators: readonly string[];
  operands: readonly unknown[];
  sortable?: true;
  /** Names of parts, each with what compares of a value; null where the part is missing. */
  parts?: Record<string, { key(value: never): string | number | null; operands: readonly unknown[]; isNumber?: true }>;
}

const EQUAL = ['eq', 'not_eq', 'in', 'not_in'];
const RANGE = ['lt', 'lte', 'gt', 'gte', 'between'];
const TEXT = [...EQUAL, 'starts_with', 'ends_with', 'contains'];
const NUMBER = [...EQUAL, ...RANGE];
const LONG = `${'long '.repeat(14)}`;
const WIDE = 'ÄË'.repeat(33);
const lower = (text: string) => text.toLowerCase();
const seconds = (time: string) => Date.parse(time) / 1000;
const choices = ['Zed', 'Mid', 'Abc'];
const titles = choices.map((title) => ({ title }));
const rank = (title: string) => choices.indexOf(title);
const NAMES = ['Ann', 'ÄNN', 'anna bo', 'Bo', 'bo%', 'Zoë_', `${LONG}one`, `${LONG}Two`, WIDE, lower(WIDE)];
const PIECES = ['a', 'an', 'N', 'bo', '%', '_', 'ë', LONG.slice(0, 64), 'o'];
const place = (city: string, country: string) => ({ line1: '', city, state: '', postal_code: '1', country });
type Place = ReturnType<typeof place>;
interface Person {
  first_name: string;
  last_name: string;
}
interface Amount {
  currency_value: number;
  currency_code: string;
}
const amount = (currency_value: number, currency_code: string): Amount => ({ currency_value, currency_code });
const domainOf = (mail: string) => lower(mail.split('@')[1]!);

export const KINDS: readonly Kind[] = [
  { slug: 'title', type: 'text', values: NAMES, key: lower, operators: TEXT, operands: NAMES, sortable: true },
  {
    slug: 'words',
    type: 'text',
    attribute: { is_multi_select: true },
    several: true,
    values: NAMES,
    key: lower,
    operators: TEXT,
    operands: NAMES,
  },
  {
    slug: 'n',
    type: 'number',
    values: [-1.5, 0, 1, 2, 1e300],
    key: Number,
    operators: NUMBER,
    operands: [-1.5, 0, 1, 2, 3],
    sortable: true,
  },
  {
    slug: 'day',
    type: 'date',
    values: ['1815-12-10', '2026-02-28', '2026-03-01'],
    key: seconds,
    operators: NUMBER,
    operands: ['1815-12-10', '2026-02-28', '2026-03-01', '2026-03-02'],
    sortable: true,
  },
  {
    slug: 'seen',
    type: 'timestamp',
    values: ['2026-01-01T10:00:00.250Z', '2026-01-01T10:00:00.251Z', '2026-01-01T11:30:00Z'],
    key: seconds,
    operators: NUMBER,
    operands: ['2026-01-01T10:00:00.250Z', '2026-01-01T10:00:00.251Z', '2027-01-01T00:00:00Z'],
    sortable: true,
  },
  {
    slug: 'ok',
    type: 'checkbox',
    values: [true, false],
    key: Number,
    operators: ['eq', 'not_eq'],
    operands: [true, false],
  },
  {
    slug: 'kind',
    type: 'select',
    attribute: { options: titles },
    values: choices,
    key: rank,
    operators: EQUAL,
    operands: choices,
    sortable: true,
  },
  {
    slug: 'tags',
    type: 'multi-select',
    attribute: { options: titles },
    several: true,
    values: choices,
    key: rank,
    operators: EQUAL,
    operands: choices,
  },
  {
    slug: 'mail',
    type: 'email-address',
    attribute: { is_multi_select: true },
    several: true,
    values: ['Ada@example.com', 'ada@work.example', 'bo@Example.com'],
    key: lower,
    operators: TEXT,
    operands: ['ada@example.com', 'ADA@work.example', 'no@example.com'],
    parts: { email_domain: { key: domainOf, operands: ['example.com', 'WORK.example', 'x.example'] } },
  },
  {
    slug: 'place',
    type: 'location',
    values: [place('Zürich', 'CH'), place('', 'DE'), place('Bonn', '')],
    key: JSON.stringify,
    operators: [],
    operands: [],
    parts: {
      city: { key: (value: Place) => (value.city ? lower(value.city) : null), operands: ['ZÜRICH', 'bonn', 'x'] },
      country: { key: (value: Place) => (value.country ? lower(value.country) : null), operands: ['ch', 'DE', 'x'] },
    },
  },
  {
    slug: 'person',
    type: 'personal-name',
    values: [
      { first_name: 'Ada', last_name: 'Zed' },
      { first_name: 'Bo', last_name: '' },
      { first_name: 'ada', last_name: 'Mid' },
    ],
    key: ({ first_name, last_name }: Person) => lower(`${first_name} ${last_name}`.trim()),
    operators: TEXT,
    operands: ['ada zed', 'Bo', 'x'],
    sortable: true,
    parts: {
      last_name: {
        key: ({ last_name }: Person) => (last_name ? lower(last_name) : null),
        operands: ['zed', 'MID', 'x'],
      },
    },
  },
  {
    slug: 'price',
    type: 'currency',
    values: [amount(1, 'EUR'), amount(2, 'EUR'), amount(2, 'USD')],
    key: ({ currency_value }: Amount) => currency_value,
    operators: NUMBER,
    operands: [0, 1, 2, 3],
    sortable: true,
    parts: {
      currency_code: { key: ({ currency_code }: Amount) => lower(currency_code), operands: ['eur', 'USD', 'GBP'] },
      currency_value: { key: ({ currency_value }: Amount) => currency_value, operands: [1, 2, 3], isNumber: true },
    },
  },
];

/** Values that no two records of an object have, whatever their case. */
export const CODES: Kind = {
  slug: 'codes',
  type: 'text',
  attribute: { is_unique: true, is_multi_select: true },
  several: true,
  values: ['c1', 'C1', 'c2', 'c3', 'c4', 'c5', 'c6'],
  key: lower,
  operators: TEXT,
  operands: ['c1', 'C2', 'c3', 'c4', 'x'],
};

/** All attributes of either object, but for the link of things. */
export const ATTRIBUTES: readonly Kind[] = [...KINDS, CODES];

export interface Leaf {
  attribute: string;
  operator: string;
  value?: unknown;
  match?: string;
}
export type Tree = Leaf | { and: Tree[] } | { or: Tree[] } | { not: Tree };

const PARTIAL = ['ends_with', 'contains'];

function operandsOf(operator: string, operands: readonly unknown[]): fc.Arbitrary<unknown> {
  const one = fc.constantFrom(...operands);
  if (operator === 'in' || operator === 'not_in') return fc.array(one, { minLength: 1, maxLength: 3 });
  if (operator === 'between') return fc.tuple(one, one);
  // Only a beginning may be longer than what is indexed.
  if (operator === 'starts_with') return fc.constantFrom(...PIECES, lower(WIDE));
  return PARTIAL.includes(operator) ? fc.constantFrom(...PIECES) : one;
}

function leafOf(attribute: string, operators: readonly string[], operands: readonly unknown[]): fc.Arbitrary<Leaf> {
  const match = fc.constantFrom(undefined, undefined, 'any', 'all', 'none');
  const presence = fc.record({
    attribute: fc.constant(attribute),
    operator: fc.constantFrom('is_empty', 'is_not_empty'),
  });
  if (operators.length === 0) return presence;
  const compared = fc.constantFrom(...operators).chain((operator) =>
    fc.record({
      attribute: fc.constant(attribute),
      operator: fc.constant(operator),
      value: operandsOf(operator, operands),
      match,
    }),
  );
  return fc.oneof({ weight: 5, arbitrary: compared }, { weight: 1, arbitrary: presence });
}

/** Conditions on attributes of these kinds and their parts; `prefix` leads to the records that they are of. */
export function leaves(kinds: readonly Kind[], prefix = ''): fc.Arbitrary<Leaf> {
  const all = kinds.flatMap(({ slug, operators, operands, parts = {} }) => [
    leafOf(prefix + slug, operators, operands),
    ...Object.entries(parts).map(([name, part]) =>
      leafOf(`${prefix}${slug}.${name}`, part.isNumber ? NUMBER : TEXT, part.operands),
    ),
  ]);
  return fc.oneof(...all);
}

/** Conditions combined, at most three deep. */
export function trees(leaf: fc.Arbitrary<Leaf>): fc.Arbitrary<Tree> {
  const deeper = (inner: fc.Arbitrary<Tree>): fc.Arbitrary<Tree> =>
    fc.oneof(
      { weight: 4, arbitrary: leaf },
      { weight: 1, arbitrary: fc.record({ or: fc.array(inner, { minLength: 1, maxLength: 3 }) }) },
      { weight: 1, arbitrary: fc.record({ and: fc.array(inner, { minLength: 1, maxLength: 2 }) }) },
      { weight: 1, arbitrary: fc.record({ not: inner }) },
    );
  return deeper(deeper(deeper(leaf)));
}
