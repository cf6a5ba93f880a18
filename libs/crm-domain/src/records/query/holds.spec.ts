import { text } from '../../values/text.js';
import type { Condition, Subject } from './condition.js';
import { holds } from './holds.js';

const [long, other] = ['Я'.repeat(100), 'X'.repeat(100)];
let read: string[];
const { filter } = text;
const whole = (item: string) => {
  read.push(item);
  return item;
};
const attribute = { attr_no: 1, valueType: { ...text, filter: { ...filter, whole } } } as unknown as Subject;
const wanted = Array.from({ length: 50 }, (_, at) => `${long}${at}`);
const isOneOf: Condition = { kind: 'keys', attribute, table: 'text', keys: [], exact: wanted };

beforeEach(() => (read = []));

describe('whether values are one of several long texts', () => {
  it('is told by the whole text, in any letters', () => {
    expect(holds(isOneOf, { 1: [other, `${long.toLowerCase()}49`] })).toBe(true);
    expect(holds(isOneOf, { 1: [other, `${long}50`] })).toBe(false);
  });

  it('takes each value of the record once: a worker has many to judge, and everybody waits meanwhile', () => {
    const values = Array.from({ length: 50 }, (_, at) => `${other}${at}`);
    expect(holds(isOneOf, { 1: values })).toBe(false);
    expect(read.filter((item) => item.startsWith(other))).toHaveLength(50);
  });
});
