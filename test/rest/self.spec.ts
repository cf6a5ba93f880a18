import { refusesStrangers } from '../support/guards.js';
import { Rest } from '../support/rest.js';

describe('GET /v1/self', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start()));
  afterAll(() => rest.stop());

  it('answers 200 with the workspace, the key and what it may do', async () => {
    const { body } = await rest.writer.get('/v1/self').expect(200);
    expect(body).toEqual({
      data: {
        workspace: { workspace_id: rest.workspace_id, name: 'Example' },
        actor: { type: 'api-key', id: expect.any(String), name: 'read:data and write:data' },
        capabilities: ['read:data', 'write:data'],
      },
    });
  });

  it('answers 200 to a key of any capability', async () => {
    for (const caller of [rest.reader, rest.scribe, rest.architect]) await caller.get('/v1/self').expect(200);
  });

  it('names the key by which the values of a record were written', async () => {
    const self = await rest.admin.get('/v1/self').expect(200);
    const record = await rest.admin.post('/v1/records/companies', { data: { name: 'Example Ltd' } }).expect(200);
    expect(record.body.data.created_by).toEqual({ type: 'api-key', id: self.body.data.actor.id });
  });

  it('takes a revocation into account with the very next request', async () => {
    const { api_key, api_key_id } = await rest.newKey(rest.workspace_id);
    const caller = rest.callerWith(`Bearer ${api_key}`);
    await caller.get('/v1/self').expect(200);
    await rest.domain.apiKeys.revoke(rest.workspace_id, api_key_id);
    await caller.get('/v1/self').expect(401);
  });

  it('takes a plan that was switched off and on again into account with the very next request', async () => {
    const { workspace_id, admin } = await rest.newWorkspace();
    await admin.get('/v1/self').expect(200);
    await rest.domain.workspaces.setApiAccess(workspace_id, false);
    await admin.get('/v1/self').expect(403);
    await rest.domain.workspaces.setApiAccess(workspace_id, true);
    await admin.get('/v1/self').expect(200);
  });

  it('takes the scheme in any case and gives nobody the credential back', async () => {
    const lower = rest.callerWith(rest.reader.authorization!.replace('Bearer', 'bearer'));
    const { text } = await lower.get('/v1/self').expect(200);
    expect(text).not.toContain('crm_live');
  });

  refusesStrangers(
    () => rest,
    (by) => by.get('/v1/self'),
    null,
  );
});
