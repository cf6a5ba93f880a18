import type { Session } from '../../db/session.js';
import type { ObjectSchema } from '../../objects/schema.js';
import { blocksOf } from './blocks.js';
import { comparedOf, isExact } from './compared.js';
import { DuplicatesStore } from './duplicates.store.js';

it('looks for many long addresses at Gmail of one record in some thousand places, a thousand in each statement', async () => {
  const asked: number[] = [];
  const query = (_: unknown, [, attributes]: [string, string[]]) => {
    asked.push(attributes.length);
    return Promise.resolve([]);
  };
  const attributes = [{ type: 'email-address', attribute_id: 'a', archived_at: null }];
  const [by] = comparedOf({ attributes } as unknown as ObjectSchema).filter(isExact);
  const wanted = Array.from({ length: 50 }, (_, n) => ({ by: by!, v: `${'x'.repeat(30)}${n + 10}@gmail.com` }));
  const blocks = await blocksOf(new DuplicatesStore({ query } as unknown as Session, 'w'), wanted, true);
  expect(blocks).toHaveLength(50);
  expect(Math.max(...asked)).toBe(1000);
  expect(asked.reduce((sum, each) => sum + each)).toBeLessThan(6000);
});
