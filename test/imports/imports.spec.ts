import type { ImportWire } from '#crm-domain/writes';
import { expectError } from '../support/answers.js';
import { Rest } from '../support/rest.js';
import { Upload } from './support/upload.js';

const PEOPLE = { object: 'people', name: 'contacts.csv' };

describe('An import', () => {
  let rest: Rest;
  beforeAll(async () => {
    rest = await Rest.start();
  });
  afterEach(() => rest.sql(`update import_job set state = 'canceled' where workspace_id = $1`, [rest.workspace_id]));
  afterAll(() => rest.stop());

  const find = async (object: string, attribute: string, value: string) => {
    const filter = { attribute, operator: 'eq', value };
    const { body } = await rest.reader.post(`/v1/records/${object}/query`, { filter, format: 'concise' }).expect(200);
    return (body.data as { id: string; name: string; values: Record<string, unknown> }[])[0];
  };
  const companies = async (domains: string[]) => {
    const items = domains.map((domain) => ({ op: 'create', data: { name: domain, domains: [domain] } }));
    await rest.writer.post('/v1/records/companies/batch', { mode: 'atomic', items }).expect(200);
  };

  it('proposes where the columns of a CSV file go, and makes a record of each row', async () => {
    await companies(['harbour.example.com']);
    const file = [
      'First Name;Last Name;Email;Job Title;Company domain;Shoe size',
      'Ada;Example;ada@example.com;"Engineer; first\nclass";harbour.example.com;39',
      'Ben;Example;ben@example.com;;;44',
      '',
    ].join('\r\n');
    const upload = await Upload.of(rest.writer, PEOPLE, file);
    const { state, columns, mapping, rows } = await upload.get();
    expect({ state, total: rows.total }).toEqual({ state: 'ready', total: 2 });
    expect(columns!.map(({ name, kind }) => `${name}: ${kind}`)).toContain('Email: email');
    expect(mapping).toEqual({
      match: 'email_addresses',
      columns: [
        { column: 'First Name', attribute: 'name', part: 'first_name' },
        { column: 'Last Name', attribute: 'name', part: 'last_name' },
        { column: 'Email', attribute: 'email_addresses' },
        { column: 'Job Title', attribute: 'job_title' },
        { column: 'Company domain', attribute: 'company', match: 'domains' },
      ],
    });

    expect((await upload.run()).rows).toEqual({ total: 2, done: 2, created: 2, updated: 0, failed: 0 });
    const ada = await find('people', 'email_addresses', 'ada@example.com');
    expect(ada?.values).toMatchObject({
      job_title: 'Engineer; first\nclass',
      company: { name: 'harbour.example.com' },
    });
    const { body } = await rest.reader.get(`/v1/records/people/${ada!.id}`).expect(200);
    expect(body.data.created_by).toEqual({ type: 'import', id: upload.id });
    expect(body.data.created_via).toMatchObject({
      via_import: true,
      import_job_id: upload.id,
      import_file_name: 'contacts.csv',
    });
  });

  it('updates the record that holds the value of the unique attribute, and leaves what the file says nothing of', async () => {
    await Upload.of(rest.writer, PEOPLE, 'Email,Job Title\ncleo@example.com,Pilot\n').then((first) => first.run());
    const second = await Upload.of(rest.writer, PEOPLE, 'Email,Full name,Job Title\ncleo@example.com,Cleo Example,\n');
    expect((await second.run()).rows).toMatchObject({ created: 0, updated: 1 });
    expect((await find('people', 'email_addresses', 'cleo@example.com'))?.values).toMatchObject({
      job_title: 'Pilot',
      name: 'Cleo Example',
    });
  });

  it('tells in a check what a run would do, writes nothing, and gives the failed rows back as a file', async () => {
    const file = 'Email,Name\ndora@example.com,Dora Example\nnot an address,"Eve, Example"\n,Fay Example\n';
    const upload = await Upload.of(rest.writer, PEOPLE, file);
    const mapping = {
      match: 'email_addresses',
      columns: [
        { column: 'Email', attribute: 'email_addresses' },
        { column: 'Name', attribute: 'name' },
      ],
    };
    const { state, rows, errors } = await upload.check(mapping);
    expect({ state, rows }).toEqual({
      state: 'checked',
      rows: { total: 3, done: 3, created: 1, updated: 0, failed: 2 },
    });
    expect(errors!.map(({ row }) => row)).toEqual([3, 4]);
    expect(errors![0]!.reason).toMatch(/^Email: /);
    expect(await find('people', 'email_addresses', 'dora@example.com')).toBeUndefined();

    const lines = (await upload.errorFile()).split('\r\n');
    expect(lines[0]).toBe('\ufeffEmail,Name,import_row,import_error');
    expect(lines[1]).toMatch(/^not an address,"Eve, Example",3,/);
    expect((await upload.run(mapping)).rows).toMatchObject({ created: 1, failed: 2 });
    expect((await upload.errorFile()).split('\r\n')).toHaveLength(4);
  });

  it('takes a file in parts, in any order, and reads it when the last one is there', async () => {
    const rows = Array.from({ length: 150_000 }, (_, at) => `${at},Somebody with the number ${at}`);
    const bytes = Buffer.from(['Code,Name', ...rows].join('\n'));
    const asked = { object: 'companies', file_name: 'many.csv', bytes: bytes.length };
    const { body } = await rest.writer.post('/v1/imports', asked).expect(200);
    const { id, parts, part_bytes } = body.data as ImportWire;
    expect(parts).toBe(2);
    const put = (part: number, content: Buffer) =>
      rest.writer
        .send('put', `/v1/imports/${id}/parts/${part}`)
        .set('Content-Type', 'application/octet-stream')
        .send(content);
    const second = await put(2, bytes.subarray(part_bytes)).expect(200);
    expect(second.body.data.missing_parts).toEqual([1]);
    await put(2, bytes.subarray(part_bytes)).expect(200);
    expectError(await put(2, Buffer.alloc(bytes.length - part_bytes)), 409);
    expectError(await put(1, bytes.subarray(0, 5)), 400);
    expectError(await put(3, bytes.subarray(0, 5)), 400);
    expect((await put(1, bytes.subarray(0, part_bytes)).expect(200)).body.data.state).toBe('reading');
    const upload = await Upload.of(rest.writer, PEOPLE, 'Email\nx@example.com\n');
    Object.assign(upload, { id });
    expect((await upload.settled()).rows.total).toBe(150_000);
    await put(1, bytes.subarray(0, part_bytes)).expect(200);
    expectError(await put(1, Buffer.alloc(part_bytes)), 409);
    expect(await upload.get()).toMatchObject({ state: 'ready', missing_parts: [] });
    await rest.writer.post(`/v1/imports/${id}/cancel`).expect(200);
  });

  it('says what is wrong with a mapping', async () => {
    const upload = await Upload.of(rest.writer, PEOPLE, 'Email,Name\na@example.com,A\n');
    const check = (mapping: object) => rest.writer.post(`${upload.path}/check`, mapping);
    const of = (column: object) => ({ columns: [{ column: 'Email', attribute: 'email_addresses', ...column }] });
    for (const [mapping, path] of [
      [of({ column: 'Mail' }), 'columns[0].column'],
      [of({ attribute: 'mail' }), 'columns[0].attribute'],
      [of({ part: 'city' }), 'columns[0].part'],
      [of({ match: 'domains' }), 'columns[0].match'],
      [of({ create: true }), 'columns[0].create'],
      [of({ country: 'ZZ' }), 'columns[0].country'],
      [of({ currency_code: 'EUX' }), 'columns[0].currency_code'],
      [{ ...of({}), match: 'name' }, 'match'],
      [{ columns: [{ column: 'Name', attribute: 'name' }], match: 'email_addresses' }, 'match'],
      [{ columns: [] }, 'columns'],
    ] as const) {
      const response = await check(mapping);
      expectError(response, 400);
      expect(response.body.issues[0].path).toBe(path);
    }
  });

  it('is not there for others, and for those who may not write', async () => {
    const upload = await Upload.of(rest.writer, PEOPLE, 'Email\na@example.com\n');
    expectError(await rest.reader.get(upload.path), 404);
    expectError(await rest.stranger.admin.get(upload.path), 404);
    expectError(await rest.reader.post('/v1/imports', { object: 'people', file_name: 'a.csv', bytes: 1 }), 403);
    await rest.admin.get(upload.path).expect(200);
    const listed = async (by: typeof rest.writer) =>
      ((await by.get('/v1/imports').expect(200)).body.data as ImportWire[]).map(({ id }) => id);
    expect(await listed(rest.admin)).toContain(upload.id);
    expect(await listed(rest.reader)).toEqual([]);
  });

  it('is read for lists without its columns, which may be long', async () => {
    const upload = await Upload.of(rest.writer, PEOPLE, 'Email\na@example.com\n');
    const imports = await rest.domain.db.autocommit(rest.workspace_id, (stores) => stores.imports.list(null, 100));
    const listed = imports.find(({ import_id }) => import_id === upload.id);
    for (const field of ['columns', 'mapping', 'found', 'options']) expect(listed).not.toHaveProperty(field);
    expect((await upload.get()).columns).toHaveLength(1);
  });

  it('ends with its reason when the credential that began it is revoked', async () => {
    const { api_key, api_key_id } = (await rest.newKey(rest.workspace_id, ['read:data', 'write:data'])) as {
      api_key: string;
      api_key_id: string;
    };
    const upload = await Upload.of(rest.callerWith(`Bearer ${api_key}`), PEOPLE, 'Email\ngone@example.com\n');
    const { mapping } = await upload.get();
    await rest.sql(`update import_job set state = 'running', mapping = $2 where import_id = $1`, [
      upload.id,
      JSON.stringify(mapping),
    ]);
    await rest.sql('update api_key set revoked_at = now() where api_key_id = $1', [api_key_id]);
    const { workspace_id } = rest;
    await rest.domain.importRunner.run({ workspace_id, import_id: upload.id }, new AbortController().signal);
    const { body } = await rest.admin.get(upload.path).expect(200);
    expect(body.data).toMatchObject({ state: 'failed', rows: { done: 0 } });
    expect(body.data.failure).not.toBe('');
  });

  it('is undone as a whole by its id, by whoever began it', async () => {
    await rest.writer
      .post('/v1/records/people', { data: { email_addresses: ['ina@example.com'], job_title: 'Baker' } })
      .expect(200);
    const file = 'Email,Job Title\nina@example.com,Pilot\njan@example.com,Pilot\n';
    const upload = await Upload.of(rest.writer, PEOPLE, file);
    await upload.run();
    expectError(
      await (
        await rest.newCaller(rest.workspace_id, ['read:data', 'write:data'])
      ).post('/v1/undo', { import_id: upload.id }),
      403,
    );
    const { body } = await rest.writer.post('/v1/undo', { import_id: upload.id }).expect(200);
    expect(body.data).toMatchObject({ left: [], has_more: false });
    expect(await find('people', 'email_addresses', 'jan@example.com')).toBeUndefined();
    expect((await find('people', 'email_addresses', 'ina@example.com'))?.values['job_title']).toBe('Baker');
  });

  it('is not undone while it is still running', async () => {
    const upload = await Upload.of(rest.writer, PEOPLE, 'Email\nleo@example.com\n');
    await upload.run();
    const running = (state: string) =>
      rest.sql('update import_job set state = $2, claim = gen_random_uuid() where import_id = $1', [upload.id, state]);
    await running('running');
    for (const by of [rest.writer, rest.admin]) expectError(await by.post('/v1/undo', { import_id: upload.id }), 409);
    await running('done');
    await rest.writer.post('/v1/undo', { import_id: upload.id }).expect(200);
  });

  it('counts as left by its process after a minute without progress, by the clock of the database alone', async () => {
    const upload = await Upload.of(rest.writer, PEOPLE, 'Email\nmia@example.com\n');
    const last = (ago: string) =>
      rest.sql(
        `update import_job set state = 'running', claim = gen_random_uuid(), updated_at = now() - $2::interval
          where import_id = $1`,
        [upload.id, ago],
      );
    const isIdle = async () => (await rest.domain.imports.idle()).some(({ import_id }) => import_id === upload.id);
    await last('30 seconds');
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
    expect(await isIdle()).toBe(false);
    clock.mockRestore();
    await rest.sql(`update import_job set state = 'canceled' where import_id = $1`, [upload.id]);
  });

  it('forgets the file after its time', async () => {
    await rest.domain.imports.expire();
    const upload = await Upload.of(rest.writer, PEOPLE, 'Email\nbad\n');
    await rest.sql(`update import_job set kept_until = now() - interval '1 second' where import_id = $1`, [upload.id]);
    expect(await rest.domain.imports.expire()).toBe(1);
    expect(await upload.get()).toMatchObject({ state: 'canceled', kept_until: null });
    expect(await rest.sql('select 1 from import_rows where import_id = $1', [upload.id])).toEqual([]);
  });

  it('gives its room back as soon as nothing of its file is needed any more', async () => {
    const isKept = async (upload: Upload) => Date.parse((await upload.get()).kept_until ?? '') > Date.now() + 60_000;
    const done = await Upload.of(rest.writer, PEOPLE, 'Email\ngood@example.com\n');
    const failed = await Upload.of(rest.writer, PEOPLE, 'Email\nbad\n');
    const cancelled = await Upload.of(rest.writer, PEOPLE, 'Email\nnever@example.com\n');
    expect(await isKept(cancelled)).toBe(true);
    await done.run();
    await failed.run();
    await rest.writer.post(`${cancelled.path}/cancel`).expect(200);
    expect([await isKept(done), await isKept(failed), await isKept(cancelled)]).toEqual([false, true, false]);
  });

  it('finds room for its file where files of others are not needed any more, before they are cleared away', async () => {
    const maker = await rest.newCaller(rest.workspace_id, ['read:data', 'write:data']);
    const gib = { object: 'people', file_name: 'a.csv', bytes: 2 ** 30 };
    const begin = async () => (await maker.post('/v1/imports', gib).expect(200)).body.data as ImportWire;
    const [first] = [await begin(), await begin()];
    expect(expectError(await maker.post('/v1/imports', gib), 409).message).toMatch(/2 GiB together\. Cancel imports/);
    await maker.post(`/v1/imports/${first.id}/cancel`).expect(200);
    await begin();
    const { body } = await maker.get(`/v1/imports/${first.id}`).expect(200);
    expect(body.data.kept_until).toBeNull();
    await rest.sql('update import_job set kept_until = null where workspace_id = $1', [rest.workspace_id]);
  });

  it('has room beside those of others: one maker cannot take all of it', async () => {
    const maker = await rest.newCaller(rest.workspace_id, ['read:data', 'write:data']);
    const file = { object: 'people', file_name: 'a.csv', bytes: 10 };
    for (let n = 0; n < 10; n++) await maker.post('/v1/imports', file).expect(200);
    expectError(await maker.post('/v1/imports', file), 409);
    await Upload.of(rest.admin, PEOPLE, 'Email\nothers@example.com\n').then((upload) => upload.run());

    const large = await rest.newCaller(rest.workspace_id, ['read:data', 'write:data']);
    const gib = { ...file, bytes: 2 ** 30 };
    for (let n = 0; n < 2; n++) await large.post('/v1/imports', gib).expect(200);
    expectError(await large.post('/v1/imports', file), 409);
    await rest.admin.post('/v1/imports', file).expect(200);
  });

  it('leaves its place when its upload was broken off an hour ago, and goes on while there is room', async () => {
    const maker = await rest.newCaller(rest.workspace_id, ['read:data', 'write:data']);
    const bytes = Buffer.from('Email\nlate@example.com\n');
    const file = { object: 'people', file_name: 'a.csv', bytes: bytes.length };
    const begin = async () => (await maker.post('/v1/imports', file).expect(200)).body.data as ImportWire;
    const first = await begin();
    await rest.sql(`update import_job set updated_at = now() - interval '61 minutes' where import_id = $1`, [first.id]);
    const others = [];
    for (let n = 0; n < 10; n++) others.push(await begin());

    const goOn = () =>
      maker.send('put', `/v1/imports/${first.id}/parts/1`).set('Content-Type', 'application/octet-stream').send(bytes);
    expect(expectError(await goOn(), 409).reason).toBe('limit_reached');
    await maker.post(`/v1/imports/${others[0]!.id}/cancel`).expect(200);
    await goOn().expect(200);
  });
});
