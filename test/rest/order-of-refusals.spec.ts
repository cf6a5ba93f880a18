import type { Test } from 'supertest';
import { ENDPOINTS, type Endpoint } from '../contract/endpoints.js';
import { expectError } from '../support/answers.js';
import { Rest, type Caller } from '../support/rest.js';

const CALLS = ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
const OTHERS = { 'read:data': 'write:data', 'write:data': 'read:data', 'write:schema': 'write:data' } as const;

/** Everything is wrong with these requests; what is said first is decided by who asks (decisions: Order of refusals). */
describe('a request that is wrong in itself', () => {
  let rest: Rest;
  let revoked: Caller;
  const lacking = new Map<string, Caller>();
  beforeAll(async () => {
    rest = await Rest.start({
      ...{ CREDENTIALS_KEYS: new Map([['k', Buffer.alloc(32)]]), WEBHOOK_PRIVATE_ADDRESSES: true },
    });
    const { api_key_id, api_key } = await rest.newKey(rest.workspace_id);
    await rest.domain.apiKeys.revoke(rest.workspace_id, api_key_id);
    revoked = rest.callerWith(`Bearer ${api_key}`);
    for (const [needs, has] of Object.entries(OTHERS))
      lacking.set(needs, await rest.newCaller(rest.workspace_id, [has]));
  });
  afterAll(() => rest.stop());

  const wrong = (by: Caller, { method, path, body }: Endpoint): Test => {
    const at = path.replace(/\{\w+\}/g, 'nowhere');
    const sent = by.send(method.toLowerCase() as 'post', `${at}?nonsense=1&limit=x`, body && { nonsense: 1 });
    return sent.set('Idempotency-Key', 'not a key');
  };

  it.each(CALLS)('is answered with 401 to a revoked key, and with nothing of the request: %s', async (_, endpoint) => {
    const { issues, message } = expectError(await wrong(revoked, endpoint), 401);
    expect(issues).toEqual([]);
    expect(message).not.toMatch(/nonsense|limit/);
  });

  it.each(CALLS)('is answered with 403 to a workspace without API access: %s', async (_, endpoint) => {
    const { issues, message } = expectError(await wrong(rest.unpaid, endpoint), 403);
    expect([issues, message]).toEqual([[], expect.stringMatching(/API access/)]);
  });

  it.each(CALLS.filter(([, { needs }]) => needs))(
    'is answered with 403 to a key without the capability: %s',
    async (_, endpoint) => {
      const { issues, message } = expectError(await wrong(lacking.get(endpoint.needs!)!, endpoint), 403);
      expect([issues, message]).toEqual([[], expect.stringContaining(endpoint.needs!)]);
    },
  );

  it('is answered with 400 to who may make it', async () => {
    for (const [name, endpoint] of CALLS.filter(([, { body, query }]) => body || query))
      expect([name, (await wrong(rest.admin, endpoint)).status]).toEqual([name, 400]);
  });

  it('is answered with 401 to a revoked key when it is large, in a few hundred bytes', async () => {
    const nonsense = Object.fromEntries(Array.from({ length: 9000 }, (_, n) => [`unknown_${n}`, n]));
    for (const [method, path] of [
      ['post', '/v1/records/companies'],
      ['patch', '/v1/records/companies/nowhere'],
      ['post', '/v1/records/companies/query'],
      ['post', '/v1/objects'],
    ] as const)
      for (const body of [nonsense, { data: nonsense }]) {
        const response = await revoked.send(method, path, body);
        expectError(response, 401);
        expect(response.text.length).toBeLessThan(500);
      }
  });
});
