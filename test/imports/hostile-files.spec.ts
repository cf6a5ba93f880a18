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
    expect((await table.run()).errors).toEqual([{ row: 1, reason: 'size: "b\ufffd" is not a number.' }]);
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
      { row: 1, reason: 'A cell is longer than 100000 characters.' },
    ]);
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
