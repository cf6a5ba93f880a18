import { valueType } from './registry.js';
import { sampleContext } from './samples.js';
import { ATTRIBUTE_TYPES, type AttributeType } from './value-type.js';

function fromDefault(type: AttributeType, text: string): unknown {
  const { fromDefault: read = (given: string): unknown => given, parse } = valueType(type);
  return parse(read(text), sampleContext(type));
}

const READ: [AttributeType, string, unknown][] = [
  ['number', '-12.50', -12.5],
  ['number', '1e3', 1000],
  ['checkbox', 'true', true],
  ['checkbox', 'false', false],
  ['text', 'true', 'true'],
  ['currency', '{"currency_value":5,"currency_code":"eur"}', { currency_value: 5, currency_code: 'EUR' }],
  ['phone-number', '+14155550100', { phone_number: '+14155550100', country_code: 'US' }],
  ['personal-name', '{"first_name":"Ada","last_name":""}', { first_name: 'Ada', last_name: '' }],
  [
    'location',
    '{"line1":"","city":"London","state":"","postal_code":"","country":"gb"}',
    { line1: '', line2: null, line3: null, city: 'London', state: '', postal_code: '', country: 'GB' },
  ],
];

describe('a default value', () => {
  it.each(READ)('of a %s: %s', (type, text, value) => expect(fromDefault(type, text)).toEqual(value));

  it('is tried here for every type that reads one in a way of its own', () => {
    const own = ATTRIBUTE_TYPES.map(valueType).filter((each) => each.fromDefault && !each.target && !each.member);
    expect(own.map(({ type }) => type).filter((type) => !READ.some(([tried]) => tried === type))).toEqual([]);
  });

  it.each<[AttributeType, string]>([
    ['number', ''],
    ['number', ' 5'],
    ['number', '0x10'],
    ['number', '1e999'],
    ['number', 'Infinity'],
    ['checkbox', 'True'],
    ['checkbox', 'constructor'],
    ['currency', '5 EUR'],
  ])('of a %s refuses %j', (type, text) => expect(() => fromDefault(type, text)).toThrow(' must be '));
});
