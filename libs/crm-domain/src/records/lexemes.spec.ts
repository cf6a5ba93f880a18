import { ObjectSchema } from '../objects/schema.js';
import { valueType } from '../values/registry.js';
import { lexemesOf, placeOfWord, wordsOf } from './lexemes.js';

const KIB = 1024;
const texts = { valueType: valueType('text'), context: {}, archived_at: null };
const object = {
  row: { object_id: '018f0000-0000-7000-8000-000000000001' },
  attributes: [1, 2].map((attr_no) => ({ ...texts, attr_no })),
} as unknown as ObjectSchema;

/** The words of a record that holds these texts, without the tag of its object. */
const wordsFrom = (...values: string[]) => lexemesOf(object, { 1: values }).map((word) => word.split(':')[1]);
const repeated = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);

describe('the words by which a record is found', () => {
  it('are those of its texts in the order of its attributes, each once, in small letters and without accents', () => {
    const words = lexemesOf(object, { 2: 'Zürich, zürich', 1: ['Ærø & Søn', '10.5 ﬁsh ㎏'] });
    expect(words.map((word) => word.split(':')[1])).toEqual(['ærø', 'søn', '10', '5', 'fish', 'kg', 'zurich']);
    expect(wordsFrom('Zürich zürich ZÜRICH')).toEqual(['zurich']);
    expect(wordsFrom('x'.repeat(50))).toEqual(['x'.repeat(40)]);
  });

  it.each([
    ['plain', 'word'],
    ['accented', 'wörd'],
  ])('are whole in a long text: %s', (_, word) => {
    const long = Array.from({ length: 400 }, (_each, n) => `${word}${n}`);
    const plain = long.map((each) => each.replace('ö', 'o'));
    expect(wordsOf(long.join(' '))).toEqual(plain);
    expect(wordsOf(long.join('\n'))).toEqual(plain);
    expect(wordsOf(long.join(',\u00a0'))).toEqual(plain);
  });

  it('are the first 500 different ones', () => {
    const words = Array.from({ length: 600 }, (_, n) => `w${n}`);
    expect(wordsFrom(words.join(' '))).toEqual(words.slice(0, 500));
  });

  it('are those of the first 100,000 characters', () => {
    expect(wordsFrom(repeated('ab ', 45_000), repeated('cd ', 45_000), 'needle')).toEqual(['ab', 'cd', 'needle']);
    const full = [repeated('ab ', 49_998), repeated('cd ', 49_998)];
    expect(wordsFrom(...full, 'ef', 'needle')).toEqual(['ab', 'cd', 'ef']);
  });

  it('are those of the first 6,250 values', () => {
    const values = (count: number) => [...Array<string>(count).fill('a'), 'needle'];
    expect(wordsFrom(...values(6249))).toContain('needle');
    expect(wordsFrom(...values(6250))).not.toContain('needle');
  });

  // Each took 0.4 to 20 s of a core where all of the text was looked through at once.
  it.each([
    ['short words', 'a b c d e '],
    ['short words with accents', 'é '],
    ['characters that stand for many', '\ufdfa'],
    ['marks without end on one letter', '\u0301\u0327'],
    ['one word without end', 'é'],
  ])('take little time, whatever 2 MiB of texts hold: %s', (_, part) => {
    const full = Array.from({ length: 42 }, () => repeated(part, (50_000 / Buffer.byteLength(part)) * part.length));
    expect(Buffer.byteLength(full.join())).toBeGreaterThan(2000 * KIB);
    lexemesOf(object, { 1: full });
    const { user } = process.cpuUsage();
    lexemesOf(object, { 1: full });
    expect(process.cpuUsage({ user, system: 0 }).user / 1000).toBeLessThan(250);
  });
});

describe('looking for a word in a text', () => {
  it('ends with the characters that are to be looked through, as they are decomposed', () => {
    const text = `${'\ufdfa '.repeat(1000)}needle`;
    const isNeedle = (word: string) => word === 'needle';
    expect(placeOfWord(text, 20_000, isNeedle)).toMatchObject({ place: 2000 });
    const { place, characters } = placeOfWord(text, 10_000, isNeedle);
    expect(place).toBeUndefined();
    expect(characters).toBeGreaterThanOrEqual(10_000);
    expect(characters).toBeLessThan(13_000);
    expect(placeOfWord('', 10_000, isNeedle)).toEqual({ place: undefined, characters: 16 });
  });
});
