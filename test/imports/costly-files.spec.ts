import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Parser } from 'csv-parse';
import { bytesOf } from '../../libs/crm-domain/src/imports/reading/file-parts.js';
import { csvRows } from '../../libs/crm-domain/src/imports/reading/csv-rows.js';
import { decode } from '../../libs/crm-domain/src/imports/reading/decode.js';
import { ndjsonRows } from '../../libs/crm-domain/src/imports/reading/ndjson-rows.js';
import { xlsxRows } from '../../libs/crm-domain/src/imports/reading/xlsx-rows.js';
import { WorkbookFile } from '../../libs/crm-domain/src/imports/reading/workbook.js';
import { describeColumns } from '../../libs/crm-domain/src/imports/propose.js';
import { workbook, zip } from './support/workbook.js';

const MIB = 1024 * 1024;
const found = () => ({ encoding: null, separator: null, sheets: [] });

function partOf(file: Buffer) {
  return (_part: number, from: number, length: number) => Promise.resolve(file.subarray(from, from + length));
}

async function listOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

async function rowsOf(file: Buffer) {
  const columns: string[] = [];
  const rows = await listOf(xlsxRows({ read: partOf(file), bytes: file.length, found: found() }, columns));
  return { columns, rows: rows.map(({ row }) => row) };
}

const rowsOfCsv = (text: AsyncIterable<string>, columns: string[]) => csvRows(text, columns, { found: found() });

async function heapMib(): Promise<number> {
  setFlagsFromString('--expose-gc');
  await setImmediate();
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed / MIB;
}

const cell = (text: string, before = '') => `<c t="str">${before}<v>${text}</v></c>`;

describe('a file that costs much more than its size', () => {
  it('leaves nothing in memory but the texts that the cells of a workbook share', async () => {
    const long = `<rPh><t>${'x'.repeat(15_000)}Ж</t></rPh>`;
    const file = workbook('', { texts: Array<string>(1000).fill(`a text that is kept</t>${long}<t>`) });
    const before = await heapMib();
    const read = await WorkbookFile.open(partOf(file), file.length);
    const { texts } = await read.read(found());
    expect([texts.length, texts[0]]).toEqual([1000, 'a text that is kept']);
    expect((await heapMib()) - before).toBeLessThan(5);
  });

  it('leaves nothing in memory but the cells of a workbook', async () => {
    const wide = `<row>${cell('a text that is kept', `<f>${'y'.repeat(15_000)}Ж</f>`).repeat(100)}</row>`;
    const file = workbook(`<row>${cell('name').repeat(100)}</row>${wide.repeat(10)}`);
    const before = await heapMib();
    const { rows } = await rowsOf(file);
    expect([rows.length, rows[0]![99]]).toEqual([10, 'a text that is kept']);
    expect((await heapMib()) - before).toBeLessThan(5);
  });

  it('has no more than its beginning kept of a text that cells share', async () => {
    const file = workbook('', { texts: [`${'x'.repeat(90_000)}</t><t>`.repeat(20)] });
    const { texts } = await (await WorkbookFile.open(partOf(file), file.length)).read(found());
    expect(texts[0]!.length).toBeGreaterThan(100_000);
    expect(texts[0]!.length).toBeLessThan(200_000);
  });

  it('has no more than its beginning kept of a row that is too long', async () => {
    const file = workbook(`<row>${cell('name').repeat(40)}</row><row>${cell('x'.repeat(90_000)).repeat(40)}</row>`);
    const { rows } = await rowsOf(file);
    expect((rows[0] as string[]).join('').length).toBe(12 * 90_000);
  });

  it('has the directory of a workbook with many parts read at once', async () => {
    const file = zip(Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`xl/media/image${n}.png`, ''])));
    let reads = 0;
    const read = (...at: Parameters<ReturnType<typeof partOf>>) => (reads++, partOf(file)(...at));
    await WorkbookFile.open(read, file.length);
    expect(reads).toBeLessThan(10);
  });

  it('has a format judged by its first 300 characters', async () => {
    const day = '<row><c s="1"><v>45000</v></c></row>';
    const rows = `<row>${cell('day')}</row>${day}`;
    const shown = async (formatCode: string) => (await rowsOf(workbook(rows, { formatCode }))).rows[0];
    expect(await shown(`${'0'.repeat(299)}y`)).toEqual(['2023-03-15']);
    expect(await shown(`${'0'.repeat(300)}y`)).toEqual(['45000']);
  });

  it.each([
    ['CSV, of empty lines', rowsOfCsv, '\n'],
    ['CSV, of empty cells', rowsOfCsv, ',\n'],
    ['NDJSON, of empty lines', ndjsonRows, '\n'],
  ])('is read in turns with others, though it holds no row: %s', async (_what, rowsIn, line) => {
    const file = Buffer.alloc(MIB, line);
    let turns = 0;
    let isOver = false;
    const reading = (async () => {
      const rows = await listOf(rowsIn(decode(bytesOf(partOf(file), 0, file.length), found()), []));
      isOver = true;
      return rows;
    })();
    for (; !isOver; turns++) await setImmediate();
    expect(await reading).toEqual([]);
    expect(turns).toBeGreaterThan(4);
  });

  it('is read in turns with others, though its first row has no end', async () => {
    async function* text() {
      yield `${'中'.repeat(12)},`.repeat(8000);
    }
    let turns = 0;
    let isOver = false;
    const columns: string[] = [];
    const reading = listOf(rowsOfCsv(text(), columns)).catch((error: unknown) => error);
    void reading.then(() => (isOver = true));
    for (; !isOver; turns++) await setImmediate();
    expect(await reading).toMatchObject({ kind: 'validation' });
    expect(turns).toBeGreaterThan(4);
  });

  it.each([
    ['empty', ','],
    ['empty, with quotes', '"",'],
    ['a letter', 'a,'],
  ])('is read no further than a row with too many cells: %s', async (_what, cells) => {
    const header = Buffer.from('name,email\n');
    const file = Buffer.concat([header, Buffer.alloc(4 * MIB, cells)]);
    let read = 0;
    async function* bytes() {
      for await (const chunk of bytesOf(partOf(file), 0, file.length)) {
        read += chunk.length;
        yield chunk;
      }
    }
    await expect(listOf(rowsOfCsv(decode(bytes(), found()), []))).rejects.toMatchObject({
      kind: 'validation',
      message: 'The file cannot be read as CSV: a row has more than 20000 cells.',
    });
    expect(read).toBeLessThan(MIB);
  });

  it('may have as many empty cells in a row as a sheet of Excel has columns', async () => {
    const file = Buffer.from(`name,email\nAda,ada@example.com${','.repeat(16_382)}\n`);
    const rows = await listOf(rowsOfCsv(decode(bytesOf(partOf(file), 0, file.length), found()), []));
    expect(rows.map(({ row }) => row)).toEqual([['Ada', 'ada@example.com']]);
  });

  it('is parsed in small pieces, without an error for each row that is shorter or longer than the first', async () => {
    const { jest: spies } = import.meta as unknown as { jest: typeof jest };
    const parsed = spies.spyOn(Parser.prototype, '_transform');
    const traces = spies.spyOn(Error, 'captureStackTrace');
    const file = Buffer.from(`name,size\n${'a\na,1,\n\n'.repeat(20_000)}`);
    const rows = await listOf(rowsOfCsv(decode(bytesOf(partOf(file), 0, file.length), found()), []));
    expect(rows.slice(-2)).toEqual([
      { row: ['a'], number: 59_999 },
      { row: ['a', '1'], number: 60_000 },
    ]);
    expect(parsed.mock.calls.map(([piece]) => (piece as Buffer).length).filter((length) => length > 4096)).toEqual([]);
    expect(traces.mock.calls.length).toBeLessThan(1000);
    spies.restoreAllMocks();
  });

  it('is read no further when it is not to be, though no row comes of it', async () => {
    const file = workbook('<row/>'.repeat(200_000));
    let looks = 0;
    const throwIfStopped = async () => {
      if (++looks === 3) throw new Error('cancelled');
    };
    const rows = xlsxRows({ read: partOf(file), bytes: file.length, found: found(), throwIfStopped }, []);
    await expect(listOf(rows)).rejects.toThrow('cancelled');
    expect(looks).toBe(3);
  });

  it('may have 20 million rows, with those that are empty', async () => {
    const file = workbook('<row/>'.repeat(20_000_001));
    await expect(rowsOf(file)).rejects.toThrow(/more than 20000000 rows/);
  }, 60_000);

  it('has its columns described in turns with others', async () => {
    const rows = Array.from({ length: 500 }, () => Array<string>(250).fill('a-a.a-a.a-a.a1'));
    let turns = 0;
    let isOver = false;
    const describing = describeColumns(
      rows[0]!.map((_, at) => `${at}`),
      rows,
    ).finally(() => (isOver = true));
    for (; !isOver; turns++) await setImmediate();
    expect((await describing)[249]!.kind).toBe('text');
    expect(turns).toBeGreaterThan(2);
  });
});
