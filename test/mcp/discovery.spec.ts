import { startGateway, type Gateway } from './support/gateway.js';
import { MetadataServer, json } from './support/metadata-server.js';
import { send, type Answer } from './support/wire.js';

const AS = '/.well-known/oauth-authorization-server';
const PRM = '/.well-known/oauth-protected-resource';
const IDENTITY_SCOPES = ['openid', 'profile', 'email', 'user:org:read'];

const get = (gateway: Gateway, path: string): Promise<Answer> =>
  send(gateway, { method: 'GET', path, headers: { authorization: undefined, origin: 'https://anywhere.example' } });

describe('protected resource metadata', () => {
  let gateway: Gateway;
  beforeAll(async () => (gateway = await startGateway({ issuer: 'https://id.example/tenant/' })));
  afterAll(() => gateway.close());

  it.each([PRM, `${PRM}/mcp`])('stands at %s, public', async (path) => {
    const { status, headers, json } = await get(gateway, path);
    expect([status, headers['access-control-allow-origin']]).toEqual([200, '*']);
    expect(headers['cache-control']).toMatch(/^public, max-age=\d+$/);
    expect(json).toEqual({
      resource: `${gateway.url}/mcp`,
      authorization_servers: ['https://id.example/tenant/'],
      scopes_supported: IDENTITY_SCOPES,
      bearer_methods_supported: ['header'],
    });
  });

  it('drops the trailing slash of a configured address', async () => {
    const other = await startGateway({ mcpUrl: 'https://crm.example/' });
    expect((await get(other, PRM)).json.resource).toBe('https://crm.example/mcp');
    await other.close();
  });

  it('leaves everything else under /.well-known a plain 404 that pages may read', async () => {
    for (const path of ['/.well-known/openid-configuration', `${PRM}/other`, `${AS}/x/y`, '/.well-known/mcp']) {
      const { status, headers, json } = await get(gateway, path);
      expect([path, status, json.error, json.reason]).toEqual([path, 404, 'not_found', 'not_found']);
      expect(headers['www-authenticate']).toBeUndefined();
      expect(headers['access-control-allow-origin']).toBe('*');
    }
  });

  it("answers the preflight that a browser sends before a request with MCP's own header", async () => {
    const { status, headers } = await send(gateway, {
      method: 'OPTIONS',
      path: `${PRM}/mcp`,
      headers: { authorization: undefined },
    });
    expect([status, headers['access-control-allow-origin'], headers['access-control-allow-headers']]).toEqual([
      204,
      '*',
      '*',
    ]);
  });
});

/** For tests that look at what the provider was asked. */
const COUNTED = { alone: 'each fetches for itself' };

describe('authorization server metadata', () => {
  let provider: MetadataServer;
  let gateway: Gateway;
  beforeEach(async () => (provider = await new MetadataServer().start()));
  afterEach(async () => {
    await gateway.close();
    await provider.stop();
  });

  const expected = () => ({
    issuer: provider.url,
    authorization_endpoint: `${provider.url}/auth`,
    token_endpoint: `${provider.url}/token`,
    registration_endpoint: `${provider.url}/reg`,
    jwks_uri: `${provider.url}/jwks`,
    scopes_supported: [...IDENTITY_SCOPES, 'offline_access'],
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
  });

  it("is the provider's own, reduced to what clients here may use, at the root and under the endpoint's path", async () => {
    provider.routes[AS] = json(provider.document());
    gateway = await startGateway({ issuer: provider.url, ...COUNTED });
    for (const path of [AS, `${AS}/mcp`]) {
      const { status, headers, json: found } = await get(gateway, path);
      expect([status, headers['access-control-allow-origin'], headers['location']]).toEqual([200, '*', undefined]);
      expect(headers['cache-control']).toMatch(/^public, max-age=\d+$/);
      expect(found).toEqual(expected());
    }
    expect(provider.asked).toEqual([AS]);
  });

  it('is looked for as RFC 8414 says, then in the two places of OpenID Connect', async () => {
    const issuer = `${provider.url}/tenant`;
    provider.routes['/tenant/.well-known/openid-configuration'] = json(provider.document(issuer));
    gateway = await startGateway({ issuer, ...COUNTED });
    expect((await get(gateway, AS)).json.issuer).toBe(issuer);
    expect(provider.asked).toEqual([
      `${AS}/tenant`,
      '/.well-known/openid-configuration/tenant',
      '/tenant/.well-known/openid-configuration',
    ]);
  });

  it('is 503 with Retry-After while the provider is away, and the provider is left alone for a moment', async () => {
    gateway = await startGateway({ issuer: provider.url, ...COUNTED });
    const answers = [await get(gateway, AS), ...(await Promise.all([get(gateway, AS), get(gateway, AS)]))];
    for (const { status, headers, json: found } of answers) {
      expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '2', 'no-store']);
      expect([found.error, headers['access-control-allow-origin']]).toEqual(['temporarily_unavailable', '*']);
    }
    expect(provider.asked).toHaveLength(2);
  });

  it('is never that of another issuer', async () => {
    provider.routes[AS] = json(provider.document('https://other.example'));
    gateway = await startGateway({ issuer: provider.url });
    expect((await get(gateway, AS)).status).toBe(503);
    expect(gateway.lines.map(({ fields }) => String((fields as { err: Error }).err)).join()).toContain(
      'https://other.example',
    );
  });

  it('is not fetched through a redirect', async () => {
    provider.routes[AS] = (_request, response) =>
      response.writeHead(302, { location: `${provider.url}/elsewhere` }).end();
    provider.routes['/elsewhere'] = json(provider.document());
    gateway = await startGateway({ issuer: provider.url });
    expect((await get(gateway, AS)).status).toBe(503);
    expect(provider.asked).not.toContain('/elsewhere');
  });

  it('may not be endless', async () => {
    provider.routes[AS] = json({ ...provider.document(), padding: 'x'.repeat(300_000) });
    gateway = await startGateway({ issuer: provider.url });
    expect((await get(gateway, AS)).status).toBe(503);
  });

  it('is fetched once for many clients that ask at the same time', async () => {
    provider.routes[AS] = (request, response) => setTimeout(() => json(provider.document())(request, response), 50);
    gateway = await startGateway({ issuer: provider.url, ...COUNTED });
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(gateway, AS)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(provider.asked).toEqual([AS]);
  });

  it('says loudly that registration is missing, and is served all the same', async () => {
    provider.routes[AS] = json({ ...provider.document(), registration_endpoint: undefined });
    gateway = await startGateway({ issuer: provider.url });
    expect((await get(gateway, AS)).json.registration_endpoint).toBeUndefined();
    expect(gateway.lines).toContainEqual(
      expect.objectContaining({ level: 'error', message: expect.stringContaining('registration') }),
    );
  });
});
