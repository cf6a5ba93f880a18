import { randomUUID } from 'node:crypto';
import { expectHidden, refusesStrangers } from '../support/guards.js';
import { Rest, type Caller } from '../support/rest.js';

const AUTOMATION = {
  name: 'Example',
  kind: 'record.created',
  object: 'people',
  condition: [{ attribute: 'job_title', operator: 'is_empty' }],
  actions: [{ type: 'set_values', values: { job_title: 'Unknown' } }],
};

describe('GET /v1/automations/{automation}', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start()));
  afterAll(() => rest.stop());

  const anAutomation = async (by: Caller = rest.admin) =>
    (await by.post('/v1/automations', AUTOMATION).expect(200)).body.data as { id: { automation_id: string } };
  const at = (id: string) => `/v1/automations/${id}`;

  it('answers 200 with the automation as it was made and as it is listed', async () => {
    const made = await anAutomation();
    expect(made).toMatchObject({ name: 'Example', condition: AUTOMATION.condition, actions: AUTOMATION.actions });
    const { body } = await rest.reader.get(at(made.id.automation_id)).expect(200);
    expect(body).toEqual({ data: made });
    expect((await rest.reader.get('/v1/automations').expect(200)).body.data).toEqual([made]);
  });

  it('answers 404 to what is missing and to what belongs to another workspace, in the same words', async () => {
    const theirs = await anAutomation(rest.stranger.admin);
    const missing = () => rest.admin.get(at(randomUUID()));
    await expectHidden(rest, rest.admin.get(at(theirs.id.automation_id)), missing());
    await expectHidden(rest, rest.admin.get(at('no-uuid')), missing());
  });

  refusesStrangers(
    () => rest,
    (by) => by.get(at(randomUUID())),
    'read:data',
  );
});
