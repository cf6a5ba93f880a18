import type { INestApplication } from '@nestjs/common';
import { McpGatekeeper, RateLimiter, TokenBearers, TokenVerifier, tokenSettingsFor } from '#auth';
import { CpuTime } from '#platform';
import { createMcpGateway } from '../../apps/mcp-gateway/src/app.js';
import { legacy, rpc, send } from '../mcp/support/wire.js';
import { freePort } from '../support/free-port.js';
import { texts } from '../support/large-records.js';
import { World } from '../support/world.js';

let world: World;
let app: INestApplication;
let url: string;
let now = 0;
/** What the thread has used, and milliseconds of CPU that it takes between two times at which it is asked. */
let used = 0;
let perStep = 0;
beforeAll(async () => {
  world = await World.start();
  const { places, domain } = world;
  url = `http://127.0.0.1:${await freePort()}`;
  const verifier = new TokenVerifier(tokenSettingsFor({ MCP_AUTH_URL: places.issuer }, [`${places.mcpUrl}/mcp`]));
  const limiter = new RateLimiter({ reads: 3, writes: 2, countsCpu: true }, () => now);
  app = await createMcpGateway({
    mcpUrl: url,
    issuer: places.issuer,
    screenUrl: places.baseUrl,
    services: domain,
    gatekeeper: new McpGatekeeper(new TokenBearers(verifier, domain.connections), limiter),
  });
  await app.listen(Number(new URL(url).port), '127.0.0.1');
});
beforeEach(() => {
  perStep = 0;
  jest.spyOn(process, 'threadCpuUsage').mockImplementation(() => ({ user: (used += perStep * 1000), system: 0 }));
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  await app?.close();
  await world?.stop();
});
// A second later, when every credential may do again what it may.
beforeEach(() => (now += 1000));

const ask = (token: string, method: string, params?: object) =>
  legacy({ url }, method, params, { authorization: `Bearer ${token}` });
const write = (token: string) => ask(token, 'tools/call', { name: 'delete_record', arguments: {} });

describe('the tool server', () => {
  it('counts what one connection reads in a second, and says what is left', async () => {
    const [token, other] = [world.token(world.ada, { client: 'a' }), world.token(world.ada, { client: 'b' })];
    const answers = [];
    for (let time = 0; time < 4; time++) answers.push(await ask(token, 'tools/list'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(answers[0]!.headers).toMatchObject({
      'ratelimit-policy': '"reads";q=3;w=1',
      ratelimit: '"reads";r=2;t=1',
    });
    expect(answers[3]!.headers['retry-after']).toBe('1');
    expect(answers[3]!.json).toMatchObject({ error: 'rate_limited' });
    expect((await ask(other, 'tools/list')).status).toBe(200);
    now += 1000;
    expect((await ask(token, 'tools/list')).status).toBe(200);
  });

  it('counts what writes apart from what reads', async () => {
    const token = world.token(world.ada, { client: 'c' });
    expect([(await write(token)).status, (await write(token)).status, (await write(token)).status]).toEqual([
      200, 200, 429,
    ]);
    expect((await ask(token, 'tools/list')).status).toBe(200);
  });

  it('counts every call of a batch, and bodies that are none', async () => {
    const token = world.token(world.ada, { client: 'd' });
    const headers = { authorization: `Bearer ${token}` };
    const batch = [1, 2].map((id) => rpc('tools/list', {}, id));
    expect((await send({ url }, { headers, body: JSON.stringify(batch) })).status).toBe(200);
    expect((await send({ url }, { headers, body: '{' })).status).toBe(400);
    expect((await send({ url }, { headers, body: '{' })).status).toBe(429);
  });

  it('counts each full 64 Ki characters of a record as one more call', async () => {
    const { workspace_id } = world.north;
    const capabilities = ['read:data', 'write:data', 'write:schema'];
    const { api_key } = await world.domain.apiKeys.create({ workspace_id, name: 'Writer', capabilities });
    const rest = world.rest(api_key);
    const attribute = { type: 'text', slug: 'texts', title: 'Texts', is_multi_select: true };
    await rest.post('/v1/objects/companies/attributes', attribute).expect(200);
    const write = async (data: object) => (await rest.post('/v1/records/companies', { data }).expect(200)).body.data;
    const [large, small] = [await write({ name: 'Large', texts: texts(10) }), await write({ name: 'Small' })];
    const token = world.token(world.ada, { client: 'e' });
    const read = async ({ id }: typeof large) => {
      const record = { object: 'companies', record_id: id.record_id };
      return (await ask(token, 'tools/call', { name: 'get_record', arguments: record })).status;
    };
    expect([await read(small), await read(large), await read(small)]).toEqual([200, 200, 429]);
    now += 1000;
    expect(await read(small)).toBe(200);
  });

  it('counts a call that reads for the CPU that it takes beyond a few milliseconds', async () => {
    const token = world.token(world.ada, { client: 'f' });
    const search = async () =>
      (await ask(token, 'tools/call', { name: 'search_records', arguments: { object: 'people' } })).status;
    // The first requests of a process are not counted.
    for (let at = 0; at < 500; at++) CpuTime.begin(() => undefined);
    expect([await search(), await search()]).toEqual([200, 200]);
    now += 1000;
    perStep = 20;
    expect([await search(), await search()]).toEqual([200, 429]);
  });
});
