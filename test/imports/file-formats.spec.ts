import { anAttribute, anObject, type AnObject } from '../support/builders.js';
import { Rest } from '../support/rest.js';
import { Upload } from './support/upload.js';
import { workbook, zip } from './support/workbook.js';

describe('A file that is imported', () => {
  let rest: Rest;
  let object: AnObject;
  beforeAll(async () => {
    rest = await Rest.start();
    object = await anObject(rest);
    await anAttribute(rest, object, { type: 'text', slug: 'code', is_unique: true });
    await anAttribute(rest, object, { type: 'text', slug: 'note' });
    await anAttribute(rest, object, { type: 'number', slug: 'size' });
    await anAttribute(rest, object, { type: 'date', slug: 'day' });
    await anAttribute(rest, object, { type: 'timestamp', slug: 'moment' });
    await anAttribute(rest, object, { type: 'checkbox', slug: 'flag' });
    await anAttribute(rest, object, { type: 'currency', slug: 'price' });
    await anAttribute(rest, object, { type: 'phone-number', slug: 'phone' });
    await anAttribute(rest, object, { type: 'location', slug: 'place' });
    await anAttribute(rest, object, { type: 'text', slug: 'tags', is_multi_select: true });
  });
  afterEach(() => rest.sql(`update import_job set state = 'canceled' where workspace_id = $1`, [rest.workspace_id]));
  afterAll(() => rest.stop());

  const read = (name: string, file: string | Buffer, options?: object) =>
    Upload.of(rest.writer, { object: object.slug, name, options }, file).then((upload) => upload.get());
  const samples = async (name: string, file: string | Buffer, options?: object) => {
    const { columns, state, failure } = await read(name, file, options);
    return { state, ...(failure && { failure }), columns: columns!.map((column) => [column.name, ...column.samples]) };
  };
  const values = async (code: string) => {
    const filter = { attribute: 'code', operator: 'eq', value: code };
    const asked = { filter, format: 'concise' };
    const { body } = await rest.reader.post(`/v1/records/${object.slug}/query`, asked).expect(200);
    return (body.data as { values: object }[])[0]?.values;
  };

  it('may be in UTF-8 with or without a mark, UTF-16, windows-1252, or an encoding that is named', async () => {
    const text = 'Name;Note\nMüller;Größe\n';
    const expected = {
      state: 'ready',
      columns: [
        ['Name', 'Müller'],
        ['Note', 'Größe'],
      ],
    };
    expect(await samples('a.csv', text)).toEqual(expected);
    expect(await samples('a.csv', `\ufeff${text}`)).toEqual(expected);
    expect(await samples('a.csv', Buffer.from(`\ufeff${text}`, 'utf16le'))).toEqual(expected);
    expect(await samples('a.csv', Buffer.from(text, 'utf16le').swap16())).toEqual(expected);
    expect(await samples('a.csv', Buffer.from(text, 'latin1'))).toEqual(expected);
    const cyrillic = Buffer.from([0x41, 0x0a, 0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x0a]);
    expect((await samples('a.csv', cyrillic, { encoding: 'windows-1251' })).columns).toEqual([['A', 'Привет']]);
    expect(await samples('a.csv', Buffer.from(text, 'latin1'), { encoding: 'utf-8' })).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('utf-8') as string,
    });
  });

  it('may have quotes with line breaks and separators, and names its separator itself', async () => {
    const columns = [
      ['A', 'x;"1"\ny'],
      ['B', 'z'],
    ];
    expect((await samples('a.csv', 'A;B\r\n"x;""1""\ny";z\r\n')).columns).toEqual(columns);
    expect((await samples('a.csv', 'A\tB\n"x;""1""\ny"\tz\n')).columns).toEqual(columns);
    expect((await samples('a.csv', 'sep=|\nA|B\n"x;""1""\ny"|z\n')).columns).toEqual(columns);
    expect((await samples('a.csv', 'A,B\rx,"z"\r')).columns).toEqual([
      ['A', 'x'],
      ['B', 'z'],
    ]);
  });

  it('may have columns of the same name and without one, and rows that are short', async () => {
    const file = 'Name,Name,\n1,2,\n4\n\n';
    expect((await samples('a.csv', file)).columns).toEqual([
      ['Name', '1', '4'],
      ['Name (2)', '2'],
    ]);
    expect((await samples('a.csv', 'Name,,B\n1,2,3\n')).columns).toEqual([
      ['Name', '1'],
      ['Column 2', '2'],
      ['B', '3'],
    ]);
  });

  it('is refused with its reason where it cannot be read', async () => {
    for (const [name, file, reason] of [
      ['a.csv', 'Name\n', /no rows/],
      ['a.csv', '\n\n', /no rows/],
      ['a.csv', `A\n"${'x'.repeat(1_100_000)}`, /longer than|not closed/],
      ['a.csv', `${Array.from({ length: 251 }, (_, at) => `c${at}`).join(',')}\n1\n`, /250 columns/],
      ['a.xlsx', 'Name\nnot a workbook', /not an .xlsx file/],
      ['a.xlsx', zip({ 'xl/other.xml': '<a/>' }), /no sheet/],
      ['a.ndjson', '', /no rows/],
    ] as const) {
      if (file.length === 0) continue;
      const { state, failure } = await read(name, file as string);
      expect([name, state]).toEqual([name, 'failed']);
      expect(failure).toMatch(reason);
    }
  });

  it('may be a workbook, with texts that are shared or in line, dates, and cells that are missing', async () => {
    const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>Note</t></is></c></row>
      <row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2" s="1"><v>46081</v></c><c r="C2"><v>1.5</v></c></row>
      <row r="4"><c r="C4" t="b"><v>1</v></c></row>`;
    const file = workbook(rows, { texts: ['Name', 'Day', 'Ada &amp; Co'] });
    expect(await samples('a.xlsx', file)).toEqual({
      state: 'ready',
      columns: [
        ['Name', 'Ada & Co'],
        ['Day', '2026-02-28'],
        ['Note', '1.5', 'true'],
      ],
    });
    expect((await read('a.xlsx', file, { sheet: 'Other' })).failure).toContain('"Sheet1"');
  });

  it('may be one JSON object a line, whose values are taken as they are', async () => {
    const lines = [
      { code: 'n1', size: 5, tags: ['a', 'b'], price: { currency_value: 2, currency_code: 'EUR' } },
      { code: 'n2', note: 'words' },
    ].map((line) => JSON.stringify(line));
    const upload = await Upload.of(
      rest.writer,
      { object: object.slug, name: 'a.ndjson' },
      [...lines, 'no JSON', '[1]'].join('\n'),
    );
    expect((await upload.get()).mapping).toEqual({
      match: 'code',
      columns: ['code', 'size', 'tags', 'price', 'note'].map((slug) => ({ column: slug, attribute: slug })),
    });
    const { rows, errors } = await upload.run();
    expect(rows).toMatchObject({ created: 2, failed: 2 });
    expect(errors).toEqual([
      { row: 3, reason: 'The line is not valid JSON.' },
      { row: 4, reason: 'The line is not a JSON object.' },
    ]);
    expect(await values('n1')).toMatchObject({ size: 5, tags: ['a', 'b'], price: { currency_value: 2 } });
  });

  it('has its texts read as the types of the attributes need them', async () => {
    const header = 'code,size,day,moment,flag,price,phone,city,country,tags';
    const row = 'v1,"1.234,5",28.02.2026,28.02.2026 9:30,yes,"€ 1.000,50",030 123456,Berlin,DE,a; b';
    const upload = await Upload.of(rest.writer, { object: object.slug, name: 'a.csv' }, `${header}\n${row}\n`);
    const same = ['code', 'flag'].map((slug) => ({ column: slug, attribute: slug }));
    const { rows, errors } = await upload.run({
      match: 'code',
      columns: [
        ...same,
        { column: 'size', attribute: 'size', decimal: ',' },
        { column: 'day', attribute: 'day', date_order: 'dmy' },
        { column: 'moment', attribute: 'moment', date_order: 'dmy' },
        { column: 'price', attribute: 'price' },
        { column: 'phone', attribute: 'phone', country: 'DE' },
        { column: 'city', attribute: 'place', part: 'city' },
        { column: 'country', attribute: 'place', part: 'country' },
        { column: 'tags', attribute: 'tags', split: ';' },
      ],
    });
    expect({ errors, created: rows.created }).toEqual({ errors: [], created: 1 });
    expect(await values('v1')).toMatchObject({
      size: 1234.5,
      day: '2026-02-28',
      moment: '2026-02-28T09:30:00.000Z',
      flag: true,
      price: { currency_value: 1000.5, currency_code: 'EUR' },
      phone: '+4930123456',
      place: { city: 'Berlin', country: 'DE' },
      tags: ['a', 'b'],
    });
  });

  it.each([
    ['50 USD', 'EUR', 'USD'],
    ['€ 50', 'USD', 'EUR'],
    ['$50', 'EUR', 'USD'],
    ['$50', 'cad', 'CAD'],
    ['50', 'eur', 'EUR'],
  ])('has %j with %s in the mapping read as an amount in %s', async (price, currency_code, currency) => {
    const upload = await Upload.of(rest.writer, { object: object.slug, name: 'a.csv' }, `code;price\nc1;${price}\n`);
    const columns = [
      { column: 'code', attribute: 'code' },
      { column: 'price', attribute: 'price', currency_code },
    ];
    expect((await upload.run({ match: 'code', columns })).rows.failed).toBe(0);
    expect(await values('c1')).toMatchObject({ price: { currency_value: 50, currency_code: currency } });
  });

  it('names the column and the reason of each value that cannot be read', async () => {
    const file = 'code,size,day,flag,price\nw1,many,,,\nw2,,1/2/26,,\nw3,,,perhaps,\nw4,,,,12\nw5,,,,\n';
    const upload = await Upload.of(rest.writer, { object: object.slug, name: 'a.csv' }, file);
    const { rows, errors } = await upload.run();
    expect(rows).toMatchObject({ created: 1, failed: 4 });
    expect(errors!.map(({ reason }) => reason.split(':')[0])).toEqual(['size', 'day', 'flag', 'price']);
  });
});
