import type { AttributeWire } from '#crm-domain';
import { expectError, pathsOf } from '../support/answers.js';
import { aRecord, anAttribute, anObject, type AnObject } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { Rest } from '../support/rest.js';

const MOST = 500;
const titled = (count: number, from = 0) => Array.from({ length: count }, (_, n) => ({ title: `Choice ${from + n}` }));

describe('the options or stages of one attribute', () => {
  let rest: Rest;
  let object: AnObject;
  beforeAll(async () => {
    rest = await Rest.start();
    object = await anObject(rest);
  });
  afterAll(() => rest.stop());

  const at = (attribute: AttributeWire) => `${object.path}/attributes/${attribute.slug}`;

  it.each([
    ['options', 'select'],
    ['options', 'multi-select'],
    ['stages', 'pipeline'],
  ] as const)('are at most 500 %s of a %s, archived ones included', async (kind, type) => {
    const attribute = await anAttribute(rest, object, { type, [kind]: titled(MOST - 2) });
    const archived = { title: 'Archived', archived_at: '2026-01-31T12:00:00Z' };
    await rest.admin.patch(at(attribute), { [kind]: [archived, { title: 'Last' }] }).expect(200);
    await expectNothingChanged(rest, async () => {
      for (const response of [
        await rest.admin.patch(at(attribute), { [kind]: [{ title: 'One more' }] }),
        await rest.admin.post(`${at(attribute)}/${kind}`, { title: 'One more' }),
      ]) {
        const { issues } = expectError(response, 400);
        expect(issues).toEqual([
          {
            path: kind,
            message: `An attribute has at most 500 ${kind}, archived ones included; with these it would have 501.`,
            expected: `at most 500 ${kind}`,
            reason: 'limit_reached',
          },
        ]);
      }
      expect(pathsOf(await rest.admin.post(`${object.path}/attributes`, many(type, kind)))).toEqual([kind]);
    });
  });

  const many = (type: string, kind: string) => ({ slug: 'never', title: 'A', type, [kind]: titled(MOST + 1) });

  it('stay at most 500 when two are made at once', async () => {
    const attribute = await anAttribute(rest, object, { type: 'select', options: titled(MOST - 1) });
    const make = (title: string) => rest.admin.post(`${at(attribute)}/options`, { title });
    const answers = await Promise.all(['A', 'B', 'C', 'D'].map(make));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect((await rest.admin.get(`${at(attribute)}/options`)).body.data).toHaveLength(MOST);
  });

  it('are written back as they were read, all 500, and come in their order', async () => {
    const attribute = await anAttribute(rest, object, { type: 'select', options: titled(MOST) });
    const { body } = await rest.admin.get(`${at(attribute)}/options`).expect(200);
    interface Read {
      id: { option_id: string };
      title: string;
      sort_order: number;
      archived_at: null;
    }
    const options = (body.data as Read[]).map(({ id, ...rest }) => ({ id: id.option_id, ...rest }));
    await rest.admin.patch(at(attribute), { options }).expect(200);
    const again = await rest.admin.get(`${at(attribute)}/options`).expect(200);
    expect(again.body.data).toEqual(body.data);
    expect(options.map(({ sort_order }) => sort_order)).toEqual(titled(MOST).map((_, n) => n));
    const record = await aRecord(rest, object, { [attribute.slug]: 'choice 499' });
    expect(record.values[attribute.slug]).toMatchObject([{ option: { title: 'Choice 499' } }]);
  });

  it('come behind the others, those that change in the same request too', async () => {
    const attribute = await anAttribute(rest, object, { type: 'select', options: [{ title: 'A' }, { title: 'B' }] });
    const { body } = await rest.admin.get(`${at(attribute)}/options`).expect(200);
    const id = body.data[0].id.option_id as string;
    const options = [{ title: 'C' }, { id, sort_order: 7 }, { title: 'D', sort_order: 30 }, { title: 'E' }];
    await rest.admin.patch(at(attribute), { options }).expect(200);
    const { body: now } = await rest.admin.get(`${at(attribute)}/options`).expect(200);
    const order = (now.data as { title: string; sort_order: number }[]).map(({ title, sort_order }) => [
      title,
      sort_order,
    ]);
    expect(order).toEqual([
      ['B', 1],
      ['A', 7],
      ['C', 8],
      ['D', 30],
      ['E', 31],
    ]);
  });
});

describe('the objects that a reference may point at', () => {
  let rest: Rest;
  let object: AnObject;
  beforeAll(async () => {
    rest = await Rest.start();
    object = await anObject(rest);
  });
  afterAll(() => rest.stop());

  const reference = (allowed_object_ids: string[]) => ({
    type: 'record-reference',
    config: { record_reference: { allowed_object_ids } },
  });

  it('are each kept once, in the order in which they were named', async () => {
    const made = await anAttribute(rest, object, reference(['people', 'companies', 'people', object.object_id]));
    const { allowed_object_ids } = made.config.record_reference;
    expect([allowed_object_ids.length, allowed_object_ids[2]]).toEqual([3, object.object_id]);
    const path = `${object.path}/attributes/${made.slug}`;
    const { body } = await rest.admin.patch(path, { config: made.config }).expect(200);
    expect(body.data).toEqual(made);
  });

  it('are at most 500, doubles counted', async () => {
    await anAttribute(rest, object, reference(Array(500).fill('people')));
    const body = { slug: 'never', title: 'A', ...reference(Array(501).fill('people')) };
    const response = await rest.admin.post(`${object.path}/attributes`, body);
    expect(pathsOf(response)).toEqual(['config.record_reference.allowed_object_ids']);
  });
});
