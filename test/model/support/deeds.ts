import fc from 'fast-check';

/** One thing that is done in a workspace: `at` and `other` are places among what was made before. */
export interface Deed {
  what: (typeof DEEDS)[number];
  at: number;
  other: number;
  text: string;
  number: number;
}

const DEEDS = [
  ...['create', 'create', 'create', 'update', 'update', 'update', 'trash', 'restore', 'delete', 'merge'],
  ...['person', 'note', 'task', 'activity', 'attribute', 'archive-attribute', 'delete-attribute', 'option', 'object'],
  ...['archive-object', 'delete-object', 'view', 'automation', 'webhook', 'member', 'leaver', 'grant', 'account'],
  ...['conversation', 'delivery', 'draft', 'block', 'import', 'read-feed', 'purge', 'rename'],
] as const;

const text = fc.oneof(
  fc.constantFrom('Ada', 'Bob', 'Cleo'),
  fc.constantFrom(
    '"quoted", {a}',
    'back\\slash\\',
    'two\nlines',
    "it's $1",
    'NULL',
    '\u2028 \u00e9 \u{1F600}',
    ' tab\t',
    '=1+1',
  ),
  fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }),
);

/** What is done in a workspace, in its order. */
export const deeds: fc.Arbitrary<Deed[]> = fc.array(
  fc.record({
    what: fc.constantFrom(...DEEDS),
    at: fc.nat(20),
    other: fc.nat(20),
    text,
    number: fc.oneof(fc.nat(50), fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 })),
  }),
  { minLength: 8, maxLength: 36 },
);

/** Each of them twice at least, in an order that gives every one something to be done to, with purges left at the end. */
export const everyDeed: readonly Deed[] = [...new Set(DEEDS), ...DEEDS]
  .filter((what, at) => what !== 'purge' || at < DEEDS.length / 2)
  .map((what, at) => ({ what, at, other: at + 1, text: `Deed ${at}`, number: at / 4 }));
