import pg from 'pg';
import { StatementWriter, bareArrayLiteral } from './statement-writer.js';

describe('an array put into a statement', () => {
  let client: pg.Client;
  beforeAll(async () => {
    // Not the template: nobody can clone that while somebody is connected to it.
    const url = new URL('/postgres', process.env.TEST_DATABASE_URL);
    client = new pg.Client({ connectionString: url.href });
    await client.connect();
  });
  afterAll(() => client.end());

  const asRead = async (array: unknown[], type: string) => {
    const writer = new StatementWriter('array', []);
    const text = `select ${writer.put(array)}::${type}[] as array`;
    return (await client.query<{ array: unknown[] }>(text, writer.values)).rows[0]!.array;
  };

  it.each([
    ['nothing', []],
    ['an empty text', ['']],
    ['quotes', ['"', '""', 'say "so"', '\\"']],
    ['backslashes', ['\\', '\\\\', 'C:\\dir\\', '\\n']],
    ['what arrays are written with', ['{}', '{a,b}', ',', ' a ', 'NULL', 'null']],
    ['documents', ['{"a":"say \\"so\\"","b":["C:\\\\dir","Žižkov 🙂"]}', '{"lines":"one\\ntwo"}']],
    ['quotes beside characters that JSON escapes', ['"\t"', '"\u0001\\', 'a\n"b"\r', '"\u007f"', '"\u0085"']],
    ['lines and other scripts', ['one\ntwo\ttabs', 'Žižkov', '日本語', '🙂', "it's"]],
    ['gaps', [null, 'a', null]],
  ])('of texts arrives as it was: %s', async (_what, texts) => {
    expect(await asRead(texts, 'text')).toEqual(texts);
  });

  it('of words, ids and numbers without quotes arrives as it was', async () => {
    const bare = async (array: (string | number | null)[], type: string) => {
      const text = `select $1::${type}[] as array`;
      return (await client.query<{ array: unknown[] }>(text, [bareArrayLiteral(array)])).rows[0]!.array;
    };
    expect(await bare([1e300, null, -5e-324, 0], 'float8')).toEqual([1e300, null, -5e-324, 0]);
    const ids = ['01a2001f-f205-7251-8c03-006b1844ab11', null];
    expect(await bare(ids, 'uuid')).toEqual(ids);
    const words = ['Ab3xYz:null', 'Ab3xYz:žižkov', 'Ab3xYz:日本語', 'Ab3xYz:٣'];
    expect(await bare(words, 'text')).toEqual(words);
    expect(await bare([], 'text')).toEqual([]);
  });

  it('of numbers, ids and moments arrives as it was', async () => {
    expect(await asRead([1, -2, 3], 'int')).toEqual([1, -2, 3]);
    expect(await asRead([0.1, 1e300, -5e-324], 'float8')).toEqual([0.1, 1e300, -5e-324]);
    const ids = ['01a2001f-f205-7251-8c03-006b1844ab11'];
    expect(await asRead(ids, 'uuid')).toEqual(ids);
    const moments = [new Date('2026-02-28T23:59:59.999Z'), null];
    expect(await asRead(moments, 'timestamptz')).toEqual(moments);
  });
});

describe('a statement of several parts', () => {
  const made = (tail: string, ...parts: [string, string][]) => {
    const writer = new StatementWriter('shape', []);
    for (const [mark, text] of parts) writer.part(mark, () => text);
    return writer.statement(() => tail);
  };

  it('is the same string each time, under a name that tells its parts', () => {
    const [first, second] = [made('select 1', ['a', 'x as (select 1)']), made('select 1', ['a', 'x as (select 1)'])];
    expect(second).toEqual(first);
    expect(first).toEqual({ name: 'shape-a', text: 'with x as (select 1)\nselect 1' });
    expect(made('select 1', ['a', 'x as (select 1)'], ['b', 'y as (select 2)']).name).toBe('shape-ab');
  });

  it.each([
    ['another part', 'c', ['select 1', 'x as (select 2)']],
    ['another end', 'd', ['select 2', 'x as (select 1)']],
  ])('is refused under the name of one with %s', (_what, mark, [tail, part]) => {
    made('select 1', [mark, 'x as (select 1)']);
    expect(() => made(tail!, [mark, part!])).toThrow(`shape-${mark}`);
  });

  it('is refused under the name of one with more or fewer values, whenever it is sent', () => {
    const withValues = (...values: number[]) => {
      const writer = new StatementWriter('valued', []);
      for (const value of values) writer.put(value);
      return writer.part('v', () => 'x as (select 1)').statement(() => 'select 1');
    };
    for (let time = 0; time < 4; time++) withValues(1);
    expect(() => withValues(1, 2)).toThrow('valued-v');
  });

  it('is refused with values that are put while its text is made', () => {
    const writer = new StatementWriter('late', []);
    writer.part('l', () => `x as (select ${writer.put(1)})`);
    expect(() => writer.statement(() => 'select 1')).toThrow('puts values');
  });
});
