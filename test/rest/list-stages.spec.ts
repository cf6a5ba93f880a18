import { randomUUID } from 'node:crypto';
import { expectError } from '../support/answers.js';
import { anAttribute, anObject } from '../support/builders.js';
import { expectHidden, refusesStrangers } from '../support/guards.js';
import { Rest } from '../support/rest.js';

describe('GET /v1/objects/{identifier}/attributes/{attribute}/stages', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start()));
  afterAll(() => rest.stop());

  it('answers 200 with the stages of a deal in their order, the last ones won and lost', async () => {
    const { body } = await rest.reader.get('/v1/objects/deals/attributes/stage/stages').expect(200);
    const open = { is_closed: false, is_won: false, is_lost: false };
    expect(
      body.data.map(({ title, sort_order, config }: { title: string; sort_order: number; config: object }) => [
        sort_order,
        title,
        config,
      ]),
    ).toEqual([
      [0, 'Lead', open],
      [1, 'Qualified', open],
      [2, 'Proposal', open],
      [3, 'Negotiation', open],
      [4, 'Won', { is_closed: true, is_won: true, is_lost: false }],
      [5, 'Lost', { is_closed: true, is_won: false, is_lost: true }],
    ]);
    expect(body.data[0]).toEqual({
      id: {
        workspace_id: rest.workspace_id,
        object_id: expect.any(String),
        attribute_id: expect.any(String),
        stage_id: expect.any(String),
      },
      title: 'Lead',
      sort_order: 0,
      config: open,
      archived_at: null,
    });
  });

  it('answers 200 with archived ones too', async () => {
    const object = await anObject(rest);
    const stages = [{ title: 'Begun' }, { title: 'Old', archived_at: '2026-01-31T12:00:00Z' }];
    const { slug } = await anAttribute(rest, object, { type: 'pipeline', stages });
    const { body } = await rest.reader.get(`${object.path}/attributes/${slug}/stages`).expect(200);
    expect(body.data).toMatchObject([{ archived_at: null }, { title: 'Old', archived_at: '2026-01-31T12:00:00.000Z' }]);
  });

  it('answers 404 to an attribute that has no stages: another type, a select, an unknown one', async () => {
    const object = await anObject(rest);
    const { slug } = await anAttribute(rest, object, { type: 'select', options: [{ title: 'A' }] });
    for (const attribute of ['name', slug, 'nowhere'])
      expectError(await rest.reader.get(`${object.path}/attributes/${attribute}/stages`), 404);
  });

  it('answers 404 to what is missing and to what belongs to another workspace, in the same words', async () => {
    const { body } = await rest.stranger.admin.get('/v1/objects/deals/attributes/stage/stages').expect(200);
    const { object_id, attribute_id } = body.data[0].id;
    const ask = (identifier: string, attribute: string) =>
      rest.admin.get(`/v1/objects/${identifier}/attributes/${attribute}/stages`);
    await expectHidden(rest, ask(object_id, 'stage'), ask(randomUUID(), 'stage'));
    await expectHidden(rest, ask('deals', attribute_id), ask('deals', randomUUID()));
  });

  refusesStrangers(
    () => rest,
    (by) => by.get('/v1/objects/deals/attributes/stage/stages'),
    'read:data',
  );
});
