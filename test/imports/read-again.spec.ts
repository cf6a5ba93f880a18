import type { ImportWire } from '#crm-domain/writes';
import { expectError } from '../support/answers.js';
import { Rest } from '../support/rest.js';
import { Upload } from './support/upload.js';
import { workbook, workbookOf } from './support/workbook.js';

describe('A file that was read in a wrong way', () => {
  let rest: Rest;
  beforeAll(async () => {
    rest = await Rest.start();
  });
  afterAll(() => rest.stop());

  const readAgain = async (upload: Upload, options: object): Promise<ImportWire> => {
    await rest.writer.post(`${upload.path}/read`, options).expect(200);
    return upload.settled();
  };
  const PEOPLE = { object: 'people', name: 'people.csv' };
  const names = ({ columns }: ImportWire) => columns!.map(({ name }) => name);

  it('is read again with another encoding and separator, and says what it was read with', async () => {
    const text = 'Name,Notes;Città\nAda,Example;Perù\n';
    const upload = await Upload.of(rest.writer, PEOPLE, Buffer.from(text, 'latin1'));
    const first = await upload.check();
    expect(first.reading).toEqual({ encoding: 'windows-1252', separator: ',', sheet: null, sheets: [] });
    expect(names(first)).toEqual(['Name', 'Notes;Città']);

    const second = await readAgain(upload, { encoding: 'macintosh', separator: ';' });
    expect(second).toMatchObject({ state: 'ready', errors: [], rows: { total: 1, done: 0, failed: 0 } });
    expect(second.reading).toEqual({ encoding: 'macintosh', separator: ';', sheet: null, sheets: [] });
    expect(names(second)).toEqual(['Name,Notes', 'Citt‡']);
    expect(names(await readAgain(upload, {}))).toEqual(['Name', 'Notes;Città']);
  });

  it('is read again where it could not be read, with the sheet that is chosen', async () => {
    const file = workbookOf([
      { name: 'Cover', rows: '' },
      {
        name: 'People',
        rows: '<row r="1"><c t="inlineStr"><is><t>Name</t></is></c></row><row r="2"><c><v>1</v></c></row>',
      },
    ]);
    const upload = await Upload.of(rest.writer, { object: 'people', name: 'people.xlsx' }, file);
    const failed = await upload.get();
    expect([failed.state, failed.reading?.sheets]).toEqual(['failed', ['Cover', 'People']]);
    const read = await readAgain(upload, { sheet: 'People' });
    expect(read).toMatchObject({ state: 'ready', failure: null, finished_at: null, rows: { total: 1 } });
    expect(read.reading?.sheet).toBe('People');
  });

  it('is not read again once a run began, or by others', async () => {
    const upload = await Upload.of(rest.writer, PEOPLE, 'Email\nread@example.com\n');
    expectError(await rest.stranger.admin.post(`${upload.path}/read`, {}), 404);
    expectError(await rest.writer.post(`${upload.path}/read`, { encoding: 'latin' }), 400);
    await upload.run();
    expectError(await rest.writer.post(`${upload.path}/read`, {}), 409);
    expect(await rest.sql('select 1 from import_part where import_id = $1', [upload.id])).toEqual([]);
  });

  it('numbers its rows as a spreadsheet program does', async () => {
    const rowsOf = async (name: string, file: string | Buffer) => {
      const upload = await Upload.of(rest.writer, { object: 'people', name }, file);
      const { errors } = await upload.check({ columns: [{ column: 'Email', attribute: 'email_addresses' }] });
      const [header, ...lines] = (await upload.errorFile()).split('\r\n').map((line) => line.split(','));
      const told = lines.slice(0, -1).map((cells) => Number(cells[header!.indexOf('import_row')]));
      expect(told).toEqual(errors!.map(({ row }) => row));
      return told;
    };
    const csv = 'sep=;\r\n\r\nEmail;Notes\r\nbad;"two\nlines"\r\n\r\n ;\r\nbad\r\n';
    expect(await rowsOf('a.csv', csv)).toEqual([3, 6]);
    expect(await rowsOf('a.ndjson', '\n{"Email": "bad"}\n\n{"Email": "bad"}\n')).toEqual([2, 4]);
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const rows = `<row r="3">${cell('Email')}</row><row r="5">${cell('bad')}</row><row/><row>${cell('bad')}</row>`;
    expect(await rowsOf('a.xlsx', workbook(rows))).toEqual([5, 7]);
  });
});
