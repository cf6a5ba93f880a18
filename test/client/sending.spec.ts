import { readFileSync } from 'node:fs';
import {
  ConnectionError,
  createCrm,
  NotAuthenticatedError,
  RateLimitedError,
  records,
  ServiceError,
  verifyWebhook,
  type Crm,
  type CrmOptions,
} from '../../clients/typescript/src/index.js';
import { NEVER_AGAIN, READS } from '../../clients/typescript/src/resend.js';
import { newSecret, signatureHeaders } from '../../libs/crm-domain/src/webhooks/signature.js';
import { Rest } from '../support/rest.js';

let rest: Rest;
let key: string;
beforeAll(async () => {
  rest = await Rest.start();
  key = (await rest.newKey(rest.workspace_id)).api_key;
});
afterAll(() => rest.stop());

/** What stands between the client and the service, and may spoil an answer. */
type Way = (request: Request, attempt: number) => Promise<Response>;

/** A client whose attempts are counted and led by a way of the test; waits are as short as they may be. */
function via(way: Way, options: Partial<CrmOptions> = {}): { crm: Crm; sent: Request[] } {
  const sent: Request[] = [];
  const seen = (request: Request) => {
    sent.push(request);
    return way(request, sent.length);
  };
  return { crm: createCrm({ url: rest.url, key, fetch: seen, ...options }), sent };
}

const LATER = { 'retry-after': '0' };

it('a write whose answer was lost is sent again with the same key, and done once', async () => {
  const { crm, sent } = via(async (request, attempt) => {
    const response = await fetch(request);
    if (attempt === 1) throw new TypeError('terminated');
    return response;
  });
  const { id } = await records(crm, 'companies').create({ name: 'Lost Answer' });
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  const [{ found } = { found: 0 }] = await rest.sql<{ found: number }>(
    'select count(*)::int as found from record where record_id = $1 or label = $2',
    [id, 'Lost Answer'],
  );
  expect(found).toBe(1);
});

it('an answer that breaks off halfway is a lost one', async () => {
  const { crm, sent } = via(async (request, attempt) => {
    if (attempt > 1) return fetch(request);
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"data": ['));
        controller.error(new TypeError('terminated'));
      },
    });
    return new Response(broken, { status: 200 });
  });
  const found = await records(crm, 'companies').getMany(['0197f000-0000-7000-8000-000000000001']);
  expect(found).toMatchObject({ data: [], missing: ['0197f000-0000-7000-8000-000000000001'] });
  expect(sent).toHaveLength(2);
});

it('a read carries no idempotency key', async () => {
  const { crm, sent } = via((request) => fetch(request));
  for await (const _ of records(crm, 'companies').query({ limit: 1 })) break;
  expect(sent[0]!.headers.has('idempotency-key')).toBe(false);
});

it('429 and 503 are asked again, and thrown when they do not end', async () => {
  const once = via((request, attempt) =>
    attempt === 1 ? Promise.resolve(new Response(null, { status: 503, headers: LATER })) : fetch(request),
  );
  await expect(records(once.crm, 'people').create({ name: 'Later Example' })).resolves.toHaveProperty('id');
  const never = via(() => Promise.resolve(new Response('busy', { status: 429, headers: LATER })), { retries: 1 });
  const refused = await records(never.crm, 'people')
    .get('x')
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(RateLimitedError);
  expect(refused).toMatchObject({ status: 429, reason: 'unknown', retryAfter: 0 });
  expect(never.sent).toHaveLength(2);
});

it('a service that asks for more than a minute is not waited for', async () => {
  const { crm, sent } = via(() =>
    Promise.resolve(new Response(null, { status: 503, headers: { 'retry-after': '61' } })),
  );
  const refused = await records(crm, 'people')
    .get('x')
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ServiceError);
  expect(refused).toMatchObject({ retryAfter: 61 });
  expect(sent).toHaveLength(1);
});

it('what is refused is not asked again', async () => {
  const { crm, sent } = via((request) => fetch(request), { key: 'crm_wrong' });
  const refused = await records(crm, 'people')
    .get('x')
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(NotAuthenticatedError);
  expect(refused).toMatchObject({ reason: 'not_authenticated', requestId: expect.any(String) });
  expect(sent).toHaveLength(1);
});

it('a test of a webhook is never sent twice', async () => {
  const { crm, sent } = via(() => Promise.reject(new TypeError('terminated')));
  const call = crm.api.POST('/v1/webhooks/{webhook}/test', { params: { path: { webhook: 'x' } } });
  await expect(call).rejects.toBeInstanceOf(ConnectionError);
  expect(sent).toHaveLength(1);
});

it('a caller who aborts gets its own reason, and ends the retries', async () => {
  const abort = new AbortController();
  const { crm, sent } = via(() => {
    abort.abort(new Error('not any more'));
    return Promise.reject(new TypeError('terminated'));
  });
  const call = records(crm, 'people').get('x', { signal: abort.signal });
  await expect(call).rejects.toThrow('not any more');
  expect(sent).toHaveLength(1);
});

it('a key that is a function is asked before each attempt', async () => {
  let asked = 0;
  const { crm, sent } = via(
    (request, attempt) => (attempt === 1 ? Promise.reject(new TypeError('terminated')) : fetch(request)),
    { key: () => ((asked += 1), key) },
  );
  for await (const _ of records(crm, 'companies').query({ limit: 1 })) break;
  expect([asked, sent.length]).toEqual([2, 2]);
});

it('knows which writes take no idempotency key', () => {
  const document = JSON.parse(readFileSync('test/snapshots/openapi.json', 'utf8')) as {
    paths: Record<string, Record<string, { parameters?: { name: string }[] }>>;
  };
  const without = Object.entries(document.paths).flatMap(([path, methods]) =>
    ['post', 'put', 'patch', 'delete'].flatMap((method) => {
      const names = methods[method]?.parameters?.map(({ name }) => name) ?? [];
      return methods[method] && !names.includes('Idempotency-Key') ? [path] : [];
    }),
  );
  expect(without.length).toBeGreaterThan(5);
  expect(without.filter((path) => !READS.test(path) && !NEVER_AGAIN.test(path))).toEqual([]);
});

it('depends on the version of openapi-fetch that is tested here', () => {
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>;
  const { dependencies } = read('clients/typescript/package.json');
  expect(dependencies).toEqual({ 'openapi-fetch': read('package.json').devDependencies!['openapi-fetch'] });
});

describe('deliveries of webhooks', () => {
  const secret = newSecret();
  const body = JSON.stringify({ type: 'webhook.test', timestamp: '2026-01-01T00:00:00.000Z', data: { position: 0 } });
  const now = () => Math.floor(Date.now() / 1000);
  const signed = (timestamp: number, secrets: string[]) => signatureHeaders({ id: 'msg', timestamp, body }, secrets);

  it('are accepted as text, as bytes, with headers of Node, and while the secret changes', async () => {
    const headers = signed(now(), [newSecret(), secret]);
    const event = { type: 'webhook.test', data: { position: 0 } };
    await expect(verifyWebhook({ body, headers, secret })).resolves.toMatchObject(event);
    const bytes = new TextEncoder().encode(body);
    await expect(verifyWebhook({ body: bytes, headers: new Headers(headers), secret })).resolves.toMatchObject(event);
    await expect(verifyWebhook({ body, headers, secret: [newSecret(), secret] })).resolves.toMatchObject(event);
  });

  it.each([
    ['of another secret', { headers: signed(now(), [newSecret()]) }],
    ['with another body', { body: `${body} ` }],
    ['that are old', { headers: signed(now() - 301, [secret]) }],
    ['of the future', { headers: signed(now() + 400, [secret]) }],
    ['without headers', { headers: {} }],
    ['with a time that is none', { headers: { ...signed(now(), [secret]), 'webhook-timestamp': 'NaN' } }],
    ['with a signature that is none', { headers: { ...signed(now(), [secret]), 'webhook-signature': 'v1,§ v1,' } }],
    ['judged by a secret that is none', { secret: 'whsec_' }],
  ])('%s are refused', async (_, change) => {
    const delivery = { body, headers: signed(now(), [secret]), secret, ...change };
    await expect(verifyWebhook(delivery)).rejects.toHaveProperty('name', 'WebhookVerificationError');
  });
});
