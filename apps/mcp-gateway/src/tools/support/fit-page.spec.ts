import { RESULT_CHARACTERS, fitPage } from './fit-page.js';
import { listPage } from './paging.js';

const page = (lengths: number[], total = lengths.length) => ({
  records: lengths.map((length, id) => ({ id, text: 'x'.repeat(length) })),
  total,
  has_more: false,
});

const length = (value: object) => JSON.stringify(value).length;

describe('fitPage', () => {
  it('leaves a page alone that just fits, and cuts one row where one character is missing', () => {
    const exact = { ...page([100, 100, 100]), has_more: true, next_offset: 3 };
    const limit = length(exact);
    expect(fitPage(exact, { key: 'records', offset: 0, limit })).toEqual(exact);
    const cut = fitPage(exact, { key: 'records', offset: 0, limit: limit - 1 });
    expect(cut).toEqual({ records: exact.records.slice(0, 2), total: 3, has_more: true, next_offset: 2 });
  });

  it('counts on from the offset it was asked for', () => {
    const cut = fitPage(page(Array(10).fill(100), 500), { key: 'records', offset: 40, limit: 400 });
    expect(cut['next_offset']).toBe(40 + (cut['records'] as unknown[]).length);
    expect(cut['total']).toBe(500);
  });

  it('never exceeds the limit while rows fit into it, whatever their lengths', () => {
    for (let seed = 1; seed < 300; seed += 1) {
      const lengths = Array.from({ length: 1 + (seed % 40) }, (_, i) => (seed * 7919 * (i + 1)) % 300);
      const limit = 500 + ((seed * 31) % 2000);
      const cut = fitPage(page(lengths), { key: 'records', offset: 0, limit });
      expect(length(cut)).toBeLessThanOrEqual(limit);
      expect(cut['has_more']).toBe((cut['records'] as unknown[]).length < lengths.length);
    }
  });

  it('counts characters as they stand in the JSON', () => {
    const rows = [{ text: '"'.repeat(100) }, { text: '"'.repeat(100) }];
    const cut = fitPage({ records: rows, has_more: false }, { key: 'records', offset: 0, limit: 400 });
    expect(cut['records']).toHaveLength(1);
  });

  it('keeps a row that is too long alone, for there is no way past it', () => {
    const cut = fitPage(page([1000, 10]), { key: 'records', offset: 5, limit: 300 });
    expect(cut).toMatchObject({ has_more: true, next_offset: 6 });
    expect(cut['records']).toHaveLength(1);
  });

  it('shortens such a row where the tool can, wherever it stands', () => {
    const shorten = (row: unknown) => ({ ...(row as object), text: 'too long' });
    const cut = fitPage(page([10, 1000, 10]), { key: 'records', offset: 0, limit: 400, shorten });
    expect(cut['records']).toEqual([
      { id: 0, text: 'x'.repeat(10) },
      { id: 1, text: 'too long' },
      { id: 2, text: 'x'.repeat(10) },
    ]);
    expect(cut).toMatchObject({ has_more: false });
  });

  it('takes the limit of real clients unless told otherwise', () => {
    const cut = fitPage(page(Array(200).fill(1000)), { key: 'records', offset: 0 });
    expect(length(cut)).toBeLessThanOrEqual(RESULT_CHARACTERS);
    expect(length(cut)).toBeGreaterThan(RESULT_CHARACTERS - 1100);
  });
});

describe('listPage', () => {
  it('makes no more rows than fit into a result, and one to see that the next does not', () => {
    const rows = Array.from({ length: 10_000 }, (_, id) => id);
    let made = 0;
    const show = (id: number) => (made++, { id, text: 'x'.repeat(1000) });
    const { shown, beside } = listPage(rows, { offset: 0 }, show);
    expect(made).toBe(shown.length + 1);
    expect(length(shown)).toBeLessThanOrEqual(RESULT_CHARACTERS);
    expect(length([...shown, show(0)])).toBeGreaterThan(RESULT_CHARACTERS);
    expect(beside).toEqual({ has_more: true, next_offset: shown.length });
  });
});
