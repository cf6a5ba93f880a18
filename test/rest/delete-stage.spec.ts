import { randomUUID } from 'node:crypto';
import { expectError } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { expectHidden, refusesStrangers } from '../support/guards.js';
import { Rest } from '../support/rest.js';

const PATH = '/v1/objects/deals/attributes/stage/stages';
const DEALS = { slug: 'deals' };

describe('DELETE /v1/objects/{identifier}/attributes/{attribute}/stages/{stage}', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start()));
  afterAll(() => rest.stop());

  const aStage = async (title: string) =>
    (await rest.admin.post(PATH, { title }).expect(200)).body.data.id.stage_id as string;

  it('answers 200 with the stage as it last stood, and the list has it no longer', async () => {
    const stage = await aStage('Signed');
    const { body } = await rest.architect.delete(`${PATH}/${stage}`).expect(200);
    expect(body.data).toMatchObject({
      title: 'Signed',
      config: { is_closed: false },
      archived_at: expect.stringMatching(/Z$/),
    });
    expect((await rest.reader.get(PATH).expect(200)).body.data).toHaveLength(6);
  });

  it('answers 400 to the last active stage', async () => {
    const object = await anObject(rest);
    const { slug } = await anAttribute(rest, object, { type: 'pipeline', stages: [{ title: 'Only' }] });
    const path = `${object.path}/attributes/${slug}/stages`;
    const [only] = (await rest.reader.get(path)).body.data;
    await expectNothingChanged(rest, async () =>
      expectError(await rest.admin.delete(`${path}/${only.id.stage_id}`), 400),
    );
  });

  it('answers 404 to what is missing and to what belongs to another workspace, in the same words', async () => {
    const { body } = await rest.stranger.admin.get(PATH).expect(200);
    const remove = (stage: string) => rest.admin.delete(`${PATH}/${stage}`);
    await expectHidden(rest, remove(body.data[0].id.stage_id), remove(randomUUID()));
  });

  it('answers 409 while a record holds it, and 200 once none does', async () => {
    const stage = await aStage('Held');
    const record = await aRecord(rest, DEALS, { stage });
    await expectNothingChanged(rest, async () => expectError(await rest.admin.delete(`${PATH}/${stage}`), 409));
    await rest.admin.delete(pathTo(DEALS, record)).expect(200);
    await rest.admin.delete(`${PATH}/${stage}`).expect(200);
  });

  describe('and its guard', () => {
    let stage: string;
    beforeAll(async () => (stage = await aStage('Guarded')));
    refusesStrangers(
      () => rest,
      (by) => by.delete(`${PATH}/${stage}`),
      'write:schema',
    );
  });
});
