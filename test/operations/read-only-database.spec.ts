import type { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openDomain } from '#auth';
import { examineDatabase } from '../../apps/cli/src/doctor/database.js';
import { freshDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { setReadOnly } from './support/read-only.js';
import { Deployment, call, toolCall } from './support/deployment.js';
import type { Service } from './support/service.js';

const READ_ONLY = 'database: it is read-only, so nothing can be written';
const WARNING = 40;

/** As after a failover that left the services at a server which only reads, and then at one that writes again. */
describe('services whose database is read-only', () => {
  let deployment: Deployment;
  let rest: Service;
  let tools: Service;
  let record: string;
  const send = (method: string, path: string, body?: object) =>
    call(`${rest.url}${path}`, { token: deployment.api_key, method, body });
  const use = async (name: string, args: object) => {
    const { text } = await call(`${tools.url}/mcp`, { token: deployment.token(), body: toolCall(name, args) });
    return (JSON.parse(text) as { result: { isError?: true; content: [{ text: string }] } }).result;
  };
  const path = () => `/v1/records/companies/${record}`;
  const at = () => ({ object: 'companies', record_id: record });

  beforeAll(async () => {
    deployment = await Deployment.make();
    rest = await deployment.start('rest-api');
    tools = await deployment.start('mcp-gateway');
    const { text } = await send('POST', '/v1/records/companies', { data: { name: 'Ada Example' } });
    record = (JSON.parse(text) as { data: { id: { record_id: string } } }).data.id.record_id;
    await setReadOnly(deployment.databaseUrl, true);
  });
  afterAll(() => deployment.stop());

  it('answer what only reads', async () => {
    await rest.until(async () => (await send('GET', path())).status === 200);
    expect((await send('GET', '/v1/records/companies')).status).toBe(200);
    expect((await send('POST', '/v1/records/companies/query', { query: 'ada' })).status).toBe(200);
    expect(await use('get_record', at())).not.toHaveProperty('isError');
  });

  it.each([
    ['one statement', () => send('PATCH', path(), { data: { name: 'Never' } })],
    ['a record that is new', () => send('POST', '/v1/records/companies', { data: { name: 'Never' } })],
    ['a removal', () => send('POST', `${path()}/trash`)],
    ['a transaction', () => send('POST', '/v1/objects', { slug: 'n', singular_noun: 'A', plural_noun: 'B' })],
  ])('answer a write of %s with 503 and when to come again', async (_, write) => {
    const { status, headers, text } = await write();
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    expect(JSON.parse(text)).toMatchObject({
      type: 'invalid_error',
      message: expect.stringMatching(/no writes.*Nothing was changed/),
    });
  });

  it('answer a tool that writes with the error of a service that is not available', async () => {
    const result = await use('update_record', { ...at(), values: { name: 'Never' } });
    expect(result.isError).toBe(true);
    expect(JSON.parse(result.content[0].text)).toMatchObject({ error: { type: 'invalid_error' } });
    const isTold = ({ err }: Record<string, unknown>) =>
      (err as { message?: string } | undefined)?.message?.includes('no writes') === true;
    // A line may come after the answer.
    await tools.until(async () => tools.lines.some(isTold));
  });

  it('say so at /readyz, stay alive, and crm doctor says so as well', async () => {
    for (const service of [rest, tools]) {
      const ready = await service.get('/readyz');
      expect([ready.status, await ready.json()]).toEqual([503, { status: 'not ready', missing: [READ_ONLY] }]);
      expect((await service.get('/healthz')).status).toBe(200);
    }
    expect(await examineDatabase(deployment.databaseUrl, {})).toContainEqual({
      state: 'wrong',
      text: 'It is read-only, so nothing can be written',
      fix: expect.stringContaining('DATABASE_URL'),
    });
  });

  it('say once of each work in the background, or node of a cluster, that it fails, however often it is tried', async () => {
    // Each of them was tried again by then, most of them several times.
    await sleep(12_000);
    for (const service of [rest, tools]) {
      const told = service.lines.filter(({ level, request_id }) => level === WARNING && !request_id);
      // Work that sends several statements fails for several reasons, each of which is told once.
      const why = ({ reason, err }: Record<string, unknown>) => reason ?? (err as { message?: string })?.message;
      const counts = Map.groupBy(told, (line) => [line.msg, line.work, line.job, line.node, why(line)].join(' '));
      expect([...counts].filter(([, lines]) => lines.length > 2).map(([key, lines]) => [key, lines.length])).toEqual(
        [],
      );
    }
  });

  it('serve as before when it takes writes again, by themselves and on new connections', async () => {
    await setReadOnly(deployment.databaseUrl, false);
    for (const service of [rest, tools]) await service.until(async () => (await service.get('/readyz')).status === 200);
    await rest.until(async () => (await send('PATCH', path(), { data: { name: 'Bea Example' } })).status === 200);
    await rest.until(async () => !(await use('update_record', { ...at(), values: { name: 'Cleo Example' } })).isError);
    expect((await send('POST', `${path()}/trash`)).status).toBe(200);
  });
});

it('a process whose database is read-only tries once a minute to note that a credential was used, not with each request', async () => {
  const database = await freshDatabase();
  const before = await openDomain({ url: database.url });
  const { workspace_id } = await before.workspaces.create({ name: 'Example' });
  const { api_key } = await before.apiKeys.create({ workspace_id, name: 'Tests', capabilities: ['read:data'] });
  await before.close();
  await setReadOnly(database.url, true);
  const domain = await openDomain({ url: database.url });
  // A connection that met a refused write is not used again, whichever node of a cluster it led to.
  const { master } = domain.source.driver as unknown as { master: pg.Pool };
  const said = jest.spyOn(pg.Pool.prototype as EventEmitter, 'emit');
  const dropped = () => said.mock.calls.filter(([event, error]) => event === 'release' && error).length;
  for (let request = 0; request < 10; request++) {
    await domain.apiKeys.identify(api_key, { origin: 'rest-api', request_id: String(request) });
    // What is off the request's path is under way by the next turn of the event loop.
    await new Promise((resume) => setImmediate(resume));
    await eventually(() => dropped() > 0 && master.idleCount === master.totalCount);
  }
  expect(dropped()).toBe(1);
  await domain.close();
  await database.drop();
});
