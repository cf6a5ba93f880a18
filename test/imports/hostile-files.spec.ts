import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { PART_BYTES } from '../../libs/crm-domain/src/imports/import.js';
import { ImportStore } from '../../libs/crm-domain/src/imports/import.store.js';
import { anAttribute, anObject, type AnObject } from '../support/builders.js';
import { Rest } from '../support/rest.js';
import { Upload } from './support/upload.js';
import { workbook } from './support/workbook.js';

describe('A file that is made to harm', () => {
  let rest: Rest;
  let object: AnObject;
  beforeAll(async () => {
    rest = await Rest.start();
    object = await anObject(rest);
    await anAttribute(rest, object, { type: 'number', slug: 'size' });
    await anAttribute(rest, object, { type: 'text', slug: 'constructor' });
  });
  afterAll(() => rest.stop());

  const read = async (name: string, file: string | Buffer) =>
    Upload.of(rest.writer, { object: object.slug, name }, file);
  const header = '<row><c t="inlineStr"><is><t>name</t></is></c></row>';

  it('may hold NUL and halves of characters in names, cells and reasons', async () => {
    const long = `${'x'.repeat(99)}😀`;
    const lines = [{ 'na\0me': 'a', size: 'b\0' }, { '\ud800': long, size: long }, { name: 'c\udc00' }];
    const upload = await read('a.ndjson', lines.map((line) => JSON.stringify(line)).join('\n'));
    const { state, columns } = await upload.get();
    expect({ state, names: columns!.map(({ name }) => name) }).toEqual({
      state: 'ready',
      names: ['na\ufffdme', 'size', '\ufffd', 'name'],
    });
    const mapped = ['name', 'size'].map((slug) => ({ column: slug, attribute: slug }));
    const { rows, errors } = await upload.run({ columns: mapped });
    expect({ failed: rows.failed, told: errors!.length }).toEqual({ failed: 3, told: 3 });
    const table = await read('a.csv', `na\0me,size\n${long},b\0\n`);
    expect((await table.run()).errors).toEqual([{ row: 2, reason: 'size: "b\ufffd" is not a number.' }]);
  });

  it('has no more than a message about a row that is too long', async () => {
    const upload = await read('a.csv', `name,size\n${'x'.repeat(900_000)},1\nshort,2\n`);
    expect((await upload.get()).columns!.map(({ samples }) => samples)).toEqual([['short'], ['2']]);
  });

  it('may not be a workbook with tags in tags without end', async () => {
    const { state, failure } = await (await read('a.xlsx', workbook(`${header}${'<a>'.repeat(300_000)}`))).get();
    expect({ state, failure }).toMatchObject({
      state: 'failed',
      failure: expect.stringMatching(/tags in each other/) as string,
    });
  });

  it('may be a workbook with a cell without end, of which no more is held than tells that', async () => {
    const cell = `<c t="str"><v>${`${'x'.repeat(500_000)}<b/>`.repeat(4)}</v></c>`;
    const upload = await read('a.xlsx', workbook(`${header}<row>${cell}</row>`));
    expect((await upload.run({ columns: [{ column: 'name', attribute: 'name' }] })).errors).toEqual([
      { row: 2, reason: 'A cell is longer than 100000 characters.' },
    ]);
  });

  it('takes the room of its rows, which of a small workbook may be thousands of times its size', async () => {
    const many = `<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>`.repeat(400);
    const file = workbook(`<row><c t="str"><v>a</v></c><c t="str"><v>b</v></c></row>${many}`, {
      texts: ['x'.repeat(10_000)],
    });
    const upload = await read('a.xlsx', file);
    const taken = 'select bytes, rows_characters::int from import_job where import_id = $1';
    expect(await rest.sql(taken, [upload.id])).toEqual([{ bytes: file.length, rows_characters: 8_000_000 }]);
    await rest.sql('update import_job set rows_characters = $2 where import_id = $1', [upload.id, 2 ** 31 - 1_000_000]);
    expect(await (await read('b.xlsx', file)).get()).toMatchObject({
      state: 'failed',
      failure: expect.stringMatching(/may be 2 GiB together/) as string,
      kept_until: expect.any(String) as string,
    });
    await rest.writer.post('/v1/imports', { object: object.slug, file_name: 'c.csv', bytes: 2_000_000 }).expect(409);
    await rest.writer.post(`${upload.path}/cancel`).expect(200);
  });

  it('is listed without its columns being read, which may take longer than all the rest', async () => {
    const { jest: spies } = import.meta as unknown as { jest: typeof jest };
    const query = spies.spyOn(pg.Client.prototype, 'query');
    await rest.writer.get('/v1/imports').expect(200);
    const texts = query.mock.calls.map(([asked]) => (asked as unknown as { text?: string }).text ?? '');
    expect(texts.filter((text) => text.includes('import_job')).filter((text) => /\bcolumns\b/.test(text))).toEqual([]);
  });

  it('is not read on after its import was cancelled, though no row comes of it', async () => {
    const { jest: spies } = import.meta as unknown as { jest: typeof jest };
    const asked: number[] = [];
    const { part } = ImportStore.prototype;
    const { promise: isOver, resolve } = Promise.withResolvers<void>();
    spies.spyOn(ImportStore.prototype, 'part').mockImplementation(async function (this: ImportStore, ...at) {
      asked.push(at[1]);
      const bytes = await part.apply(this, at);
      await rest.sql(`update import_job set state = 'canceled' where import_id = $1`, [at[0]]);
      return bytes;
    });
    const isReading = ImportStore.prototype.isReading;
    spies.spyOn(ImportStore.prototype, 'isReading').mockImplementation(async function (this: ImportStore, ...of) {
      const still = await isReading.apply(this, of);
      if (!still) resolve();
      return still;
    });
    const { state } = await (await read('a.csv', Buffer.alloc(2 * PART_BYTES, '\n'))).get();
    await isOver;
    await setImmediate();
    expect({ state, asked }).toEqual({ state: 'canceled', asked: [1] });
    spies.restoreAllMocks();
  });

  it('comes back with its failed rows and without formulas, and is read as it was', async () => {
    const upload = await read('a.csv', `name,size\n"=HYPERLINK(""https://example.com"")",many\n`);
    await upload.run();
    const file = await upload.errorFile();
    expect(file.split('\r\n')[1]).toMatch(/^"'=HYPERLINK/);
    const again = await read('b.csv', file);
    expect((await again.get()).columns![0]!.samples).toEqual(['=HYPERLINK("https://example.com")']);
  });
});
