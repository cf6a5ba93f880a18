import { newId, packedId } from '#platform';
import { readChanges, storedChanges, type AttributeChange } from './changes.js';
import type { Attribute } from '../objects/schema.js';

const attribute_id = newId();
const red = { choice_id: newId(), title: 'Red' };

describe('changes of an event', () => {
  const attribute = (choices: object[] = []) =>
    ({ attribute_id, packed_id: packedId(attribute_id), slug: 'name', type: 'text', choices }) as unknown as Attribute;
  const read = (change: Parameters<typeof storedChanges>[0][number]) =>
    readChanges(JSON.parse(JSON.stringify(storedChanges([change]))));
  const named = { attribute_id, slug: 'name', type: 'text' };

  it.each<[string, Parameters<typeof storedChanges>[0][number], AttributeChange]>([
    [
      'a first value',
      { attribute: attribute(), before: [], after: ['Ada'] },
      { ...named, before: undefined, after: ['Ada'] },
    ],
    [
      'a new value',
      { attribute: attribute(), before: ['Ada'], after: ['Bob'] },
      { ...named, before: ['Ada'], after: ['Bob'] },
    ],
    ['a last value', { attribute: attribute(), before: ['Ada'], after: [] }, { ...named, before: ['Ada'], after: [] }],
    [
      'an option and its title',
      { attribute: attribute([red]), before: [], after: [red.choice_id] },
      { ...named, before: [], after: [red.choice_id], titles: { [red.choice_id]: 'Red' } },
    ],
  ])('are read as they were: %s', (_, change, expected) => {
    expect(read(change)).toEqual([expected]);
  });

  it('are read as the first releases stored them', () => {
    const old = { ...named, before: ['Ada'], after: ['Bob'] };
    expect(readChanges([old])).toEqual([old]);
  });

  it('are not named one by one, which would double their length', () => {
    const change = storedChanges([{ attribute: attribute(), before: [], after: ['Ada'] }]);
    expect(change).toEqual([[packedId(attribute_id), 'name', 'text', ['Ada']]]);
  });
});
