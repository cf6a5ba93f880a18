import { randomUUID } from 'node:crypto';
import type { RecordWire } from '#crm-domain';
import { expectError, pathsOf } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo, readRecord } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { expectHidden, refusesStrangers } from '../support/guards.js';
import { Rest } from '../support/rest.js';

const COMPANIES = { slug: 'companies' };

describe('PATCH /v1/records/{object}/{recordId}', () => {
  let rest: Rest;
  let record: RecordWire;
  let path: string;
  beforeAll(async () => {
    rest = await Rest.start();
    record = await aRecord(rest, COMPANIES, { name: 'Example Ltd', domains: ['example.com'], employee_count: 5 });
    path = pathTo(COMPANIES, record);
  });
  afterAll(() => rest.stop());

  it('answers 200 and changes only the attributes supplied, by UUID and by slug', async () => {
    const own = await aRecord(rest, COMPANIES, { name: 'Before', employee_count: 5, domains: ['only.example'] });
    const { body } = await rest.writer
      .patch(`/v1/records/companies/${own.slug}`, { data: { employee_count: 6 } })
      .expect(200);
    const { employee_count, ...others } = body.data.values;
    expect(others).toEqual({ ...own.values, employee_count: undefined });
    expect(employee_count).toMatchObject([
      { value: 6, active_from: body.data.updated_at, active_until: null, created_by: { type: 'api-key' } },
    ]);
    expect(body.data.created_at).toBe(own.created_at);
    expect(body.data.updated_at > own.updated_at).toBe(true);
    expect(await readRecord(rest, COMPANIES, own)).toEqual(body.data);
  });

  it('answers 200 to what is there already, and changes nothing', async () => {
    await expectNothingChanged(rest, async () => {
      for (const data of [{}, { name: 'Example Ltd', domains: 'EXAMPLE.com' }, record.values]) {
        const { body } = await rest.writer.patch(path, { data }).expect(200);
        expect(body.data).toEqual(record);
      }
    });
  });

  it('answers 400 to a reference that names the record it has as one of another object, beside the right one as well', async () => {
    const object = await anObject(rest);
    const { slug } = await anAttribute(rest, object, { type: 'record-reference', is_multi_select: true });
    const target = await aRecord(rest, { slug: 'people' });
    const { record_id: id } = target.id;
    const [right, wrong] = [
      { id, type: 'people' },
      { id, type: 'companies' },
    ];
    const own = await aRecord(rest, object, { [slug]: right });
    await expectNothingChanged(rest, async () => {
      for (const value of [wrong, [wrong, right], [right, wrong]]) {
        const response = await rest.admin.patch(pathTo(object, own), { data: { [slug]: value } });
        const made = await rest.admin.post(`/v1/records/${object.slug}`, { data: { [slug]: value } });
        for (const answer of [response, made]) expect([...new Set(pathsOf(answer))]).toEqual([`data.${slug}`]);
      }
    });
  });

  it('answers 200 to a key that may write but not read', async () => {
    await rest.scribe.patch(path, { data: { name: 'Example Ltd' } }).expect(200);
  });

  it('clears with null and with an empty list', async () => {
    const own = await aRecord(rest, COMPANIES, { name: 'Brief', employee_count: 5 });
    const { body } = await rest.writer
      .patch(pathTo(COMPANIES, own), { data: { name: null, employee_count: [] } })
      .expect(200);
    expect(body.data.values).toMatchObject({ name: [], employee_count: [] });
    expect(body.data.slug).toMatch(/^[0-9A-Za-z]{22}$/);
  });

  it.each<[string, unknown, string]>([
    ['no data', {}, 'data'],
    ['a list for data', { data: [] }, 'data'],
    ['an unknown field beside data', { data: {}, values: {} }, 'values'],
    ['an unknown attribute', { data: { name: 'New', colour: 'red' } }, 'data.colour'],
    [
      'a value of the wrong type among good ones',
      { data: { name: 'New', employee_count: '6' } },
      'data.employee_count',
    ],
    [
      '51 values',
      { data: { name: 'New', domains: Array.from({ length: 51 }, (_, at) => `d${at}.example`) } },
      'data.domains',
    ],
  ])('answers 400 to %s, and changes nothing', async (_, body, at) => {
    await expectNothingChanged(rest, async () =>
      expect(pathsOf(await rest.admin.patch(path, body as object))).toEqual([at]),
    );
  });

  it('answers 400 to clearing what is required', async () => {
    const object = await anObject(rest);
    const { slug } = await anAttribute(rest, object, { type: 'text', is_required: true });
    const own = await aRecord(rest, object, { [slug]: 'x' });
    await expectNothingChanged(rest, async () => {
      for (const value of [null, []])
        expect(pathsOf(await rest.admin.patch(pathTo(object, own), { data: { name: 'New', [slug]: value } }))).toEqual([
          `data.${slug}`,
        ]);
    });
  });

  it('answers 400 to a unique value that another record holds', async () => {
    const other = await aRecord(rest, COMPANIES, { domains: ['other.example'] });
    await expectNothingChanged(rest, async () => {
      const response = await rest.writer.patch(pathTo(COMPANIES, other), {
        data: { name: 'New', domains: ['example.com'] },
      });
      expect(pathsOf(response)).toEqual(['data.domains']);
      expect(response.body.issues[0].record_id).toBe(record.id.record_id);
    });
  });

  it('does not name the record that holds a unique value to a key that may not read', async () => {
    const other = await aRecord(rest, COMPANIES);
    const response = await rest.scribe.patch(pathTo(COMPANIES, other), { data: { domains: ['example.com'] } });
    expect(pathsOf(response)).toEqual(['data.domains']);
    expect(response.text).not.toContain(record.id.record_id);
  });

  it('answers 404 to a record under another object, in the trash, or deleted', async () => {
    const [trashed, deleted] = [await aRecord(rest, COMPANIES), await aRecord(rest, COMPANIES)];
    await rest.admin.post(`${pathTo(COMPANIES, trashed)}/trash`).expect(200);
    await rest.admin.delete(pathTo(COMPANIES, deleted)).expect(200);
    await expectNothingChanged(rest, async () => {
      const paths = [
        `/v1/records/people/${record.id.record_id}`,
        pathTo(COMPANIES, trashed),
        pathTo(COMPANIES, deleted),
      ];
      for (const at of paths) expectError(await rest.admin.patch(at, { data: {} }), 404);
    });
  });

  it('answers 404 to what is missing and to what belongs to another workspace, in the same words', async () => {
    const theirs = await aRecord(rest, COMPANIES, { name: 'Theirs' }, rest.stranger.admin);
    const rename = (id: string, object = 'companies') =>
      rest.admin.patch(`/v1/records/${object}/${id}`, { data: { name: 'Mine' } });
    await expectHidden(rest, rename(theirs.id.record_id), rename(randomUUID()));
    await expectHidden(rest, rename(theirs.slug), rename(`theirs-${'0'.repeat(22)}`));
    await expectHidden(rest, rename(theirs.id.record_id, theirs.id.object_id), rename(randomUUID(), randomUUID()));
  });

  refusesStrangers(
    () => rest,
    (by) => by.patch(path, { data: { name: 'Never' } }),
    'write:data',
  );
});
