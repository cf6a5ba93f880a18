import { VALUE_TYPES } from '../../values/registry.js';
import type { SortKey, Subject } from './condition.js';
import { MAX_CURSOR, readCursor, writeCursor, type QueryOrder } from './cursor.js';
import { INDEXED_CHARACTERS } from './operand.js';
import { MAX_SORTS } from './parse-sort.js';

const LONGEST_SLUG = 64;
const record_id = '0197f000-0000-7000-8000-000000000001';

/** Every part that a value can be sorted by, and the whole values. */
const sortable = Object.values(VALUE_TYPES).flatMap((type) =>
  [['', type] as const, ...Object.entries(type.parts ?? {})].flatMap(([part, { filter }]) =>
    filter?.sortable ? [{ part, valueType: { ...type, filter } }] : [],
  ),
);

const slug = 'x'.repeat(LONGEST_SLUG);
const longest = Array.from({ length: MAX_SORTS }, (_, at): SortKey => {
  const [text] = sortable
    .filter(({ valueType }) => valueType.filter.table === 'text')
    .toSorted((a, b) => b.part.length - a.part.length);
  const attribute_id = `0197f000-0000-7000-8000-00000000000${at}`;
  return { by: 'subject', subject: { ...text, slug, attribute_id } as unknown as Subject, direction: 'desc' };
});

it.each(['\u0001', '"', '漢', '💥', 'x'])(
  'accepts the longest cursor that it gives out, of texts of %j',
  (character) => {
    const order: QueryOrder = {
      object_id: record_id,
      order: { by: null, direction: 'desc' },
      keys: longest,
      trashed: true,
      question: ['Europe/Berlin', ['word'], [], []],
    };
    const keys = longest.map(() => character.repeat(INDEXED_CHARACTERS));
    const cursor = writeCursor(order, { v: null, keys, record_id });
    expect(cursor.length).toBeLessThanOrEqual(MAX_CURSOR);
    expect(readCursor(order, cursor)).toEqual({ v: null, keys, record_id });
  },
);
