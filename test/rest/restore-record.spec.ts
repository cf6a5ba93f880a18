import { randomUUID } from 'node:crypto';
import type { RecordWire } from '#crm-domain';
import { expectError } from '../support/answers.js';
import { aRecord, anObject, pathTo, pointingAt, readRecord } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { expectHidden, refusesStrangers } from '../support/guards.js';
import { Rest, type Caller } from '../support/rest.js';

const COMPANIES = { slug: 'companies' };
const PEOPLE = { slug: 'people' };

describe('POST /v1/records/{object}/{recordId}/restore', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start()));
  afterAll(() => rest.stop());

  const aTrashedRecord = async (data: object = {}, by: Caller = rest.admin): Promise<RecordWire> => {
    const record = await aRecord(rest, COMPANIES, data, by);
    await by.post(`${pathTo(COMPANIES, record)}/trash`).expect(200);
    return record;
  };
  const restore = (id: string, object = 'companies') => rest.admin.post(`/v1/records/${object}/${id}/restore`);

  it('answers 200 with the record, as it was before', async () => {
    const record = await aTrashedRecord({ name: 'Example Ltd', domains: ['example.com'] });
    const { body } = await rest.writer.post(`/v1/records/companies/${record.slug}/restore`).expect(200);
    const { updated_at } = body.data as RecordWire;
    expect(body).toEqual({ data: { ...record, version: 3, updated_at } });
    expect(await readRecord(rest, COMPANIES, record)).toEqual({ ...record, version: 3, updated_at });
    await rest.writer.patch(pathTo(COMPANIES, record), { data: { name: 'Again' } }).expect(200);
  });

  it('brings references back as they were', async () => {
    const company = await aRecord(rest, COMPANIES, { name: 'Example Ltd' });
    const person = await aRecord(rest, PEOPLE, { company: pointingAt(COMPANIES, company) });
    await rest.admin.post(`${pathTo(COMPANIES, company)}/trash`).expect(200);
    await restore(company.slug).expect(200);
    expect(await readRecord(rest, PEOPLE, person)).toEqual(person);
  });

  it('answers 404 to a record that is not in the trash', async () => {
    const record = await aRecord(rest, COMPANIES);
    await expectNothingChanged(rest, async () => expectError(await restore(record.slug), 404));
    const trashed = await aTrashedRecord();
    await restore(trashed.slug).expect(200);
    await expectNothingChanged(rest, async () => expectError(await restore(trashed.slug), 404));
  });

  it('answers 404 to a record under another object, and to one whose object was deleted', async () => {
    const trashed = await aTrashedRecord();
    await expectNothingChanged(rest, async () => expectError(await restore(trashed.slug, 'people'), 404));
    const object = await anObject(rest);
    const record = await aRecord(rest, object);
    await rest.admin.post(`${pathTo(object, record)}/trash`).expect(200);
    await rest.admin.delete(object.path).expect(200);
    await expectNothingChanged(rest, async () => expectError(await restore(record.slug, object.slug), 404));
  });

  it('answers 404 to what is missing and to what belongs to another workspace, in the same words', async () => {
    const theirs = await aTrashedRecord({ name: 'Theirs' }, rest.stranger.admin);
    await expectHidden(rest, restore(theirs.id.record_id), restore(randomUUID()));
    await expectHidden(rest, restore(theirs.slug), restore(`theirs-${'0'.repeat(22)}`));
    await expectHidden(rest, restore(theirs.id.record_id, theirs.id.object_id), restore(randomUUID(), randomUUID()));
  });

  describe('and its guard', () => {
    let path: string;
    beforeAll(async () => (path = pathTo(COMPANIES, await aTrashedRecord())));
    refusesStrangers(
      () => rest,
      (by) => by.post(`${path}/restore`),
      'write:data',
    );
  });
});
