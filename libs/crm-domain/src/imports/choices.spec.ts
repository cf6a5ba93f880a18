import { newId } from '#platform';
import { WorkspaceSchema, type AttributeRow, type ObjectRow } from '../objects/schema.js';
import { choicesOf } from './choices.js';

const REFERENCES = 300;
const OBJECTS = 60;
const ATTRIBUTES = 20;

describe('what a person can choose for columns', () => {
  const objects = Array.from({ length: OBJECTS }, (_, n) => ({ object_id: newId(), slug: `object_${n}` }) as ObjectRow);
  const attributes = objects.flatMap(({ object_id }, at) =>
    Array.from({ length: at === 0 ? REFERENCES : ATTRIBUTES }, (_, n) => {
      const type = at === 0 ? 'record-reference' : 'text';
      const named = { attribute_id: newId(), slug: `a${n}`, title: `A ${n}` };
      return { object_id, ...named, type, attr_no: n, config: {}, is_unique: at > 0 && n < 3 } as AttributeRow;
    }),
  );
  const schema = new WorkspaceSchema(newId(), '1', { objects, attributes, choices: [] });
  const [object] = schema.objects as [(typeof schema.objects)[number]];

  it('is found by looking once at each object that hundreds of references may lead to', () => {
    const looked = schema.objects.map(({ attributes: all }) => jest.spyOn(all as unknown[], 'filter'));
    const finds = jest.spyOn(Object.getPrototypeOf(object), 'find');
    const { targets, matches } = choicesOf({ schema, object, columns: [], before: null });
    expect(targets).toHaveLength(4 * REFERENCES);
    expect(targets.slice(0, 4).map(({ key }) => key)).toEqual(['a0', 'a0@a0', 'a0@a1', 'a0@a2']);
    expect(matches).toEqual([]);
    expect(Math.max(...looked.map(({ mock }) => mock.calls.length))).toBeLessThan(4);
    expect(finds.mock.calls.length).toBeLessThan(10);
    finds.mockRestore();
  });
});
