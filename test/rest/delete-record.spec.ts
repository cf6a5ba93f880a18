import { randomUUID } from 'node:crypto';
import { expectError } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo, pointingAt, readRecord } from '../support/builders.js';
import { databaseState, expectNothingChanged } from '../support/database-state.js';
import { expectHidden, refusesStrangers } from '../support/guards.js';
import { Rest } from '../support/rest.js';

const COMPANIES = { slug: 'companies' };
const PEOPLE = { slug: 'people' };

describe('DELETE /v1/records/{object}/{recordId}', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start()));
  afterAll(() => rest.stop());

  it('answers 200 with { deleted: true }, and the record is gone for good, with its history and its place in the total', async () => {
    const object = await anObject(rest);
    const { slug } = await anAttribute(rest, object, { type: 'number' });
    await aRecord(rest, object, { name: 'Kept' });
    const before = await databaseState(rest);
    const record = await aRecord(rest, object, { name: 'Before', [slug]: 1 });
    await rest.admin.patch(pathTo(object, record), { data: { name: 'After', [slug]: 2 } }).expect(200);

    const { body } = await rest.writer.delete(`/v1/records/${object.slug}/${record.slug}`).expect(200);

    expect(body).toEqual({ data: { deleted: true } });
    expectError(await rest.reader.get(pathTo(object, record)), 404);
    expectError(await rest.writer.delete(pathTo(object, record)), 404);
    expectError(await rest.writer.post(`${pathTo(object, record)}/restore`), 404);
    const { object_count: _, event: _event, event_pending: _pending, ...after } = await databaseState(rest);
    expect(before).toMatchObject(after);
    expect((await rest.reader.get(`/v1/records/${object.slug}`)).body.pagination.total).toBe(1);
  });

  it('frees its unique values', async () => {
    const record = await aRecord(rest, COMPANIES, { domains: ['freed.example'] });
    await rest.writer.delete(pathTo(COMPANIES, record)).expect(200);
    await aRecord(rest, COMPANIES, { domains: ['freed.example'] });
  });

  it('clears references from other records and closes them in their history', async () => {
    const company = await aRecord(rest, COMPANIES, { name: 'Example Ltd' });
    const person = await aRecord(rest, PEOPLE, { company: pointingAt(COMPANIES, company), job_title: 'Cook' });
    await rest.writer.delete(pathTo(COMPANIES, company)).expect(200);
    const { values, updated_at } = await readRecord(rest, PEOPLE, person, '?show_historic=true');
    expect(values.company).toMatchObject([
      {
        active_from: person.created_at,
        active_until: updated_at,
        target_record: company.id.record_id,
        target_deleted: true,
      },
    ]);
    expect(values.job_title).toMatchObject([{ value: 'Cook', active_from: person.created_at }]);
    expect((await readRecord(rest, PEOPLE, person)).values.company).toEqual([]);
  });

  it('clears one of several references and leaves the others untouched', async () => {
    const [one, two] = [
      await aRecord(rest, PEOPLE),
      await aRecord(rest, PEOPLE, { name: { first_name: 'Ada', last_name: '' } }),
    ];
    const deal = await aRecord(rest, { slug: 'deals' }, { people: [pointingAt(PEOPLE, one), pointingAt(PEOPLE, two)] });
    await rest.writer.delete(pathTo(PEOPLE, one)).expect(200);
    const { values } = await readRecord(rest, { slug: 'deals' }, deal);
    expect(values.people).toMatchObject([
      { target_record: two.id.record_id, display_name: 'Ada', active_from: deal.created_at },
    ]);
  });

  it('deletes a record that refers to itself', async () => {
    const object = await anObject(rest);
    const { slug } = await anAttribute(rest, object, { type: 'record-reference' });
    const record = await aRecord(rest, object);
    await rest.admin.patch(pathTo(object, record), { data: { [slug]: pointingAt(object, record) } }).expect(200);
    await rest.writer.delete(pathTo(object, record)).expect(200);
    expect(await rest.sql('select 1 from record_reference where target_id = $1', [record.id.record_id])).toEqual([]);
  });

  it('answers 404 to a record under another object, and to one in the trash', async () => {
    const record = await aRecord(rest, COMPANIES);
    await expectNothingChanged(rest, async () =>
      expectError(await rest.admin.delete(`/v1/records/people/${record.id.record_id}`), 404),
    );
    await rest.admin.post(`${pathTo(COMPANIES, record)}/trash`).expect(200);
    await expectNothingChanged(rest, async () => expectError(await rest.admin.delete(pathTo(COMPANIES, record)), 404));
  });

  it('answers 404 to what is missing and to what belongs to another workspace, in the same words', async () => {
    const theirs = await aRecord(rest, COMPANIES, { name: 'Theirs' }, rest.stranger.admin);
    const remove = (id: string, object = 'companies') => rest.admin.delete(`/v1/records/${object}/${id}`);
    await expectHidden(rest, remove(theirs.id.record_id), remove(randomUUID()));
    await expectHidden(rest, remove(theirs.slug), remove('no-record-at-all'));
    await expectHidden(rest, remove(theirs.id.record_id, theirs.id.object_id), remove(randomUUID(), randomUUID()));
  });

  describe('and its guard', () => {
    let path: string;
    beforeAll(async () => (path = pathTo(COMPANIES, await aRecord(rest, COMPANIES))));
    refusesStrangers(
      () => rest,
      (by) => by.delete(path),
      'write:data',
    );
  });
});
