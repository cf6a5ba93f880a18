import { randomUUID } from 'node:crypto';
import { expectError, pathsOf } from '../support/answers.js';
import { aRecord, pathTo, pointingAt, readRecord } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { expectHidden, refusesStrangers } from '../support/guards.js';
import { Rest } from '../support/rest.js';

const COMPANIES = { slug: 'companies' };
const PEOPLE = { slug: 'people' };

describe('POST /v1/records/{object}/{recordId}/trash', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start()));
  afterAll(() => rest.stop());

  const trash = (id: string, object = 'companies') => rest.admin.post(`/v1/records/${object}/${id}/trash`);

  it('answers 200 with the record as it last stood, which is then not found anywhere', async () => {
    const record = await aRecord(rest, COMPANIES, { name: 'Example Ltd' });
    const { body } = await rest.writer.post(`/v1/records/companies/${record.slug}/trash`).expect(200);
    expect(body).toEqual({ data: { ...record, version: 2, updated_at: expect.any(String) } });
    const path = pathTo(COMPANIES, record);
    expectError(await rest.reader.get(path), 404);
    expectError(await rest.writer.patch(path, { data: {} }), 404);
    expectError(await rest.writer.delete(path), 404);
    expectError(await rest.writer.post(`${path}/trash`), 404);
  });

  it('answers 404 to who moves it where it is already, and says so', async () => {
    const record = await aRecord(rest, COMPANIES);
    const path = pathTo(COMPANIES, record);
    const refusal = async (move: string) => expectError(await rest.writer.post(`${path}/${move}`), 404).message;
    expect(await refusal('restore')).toMatch('is not in the trash');
    await trash(record.slug).expect(200);
    expect(await refusal('trash')).toMatch('is in the trash already');
    expectError(await trash(record.slug, 'people'), 404);
    expect(expectError(await trash(randomUUID()), 404).message).not.toMatch('is in the trash already');
  });

  it('is found among several by their ids where the trash is meant, as is no other record', async () => {
    const [kept, gone] = [await aRecord(rest, COMPANIES), await aRecord(rest, COMPANIES, { name: 'Trashed' })];
    await trash(gone.slug).expect(200);
    const ids = [kept.id.record_id, gone.id.record_id];
    const get = (beside: object) => rest.reader.post('/v1/records/companies/get', { ids, ...beside });
    const { body } = await get({ trashed: 'only' }).expect(200);
    const alone = await rest.reader.get(`${pathTo(COMPANIES, gone)}?trashed=only`).expect(200);
    expect(body).toEqual({ data: [alone.body.data], missing: [ids[0]] });
    const rows = (await get({ trashed: 'only', fields: ['name'], format: 'table' }).expect(200)).body.data.rows;
    expect(rows).toEqual([[ids[1], 'Trashed']]);
    expect((await get({}).expect(200)).body).toMatchObject({ data: [{ id: kept.id }], missing: [ids[1]] });
    expect(pathsOf(await get({ trashed: 'also' }))).toEqual(['trashed']);
    expect(pathsOf(await get({ trashed: 'only', as_of: gone.created_at }))).toEqual(['as_of']);
  });

  it('takes an empty body, an empty object or none', async () => {
    for (const body of [undefined, {}]) {
      const record = await aRecord(rest, COMPANIES);
      await rest.writer.post(`${pathTo(COMPANIES, record)}/trash`, body).expect(200);
    }
  });

  it('keeps its unique values reserved', async () => {
    const record = await aRecord(rest, COMPANIES, { domains: ['reserved.example'] });
    await trash(record.slug).expect(200);
    await expectNothingChanged(rest, async () => {
      expect(
        pathsOf(await rest.admin.post('/v1/records/companies', { data: { domains: ['reserved.example'] } })),
      ).toEqual(['data.domains']);
    });
  });

  it('marks references to it as deleted, with the last display text, and takes no new ones', async () => {
    const company = await aRecord(rest, COMPANIES, { name: 'Example Ltd' });
    const person = await aRecord(rest, PEOPLE, { company: pointingAt(COMPANIES, company) });
    await trash(company.slug).expect(200);
    const shown = await readRecord(rest, PEOPLE, person);
    expect(shown.values.company).toMatchObject([
      { target_record: company.id.record_id, display_name: 'Example Ltd', target_deleted: true, active_until: null },
    ]);
    await expectNothingChanged(rest, async () => {
      expect(
        pathsOf(await rest.admin.post('/v1/records/people', { data: { company: pointingAt(COMPANIES, company) } })),
      ).toEqual(['data.company']);
      const same = await rest.admin.patch(pathTo(PEOPLE, person), { data: shown.values }).expect(200);
      expect(same.body.data).toEqual(shown);
    });
  });

  it('answers 404 to what is missing and to what belongs to another workspace, in the same words', async () => {
    const theirs = await aRecord(rest, COMPANIES, { name: 'Theirs' }, rest.stranger.admin);
    await expectHidden(rest, trash(theirs.id.record_id), trash(randomUUID()));
    await expectHidden(rest, trash(theirs.id.record_id, theirs.id.object_id), trash(randomUUID(), randomUUID()));
  });

  describe('and its guard', () => {
    let path: string;
    beforeAll(async () => (path = pathTo(COMPANIES, await aRecord(rest, COMPANIES))));
    refusesStrangers(
      () => rest,
      (by) => by.post(`${path}/trash`),
      'write:data',
    );
  });
});
