import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { VALUE_TYPES, valueType } from './registry.js';
import { sampleContext } from './samples.js';
import { ATTRIBUTE_TYPES, ValueRefusal, type AttributeType, type Json, type ValueType } from './value-type.js';

const COMMON_FIELDS = {
  active_from: '2026-01-01T00:00:00.000Z',
  active_until: null,
  attribute_slug: 'an-attribute',
  created_by: { id: null, type: 'system' },
  attribute_type: 'text',
  via: { tool: 'update_record' },
};
const TARGET = { label: 'Ada Lovelace', deleted: false };
const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allowUnionTypes: true });
addFormats.default(ajv);

function nested(depth: number): unknown {
  return JSON.parse(`${'{"value":'.repeat(depth)}"x"${'}'.repeat(depth)}`);
}

const HOSTILE: [string, unknown][] = [
  ['null', null],
  ['undefined', undefined],
  ['an empty array', []],
  ['nested arrays', [[]]],
  ['an empty object', {}],
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['minus Infinity', -Infinity],
  ['the empty string', ''],
  ['NUL', '\u0000'],
  ['NUL in a text', 'a\u0000b'],
  ['a lone high surrogate', 'a\ud800'],
  ['a lone low surrogate', { value: '\udc00' }],
  ['an own __proto__', JSON.parse('{"value":"x","__proto__":{"polluted":true}}')],
  ['an own constructor', JSON.parse('{"value":"x","constructor":{"prototype":{"polluted":true}}}')],
  ['an unknown key', { value: 'x', option: 'Open', stage: 'Open', surprise: 1 }],
  ['200 levels of objects', nested(200)],
  ['200 levels of arrays', JSON.parse('['.repeat(200) + ']'.repeat(200))],
  ['a function', () => 'x'],
  ['a symbol', Symbol('x')],
  ['a bigint', 5n],
  ['a date object', new Date(0)],
  ['a map', new Map([['value', 'x']])],
];

function refusalOf(type: ValueType, input: unknown): ValueRefusal {
  try {
    type.parse(input, sampleContext(type.type));
  } catch (error) {
    if (error instanceof ValueRefusal) return error;
    throw error;
  }
  throw new Error('The input was accepted.');
}

it('knows every attribute type of the contract, each under its own name', () => {
  expect(Object.keys(VALUE_TYPES)).toEqual([...ATTRIBUTE_TYPES]);
  expect(Object.values(VALUE_TYPES).map(({ type }) => type)).toEqual([...ATTRIBUTE_TYPES]);
});

describe.each([...ATTRIBUTE_TYPES])('%s', (slug: AttributeType) => {
  const type = valueType(slug);
  const context = sampleContext(slug);
  const parse = (input: unknown): Json => type.parse(input, context);
  const wireOf = (value: Json) => type.serialise(value, context, type.target ? TARGET : undefined);
  const canonical = () => type.examples.map(parse);

  it('brings examples and refusals', () => {
    expect(type.examples.length).toBeGreaterThanOrEqual(3);
    expect(type.refusals.length).toBeGreaterThanOrEqual(3);
  });

  it.each(type.examples.map((example) => [example]))('accepts example %#', (example) => {
    expect(parse(example)).not.toBeNull();
    expect(Array.isArray(parse(example))).toBe(false);
  });

  it('has a canonical form that survives JSON', () => {
    for (const value of canonical()) expect(JSON.parse(JSON.stringify(value))).toStrictEqual(value);
  });

  it('accepts what it showed, with and without the common fields, as the same value', () => {
    for (const value of canonical()) {
      const wire = JSON.parse(JSON.stringify(wireOf(value)));
      expect(parse(wire)).toStrictEqual(value);
      expect(parse({ ...wire, ...COMMON_FIELDS })).toStrictEqual(value);
      expect(type.compare(parse(wire), value)).toBe(0);
      expect(wireOf(parse(wire))).toStrictEqual(wireOf(value));
    }
  });

  it('shows concisely what is accepted as the very same value, and holds nothing that is empty', () => {
    const matches = ajv.compile(type.inputSchema);
    for (const value of canonical()) {
      const concise = type.concise(value, context, type.target ? TARGET : undefined);
      expect(JSON.parse(JSON.stringify(concise))).toStrictEqual(concise);
      expect(parse(concise)).toStrictEqual(value);
      matches(concise);
      expect(matches.errors).toBeNull();
      expect(JSON.stringify(concise).length).toBeLessThanOrEqual(JSON.stringify(wireOf(value)).length);
    }
  });

  it('shows no common field and nothing but JSON', () => {
    for (const value of canonical()) {
      const wire = wireOf(value);
      expect(Object.keys(wire).filter((key) => key in COMMON_FIELDS)).toEqual([]);
      expect(JSON.parse(JSON.stringify(wire))).toStrictEqual(wire);
    }
  });

  it('shows what its wire schema says', () => {
    const matches = ajv.compile({ type: 'object', additionalProperties: false, ...type.wireSchema });
    for (const value of canonical()) {
      matches(wireOf(value));
      expect(matches.errors).toBeNull();
    }
  });

  it('accepts what its input schema says', () => {
    const matches = ajv.compile(type.inputSchema);
    const readBack = canonical().map((value) => ({ ...wireOf(value), ...COMMON_FIELDS }));
    for (const input of [...type.examples, ...readBack]) {
      matches(input);
      expect(matches.errors).toBeNull();
    }
  });

  it.each(type.refusals.map((refusal) => [refusal]))('refuses refusal %#', (refusal) => {
    expect(refusalOf(type, refusal).message).toMatch(/^.{10,200}\.$/s);
  });

  it.each(HOSTILE)('refuses %s', (_title, input) => {
    expect(refusalOf(type, input).message).toMatch(/^.{10,200}\.$/s);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('refuses an array around a good value: lists are unwrapped by the caller', () => {
    for (const example of type.examples) refusalOf(type, [example]);
  });

  it('names the unknown key of an object', () => {
    for (const value of canonical()) {
      const refusal = refusalOf(type, { ...wireOf(value), surprise: 1 });
      expect(refusal.message).toContain('"surprise"');
      expect(refusal.allowed).not.toContain('surprise');
    }
  });

  it('names a missing key of an object', () => {
    const [first] = canonical().map(wireOf);
    for (const key of Object.keys(first ?? {})) {
      const rest = Object.entries(first ?? {}).filter(([other]) => other !== key);
      const isNeeded = !accepts(Object.fromEntries(rest));
      if (isNeeded) expect(refusalOf(type, Object.fromEntries(rest)).message).toMatch(/ lacks /);
    }
  });

  it('never repeats a long foreign text', () => {
    const long = 'x'.repeat(120_000);
    const inputs = [long, { [long]: 1 }, { value: long }, { id: long, type: long }, { option: long }, { stage: long }];
    for (const input of inputs) expect(refusalOf(type, input).message).not.toContain('x'.repeat(61));
  });

  it('compares in a total order', () => {
    const values = canonical();
    for (const a of values) {
      expect(type.compare(a, a)).toBe(0);
      for (const b of values) {
        expect(Math.sign(type.compare(a, b)) + Math.sign(type.compare(b, a))).toBe(0);
        const above = values.filter((c) => type.compare(b, c) <= 0);
        if (type.compare(a, b) <= 0) for (const c of above) expect(type.compare(a, c)).toBeLessThanOrEqual(0);
      }
    }
  });

  it('has index keys of the declared kinds', () => {
    const kinds = { text: 'string', number: 'number', ref: 'string' };
    for (const key of canonical().map((value) => type.index?.(value) ?? {})) {
      for (const [kind, part] of Object.entries(key)) {
        expect(typeof part).toBe(kinds[kind as keyof typeof kinds]);
      }
      if (key.text !== undefined) {
        expect(key.text).toBe(key.text.toLowerCase());
        expect([...key.text].length).toBeLessThanOrEqual(64);
        expect(key.text.isWellFormed()).toBe(true);
      }
      if (key.number !== undefined) expect(Number.isFinite(key.number)).toBe(true);
      if (key.ref !== undefined) expect(key.ref).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    }
  });

  it('has a unique key exactly where it can be unique, short, and the same for equal values', () => {
    expect(type.uniqueKey !== undefined).toBe(type.canBeUnique);
    for (const value of type.canBeUnique ? canonical() : []) {
      const key = type.uniqueKey?.(value) ?? '';
      expect(key.length).toBeGreaterThan(0);
      expect(key.length).toBeLessThanOrEqual(512);
      expect(type.uniqueKey?.(parse(wireOf(value)))).toBe(key);
    }
  });

  it('has a one-line text and words for the search', () => {
    for (const value of canonical()) {
      expect(type.text(value, context)).not.toMatch(/[\n\t]/);
      expect(typeof (type.search || type.text)(value, context)).toBe('string');
    }
  });

  it('points somewhere only if it is a reference', () => {
    const isReference = slug === 'record-reference' || slug === 'relationship';
    expect(type.target !== undefined).toBe(isReference);
    for (const value of canonical()) {
      if (isReference)
        expect(type.target?.(value)).toEqual({ object_id: expect.any(String), record_id: expect.any(String) });
    }
  });

  it('refuses a default text that it cannot read', () => {
    for (const text of ['', '{', 'null', '[]', '{"__proto__":1}', '\u0000']) {
      const input = type.fromDefault ? type.fromDefault(text) : text;
      if (!accepts(input)) expect(refusalOf(type, input)).toBeInstanceOf(ValueRefusal);
    }
  });

  function accepts(input: unknown): boolean {
    try {
      parse(input);
      return true;
    } catch {
      return false;
    }
  }
});

it.each<[AttributeType, Json]>([
  ['personal-name', { first_name: 'Ines', last_name: 'de la Example' }],
  ['personal-name', { first_name: '', last_name: 'Example' }],
  ['phone-number', { phone_number: '+14155550100', country_code: 'CA' }],
])('shows a %s in full where a text alone would mean another value: %j', (slug, value) => {
  const type = valueType(slug);
  const concise = type.concise(value, sampleContext(slug));
  expect(concise).toEqual(value);
  expect(type.parse(concise, sampleContext(slug))).toEqual(value);
});
