import { splitItems } from './split-items.js';

const LIMITS = { whole: { depth: 8, parts: 5000 }, items: 100, parts: 50 };

async function itemsOf(text: string): Promise<string[] | undefined> {
  const bytes = Buffer.from(text);
  const { items, list } = await splitItems(bytes, 'items', LIMITS);
  return list && items.map(([from, to]) => bytes.toString('utf8', from, to));
}

describe('the items of a long list', () => {
  it('are found whatever stands in them and around them', async () => {
    const cases: [string, string[] | undefined][] = [
      ['{"items": [1, {"a": [2, "],["]}, "\\"]", [[]], "ü"]}', ['1', ' {"a": [2, "],["]}', ' "\\"]"', ' [[]]', ' "ü"']],
      ['{"mode": "items", "items" : [ ] , "x": [1, 2]}', []],
      ['{"a": {"items": [1]}, "b": ["items", [2]], "items": [3]}', ['3']],
      ['{"items": [1], "items": [2, 3]}', ['2', ' 3']],
      ['{"items": 5}', undefined],
      ['{"items": {"items": [1]}}', undefined],
      ['{"x": "items", "y": [1]}', undefined],
      ['["items", [1]]', undefined],
      ['[{"items": [1]}]', undefined],
      ['{"items": [,]}', ['', '']],
      ['{"items": [1}', ['1']],
      ['', undefined],
    ];
    for (const [text, items] of cases) expect([text, await itemsOf(text)]).toEqual([text, items]);
  });

  it('are those that JSON.parse gives, for any JSON', async () => {
    const any = (depth: number): unknown => {
      const kind = Math.floor(Math.random() * (depth > 4 ? 3 : 5));
      const list = () => Array.from({ length: Math.floor(Math.random() * 4) }, () => any(depth + 1));
      if (kind === 3) return list();
      if (kind === 4) return Object.fromEntries(list().map((each, n) => [['items', 'a"', '[', '\\'][n]!, each]));
      return ['text "],{:', Math.random(), null][kind];
    };
    for (let n = 0; n < 300; n++) {
      const body = { a: any(1), items: [any(2), any(2), any(2)], items2: any(1) };
      const items = await itemsOf(JSON.stringify(body, null, n % 3));
      expect(items!.map((item) => JSON.parse(item) as unknown)).toEqual(body.items);
    }
  });

  it('are bounded in number, depth and parts', async () => {
    const excess = async (text: string) => (await splitItems(Buffer.from(text), 'items', LIMITS)).excess;
    expect(await excess(`{"items": [${Array(100).fill(1).join(',')}]}`)).toBeUndefined();
    expect(await excess(`{"items": [${Array(101).fill(1).join(',')}]}`)).toBe('holds more than 100 items');
    expect(await excess(`{"items": [${'['.repeat(7)}`)).toBe('is nested deeper than 8 levels');
    expect(await excess(`{"items": [[${Array(60).fill(1).join(',')}]]}`)).toMatch(/an item with more than 50 names/);
    expect(await excess(`{"x": [${Array(5000).fill(1).join(',')}]}`)).toBe('holds more than 5,000 names and values');
  });
});
