import { startGateway, type Gateway } from './support/gateway.js';
import { rpc, send } from './support/wire.js';

const BODY = rpc('ping');

describe('the door of a gateway on the internet', () => {
  let gateway: Gateway;
  beforeAll(async () => {
    const options = {
      mcpUrl: 'https://crm.example/',
      allowedOrigins: ['https://app.example'],
      allowedHosts: ['inside.example'],
    };
    gateway = await startGateway(options);
  });
  afterAll(() => gateway.close());

  const knock = (headers: Record<string, string>) =>
    send(gateway, { headers: { host: 'crm.example', ...headers }, body: BODY });

  it('lets in who calls it by its name, with any port, and whom its operator named', async () => {
    for (const host of ['crm.example', 'CRM.example', 'crm.example:443', 'inside.example:8080']) {
      expect((await knock({ host })).status).toBe(200);
    }
  });

  it('refuses every other host name, this machine included', async () => {
    for (const host of ['evil.example', 'localhost', '127.0.0.1:3001', 'crm.example.evil.example', '']) {
      const { status, json } = await knock({ host });
      expect([host, status, json.error.code]).toEqual([host, 403, -32600]);
    }
  });

  it('lets in pages of its own origin, of known web clients, and of whom its operator named', async () => {
    for (const origin of ['https://crm.example', 'https://claude.ai', 'https://chatgpt.com', 'https://app.example']) {
      const { status, headers } = await knock({ origin });
      expect([status, headers['access-control-allow-origin'], headers['vary']]).toEqual([200, origin, 'Origin']);
      expect(headers['access-control-expose-headers']).toContain('WWW-Authenticate');
    }
  });

  it('refuses every other page, before asking for a token', async () => {
    for (const origin of [
      'https://evil.example',
      'http://crm.example',
      'http://localhost:6274',
      'null',
      'https://claude.ai.evil.example',
    ]) {
      const { status, headers } = await knock({ origin, authorization: '' });
      expect([origin, status, headers['access-control-allow-origin']]).toEqual([origin, 403, undefined]);
    }
  });

  it('lets a page read the 401', async () => {
    const { status, headers } = await knock({ origin: 'https://claude.ai', authorization: '' });
    expect([status, headers['access-control-allow-origin']]).toEqual([401, 'https://claude.ai']);
  });

  it('answers a preflight without a token', async () => {
    const headers = { host: 'crm.example', origin: 'https://claude.ai', authorization: undefined };
    const { status, headers: answered, text } = await send(gateway, { method: 'OPTIONS', headers });
    expect([status, text]).toEqual([204, '']);
    expect(answered['access-control-allow-headers']!.split(', ')).toEqual(
      expect.arrayContaining([
        'Authorization',
        'Content-Type',
        'MCP-Protocol-Version',
        'Mcp-Method',
        'Mcp-Name',
        'Mcp-Session-Id',
      ]),
    );
    const foreign = { ...headers, origin: 'https://evil.example' };
    expect((await send(gateway, { method: 'OPTIONS', headers: foreign })).status).toBe(403);
  });

  const others = ['GET', 'DELETE', 'PUT', 'PATCH'];
  it.each(others)('answers %s with 405 and Allow: POST to who may come in', async (method) => {
    const headers = { host: 'crm.example', authorization: 'Bearer writer' };
    const { status, headers: answered, json } = await send(gateway, { method, headers });
    expect([status, answered['allow'], json.reason]).toEqual([405, 'POST', 'method_not_allowed']);
  });

  it.each(others)(
    'answers %s with 401 and a challenge without a token, and with one that is revoked',
    async (method) => {
      for (const [authorization, recalls] of [
        [undefined],
        ['Bearer nonsense'],
        ['Bearer revoked', false],
        ['Bearer revoked', true],
      ] as const) {
        // Of a connection that was seen before a tool's own statement would ask.
        gateway.gatekeeper.recalls = recalls ?? false;
        const { status, headers } = await send(gateway, { method, headers: { host: 'crm.example', authorization } });
        expect([status, headers['www-authenticate']]).toEqual([
          401,
          expect.stringMatching(/^Bearer resource_metadata="/),
        ]);
        expect(headers['allow']).toBeUndefined();
      }
      gateway.gatekeeper.recalls = false;
    },
  );

  it('stands before every spelling of the path', async () => {
    for (const path of ['/mcp/', '/MCP', '/mcp?x=1']) {
      const evil = await send(gateway, { path, headers: { host: 'evil.example' }, body: BODY });
      const stranger = await send(gateway, {
        path,
        headers: { host: 'crm.example', authorization: undefined },
        body: BODY,
      });
      expect([path, evil.status, stranger.status]).toEqual([path, 403, 401]);
    }
  });
});

describe('the door of a gateway on a developer machine', () => {
  let gateway: Gateway;
  beforeAll(async () => (gateway = await startGateway()));
  afterAll(() => gateway.close());

  it('lets in local hosts and pages, and no others', async () => {
    const port = new URL(gateway.url).port;
    for (const name of ['localhost', '127.0.0.1', '[::1]']) {
      const headers = { host: `${name}:${port}`, origin: `http://${name}:6274` };
      expect((await send(gateway, { headers, body: BODY })).status).toBe(200);
    }
    for (const headers of [
      { host: 'evil.example' },
      { origin: 'http://evil.example' },
      { origin: 'http://localhost.evil.example' },
    ]) {
      expect((await send(gateway, { headers, body: BODY })).status).toBe(403);
    }
  });
});

describe('the rest of the gateway', () => {
  let gateway: Gateway;
  let missing: () => Promise<string[]> = async () => [];
  beforeAll(async () => (gateway = await startGateway({ missing: () => missing() })));
  afterAll(() => gateway.close());

  const get = (path: string) =>
    send(gateway, { method: 'GET', path, headers: { authorization: undefined, host: '10.1.2.3:80' } });

  it('says that it lives, and whether it can serve, to probes that call it by any name', async () => {
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/readyz')).status).toBe(200);
    missing = async () => ['keys: nobody has them'];
    expect(await get('/readyz')).toMatchObject({ status: 503, json: { missing: ['keys: nobody has them'] } });
    missing = () => Promise.reject(new Error('down'));
    expect((await get('/readyz')).status).toBe(503);
  });

  it('answers unknown paths with 404 in JSON, and malformed ones without a fault', async () => {
    for (const path of ['/', '/mcp/x', '/v1/objects']) {
      const { status, json } = await get(path);
      expect([status, json.error]).toEqual([404, 'not_found']);
    }
    expect((await get('/%zz')).status).toBeLessThan(500);
    expect((await get('/.well-known/%zz')).status).toBeLessThan(500);
  });

  it('does not say what it is built with', async () => {
    expect((await get('/healthz')).headers['x-powered-by']).toBeUndefined();
  });
});
