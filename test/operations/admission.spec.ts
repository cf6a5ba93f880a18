import type { Server } from 'node:http';
import { connect } from 'node:net';
import { SharedPlaces, unauthenticated, type RecordWire } from '#crm-domain';
import { ApiKeyFinder } from '../../libs/crm-domain/src/api-keys/api-key-finder.js';
import { newApiKey } from '../../libs/crm-domain/src/api-keys/api-key-format.js';
import { expectError } from '../support/answers.js';
import { aRecord, anObject, pathTo, type AnObject } from '../support/builders.js';
import { eventually } from '../support/eventually.js';
import { Rest } from '../support/rest.js';
import { startGateway, type Gateway } from '../mcp/support/gateway.js';
import { legacy, rpc, send } from '../mcp/support/wire.js';
import { holdTables } from '../support/hold-tables.js';
import { LOCK_WAITS } from '../support/lock-waits.js';

const MOST = 3;

describe('a REST API with more to do than it takes on', () => {
  let rest: Rest;
  let object: AnObject;
  let record: RecordWire;
  beforeAll(async () => {
    rest = await Rest.start({ MAX_REQUESTS_AT_ONCE: MOST }, { alone: 'each counts the requests it has taken on' });
    object = await anObject(rest);
    record = await aRecord(rest, object, { name: 'Kept' });
  });
  afterAll(() => rest.stop());

  it('refuses the next with 503 at once and says when to come again, answers those it took, and serves on', async () => {
    const free = await holdTables(rest.pool, ['record'], 'exclusive');
    // Of one workspace each: none of them has all places.
    const taken = [rest.writer, rest.stranger.admin, (await rest.newWorkspace()).admin].map((caller) =>
      caller.post('/v1/records/companies', { data: { name: 'Late' } }).then((response) => response),
    );
    await eventually(async () => (await waiting(rest)) === MOST);
    const refused = await rest.reader.get('/v1/self');
    expectError(refused, 503);
    expect(refused.headers['retry-after']).toBe('1');
    await rest.callerWith().get('/healthz').expect(200);
    await rest.callerWith().get('/readyz').expect(200);
    await rest.callerWith().get('/docs/any/docs.css').expect(200);
    await free();
    for (const { status } of await Promise.all(taken)) expect(status).toBe(200);
    await rest.reader.get('/v1/self').expect(200);
  });

  it('has its place free again when a caller goes away', async () => {
    for (let round = 0; round < 3 * MOST; round++) {
      const gone = new AbortController();
      const waiting = fetch(`${rest.url}/v1/self`, { signal: gone.signal }).catch(() => undefined);
      gone.abort();
      await waiting;
    }
    await eventually(async () => (await rest.reader.get('/v1/self')).status === 200);
  });

  it('holds no place for those who send slowly', async () => {
    const { port } = new URL(rest.url);
    const slow = Array.from({ length: 2 * MOST }, () => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(
        'POST /v1/objects HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
      );
      return socket;
    });
    await Promise.all(slow.map((socket) => new Promise((ready) => socket.once('ready', ready))));
    await rest.reader.get('/v1/self').expect(200);
    for (const socket of slow) socket.destroy();
  });

  it.each([
    ['and say nothing of its length', 'Transfer-Encoding: chunked', '1\r\n{\r\n'],
    ['and say that it is long', `Content-Length: ${1024 * 1024}`, '{'],
  ])('has room for the bodies of others while many without a credential begin one %s', async (_, framing, begun) => {
    const { port, host } = new URL(rest.url);
    const begin = `POST /v1/objects HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n${framing}\r\n\r\n${begun}`;
    const slow = Array.from({ length: 80 }, () => {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
      socket.write(begin);
      return socket;
    });
    await Promise.all(slow.map((socket) => new Promise((ready) => socket.once('ready', ready))));
    await rest.reader.get('/v1/self').expect(200);
    const headers = { Authorization: rest.writer.authorization!, 'Content-Type': 'application/json' };
    for (const length of [30, 1_000_000]) {
      const body = JSON.stringify({ data: { name: 'Later' } }).padEnd(length);
      const sent = { method: 'PATCH', headers };
      expect((await fetch(rest.url + pathTo(object, record), { ...sent, body })).status).toBe(200);
      const stream = new Blob([body]).stream();
      const chunked = await fetch(rest.url + pathTo(object, record), { ...sent, body: stream, duplex: 'half' });
      expect(chunked.status).toBe(200);
    }
    for (const socket of slow) socket.destroy();
  });
});

describe('a REST API that is asked for more pages than it takes on', () => {
  const PLACES = 8;
  let rest: Rest;
  beforeAll(async () => {
    rest = await Rest.start({ MAX_REQUESTS_AT_ONCE: PLACES }, { alone: 'each counts the requests it has taken on' });
  });
  afterAll(() => rest.stop());

  it('takes pages to no more than half of its places, so that single records are served while pages wait', async () => {
    const object = await anObject(rest);
    const record = await aRecord(rest, object, { name: 'Kept' });
    const free = await holdTables(rest.pool, ['event']);
    const { admin } = await rest.newWorkspace();
    const taken = [rest.stranger.admin, rest.stranger.admin, admin, admin].map((caller) =>
      caller.get('/v1/events').then((response) => response),
    );
    await eventually(async () => (await waiting(rest)) === PLACES / 2);
    const query = `/v1/records/${object.slug}/query`;
    const headers = { Authorization: rest.reader.authorization! };
    expectError(await rest.reader.get('/v1/events').timeout(5000), 503);
    expectError(await rest.reader.get(`/v1/records/${object.slug}`), 503);
    expect((await fetch(`${rest.url}/v1/events`, { method: 'HEAD', headers })).status).toBe(503);
    expectError(await rest.reader.post(query, {}), 503);
    await rest.reader.get(pathTo(object, record)).expect(200);
    await free();
    for (const { status } of await Promise.all(taken)) expect(status).toBe(200);
    await rest.reader.post(query, {}).expect(200);
  });
});

describe('callers whom nobody knows yet', () => {
  const PLACES = 4;
  let rest: Rest;
  const META = { META_APP_SECRET: 'secret', META_VERIFY_TOKEN: 'typed-at-meta' };
  beforeAll(async () => {
    rest = await Rest.start({ ...META, MAX_REQUESTS_AT_ONCE: PLACES }, { alone: 'each counts what it has taken on' });
    await rest.reader.get('/v1/self').expect(200);
  });
  afterAll(() => rest.stop());
  const statuses = (requests: PromiseLike<{ status: number }>[]) =>
    Promise.all(requests.map(async (each) => (await each).status));

  it('hold no place while their keys are looked up', async () => {
    const keys = Array.from({ length: 3 * PLACES }, () => newApiKey());
    const made = new Set(keys.map(({ public_id }) => public_id));
    const looked = Promise.withResolvers<undefined>();
    const find = ApiKeyFinder.prototype.find;
    const asked = jest.spyOn(ApiKeyFinder.prototype, 'find').mockImplementation(function (this: ApiKeyFinder, id) {
      return made.has(id) ? looked.promise : find.call(this, id);
    });
    const strangers = statuses(keys.map(({ text }) => rest.callerWith(`Bearer ${text}`).get('/v1/self')));
    await eventually(() => asked.mock.calls.length === keys.length);
    await rest.reader.get('/v1/self').expect(200);
    looked.resolve(undefined);
    expect(await strangers).toEqual(keys.map(() => 401));
  });

  it('hold no place while what they say is from a provider waits for its proof', async () => {
    const end = Promise.withResolvers<never>();
    const proved = jest.spyOn(SharedPlaces.prototype, 'run').mockImplementation(() => end.promise);
    const signature = `sha256=${'a'.repeat(64)}`;
    const strangers: PromiseLike<{ status: number }>[] = [];
    while (strangers.length < 3 * PLACES) {
      const post = rest.callerWith().post('/webhooks/meta', {}).set('X-Hub-Signature-256', signature);
      strangers.push(post.then((response) => response));
      await eventually(() => proved.mock.calls.length === strangers.length);
    }
    await rest.reader.get('/v1/self').expect(200);
    end.reject(unauthenticated());
    expect(await statuses(strangers)).toEqual(strangers.map(() => 401));
  });
});

/** Statements that wait for a lock. */
async function waiting(rest: Rest): Promise<number> {
  const rows = await rest.sql(LOCK_WAITS);
  return rows.length;
}

describe('both services', () => {
  let rest: Rest;
  let gateway: Gateway;
  beforeAll(async () => ([rest, gateway] = await Promise.all([Rest.start(), startGateway()])));
  afterAll(() => Promise.all([rest.stop(), gateway.close()]));

  it('take headers of 16 KiB and no more', async () => {
    for (const { url } of [rest, gateway]) {
      const answer = (length: number) => fetch(`${url}/healthz`, { headers: { 'x-long': 'x'.repeat(length) } });
      expect((await answer(15_000)).status).toBe(200);
      expect((await answer(17_000)).status).toBe(431);
    }
  });

  it('give a caller a bounded time to send its request', () => {
    for (const { app } of [rest, gateway]) {
      const { headersTimeout, requestTimeout, timeout } = app.getHttpServer() as Server;
      expect({ headersTimeout, requestTimeout }).toEqual({ headersTimeout: 15_000, requestTimeout: 30_000 });
      // And as long to take its answer.
      expect(timeout).toBe(60_000);
    }
  });
});

describe('a tool server with more to do than it takes on', () => {
  let gateway: Gateway;
  let wide: Gateway;
  const { promise: held, resolve: free } = Promise.withResolvers<void>();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  beforeAll(async () => {
    const alone = 'each counts the requests it has taken on';
    gateway = await startGateway({ mostAtOnce: 1, alone });
    wide = await startGateway({ mostAtOnce: 3, alone });
    const { gatekeeper } = gateway;
    gatekeeper.recalls = true;
    const admit = gatekeeper.admit.bind(gatekeeper);
    let first = true;
    gatekeeper.admit = async (bearer) => {
      if (first) {
        first = false;
        arrive();
        await held;
      }
      return admit(bearer);
    };
  });
  afterAll(() => Promise.all([gateway.close(), wide.close()]));

  it('refuses the next with 503 in OAuth’s error shape, and serves on', async () => {
    const first = legacy(gateway, 'tools/list', {}, { authorization: 'Bearer reader' });
    await arrived;
    const refused = await legacy(gateway, 'tools/list');
    expect(refused.json).toEqual({
      error: 'temporarily_unavailable',
      error_description: expect.any(String),
      reason: 'unavailable',
    });
    expect(refused.headers['retry-after']).toBe('1');
    expect((await send(gateway, { method: 'GET', path: '/readyz', headers: {} })).status).toBe(200);
    free();
    expect((await first).status).toBe(200);
    expect((await legacy(gateway, 'tools/list')).status).toBe(200);
  });

  it('holds no place for those who send slowly, and logs no fault of ours when they leave', async () => {
    const { hostname, port } = new URL(gateway.url);
    const head = `POST /mcp HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer reader\r\nContent-Length: 9\r\n\r\n{`;
    const slow = Array.from({ length: 5 }, () => {
      const socket = connect(Number(port), hostname);
      socket.write(head);
      return socket;
    });
    await Promise.all(slow.map((socket) => new Promise((ready) => socket.once('ready', ready))));
    expect((await legacy(gateway, 'tools/list')).status).toBe(200);
    for (const socket of slow) socket.resetAndDestroy();
    expect((await legacy(gateway, 'tools/list')).status).toBe(200);
    expect(gateway.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('takes batches to no more than half of its places, as pages', async () => {
    const batch = (name: string, args: object) => [1, 2].map((id) => rpc('tools/call', { name, arguments: args }, id));
    const long = JSON.stringify(batch('slow', { ms: 60_000 }));
    const { hostname, port } = new URL(wide.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer stranger\r\nContent-Length: ${long.length}\r\n\r\n${long}`,
    );
    const short = () => send(wide, { body: batch('echo', { text: 'x' }) });
    await eventually(async () => (await short()).status === 503);
    expect((await legacy(wide, 'tools/list')).status).toBe(200);
    socket.destroy();
    await eventually(async () => (await short()).status === 200);
  });

  it('refuses a body that is nested too deep', async () => {
    const deep = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
    const refused = await send(gateway, { body: deep(37) });
    expect([refused.status, refused.json.error.message]).toEqual([400, 'The body is nested deeper than 36 levels.']);
    expect((await send(gateway, { body: deep(36) })).json.error.message).not.toContain('nested');
  });
});
