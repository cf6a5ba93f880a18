import type { RecordWire } from '#crm-domain';
import { expectError, pathsOf } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo, readRecord } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { Rest } from '../support/rest.js';

const COMPANIES = { slug: 'companies' };
const PATH = '/v1/records/companies?match=domains';

describe('PUT /v1/records/{object}', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start()));
  afterAll(() => rest.stop());

  const upsert = (data: object, path = PATH) => rest.writer.put(path, { data });
  const idOf = ({ id }: RecordWire) => id.record_id;

  it('answers 200 with a new record and created true, then with the same record and created false', async () => {
    const made = await upsert({ name: 'One', domains: ['one.example.com'], employee_count: 5 }).expect(200);
    expect([made.body.created, made.body.data.values.name[0].value]).toEqual([true, 'One']);
    const again = await upsert({ name: 'Changed', domains: 'ONE.example.com' }).expect(200);
    expect([again.body.created, idOf(again.body.data)]).toEqual([false, idOf(made.body.data)]);
    const { values } = await readRecord(rest, COMPANIES, made.body.data as RecordWire);
    expect([values.name![0]!.value, values.employee_count![0]!.value]).toEqual(['Changed', 5]);
  });

  it('finds a record by any of several values, and writes all of them', async () => {
    const record = await aRecord(rest, COMPANIES, { domains: ['a.example.com', 'b.example.com'] });
    const { body } = await upsert({ domains: ['x.example.com', 'b.example.com'] }).expect(200);
    expect([body.created, idOf(body.data)]).toEqual([false, idOf(record)]);
    expect(body.data.values.domains.map(({ domain }: { domain: string }) => domain)).toEqual([
      'x.example.com',
      'b.example.com',
    ]);
    const added = await upsert({ domains: { append: ['b.example.com', 'c.example.com'] } }).expect(200);
    expect([idOf(added.body.data), added.body.data.values.domains.length]).toEqual([idOf(record), 3]);
    const fresh = await upsert({ domains: { append: ['d.example.com'] } }).expect(200);
    expect([fresh.body.created, fresh.body.data.values.domains.length]).toEqual([true, 1]);
  });

  it('cannot create its own record by a reference; two of them may create each other', async () => {
    const object = await anObject(rest);
    await anAttribute(rest, object, { type: 'text', slug: 'code', is_unique: true });
    await anAttribute(rest, object, { type: 'record-reference', slug: 'see' });
    const upsertOf = (code: string, see: string) => {
      const data = { code, see: { type: object.slug, match: { code: see }, create: true } };
      return rest.writer.put(`/v1/records/${object.slug}?match=code`, { data });
    };
    const refused = await upsertOf('own', 'own');
    expectError(refused, 400);
    expect(pathsOf(refused)).toEqual(['data.see']);
    await rest.writer.put(`/v1/records/${object.slug}?match=code`, { data: { code: 'own' } }).expect(200);
    const own = (await upsertOf('own', 'own').expect(200)).body.data as RecordWire;
    expect(own.values.see).toMatchObject([{ target_record: own.id.record_id }]);
    for (const { status } of await Promise.all([upsertOf('one', 'two'), upsertOf('two', 'one')]))
      expect(status).toBe(200);
    const { body } = await rest.reader.get(`/v1/records/${object.slug}`).expect(200);
    expect(body.pagination.total).toBe(3);
  });

  it('takes the attribute by its id, and its values by slug or id', async () => {
    const { body } = await rest.reader.get('/v1/objects/companies/attributes/domains').expect(200);
    const id = body.data.id.attribute_id as string;
    const made = await upsert({ [id]: ['id.example.com'] }, `/v1/records/companies?match=${id}`).expect(200);
    const again = await upsert({ domains: ['id.example.com'] }, `/v1/records/companies?match=${id}`).expect(200);
    expect([again.body.created, idOf(again.body.data)]).toEqual([false, idOf(made.body.data)]);
  });

  it('answers 409 to values of two records, names both to who may read, and changes nothing', async () => {
    const [one, two] = [
      await aRecord(rest, COMPANIES, { domains: ['first.example.com'] }),
      await aRecord(rest, COMPANIES, { domains: ['second.example.com'] }),
    ];
    await expectNothingChanged(rest, async () => {
      const data = { domains: ['first.example.com', 'second.example.com'] };
      const response = await upsert(data);
      expectError(response, 409);
      expect(response.body.reason).toBe('several_matched');
      const named = response.body.issues.map(({ record_id }: { record_id: string }) => record_id);
      expect(named.sort()).toEqual([idOf(one), idOf(two)].sort());
      const blind = await rest.scribe.put(PATH, { data });
      expectError(blind, 409);
      expect(JSON.stringify(blind.body)).not.toContain(idOf(one));
    });
  });

  it('answers 400 to an attribute that is not unique, to none, and to values that are missing or wrong', async () => {
    await expectNothingChanged(rest, async () => {
      const cases: [string, object, string[]][] = [
        ['/v1/records/companies', { domains: ['z.example.com'] }, ['match']],
        ['/v1/records/companies?match=', { domains: ['z.example.com'] }, ['match']],
        ['/v1/records/companies?match=name', { name: 'z' }, ['match']],
        ['/v1/records/companies?match=nothing', { name: 'z' }, ['match']],
        ['/v1/records/companies?match=domains&match=name', { name: 'z' }, ['match']],
        [PATH, { name: 'z' }, ['data.domains']],
        [PATH, { domains: [] }, ['data.domains']],
        [PATH, { domains: null }, ['data.domains']],
        [PATH, { domains: ['not a domain'] }, ['data.domains[0]']],
        [PATH, { domains: { remove: ['z.example.com'] } }, ['data.domains.append']],
        [PATH, { domains: ['z.example.com'], unicorn: 1 }, ['data.unicorn']],
      ];
      for (const [path, data, paths] of cases) {
        const response = await upsert(data, path);
        expectError(response, 400);
        expect([path, pathsOf(response)]).toEqual([path, paths]);
      }
    });
    expectError(await upsert({}, '/v1/records/nothing?match=domains'), 404);
    expectError(await rest.reader.put(PATH, { data: { domains: ['z.example.com'] } }), 403);
  });

  it('answers 400 to a value of a record in the trash, which has to be restored first', async () => {
    const record = await aRecord(rest, COMPANIES, { domains: ['trashed.example.com'] });
    await rest.writer.post(`${pathTo(COMPANIES, record)}/trash`).expect(200);
    const response = await upsert({ domains: ['trashed.example.com'] });
    expectError(response, 400);
    expect(response.body).toMatchObject({ reason: 'unique_taken', issues: [{ record_id: idOf(record) }] });
    await rest.writer.post(`${pathTo(COMPANIES, record)}/restore`).expect(200);
    expect((await upsert({ domains: ['trashed.example.com'] }).expect(200)).body.created).toBe(false);
  });

  it('finds records that had their value before the attribute was unique', async () => {
    const object = await anObject(rest);
    await anAttribute(rest, object, { type: 'text', slug: 'code' });
    const long = 'x'.repeat(64);
    const [short, first, second] = [
      await aRecord(rest, object, { code: 'Old' }),
      await aRecord(rest, object, { code: `${long} first` }),
      await aRecord(rest, object, { code: `${long} second` }),
    ];
    await rest.admin.patch(`${object.path}/attributes/code`, { is_unique: true }).expect(200);
    const path = `/v1/records/${object.slug}?match=code`;
    for (const [record, code] of [
      [short, 'old'],
      [first, `${long} FIRST`],
      [second, `${long} second`],
    ] as const) {
      const { body } = await upsert({ code, name: 'Found' }, path).expect(200);
      expect([body.created, idOf(body.data)]).toEqual([false, idOf(record)]);
    }
    expect((await upsert({ code: `${long} third` }, path).expect(200)).body.created).toBe(true);
  });

  it('makes one record when 64 create it at once, and loses nothing that they write', async () => {
    const writes = Array.from({ length: 64 }, (_, n) =>
      upsert({ domains: { append: ['race.example.com', ...(n % 2 ? [`race-${n}.example.com`] : [])] } }),
    );
    const answers = await Promise.all(writes);
    expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
    expect(answers.filter(({ body }) => body.created)).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => idOf(body.data as RecordWire))).size).toBe(1);
    const record = await readRecord(rest, COMPANIES, answers[0]!.body.data as RecordWire);
    expect(record.values.domains).toHaveLength(33);
  });

  it('makes one record when writers with different first values create it at once', async () => {
    const writes = Array.from({ length: 24 }, (_, n) =>
      upsert({ domains: [n % 2 ? 'aa.example.com' : 'zz.example.com', 'mm.example.com'] }),
    );
    const answers = await Promise.all(writes);
    expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
    expect(answers.filter(({ body }) => body.created)).toHaveLength(1);
  });

  it('gives the same answer to a request that is sent again with its key', async () => {
    const send = () => upsert({ domains: ['again.example.com'] }).set('Idempotency-Key', 'upsert once');
    const first = await send();
    expectError(first, 400);
    const keyed = () => upsert({ domains: ['again.example.com'] }).set('Idempotency-Key', 'upsert-once');
    const [one, two] = [await keyed().expect(200), await keyed().expect(200)];
    expect(two.headers['idempotency-replayed']).toBe('true');
    expect(two.text).toBe(one.text);
    expect(two.body.created).toBe(true);
  });
});
