import request, { type Test } from 'supertest';
import { ENDPOINTS, type Endpoint } from '../contract/endpoints.js';
import { expectError } from '../support/answers.js';
import { Rest, type Caller } from '../support/rest.js';

const CALLS = ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
const OTHERS = {
  'read:data': 'write:data',
  'write:data': 'read:data',
  'write:schema': 'write:data',
  'send:messages': 'write:data',
} as const;

/**
 * Everything is wrong with these requests; what is said first is decided by who asks (decisions: Order of refusals).
 */
describe('a request that is wrong in itself', () => {
  let rest: Rest;
  let revoked: Caller;
  const lacking = new Map<string, Caller>();
  const having = new Map<string, Caller>();
  beforeAll(async () => {
    rest = await Rest.start({
      CREDENTIALS_KEYS: new Map([['k', Buffer.alloc(32)]]),
      WEBHOOK_PRIVATE_ADDRESSES: true,
    });
    const { api_key_id, api_key } = await rest.newKey(rest.workspace_id);
    await rest.domain.apiKeys.revoke(rest.workspace_id, api_key_id);
    revoked = rest.callerWith(`Bearer ${api_key}`);
    for (const [needs, has] of Object.entries(OTHERS))
      lacking.set(needs, await rest.newCaller(rest.workspace_id, [has]));
  });
  afterAll(() => rest.stop());

  /** One key for each set of capabilities: a workspace has few. */
  const callerWith = async (capabilities: string[]): Promise<Caller> => {
    const name = capabilities.toSorted().join(' ');
    const made = having.get(name) ?? (await rest.newCaller(rest.workspace_id, capabilities));
    having.set(name, made);
    return made;
  };

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

  it.each(CALLS.filter(([, { also }]) => also))(
    'is answered with 403 to a key without the other capabilities: %s',
    async (_, endpoint) => {
      const { needs, also = [] } = endpoint;
      for (const lack of also) {
        const has = [needs!, ...also].filter((each) => each !== lack);
        const { issues, message } = expectError(await wrong(await callerWith(has), endpoint), 403);
        expect([issues, message]).toEqual([[], expect.stringContaining(lack)]);
      }
    },
  );

  it('is answered with 400 to who may make it', async () => {
    for (const [name, endpoint] of CALLS.filter(([, { body, query }]) => body || query)) {
      // A key is no person; what they are told of a wrong request is in conversations.spec.ts and drafts.spec.ts.
      const status = endpoint.people ? 403 : 400;
      expect([name, (await wrong(rest.admin, endpoint)).status]).toEqual([name, status]);
    }
  });

  it.each([
    ['to no route', 'get', '/v1/nowhere', 404],
    ['to no route', 'get', '/v1', 404],
    ['to no route', 'get', '/v1/', 404],
    ['to no route', 'post', '/v1/objects/people/nowhere/else', 404],
    ['to a path that cannot be read', 'get', '/v1/records/people/%zz', 400],
    ['to a path that cannot be read', 'patch', '/v1/objects/%E0%A4%A', 400],
    ['with another method', 'delete', '/v1/self', 405],
    ['with another method', 'put', '/v1/objects', 405],
    ['with another method', 'patch', '/v1/webhooks', 405],
    ['with another method', 'options', '/v1/records/people', 405],
  ] as const)(
    '%s is answered with 401 and 403 to those who may not make any: %s %s',
    async (_, method, path, status) => {
      const ask = ({ authorization }: Caller) => {
        const asked = request(rest.url);
        return asked[method](`${path}?nonsense=1`).set(authorization ? { Authorization: authorization } : {});
      };
      for (const by of [revoked, rest.callerWith(undefined)]) {
        const response = await ask(by);
        expectError(response, 401);
        expect(response.headers.allow).toBeUndefined();
      }
      expectError(await ask(rest.unpaid), 403);
      for (const by of [rest.admin, rest.reader]) {
        const response = await ask(by);
        expectError(response, status);
        expect(response.headers.allow !== undefined).toBe(status === 405);
      }
    },
  );

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

  describe('in its body', () => {
    const nested = `${'['.repeat(40)}${']'.repeat(40)}`;
    const bodies: [what: string, body: string | Buffer, headers: Record<string, string>, status: number][] = [
      ['of very many parts', JSON.stringify({ data: { x: Array.from({ length: 20_001 }, () => 1) } }), {}, 400],
      ['nested too deep', `{"data": {"x": ${nested}}}`, {}, 400],
      ['in another charset', '{"data": {}}', { 'Content-Type': 'application/json; charset=latin1' }, 400],
      ['in an unknown encoding', '{"data": {}}', { 'Content-Encoding': 'zstd' }, 400],
      ['that is not UTF-8', Buffer.from('{"data": {"name": "\xff"}}', 'latin1'), {}, 400],
      ['that is no JSON', '{"data": ', {}, 400],
      ['that is too large', `{"data": {"name": "${'a'.repeat(1_100_000)}"}}`, {}, 413],
    ];

    it.each(bodies)(
      '%s, is answered with 401 and 403 to those who may not make it',
      async (_, body, headers, status) => {
        const mayNot = [
          [401, revoked],
          [401, rest.callerWith(undefined)],
          [403, rest.unpaid],
          [403, rest.reader],
        ] as const;
        for (const path of ['/v1/records/companies', '/v1/objects']) {
          const send = (by: Caller) =>
            by
              .send('post', path)
              .set({ 'Content-Type': 'application/json', ...headers })
              .send(body);
          for (const [expected, by] of mayNot) expectError(await send(by), expected);
          expectError(await send(rest.admin), status);
        }
      },
    );
  });
});
