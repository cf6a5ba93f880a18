import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { ConcurrencyLimits, LARGE_BODY } from '#auth';
import { ObjectService, trustedClaim, type Caller } from '#crm-domain';
import { SignInService } from '#crm-domain/people';
import { SyncService } from '#crm-domain/messaging';
import { LoadShedder } from '#platform';
import { IdentityClient } from '../../apps/rest-api/src/console/sign-in/identity-client.js';
import { writeLogin } from '../../apps/rest-api/src/console/sign-in/login.js';
import { Visitor } from '../console/support/visitor.js';
import { startGateway, type Gateway } from '../mcp/support/gateway.js';
import { legacy } from '../mcp/support/wire.js';
import { expectError } from '../support/answers.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { Rest } from '../support/rest.js';
import { World, startRest } from '../support/world.js';
import { holdTables } from '../support/hold-tables.js';
import { LOCK_WAITS } from '../support/lock-waits.js';

const PLACES = 4;
const alone = 'each counts the requests it has taken on';

describe('one workspace with more to ask than a service takes on, with whichever credentials', () => {
  let rest: Rest;
  let gateway: Gateway;
  beforeAll(async () => {
    rest = await Rest.start({ MAX_REQUESTS_AT_ONCE: PLACES }, { alone });
    gateway = await startGateway({ mostAtOnce: PLACES, alone });
  });
  afterAll(() => Promise.all([rest.stop(), gateway.close()]));

  it('leaves a place of the REST API to others', async () => {
    const end = Promise.withResolvers<never>();
    const asked = jest.spyOn(rest.app.get(ObjectService), 'get').mockReturnValue(end.promise);
    const keys = [rest.admin, rest.reader, rest.writer];
    const taken = keys.map((caller) => caller.get('/v1/objects/companies').then(({ status }) => status));
    await eventually(() => asked.mock.calls.length === keys.length);
    const [refused, served] = [await rest.reader.get('/v1/self'), await rest.stranger.admin.get('/v1/self')];
    end.resolve({} as never);
    expectError(refused, 503);
    expect(served.status).toBe(200);
    expect(await Promise.all(taken)).toEqual([200, 200, 200]);
  });

  const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`a${n}`, 0]));
  it.each([
    ['large', { query: 'x', fields: ['name', 'x'.repeat(LARGE_BODY)] }],
    ['small, with many names,', { filter: [named(1500)] }],
  ])(
    'has few bodies that are %s parsed at a time over REST, and others have theirs parsed meanwhile',
    async (_what, large) => {
      const limits = rest.app.get(ConcurrencyLimits);
      const end = Promise.withResolvers<void>();
      const { workspace_id } = rest;
      const req = { headers: { 'content-length': String(LARGE_BODY) } };
      void limits.body({ workspace_id } as Caller, { req } as ServerResponse, () => end.promise);
      const running = jest.spyOn(LoadShedder.prototype, 'leave');
      const ask = (caller: Rest['admin'], body: object) => caller.post('/v1/records/companies/query', body);
      const order: string[] = [];
      const third = ask(rest.reader, large).then(({ status }) => order.push(`large ${status}`));
      await eventually(() => running.mock.calls.length > 0);
      running.mockRestore();
      order.push(`small ${(await ask(rest.reader, { query: 'x', fields: ['name', 'slug'] })).status}`);
      order.push(`stranger ${(await ask(rest.stranger.admin, large)).status}`);
      end.resolve();
      await third;
      expect(order).toEqual(['small 200', 'stranger 400', 'large 400']);
    },
  );

  it('leaves a place of the tool server to others', async () => {
    const by = (name: string) => ({ authorization: `Bearer ${name}` });
    const slow = { name: 'slow', arguments: { ms: 3000 } };
    gateway.gatekeeper.asked.length = 0;
    const taken = [1, 2, 3].map(() => legacy(gateway, 'tools/call', slow, by('reader')));
    await eventually(() => gateway.gatekeeper.asked.length === taken.length);
    expect((await legacy(gateway, 'tools/list', {}, by('reader'))).status).toBe(503);
    expect((await legacy(gateway, 'tools/list', {}, by('stranger'))).status).toBe(200);
    await Promise.all(taken);
  });

  it('has few large bodies read at a time, and others have theirs read meanwhile', async () => {
    const { hostname, port } = new URL(gateway.url);
    const running = jest.spyOn(LoadShedder.prototype, 'leave');
    const begun = Array.from({ length: 2 }, () => {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      const head = `POST /mcp HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer reader`;
      socket.write(`${head}\r\nContent-Length: 100000\r\n\r\n{`);
      return socket;
    });
    await eventually(() => running.mock.calls.length >= begun.length);
    const long = (name: string) =>
      legacy(gateway, 'tools/list', { beside: 'x'.repeat(100_000) }, { authorization: `Bearer ${name}` });
    const order: string[] = [];
    const third = long('reader').then(({ status }) => order.push(`reader ${status}`));
    await eventually(() => running.mock.calls.length > begun.length);
    order.push(`stranger ${(await long('stranger')).status}`);
    for (const socket of begun) socket.destroy();
    await third;
    expect(order).toEqual(['stranger 200', 'reader 200']);
  });

  it('has few bodies of many names parsed at a time, and others have theirs parsed meanwhile', async () => {
    const body = jest.spyOn(ConcurrencyLimits.prototype, 'body');
    const ask = (name: string, params: object = named(1500)) =>
      legacy(gateway, 'tools/list', params, { authorization: `Bearer ${name}` });
    expect((await ask('reader', {})).status).toBe(200);
    const [limits, [caller]] = [body.mock.contexts[0]!, body.mock.calls[0]!];
    const end = Promise.withResolvers<void>();
    void limits.body(caller, { req: { headers: {} } } as ServerResponse, () => end.promise, true);
    body.mockClear();
    const order: string[] = [];
    const held = ask('reader').then(({ status }) => order.push(`reader ${status}`));
    await eventually(() => body.mock.calls.some(([, , , isLarge]) => isLarge));
    order.push(`stranger ${(await ask('stranger')).status}`);
    end.resolve();
    await held;
    expect(order).toEqual(['stranger 200', 'reader 200']);
  });
});

it('an address whose requests hold the places of a console leaves some to people at others', async () => {
  const world = await World.start();
  const baseUrl = `http://127.0.0.1:${await freePort()}`;
  const rest = await startRest(
    { ...world.places, baseUrl },
    { MAX_REQUESTS_AT_ONCE: 8, TRUSTED_PROXIES: 1 },
    { alone },
  );
  const { cookies } = await Visitor.signedIn(world, world.ada);
  const open = (session: string, address: string) => {
    const visitor = new Visitor(world, baseUrl);
    visitor.cookies.set('crm-session', session);
    return visitor.get('/console/connections', { 'X-Forwarded-For': address });
  };
  const end = Promise.withResolvers<undefined>();
  const find = jest.spyOn(SignInService.prototype, 'find').mockReturnValue(end.promise);
  const strangers = Array.from({ length: 6 }, () => open('made up', '192.0.2.1'));
  await eventually(() => find.mock.calls.length === strangers.length);
  expect((await open('made up', '192.0.2.1')).status).toBe(503);
  find.mockRestore();
  expect((await open(cookies.get('crm-session')!, '198.51.100.1')).status).toBe(200);
  end.resolve(undefined);
  for (const { status } of await Promise.all(strangers)) expect(status).toBe(303);
  await rest.close();
  await world.stop();
});

it('sign-ins that wait for the identity provider, from whatever addresses, leave all places to others', async () => {
  const world = await World.start();
  const baseUrl = `http://127.0.0.1:${await freePort()}`;
  const settings = { MAX_REQUESTS_AT_ONCE: 8, TRUSTED_PROXIES: 1 };
  const rest = await startRest({ ...world.places, baseUrl }, settings, { alone });
  const { cookies } = await Visitor.signedIn(world, world.ada);
  const login = writeLogin({ state: 's', nonce: 'n', code_verifier: 'v', return_to: '/console' });
  const callback = async (address: string) => {
    const headers = { Cookie: `crm-login=${login}`, 'X-Forwarded-For': address };
    return (await fetch(`${baseUrl}/console/callback?state=s&code=c`, { headers, redirect: 'manual' })).status;
  };
  const end = Promise.withResolvers<never>();
  const finish = jest.spyOn(IdentityClient.prototype, 'finish').mockReturnValue(end.promise);
  const strangers = ['192.0.2.1', '198.51.100.1'].flatMap((at) => Array.from({ length: 10 }, () => callback(at)));
  await eventually(() => finish.mock.calls.length >= 15);
  const visitor = new Visitor(world, baseUrl);
  visitor.cookies.set('crm-session', cookies.get('crm-session')!);
  for (let n = 0; n < 3; n++) expect((await visitor.get('/console/connections')).status).toBe(200);
  end.reject(new Error('no answer'));
  expect(new Set(await Promise.all(strangers))).toEqual(new Set([403]));
  finish.mockRestore();
  await rest.close();
  await world.stop();
});

it('those who post to a public webhook, from whatever addresses, leave all places to others', async () => {
  const settings = { MAX_REQUESTS_AT_ONCE: 8, TRUSTED_PROXIES: 1, BASE_URL: 'https://crm.example.com' };
  const rest = await Rest.start(settings, { alone });
  const body = JSON.stringify({ value: [{ subscriptionId: 'nobody-knows', clientState: 'x' }] });
  const post = async (address: string) => {
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': address };
    return (await fetch(`${rest.url}/webhooks/graph`, { method: 'POST', headers, body })).status;
  };
  const end = Promise.withResolvers<[]>();
  const known = jest.spyOn(SyncService.prototype, 'subscribed').mockReturnValue(end.promise);
  const strangers = ['192.0.2.1', '198.51.100.1'].flatMap((address) => Array.from({ length: 6 }, () => post(address)));
  await eventually(() => known.mock.calls.length === 4);
  for (let n = 0; n < 3; n++) await rest.reader.get('/v1/self').expect(200);
  const last = post('203.0.113.1');
  end.resolve([]);
  expect(await Promise.all([...strangers, last])).toEqual(Array(13).fill(202));
  known.mockRestore();
  await rest.stop();
});

it('a person who opens pages of a large record has to wait between them, and others do not', async () => {
  const world = await World.start();
  const baseUrl = `http://127.0.0.1:${await freePort()}`;
  const rest = await startRest({ ...world.places, baseUrl }, { RATE_LIMIT_READS_PER_SECOND: 1 }, { alone });
  const { workspace_id } = world.north;
  const service = trustedClaim(workspace_id, { origin: 'cli', request_id: '' });
  const data = { name: 'Large', description: '"'.repeat(50_000) };
  const { id } = await world.domain.recordWriter.create(service, 'companies', { data, path: 'data' });
  const open = async (member: World['ada'], path: string) => {
    const visitor = new Visitor(world, baseUrl);
    visitor.cookies.set('crm-session', (await Visitor.signedIn(world, member)).cookies.get('crm-session')!);
    return (await visitor.get(path)).status;
  };
  const page = `/console/records/${workspace_id}/companies/${id.record_id}`;
  const small = '/console/connections';
  for (let n = 0; n < 3; n++) expect(await open(world.ada, small)).toBe(200);
  const pages = await Promise.all(Array.from({ length: 8 }, () => open(world.ada, page)));
  expect(new Set(pages)).toEqual(new Set([200, 429]));
  expect(await open(world.cleo, small)).toBe(200);
  await rest.close();
  await world.stop();
});

it('a person who opens many screens at once has few of them under way, and no place for those that wait', async () => {
  const world = await World.start();
  const baseUrl = `http://127.0.0.1:${await freePort()}`;
  const rest = await startRest({ ...world.places, baseUrl }, { MAX_REQUESTS_AT_ONCE: 16 }, { alone });
  const inside = async (member: World['ada']) => {
    const visitor = new Visitor(world, baseUrl);
    visitor.cookies.set('crm-session', (await Visitor.signedIn(world, member)).cookies.get('crm-session')!);
    return visitor;
  };
  const [ada, cleo] = [await inside(world.ada), await inside(world.cleo)];
  const free = await holdTables(world.pool, ['message_delivery']);
  const screens = Array.from({ length: 12 }, () => ada.get('/console/outbox').then(({ status }) => status));
  await eventually(async () => (await world.sql(LOCK_WAITS)).length >= 2);
  // Those that wait have a place until it is known whose they are, which on a Citus takes longer.
  await eventually(async () => (await cleo.get('/console/connections')).status === 200);
  expect(await world.sql(LOCK_WAITS)).toHaveLength(2);
  await free();
  expect(await Promise.all(screens)).toEqual(screens.map(() => 200));
  await rest.close();
  await world.stop();
});
