import type { EventWire } from '#crm-domain/events';
import { expectError, pathsOf } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo } from '../support/builders.js';
import { expectHidden, refusesStrangers } from '../support/guards.js';
import { Rest } from '../support/rest.js';

const COMPANIES = { slug: 'companies' };

describe('GET /v1/records/{object}/{recordId}/timeline', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start()));
  afterAll(() => rest.stop());

  async function timeline(path: string, query = '') {
    const { body } = await rest.reader.get(`${path}/timeline${query}`).expect(200);
    return body as { data: EventWire[]; pagination: { has_more: boolean; next_cursor?: string } };
  }

  it('tells who changed which attribute from what to what, newest first', async () => {
    const record = await aRecord(rest, COMPANIES, { name: 'First' });
    const path = pathTo(COMPANIES, record);
    await rest.writer.patch(path, { data: { name: 'Second' } }).expect(200);

    const { data, pagination } = await timeline(path);

    expect(data.map((event) => event.kind)).toEqual(['record.updated', 'record.created']);
    expect(data[0]).toMatchObject({
      actor: { type: 'api-key', name: 'read:data and write:data' },
      changes: [{ attribute_slug: 'name', before: [{ value: 'First' }], after: [{ value: 'Second' }] }],
    });
    expect(pagination).toEqual({ has_more: false });
  });

  it('shows an event at once, before anybody has read the feed', async () => {
    const record = await aRecord(rest, COMPANIES, { name: 'Fresh' });
    expect((await timeline(pathTo(COMPANIES, record))).data).toHaveLength(1);
  });

  it('comes in pages by cursor that neither repeat nor skip while more is written', async () => {
    const record = await aRecord(rest, COMPANIES, { name: '0' });
    const path = pathTo(COMPANIES, record);
    for (const name of ['1', '2', '3']) await rest.admin.patch(path, { data: { name } }).expect(200);
    expect((await timeline(path, '?limit=-99999999999')).data).toHaveLength(1);
    const first = await timeline(path, '?limit=2');
    expect(first.pagination).toEqual({ has_more: true, next_cursor: expect.any(String) });
    await rest.admin.patch(path, { data: { name: '4' } }).expect(200);
    const second = await timeline(path, `?limit=2&cursor=${first.pagination.next_cursor}`);
    const names = [...first.data, ...second.data].map((event) => event.changes![0]!.after[0]!.value);
    expect(names).toEqual(['3', '2', '1', '0']);
    expect(second.pagination).toEqual({ has_more: false });
  });

  it('outlives the values: an attribute that is gone is still told of', async () => {
    const object = await anObject(rest);
    const attribute = await anAttribute(rest, object, { type: 'select', title: 'Colour', options: [{ title: 'Red' }] });
    const record = await aRecord(rest, object, { [attribute.slug]: 'Red' });
    await rest.admin.delete(`${object.path}/attributes/${attribute.slug}`).expect(200);
    const { data } = await timeline(pathTo(object, record));
    expect(data[0]!.changes).toMatchObject([{ attribute_slug: attribute.slug, after: [{ option: { title: 'Red' } }] }]);
  });

  it('goes with the record', async () => {
    const record = await aRecord(rest, COMPANIES, { name: 'Gone' });
    await rest.admin.delete(pathTo(COMPANIES, record)).expect(200);
    expectError(await rest.reader.get(`${pathTo(COMPANIES, record)}/timeline`), 404);
  });

  it.each([
    ['cursor=x', 'cursor'],
    ['cursor=0', 'cursor'],
    ['limit=x', 'limit'],
    ['offset=1', 'offset'],
  ])('refuses %s', async (query, path) => {
    const record = await aRecord(rest, COMPANIES);
    expect(pathsOf(await rest.reader.get(`${pathTo(COMPANIES, record)}/timeline?${query}`))).toEqual([path]);
  });

  it('is hidden from strangers like the record itself', async () => {
    const record = await aRecord(rest, COMPANIES);
    const missing = pathTo(COMPANIES, '0199a0c0-0000-7000-8000-0000000000ff');
    const ask = (path: string) => rest.stranger.admin.get(`${path}/timeline`);
    await expectHidden(rest, ask(pathTo(COMPANIES, record)), ask(missing));
  });

  refusesStrangers(
    () => rest,
    (by) => by.get('/v1/records/companies/x/timeline'),
    'read:data',
  );
});
