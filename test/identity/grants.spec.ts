import type { Answer } from '../mcp/support/wire.js';
import { toolErrorOf } from '../mcp/support/wire.js';
import { World } from '../support/world.js';
import { HttpPerson, refresh, register } from './support/http-person.js';

let world: World;
let company: string;
beforeAll(async () => {
  world = await World.start();
  const { token } = await world.connected(world.ada, { tier: 'write' });
  const made = await world.call(token, 'create_record', { object: 'companies', values: { name: 'Example Ltd' } });
  company = made.json.result.structuredContent.id.record_id as string;
});
afterAll(async () => {
  await world.stop();
  expect(world.idpErrors).toEqual([]);
});

const rename = (token: string, name = 'Renamed') =>
  world.call(token, 'update_record', { object: 'companies', record_id: company, values: { name } });
const isError = (answer: Answer) => answer.json.result.isError === true;
const forRest = () => ({ audience: world.places.baseUrl });
const isChallenge = (answer: Answer) =>
  answer.status === 401 &&
  answer.headers['www-authenticate']?.startsWith(
    `Bearer resource_metadata="${world.places.mcpUrl}/.well-known/oauth-protected-resource", scope="openid profile email user:org:read"`,
  );

describe('the first token of a client', () => {
  it('makes one connection that reads, however often and wherever it is used', async () => {
    const claims = { client_name: 'Assistant', client_redirect: 'https://assistant.example/callback' };
    const token = world.token(world.ada, { client: 'first', claims });
    const rest = world.token(world.ada, { client: 'first', ...forRest() });
    await expect(world.connectionOf(world.ada, 'first')).resolves.toBeUndefined();
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.mcp(token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    await world.rest(rest).get(`/v1/records/companies/${company}`).expect(200);
    const all = await world.domain.connections.list(world.north.workspace_id, null);
    expect(all.filter(({ client_id }) => client_id === 'first')).toEqual([
      expect.objectContaining({
        user_id: world.ada.user_id,
        subject: world.ada.subject,
        client_name: 'Assistant',
        client_redirect: 'https://assistant.example/callback',
        tier: 'read',
        capabilities: ['read:data'],
        version: 1,
        revoked_at: null,
        raised_at: null,
        last_used_at: expect.any(String),
      }),
    ]);
  });

  it('makes connections apart for each user, workspace and client', async () => {
    const of = (member: typeof world.ada, client: string, workspace = world.north) =>
      world.mcp(world.token(member, { client, workspace }));
    for (const answer of [
      of(world.ada, 'a'),
      of(world.ada, 'b'),
      of(world.bob, 'a'),
      of(world.ada, 'a', world.south),
    ]) {
      expect((await answer).status).toBe(200);
    }
    const north = await world.domain.connections.list(world.north.workspace_id, null);
    const south = await world.domain.connections.list(world.south.workspace_id, null);
    expect(north.filter(({ client_id }) => ['a', 'b'].includes(client_id))).toHaveLength(3);
    expect(south.filter(({ client_id }) => ['a', 'b'].includes(client_id))).toHaveLength(1);
  });
});

describe('a connection that reads', () => {
  it('reads, and is told where its owner can let it write', async () => {
    const { token } = await world.connected(world.ada);
    const read = await world.call(token, 'get_record', { object: 'companies', record_id: company });
    expect(read.json.result.structuredContent.id.record_id).toBe(company);
    const refused = await rename(token);
    expect([refused.status, isError(refused)]).toEqual([200, true]);
    expect(refused.headers['www-authenticate']).toBeUndefined();
    expect(toolErrorOf(refused)).toMatchObject({
      type: 'forbidden_error',
      code: 'forbidden',
      message: `This connection does not have the capability write:data ("Read and write"). Its owner can grant it at ${world.places.baseUrl}/console/connections`,
    });
  });

  it('is refused by every tool that writes, before its arguments are looked at', async () => {
    const { token } = await world.connected(world.ada);
    for (const tool of ['create_record', 'update_record', 'delete_record']) {
      expect(toolErrorOf(await world.call(token, tool, { nonsense: true }))).toMatchObject({ code: 'forbidden' });
    }
  });

  it('is refused over REST with 403', async () => {
    const { token, client } = await world.connected(world.ada);
    const rest = world.rest(world.token(world.ada, { client, ...forRest() }));
    await rest.patch(`/v1/records/companies/${company}`, { data: { name: 'No' } }).expect(403);
    await rest.delete(`/v1/records/companies/${company}`).expect(403);
    expect((await world.mcp(token)).status).toBe(200);
  });
});

describe('raising and lowering', () => {
  it('hold from the very next request on, over both interfaces', async () => {
    const { token, client, connection_id } = await world.connected(world.ada);
    const rest = world.rest(world.token(world.ada, { client, ...forRest() }));
    const set = (tier: 'read' | 'write' | 'send') =>
      world.domain.connections.setTier(world.north.workspace_id, connection_id, tier);
    for (let round = 0; round < 3; round++) {
      await set(round === 1 ? 'send' : 'write');
      expect(isError(await rename(token, `Round ${round}`))).toBe(false);
      await rest.patch(`/v1/records/companies/${company}`, { data: { name: 'By REST' } }).expect(200);
      await set('read');
      expect(isError(await rename(token))).toBe(true);
      await rest.patch(`/v1/records/companies/${company}`, { data: { name: 'No' } }).expect(403);
    }
  });

  it("let an admin's token change the schema over REST once it writes, and a member's never", async () => {
    const object = { slug: 'projects', singular_noun: 'Project', plural_noun: 'Projects' };
    const reader = await world.connected(world.ada, { client: 'schema' });
    const admin = world.rest(world.token(world.ada, { client: 'schema', ...forRest() }));
    await admin.post('/v1/objects', object).expect(403);
    await world.domain.connections.setTier(world.north.workspace_id, reader.connection_id, 'write');
    await admin.post('/v1/objects', object).expect(200);
    await world.connected(world.bob, { client: 'schema', tier: 'send' });
    const member = world.rest(world.token(world.bob, { client: 'schema', ...forRest() }));
    await member.post('/v1/objects', { ...object, slug: 'tasks' }).expect(403);
    await member.patch(`/v1/records/companies/${company}`, { data: { name: 'By Bob' } }).expect(200);
  });
});

describe('a revoked connection', () => {
  it('is refused with a challenge on the next request, over both interfaces, until its owner allows it again', async () => {
    const { token, client, connection_id } = await world.connected(world.ada, { tier: 'write' });
    const restToken = world.token(world.ada, { client, ...forRest() });
    await world.domain.connections.revoke(world.north.workspace_id, connection_id);
    for (const again of [token, world.token(world.ada, { client })]) {
      const refused = await world.mcp(again);
      expect(isChallenge(refused)).toBe(true);
      expect(refused.headers['www-authenticate']).toContain('error="invalid_token"');
      expect(refused.json).toMatchObject({
        error: 'invalid_token',
        error_description: expect.stringContaining('connected-clients screen'),
      });
    }
    await world.rest(restToken).get('/v1/self').expect(401);
    await world.domain.connections.restore(world.north.workspace_id, connection_id);
    expect((await world.mcp(token)).status).toBe(200);
    expect(isError(await rename(token))).toBe(true);
    await world.rest(restToken).get('/v1/self').expect(200);
  });

  it('stays so for refreshed tokens and for a new consent to the same client', async () => {
    const client = await register(world.places.issuer);
    const person = new HttpPerson(world.places.issuer);
    const tokens = await person.connect(client, world.ada.email, world.north.workspace_id);
    expect((await world.mcp(tokens.access_token)).status).toBe(200);
    const { connection_id } = (await world.connectionOf(world.ada, client.client_id))!;
    await world.domain.connections.revoke(world.north.workspace_id, connection_id);
    const renewed = (await (await refresh(world.places.issuer, client, tokens.refresh_token)).json()) as typeof tokens;
    expect(renewed.access_token).toEqual(expect.any(String));
    expect((await world.mcp(renewed.access_token)).status).toBe(401);
    await person.authorize(client);
    await person.submit('consent', { workspace: world.north.workspace_id });
    expect((await world.mcp((await person.exchange(client)).access_token)).status).toBe(401);
  });

  it('is the affair of one workspace', async () => {
    const { token, client, connection_id } = await world.connected(world.ada);
    const elsewhere = await world.connected(world.ada, { client, workspace: world.south });
    await world.domain.connections.revoke(world.north.workspace_id, connection_id);
    expect((await world.mcp(token)).status).toBe(401);
    expect((await world.mcp(elsewhere.token)).status).toBe(200);
  });
});

describe('what a tool writes', () => {
  it('is the work of its user, and the history says through what', async () => {
    const claims = { client_name: 'Assistant' };
    const { token, client, connection_id } = await world.connected(world.ada, { tier: 'write', claims });
    const answer = await rename(token, 'Traced Ltd');
    const rest = world.rest(world.token(world.ada, { client, ...forRest() }));
    const path = `/v1/records/companies/${company}`;
    const { body } = await rest.get(path).expect(200);
    const author = { type: 'user', id: world.ada.user_id };
    expect(body.data.values.name[0]).toMatchObject({ value: 'Traced Ltd', created_by: author });
    const history = await rest.get(`${path}?show_historic=true`).expect(200);
    const written = (history.body.data.values.name as Record<string, unknown>[]).find(
      (each) => each['value'] === 'Traced Ltd',
    );
    expect(JSON.parse(JSON.stringify(written))).toMatchObject({ created_by: author });
    const trace = JSON.stringify(written);
    for (const part of [connection_id, 'Assistant', 'update_record', answer.headers['x-request-id']!])
      expect(trace).toContain(part);
  });
});
