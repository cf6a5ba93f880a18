import { randomUUID } from 'node:crypto';
import { expectError, pathsOf } from '../support/answers.js';
import { aRecord, readRecord } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { expectHidden, refusesStrangers } from '../support/guards.js';
import { Rest } from '../support/rest.js';

const PATH = '/v1/objects/deals/attributes/stage/stages';
const DEALS = { slug: 'deals' };

describe('PATCH /v1/objects/{identifier}/attributes/{attribute}/stages/{stage}', () => {
  let rest: Rest;
  let proposal: string;
  beforeAll(async () => {
    rest = await Rest.start();
    proposal = (await rest.reader.get(PATH)).body.data[2].id.stage_id;
  });
  afterAll(() => rest.stop());

  it('answers 200 and changes only what was sent; records show the new title at once', async () => {
    const record = await aRecord(rest, DEALS, { stage: 'Proposal' });
    const { body } = await rest.architect
      .patch(`${PATH}/${proposal}`, { title: 'Offer', config: { is_closed: true } })
      .expect(200);
    expect(body.data).toMatchObject({
      title: 'Offer',
      sort_order: 2,
      config: { is_closed: true, is_won: false, is_lost: false },
    });
    expect((await readRecord(rest, DEALS, record)).values.stage).toMatchObject([{ stage: body.data }]);
    const back = await rest.admin
      .patch(`${PATH}/${proposal}`, { title: 'Proposal', config: { is_closed: false } })
      .expect(200);
    expect(back.body.data).toMatchObject({ title: 'Proposal', config: { is_closed: false } });
  });

  it('archives and restores: records keep it, and new ones take it only while it is active', async () => {
    const record = await aRecord(rest, DEALS, { stage: 'Proposal' });
    await rest.admin.patch(`${PATH}/${proposal}`, { archived_at: '2026-01-31T12:00:00Z' }).expect(200);
    expect((await readRecord(rest, DEALS, record)).values.stage).toMatchObject([
      { stage: { archived_at: '2026-01-31T12:00:00.000Z' } },
    ]);
    await expectNothingChanged(rest, async () =>
      expectError(await rest.admin.post('/v1/records/deals', { data: { stage: 'Proposal' } }), 400),
    );
    await rest.admin.patch(`${PATH}/${proposal}`, { archived_at: null }).expect(200);
  });

  it('leaves a new record without a stage when the default one was archived', async () => {
    const lead = (await rest.reader.get(PATH)).body.data[0].id.stage_id;
    await rest.admin.patch(`${PATH}/${lead}`, { archived_at: '2026-01-31T12:00:00Z' }).expect(200);
    expect((await aRecord(rest, DEALS)).values.stage).toEqual([]);
    await rest.admin.patch(`${PATH}/${lead}`, { archived_at: null }).expect(200);
    expect((await aRecord(rest, DEALS)).values.stage).toMatchObject([{ stage: { title: 'Lead' } }]);
  });

  it.each<[string, object, string]>([
    ['a blank title', { title: ' ' }, 'title'],
    ['a word for a flag', { config: { is_won: 'yes' } }, 'config.is_won'],
    ['won and lost at once', { config: { is_won: true, is_lost: true } }, 'config'],
    ['an unknown field', { colour: 'red' }, 'colour'],
  ])('answers 400 to %s', async (_, body, at) => {
    await expectNothingChanged(rest, async () =>
      expect(pathsOf(await rest.admin.patch(`${PATH}/${proposal}`, body))).toEqual([at]),
    );
  });

  it('answers 404 to what is missing and to what belongs to another workspace, in the same words', async () => {
    const { body } = await rest.stranger.admin.get(PATH).expect(200);
    const rename = (stage: string) => rest.admin.patch(`${PATH}/${stage}`, { title: 'Mine' });
    await expectHidden(rest, rename(body.data[0].id.stage_id), rename(randomUUID()));
    await expectHidden(rest, rename('Proposal'), rename('nowhere'));
  });

  it('answers 409 to the title of another active stage', async () => {
    await expectNothingChanged(rest, async () =>
      expectError(await rest.admin.patch(`${PATH}/${proposal}`, { title: 'WON' }), 409),
    );
  });

  refusesStrangers(
    () => rest,
    (by) => by.patch(`${PATH}/${proposal}`, { title: 'Never' }),
    'write:schema',
  );
});
