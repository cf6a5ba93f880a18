import type { Attribute, ObjectSchema } from '../../objects/schema.js';
import { byText } from '../../values/keys.js';
import type { Json } from '../../values/value-type.js';
import type { RecordRow } from '../document.js';
import { unite } from './unite.js';

describe('the values of several records as those of one', () => {
  let compared: number;
  const attribute = {
    attr_no: 1,
    several: true,
    valueType: {
      compare: (a: string, b: string) => {
        compared++;
        return byText(a.toLowerCase(), b.toLowerCase());
      },
    },
  } as unknown as Attribute;
  const object = { attributes: [attribute] } as unknown as ObjectSchema;
  const row = (record_id: string, values: Json[]) => ({ record_id, vals: { 1: values } }) as unknown as RecordRow;
  const united = (...lists: Json[][]) => {
    const [into, ...from] = lists.map((values, at) => row(`record-${at}`, values));
    compared = 0;
    return unite({ object, into: into!, from }, () => true).get(attribute);
  };

  it('are each there once and in their order, as the first record has it that has it', () => {
    expect(united(['b', 'A'], ['a', 'c'], ['C', 'B', '0'])).toEqual(['b', 'A', 'c', '0']);
    expect(united(['b', 'A'], ['a', 'B'])).toBeUndefined();
  });

  it('are not compared each with all others, which takes seconds for long texts that begin alike', () => {
    const lists = Array.from({ length: 11 }, (_, n) => Array.from({ length: 50 }, (_, m) => `${(n * 7919 + m) % 997}`));
    expect(united(...lists)!.length).toBeGreaterThan(400);
    expect(compared).toBeLessThan(8000);
  });
});
