import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '../../apps/dev-idp/src/settings.js';
import { startTestIdp, type TestIdp } from './support/dev-idp.js';
import { HttpPerson, refresh, register } from './support/http-person.js';
import { ADA, NORTH } from './support/memory-directory.js';

const SAFE = { DEV_IDP_PASSWORD: 'pass', DEV_IDP_CONSOLE_SECRET: 'a secret of sixteen' };

describe('settings', () => {
  it('have defaults that work on one machine', () => {
    expect(readSettings(SAFE)).toMatchObject({
      port: 3002,
      issuer: 'http://localhost:3002',
      mcpUrl: 'http://localhost:3001',
      baseUrl: 'http://localhost:3000',
      accessTokenSeconds: 900,
      refreshGraceSeconds: 10,
    });
  });

  it('lose trailing slashes, which would make other audiences of them', () => {
    const settings = readSettings({ ...SAFE, MCP_URL: 'https://mcp.example/', BASE_URL: 'https://api.example//' });
    expect(settings).toMatchObject({ mcpUrl: 'https://mcp.example', baseUrl: 'https://api.example' });
  });

  it.each<[Record<string, string>, string]>([
    [{ NODE_ENV: 'production' }, 'does not run in production'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV must be production, development or test, not "prod"'],
    [{ AUTH_URL: 'https://idp.example' }, 'AUTH_URL'],
    [{ AUTH_URL: 'http://0.0.0.0:3002' }, 'AUTH_URL'],
    [{ AUTH_URL: 'http://localhost:3002/idp' }, 'AUTH_URL'],
    [{ DEV_IDP_PORT: 'x' }, 'DEV_IDP_PORT'],
    [{ DEV_IDP_PASSWORD: '' }, 'DEV_IDP_PASSWORD'],
    [{ DEV_IDP_CONSOLE_SECRET: 'short' }, 'DEV_IDP_CONSOLE_SECRET'],
    [{ MCP_URL: 'x' }, 'MCP_URL'],
    [{ BASE_URL: 'x' }, 'BASE_URL'],
    [{ DEV_IDP_ACCESS_TOKEN_SECONDS: '0' }, 'DEV_IDP_ACCESS_TOKEN_SECONDS'],
    [{ DEV_IDP_REFRESH_GRACE_SECONDS: '3600' }, 'DEV_IDP_REFRESH_GRACE_SECONDS'],
  ])('refuse %j', (change, problem) => {
    expect(() => readSettings({ ...SAFE, ...change })).toThrow(problem);
  });
});

describe('the process', () => {
  let idp: TestIdp;

  beforeAll(async () => {
    idp = await startTestIdp();
  });
  afterAll(async () => {
    await idp.close();
    expect(idp.log).toEqual([]);
  });

  it('does not start in production', async () => {
    process.env.NODE_ENV = 'production';
    await expect(startTestIdp()).rejects.toThrow('production');
    process.env.NODE_ENV = 'test';
  });

  it('tells that it is well, under any name', async () => {
    await expect(statusWithHost('/healthz', 'anything.example')).resolves.toBe(200);
  });

  it.each(['attacker.example', '127.0.0.1', 'localhost'])('answers 421 to requests for the host %j', async (host) => {
    for (const path of ['/.well-known/openid-configuration', '/register', '/interaction/abc', '/token']) {
      await expect(statusWithHost(path, host)).resolves.toBe(421);
    }
  });

  it('says what it can do, and PKCE with S256 only', async () => {
    const url = `${idp.issuer}/.well-known/oauth-authorization-server`;
    await expect((await fetch(url)).json()).resolves.toMatchObject({
      issuer: idp.issuer,
      registration_endpoint: `${idp.issuer}/register`,
      grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      id_token_signing_alg_values_supported: ['RS256'],
    });
  });

  it.each([
    ['another origin', { origin: 'http://127.0.0.1:1' }],
    ['no origin a page could have', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another port of this computer', { 'sec-fetch-site': 'same-site' }],
  ])('does not take a form from %s', async (_name, headers) => {
    const person = new HttpPerson(idp.issuer);
    await person.authorize(await register(idp.issuer));
    const form = { email: ADA.email, password: 'correct horse' };
    expect((await person.submit('login', form, headers)).status).toBe(403);
  });

  it('takes no consent where a sign-in is asked for, and none without the cookie of that sign-in', async () => {
    const person = new HttpPerson(idp.issuer);
    await person.authorize(await register(idp.issuer));
    expect((await person.submit('consent', { workspace: NORTH.org_id })).status).toBe(400);
    expect((await fetch(person.at)).status).toBe(400);
  });

  it('shows a page for a client it does not know, and sends nobody anywhere', async () => {
    const person = new HttpPerson(idp.issuer);
    const response = await person.authorize({ client_id: 'unknown', redirect_uris: ['https://evil.example/'] });
    expect(response.status).toBe(400);
    await expect(response.text()).resolves.not.toContain('evil.example');
  });

  function statusWithHost(path: string, host: string): Promise<number | undefined> {
    const { port } = new URL(idp.issuer);
    return new Promise((resolve, reject) => {
      const asking = request({ host: '127.0.0.1', port, path, headers: { host } }, ({ statusCode }) =>
        resolve(statusCode),
      );
      asking.once('error', reject).end();
    });
  }
});

describe('a restart', () => {
  it('keeps keys, clients and connections: clients cannot recover from a provider that forgot them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dev-idp-'));
    const dataFile = join(folder, 'data', 'idp.sqlite');
    const first = await startTestIdp({ dataFile });
    const client = await register(first.issuer);
    const tokens = await new HttpPerson(first.issuer).connect(client, ADA.email, NORTH.org_id);
    expect(statSync(dataFile).mode & 0o777).toBe(0o600);
    await first.close();

    const second = await startTestIdp({ dataFile, port: first.settings.port });
    await expect(second.verifier().verify(tokens.access_token)).resolves.toMatchObject({ org_id: NORTH.org_id });
    const response = await refresh(second.issuer, client, tokens.refresh_token);
    expect(response.status).toBe(200);
    const { access_token } = (await response.json()) as { access_token: string };
    await expect(second.verifier().verify(access_token)).resolves.toMatchObject({ org_id: NORTH.org_id });
    await second.close();
    rmSync(folder, { recursive: true });
  });
});
