import { randomUUID } from 'node:crypto';
import type { Answer } from '../mcp/support/wire.js';
import { expectError, withoutRequestId } from '../support/answers.js';
import { World, startRest, startTools } from '../support/world.js';
import { freePort } from './support/dev-idp.js';

let world: World;
beforeAll(async () => (world = await World.start()));
afterAll(() => world.stop());

const forRest = (token = {}) => ({ ...token, audience: world.places.baseUrl });
const bytes = ({ status, headers, text }: Answer) => [status, headers['www-authenticate'], text];
const count = async () => (await world.sql<{ n: number }>('select count(*)::int as n from connection'))[0]!.n;

describe('a token of nobody who belongs here', () => {
  it('is refused in the same bytes, whatever it is that does not exist', async () => {
    const before = await count();
    const stranger = { subject: 'user-nobody' };
    const unknown = { workspace_id: randomUUID(), name: '' };
    const strange = { workspace_id: "org_' or true --", name: '' };
    const cases = [
      world.token(stranger),
      world.token(world.ada, { workspace: unknown }),
      world.token(world.ada, { workspace: strange }),
      world.token(world.bob, { workspace: world.south }),
      world.token(world.cleo),
      world.token(stranger, { workspace: unknown }),
    ];
    const answers = await Promise.all(cases.map((token) => world.mcp(token)));
    expect(answers[0]!.status).toBe(401);
    expect(answers[0]!.headers['www-authenticate']).toContain('resource_metadata=');
    expect(new Set(answers.map((answer) => JSON.stringify(bytes(answer)))).size).toBe(1);
    expect(await count()).toBe(before);
  });

  it('is refused over REST in the same bytes as well', async () => {
    const cases = [
      world.token({ subject: 'user-nobody' }, forRest()),
      world.token(world.ada, forRest({ workspace: { workspace_id: randomUUID(), name: '' } })),
      world.token(world.bob, forRest({ workspace: world.south })),
    ];
    const texts = new Set<string>();
    for (const token of cases) {
      const response = await world.rest(token).get('/v1/self');
      expectError(response, 401);
      texts.add(withoutRequestId(response));
    }
    expect(texts.size).toBe(1);
  });

  it('without org_id is refused: no workspace is chosen for it', async () => {
    for (const org_id of [undefined, '', null, [], 7]) {
      const { status, json } = await world.mcp(world.token(world.ada, { claims: { org_id } }));
      expect([status, json.error_description]).toEqual([401, expect.stringContaining('The token has no org_id')]);
    }
    await world
      .rest(world.token(world.ada, forRest({ claims: { org_id: undefined } })))
      .get('/v1/self')
      .expect(401);
  });
});

describe('somebody who leaves', () => {
  it('a workspace is refused on the next request, and raises nothing by coming back', async () => {
    const hal = await world.addMember('Hal Reed', world.north);
    const { token, client } = await world.connected(hal);
    const rest = world.token(hal, forRest({ client }));
    const [row] = await world.sql<object>('delete from membership where user_id = $1 returning *', [hal.user_id]);
    expect(row).toBeDefined();
    const refused = await world.mcp(token);
    expect(bytes(refused)).toEqual(bytes(await world.mcp(world.token({ subject: 'user-nobody' }))));
    await world.rest(rest).get('/v1/self').expect(401);
    await world.addMember('Hal Reed', world.north);
    expect((await world.mcp(token)).status).toBe(200);
  });

  it('for good, being deactivated, is refused on the next request', async () => {
    const ida = await world.addMember('Ida Moss', world.north);
    const { token } = await world.connected(ida);
    await world.sql('update app_user set deactivated_at = now() where user_id = $1', [ida.user_id]);
    expect((await world.mcp(token)).status).toBe(401);
  });
});

describe('a workspace without API access', () => {
  const setAccess = (on: boolean) => world.domain.workspaces.setApiAccess(world.south.workspace_id, on);
  afterEach(() => setAccess(true));

  it('is refused with 403, without a challenge, and gets no connection', async () => {
    const known = await world.connected(world.cleo, { workspace: world.south });
    await setAccess(false);
    const before = await count();
    for (const token of [known.token, world.token(world.cleo, { workspace: world.south, client: 'new' })]) {
      const { status, headers, json } = await world.mcp(token);
      expect([status, headers['www-authenticate'], json.error]).toEqual([403, undefined, 'access_denied']);
    }
    const rest = world.rest(world.token(world.cleo, forRest({ workspace: world.south, client: 'new' })));
    const response = await rest.get('/v1/self').expect(403);
    expect(response.headers['www-authenticate']).toBeUndefined();
    expect(await count()).toBe(before);
    await setAccess(true);
    expect((await world.mcp(known.token)).status).toBe(200);
  });

  it('says 401, not 403, to a revoked connection and to a stranger', async () => {
    const { token, connection_id } = await world.connected(world.cleo, { workspace: world.south });
    await world.domain.connections.revoke(world.south.workspace_id, connection_id);
    await setAccess(false);
    expect((await world.mcp(token)).status).toBe(401);
    expect((await world.mcp(world.token(world.bob, { workspace: world.south }))).status).toBe(401);
  });
});

describe('a credential for something else', () => {
  it('is refused: a token of the tool server over REST, and the other way round', async () => {
    const [forMcp, forApi] = [world.token(), world.token(world.ada, forRest())];
    expect((await world.mcp(forMcp)).status).toBe(200);
    expect((await world.mcp(forApi)).status).toBe(401);
    await world.rest(forApi).get('/v1/self').expect(200);
    await world.rest(forMcp).get('/v1/self').expect(401);
    expect((await world.mcp(world.token(world.ada, { audience: world.places.mcpUrl }))).status).toBe(401);
  });

  it('is refused: an API key on the tool server', async () => {
    const { workspace_id } = world.north;
    const { api_key } = await world.domain.apiKeys.create({
      workspace_id,
      name: 'Key',
      capabilities: ['read:data', 'write:data'],
    });
    await world.rest(api_key).get('/v1/self').expect(200);
    const { status, json } = await world.mcp(api_key);
    expect([status, json.error_description]).toEqual([401, expect.stringContaining('API keys are for the REST API')]);
  });

  it('is refused: no credential at all, with a challenge that names no error', async () => {
    const { status, headers } = await world.mcp(undefined);
    expect([status, headers['www-authenticate']]).toEqual([
      401,
      `Bearer resource_metadata="${world.places.mcpUrl}/.well-known/oauth-protected-resource", scope="openid profile email user:org:read"`,
    ]);
  });
});

describe('without keys of the identity provider', () => {
  it('both services say 503 and when to come back, and never let anybody in', async () => {
    const at = async () => `http://127.0.0.1:${await freePort()}`;
    const places = { ...world.places, issuer: await at(), mcpUrl: await at(), baseUrl: await at() };
    const [rest, tools] = [await startRest(places), await startTools(places)];
    try {
      const headers = (audience: string) => ({ authorization: `Bearer ${world.token(world.ada, { audience })}` });
      const mcp = await fetch(`${places.mcpUrl}/mcp`, {
        method: 'POST',
        headers: headers(`${places.mcpUrl}/mcp`),
        body: '{}',
      });
      const api = await fetch(`${places.baseUrl}/v1/self`, { headers: headers(places.baseUrl) });
      for (const response of [mcp, api]) {
        expect([response.status, response.headers.get('www-authenticate')]).toEqual([503, null]);
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      }
    } finally {
      await Promise.all([rest.close(), tools.close()]);
    }
  });
});
