import { startGateway, type Gateway } from './support/gateway.js';
import { legacy, modern, rpc, send, type Answer } from './support/wire.js';

describe('admission to /mcp', () => {
  let gateway: Gateway;
  beforeAll(async () => (gateway = await startGateway()));
  afterAll(() => gateway.close());

  const as = (authorization: string | undefined): Promise<Answer> =>
    legacy(gateway, 'tools/list', undefined, { authorization });
  const challenge = () =>
    `Bearer resource_metadata="${gateway.url}/.well-known/oauth-protected-resource", scope="openid profile email user:org:read"`;

  it('answers a request without a token with 401 and a challenge that blames no token', async () => {
    const { status, headers, json } = await as(undefined);
    expect([status, headers['www-authenticate']]).toEqual([401, challenge()]);
    expect(json).toEqual({
      error: 'unauthorized',
      error_description: 'A bearer token is needed.',
      reason: 'not_authenticated',
    });
  });

  it.each(['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer   '])('does not take %j for a token', async (authorization) => {
    expect((await as(authorization)).headers['www-authenticate']).toBe(challenge());
  });

  it('says invalid_token, and why, when a token was sent', async () => {
    const { status, headers, json } = await as('Bearer revoked');
    const why = 'error="invalid_token", error_description="This connection was revoked."';
    expect([status, headers['www-authenticate']]).toEqual([401, `${challenge()}, ${why}`]);
    expect(json).toEqual({
      error: 'invalid_token',
      error_description: 'This connection was revoked.',
      reason: 'not_authenticated',
    });
  });

  it('answers a workspace without entitlement with 403 and no challenge', async () => {
    const { status, headers, json } = await as('Bearer lapsed');
    expect([status, headers['www-authenticate']]).toEqual([403, undefined]);
    expect(json).toEqual({
      error: 'access_denied',
      error_description: 'This workspace has no API access.',
      reason: 'not_allowed',
    });
  });

  it('answers 503 and 429 with Retry-After', async () => {
    const early = await as('Bearer early');
    expect([early.status, early.headers['retry-after'], early.json.error]).toEqual([
      503,
      '7',
      'temporarily_unavailable',
    ]);
    const busy = await as('Bearer busy');
    expect([busy.status, busy.headers['retry-after'], busy.json.error]).toEqual([429, '3', 'rate_limited']);
  });

  it('keeps the text of a fault to the log', async () => {
    const { status, text, headers } = await as('Bearer broken');
    expect([status, headers['www-authenticate']]).toEqual([500, undefined]);
    expect(text).not.toContain('hunter2');
    const line = gateway.lines.find(({ level }) => level === 'error');
    expect(line?.fields).toMatchObject({ request_id: headers['x-request-id'], err: new Error('password=hunter2') });
  });

  it('comes before every look at the body: nonsense without a token is 401, not 400', async () => {
    for (const body of ['{', '[]', 'x'.repeat(2 * 1024 * 1024), JSON.stringify(rpc('nope'))]) {
      expect((await send(gateway, { headers: { authorization: undefined }, body })).status).toBe(401);
    }
    expect((await modern(gateway, 'server/discover', {}, { authorization: undefined })).status).toBe(401);
  });

  it('is asked anew for every request, with the id that the answer carries', async () => {
    gateway.gatekeeper.asked.length = 0;
    const first = await as('Bearer reader');
    const second = await as('Bearer reader');
    expect(gateway.gatekeeper.asked).toEqual([
      { authorization: 'Bearer reader', requestId: first.headers['x-request-id'] },
      { authorization: 'Bearer reader', requestId: second.headers['x-request-id'] },
    ]);
    expect(first.headers['x-request-id']).not.toBe(second.headers['x-request-id']);
  });

  it('shows every tool whatever the connection may do', async () => {
    const reader = (await as('Bearer reader')).text;
    expect((await as('Bearer writer')).text).toBe(reader);
  });
});
