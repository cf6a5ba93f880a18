import { randomUUID } from 'node:crypto';
import type { RecordWire } from '#crm-domain';
import { expectError, pathsOf } from '../support/answers.js';
import { aRecord, anObject, pathTo } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { expectHidden, refusesStrangers } from '../support/guards.js';
import { Rest } from '../support/rest.js';

const COMPANIES = { slug: 'companies' };

describe('GET /v1/records/{object}/{recordId}', () => {
  let rest: Rest;
  let record: RecordWire;
  beforeAll(async () => {
    rest = await Rest.start();
    record = await aRecord(rest, COMPANIES, { name: 'Example Ltd' });
  });
  afterAll(() => rest.stop());

  it('answers 200 by UUID and by slug, of the object as of the record', async () => {
    const { record_id, object_id } = record.id;
    for (const object of ['companies', object_id, object_id.toUpperCase()]) {
      for (const id of [record_id, record_id.toUpperCase(), record.slug]) {
        const { body } = await rest.reader.get(`/v1/records/${object}/${id}`).expect(200);
        expect(body).toEqual({ data: record });
      }
    }
  });

  it('answers 200 to a slug whatever stands before its last 22 characters', async () => {
    const tail = record.slug.slice(-22);
    for (const slug of [tail, `another-name-${tail}`, `-${tail}`, `${encodeURIComponent('é/ü')}-${tail}`]) {
      await rest.reader.get(`/v1/records/companies/${slug}`).expect(200);
    }
  });

  it('answers 200 with the history too when it is asked for', async () => {
    const changed = await aRecord(rest, COMPANIES, { name: 'Before' });
    await rest.admin.patch(pathTo(COMPANIES, changed), { data: { name: 'After' } }).expect(200);
    const { body } = await rest.reader.get(`${pathTo(COMPANIES, changed)}?show_historic=true`).expect(200);
    expect(body.data.values.name.map(({ value }: { value: string }) => value)).toEqual(['Before', 'After']);
    const plain = await rest.reader.get(`${pathTo(COMPANIES, changed)}?show_historic=false`).expect(200);
    expect(plain.body.data.values.name.map(({ value }: { value: string }) => value)).toEqual(['After']);
  });

  it.each(['show_historic=yes', 'show_historic=', 'show_historic=true&show_historic=true'])(
    'answers 400 to ?%s',
    async (query) => {
      await expectNothingChanged(rest, async () => {
        expect(pathsOf(await rest.reader.get(`${pathTo(COMPANIES, record)}?${query}`))).toEqual(['show_historic']);
      });
    },
  );

  it('answers 404 to a record under another object than its own', async () => {
    expectError(await rest.reader.get(`/v1/records/people/${record.id.record_id}`), 404);
    expectError(await rest.reader.get(`/v1/records/people/${record.slug}`), 404);
  });

  it('answers 404 to a record in the trash and to a deleted one', async () => {
    const [trashed, deleted] = [await aRecord(rest, COMPANIES), await aRecord(rest, COMPANIES)];
    await rest.admin.post(`${pathTo(COMPANIES, trashed)}/trash`).expect(200);
    await rest.admin.delete(pathTo(COMPANIES, deleted)).expect(200);
    expectError(await rest.reader.get(pathTo(COMPANIES, trashed)), 404);
    expectError(await rest.reader.get(pathTo(COMPANIES, deleted)), 404);
  });

  it('answers 404 to what is missing and to what belongs to another workspace, in the same words', async () => {
    const theirs = await aRecord(rest, COMPANIES, { name: 'Theirs' }, rest.stranger.admin);
    const secret = await anObject(rest, rest.stranger.admin);
    const get = (path: string) => rest.reader.get(`/v1/records/${path}`);
    await expectHidden(rest, get(`companies/${theirs.id.record_id}`), get(`companies/${randomUUID()}`));
    await expectHidden(rest, get(`companies/${theirs.slug}`), get(`companies/theirs-${'0'.repeat(22)}`));
    await expectHidden(
      rest,
      get(`${theirs.id.object_id}/${theirs.id.record_id}`),
      get(`${randomUUID()}/${randomUUID()}`),
    );
    await expectHidden(rest, get(`${secret.slug}/${theirs.id.record_id}`), get(`nowhere/${randomUUID()}`));
  });

  refusesStrangers(
    () => rest,
    (by) => by.get(pathTo(COMPANIES, record)),
    'read:data',
  );
});
