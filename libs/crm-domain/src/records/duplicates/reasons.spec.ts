import { setImmediate } from 'node:timers/promises';
import type { Attribute } from '../../objects/schema.js';
import { reasonsOfPairs, type ComparedRow } from './reasons.js';

const attribute = { attr_no: 1, slug: 'name', valueType: { text: (value: string) => value } } as unknown as Attribute;
const named = (name: string): ComparedRow => ({ record_id: name, label: name, vals: { 1: [name] } });

it('reasons of many pairs are looked for while others have their turn', async () => {
  const word = (end: string) => `${'x'.repeat(38)}${end}`;
  const name = (end: string) => Array.from({ length: 6 }, (_, n) => word(`${n}${end}`)).join(' ');
  const pairs = Array.from({ length: 500 }, () => [named(name('a')), named(name('b'))] as const);
  let turns = 0;
  let isOver = false;
  const looking = reasonsOfPairs([{ attribute }], pairs).finally(() => (isOver = true));
  for (; !isOver; turns++) await setImmediate();
  expect((await looking).flat().map(({ kind }) => kind)).toEqual(pairs.map(() => 'similar_name'));
  expect(turns).toBeGreaterThan(2);
});
