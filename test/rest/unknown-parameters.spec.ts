import type { ExecutionContext } from '@nestjs/common';
import { Body } from '@nestjs/common';
import { NoBodyGuard } from '../../apps/rest-api/src/http/no-body.guard.js';
import { ENDPOINTS, takesKey, type Endpoint } from '../contract/endpoints.js';
import { expectError, pathsOf } from '../support/answers.js';
import { aPersonOverRest } from '../support/person.js';
import { Rest, type Caller } from '../support/rest.js';
import { World } from '../support/world.js';

const CALLS = ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

describe('a query parameter that a route does not know', () => {
  let rest: Rest;
  let world: World;
  let person: Caller;
  beforeAll(async () => {
    const keys = new Map([['k', Buffer.alloc(32)]]);
    rest = await Rest.start({ CREDENTIALS_KEYS: keys, WEBHOOK_PRIVATE_ADDRESSES: true });
    world = await World.start();
    person = (await aPersonOverRest(world)).caller;
  });
  afterAll(async () => {
    await rest.stop();
    await world.stop();
  });

  it.each(CALLS)('is answered with 400, which names those that it knows: %s', async (_, endpoint) => {
    const { method, path, people } = endpoint;
    const query = [...(endpoint.query ?? []), ...(takesKey(endpoint) ? ['dry_run', 'expect_digest'] : [])];
    const by = people ? person : rest.admin;
    const at = path.replace(/\{\w+\}/g, 'nowhere');
    for (const sent of ['nonsense=1', 'nonsense', `${query[0] ?? 'limit'}s=1&nonsense=`]) {
      const response = await by.send(method.toLowerCase() as 'post', `${at}?${sent}`);
      const { issues } = expectError(response, 400);
      const issue = issues.find((each) => each.path === 'nonsense');
      expect(issue!.message).toMatch(/^There is no such query parameter here\./);
      const { allowed = [] } = issue as { allowed?: string[] };
      expect(allowed.toSorted()).toEqual(query.toSorted());
    }
  });

  it.each(['stage=Won', 'sort=name'])('beside records is answered with where to filter and sort: %s', async (sent) => {
    const { issues } = expectError(await rest.admin.get(`/v1/records/deals?${sent}`), 400);
    expect(issues[0]!.message).toMatch(/To filter or sort, send POST \/v1\/records\/\{object\}\/query\.$/);
  });

  const isRead = ({ method, needs }: Endpoint) => method === 'GET' || needs === 'read:data' || needs === null;
  it.each(CALLS.filter(([, endpoint]) => endpoint.condition !== 'If-Match' && !isRead(endpoint)))(
    'is refused as is a version that a write compares with nothing: %s',
    async (_, { method, path, people }) => {
      const sent = (people ? person : rest.admin).send(
        method.toLowerCase() as 'post',
        path.replace(/\{\w+\}/g, 'nowhere'),
      );
      expect(pathsOf(await sent.set('If-Match', '"1"'))).toEqual(['If-Match']);
    },
  );

  it.each(CALLS.filter(([, endpoint]) => !isRead(endpoint)))(
    'is refused as is an If-None-Match of a write, which may have been meant to create only: %s',
    async (_, { method, path, people }) => {
      const sent = (people ? person : rest.admin).send(
        method.toLowerCase() as 'post',
        path.replace(/\{\w+\}/g, 'nowhere'),
      );
      expect(pathsOf(await sent.set('If-None-Match', '*'))).toEqual(['If-None-Match']);
    },
  );

  it('is of no matter where nothing is sent behind the question mark', async () => {
    await rest.admin.get('/v1/objects?').expect(200);
  });
});

describe('a body that a route does not take', () => {
  const WITHOUT = ENDPOINTS.filter(({ body, sends }) => !body && !sends);
  let rest: Rest;
  let world: World;
  let person: Caller;
  beforeAll(async () => {
    rest = await Rest.start({ CREDENTIALS_KEYS: new Map([['k', Buffer.alloc(32)]]), WEBHOOK_PRIVATE_ADDRESSES: true });
    world = await World.start();
    person = (await aPersonOverRest(world)).caller;
  });
  afterAll(async () => {
    await rest.stop();
    await world.stop();
  });

  const to = (endpoint: Endpoint) => {
    const by = endpoint.people ? person : rest.admin;
    return by.send(endpoint.method.toLowerCase() as 'post', endpoint.path.replace(/\{\w+\}/g, 'nowhere'));
  };

  it.each(WITHOUT.map((each) => [`${each.method} ${each.path}`, each] as const))(
    'is answered with 400, which says where its fields belong: %s',
    async (_, endpoint) => {
      const { issues } = expectError(await to(endpoint).send({ dry_run: true, nonsense: 1 }), 400);
      const belongs = takesKey(endpoint) ? ' Send this as a query parameter.' : '';
      const message = 'This request takes no body.';
      expect(issues).toEqual([
        { path: 'dry_run', message: `${message}${belongs}`, expected: 'no body' },
        { path: 'nonsense', message, expected: 'no body' },
      ]);
    },
  );

  it('is refused before anything is deleted or sent, in each form that a body can have', async () => {
    const COMPLETE = { channel: 'gmail', subject: 'Hello', body: 'Dear you', to: ['you@example.com'] };
    const { draft_id } = (await person.post('/v1/drafts', COMPLETE).expect(200)).body.data as { draft_id: string };
    const path = `/v1/drafts/${draft_id}`;
    expectError(await person.post(`${path}/send`, { dry_run: true }), 400);
    expectError(await person.post(`${path}/send`, { digest: 'of another text' }), 400);
    expectError(await person.post(`${path}/send`).type('form').send('dry_run=true'), 400);
    expectError(await person.post(`${path}/send`).type('json').send('["dry_run"]'), 400);
    expectError(await person.post(`${path}/send`).type('json').send('true'), 400);
    expectError(await person.delete(path).send({ dry_run: true }), 400);
    expect((await person.get(path).expect(200)).body.data).toMatchObject({ draft_id });
  });

  it('may be empty', async () => {
    for (const body of ['', '{}', ' { } ', 'null']) {
      const { draft_id } = (await person.post('/v1/drafts', { channel: 'gmail' }).expect(200)).body.data as {
        draft_id: string;
      };
      await person.delete(`/v1/drafts/${draft_id}`).type('json').send(body).expect(200);
    }
  });
});

describe('a body of bytes', () => {
  class Routes {
    takes(@Body() body: unknown) {
      return body;
    }
    takesNone() {
      return undefined;
    }
  }
  const at = (handler: 'takes' | 'takesNone', body: unknown) =>
    ({
      getClass: () => Routes,
      getHandler: () => Routes.prototype[handler],
      switchToHttp: () => ({ getRequest: () => ({ method: 'PUT', headers: {}, body }) }),
    }) as unknown as ExecutionContext;
  const guard = new NoBodyGuard();

  it('is not looked at where a route takes one', () => {
    const ownKeys = () => {
      throw new Error('looked at');
    };
    expect(guard.canActivate(at('takes', new Proxy({}, { ownKeys })))).toBe(true);
  });

  it('is refused as a whole where it takes none, and not for each byte', () => {
    const issues = [{ path: 'body', message: 'This request takes no body.', expected: 'no body' }];
    const refusal = expect.objectContaining({ kind: 'validation', issues }) as Error;
    expect(() => guard.canActivate(at('takesNone', Buffer.alloc(200)))).toThrow(refusal);
    expect(guard.canActivate(at('takesNone', Buffer.alloc(0)))).toBe(true);
  });
});
