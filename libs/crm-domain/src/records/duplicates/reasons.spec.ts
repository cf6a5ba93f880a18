import { setImmediate } from 'node:timers/promises';
import type { Attribute } from '../../objects/schema.js';
import type { Comparison } from './compared.js';
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

it('values of a record are read once, however many pairs it is in, and a pair is compared once', async () => {
  const keyOf = jest.fn((item: unknown) => String(item));
  const comparison = { kind: 'same_email', weight: 0.98, keyOf } as unknown as Comparison;
  const index = (text: string) => ({ text });
  const text = jest.fn((value: string) => value);
  const email = { ...attribute, valueType: { index, text } } as unknown as Attribute;
  const having = (id: string): ComparedRow => ({ record_id: id, label: id, vals: { 1: [id, 'shared', 'too'] } });
  const [a, b, c] = [having('a'), having('b'), having('c')];
  const pairs = Array.from({ length: 28 }, () => [[a, b] as const, [a, c] as const]).flat();
  const reasons = await reasonsOfPairs([{ attribute: email, comparison }, { attribute: email }], pairs);
  expect(reasons).toHaveLength(56);
  for (const each of reasons) expect(each).toMatchObject([{ kind: 'same_email', values: ['shared', 'too'] }]);
  expect(keyOf).toHaveBeenCalledTimes(3 * 3);
  expect(text).toHaveBeenCalledTimes(2 * 2);
});
