import { randomUUID } from 'node:crypto';
import { expectError, pathsOf } from '../support/answers.js';
import { aRecord } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { expectHidden, refusesStrangers } from '../support/guards.js';
import { Rest } from '../support/rest.js';

const PATH = '/v1/objects/deals/attributes/stage/stages';

describe('POST /v1/objects/{identifier}/attributes/{attribute}/stages', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start()));
  afterAll(() => rest.stop());

  it('answers 200 with the new stage behind the others, and records take it at once', async () => {
    const { body } = await rest.architect.post(PATH, { title: 'Signed' }).expect(200);
    expect(body.data).toMatchObject({
      title: 'Signed',
      sort_order: 6,
      config: { is_closed: false, is_won: false, is_lost: false },
      archived_at: null,
    });
    expect((await aRecord(rest, { slug: 'deals' }, { stage: 'Signed' })).values.stage).toMatchObject([
      { stage: body.data },
    ]);
  });

  it('closes a stage that is won or lost', async () => {
    const { body } = await rest.admin
      .post(PATH, { title: 'Abandoned', sort_order: 9, config: { is_lost: true } })
      .expect(200);
    expect(body.data).toMatchObject({ sort_order: 9, config: { is_closed: true, is_won: false, is_lost: true } });
  });

  it.each<[string, object, string]>([
    ['no title', { config: {} }, 'title'],
    ['a blank title', { title: ' ' }, 'title'],
    ['a sort order beyond all integers', { title: 'New', sort_order: 2_147_483_648 }, 'sort_order'],
    ['an unknown field in the config', { title: 'New', config: { is_open: true } }, 'config.is_open'],
    ['a word for a flag', { title: 'New', config: { is_won: 'yes' } }, 'config.is_won'],
    ['null for the config', { title: 'New', config: null }, 'config'],
    ['a list for the config', { title: 'New', config: [] }, 'config'],
    ['won and lost at once', { title: 'New', config: { is_won: true, is_lost: true } }, 'config'],
  ])('answers 400 to %s', async (_, body, at) => {
    await expectNothingChanged(rest, async () => expect(pathsOf(await rest.admin.post(PATH, body))).toEqual([at]));
  });

  it('answers 404 to an attribute that has no stages', async () => {
    await expectNothingChanged(rest, async () =>
      expectError(await rest.admin.post('/v1/objects/deals/attributes/name/stages', { title: 'New' }), 404),
    );
  });

  it('answers 404 to what is missing and to what belongs to another workspace, in the same words', async () => {
    const { body } = await rest.stranger.admin.get(PATH).expect(200);
    const { object_id, attribute_id } = body.data[0].id;
    const add = (identifier: string, attribute: string) =>
      rest.admin.post(`/v1/objects/${identifier}/attributes/${attribute}/stages`, { title: 'New' });
    await expectHidden(rest, add(object_id, 'stage'), add(randomUUID(), 'stage'));
    await expectHidden(rest, add('deals', attribute_id), add('deals', randomUUID()));
  });

  it('answers 409 to the title of an active stage', async () => {
    await expectNothingChanged(rest, async () => expectError(await rest.admin.post(PATH, { title: 'won' }), 409));
  });

  refusesStrangers(
    () => rest,
    (by) => by.post(PATH, { title: 'Never' }),
    'write:schema',
  );
});
