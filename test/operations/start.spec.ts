import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TcpProxy } from '../support/tcp-proxy.js';
import { Deployment } from './support/deployment.js';
import { Service } from './support/service.js';

const WAITS = /The database cannot be reached; waiting for up to \d+ seconds/g;

describe.each(['rest-api', 'mcp-gateway'] as const)('%s at its start', (app) => {
  let deployment: Deployment;
  let proxy: TcpProxy;
  let env: Record<string, string>;
  beforeAll(async () => {
    deployment = await Deployment.make();
    const way = await TcpProxy.before(deployment.databaseUrl);
    proxy = way.proxy;
    env = { ...deployment.env, MCP_URL: 'http://localhost', DATABASE_URL: way.url };
  });
  beforeEach(() => proxy.cut());
  afterAll(async () => {
    await proxy.cut();
    await deployment.stop();
  });

  const launch = (change: Record<string, string> = {}) => Service.launch({ app, env: { ...env, ...change } });

  it('waits for a database that is away, says so once, is alive but not ready, and serves when it is there', async () => {
    const service = await launch();
    await service.until(async () => (await service.get('/healthz')).status === 200);
    await service.until(async () => WAITS.test(service.output));
    const ready = await service.get('/readyz');
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: 'not ready', missing: ['database: it cannot be reached'] },
    ]);
    const other = await service.get('/v1/self');
    expect([other.status, other.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await other.json()).toMatchObject({
      requestId: other.headers.get('x-request-id'),
      statusCode: 503,
      type: 'invalid_error',
      code: '',
      reason: 'unavailable',
    });
    await proxy.restore();
    await service.until(async () => (await service.get('/readyz')).status === 200);
    expect(service.output.match(WAITS)).toHaveLength(1);
    expect(await service.stop()).toBe(0);
  });

  it('ends with a sentence when the time is over', async () => {
    const service = await launch({ DATABASE_WAIT_SECONDS: '1' });
    expect(await service.ended).toBe(1);
    expect(service.output).toMatch(/The service cannot start: the database cannot be reached/);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('ends with 0 on %s while it waits', async (signal) => {
    const service = await launch();
    await service.until(async () => (await service.get('/healthz')).status === 200);
    expect(await service.stop(signal)).toBe(0);
  });

  it('ends at once where waiting mends nothing', async () => {
    await proxy.restore();
    const url = new URL(env['DATABASE_URL']!);
    url.pathname = '/never_made';
    const service = await launch({ DATABASE_URL: url.href });
    expect(await service.ended).toBe(1);
    expect(service.output).toMatch(/The service cannot start: database \\"never_made\\" does not exist/);
    expect(service.output).not.toMatch(WAITS);
  });

  it('has begun nothing where another program has its port', async () => {
    await proxy.restore();
    const sent = proxy.sent;
    const other = createServer().listen(0);
    const { port } = other.address() as AddressInfo;
    const service = await launch({ REST_PORT: String(port), MCP_PORT: String(port) });
    expect(await service.ended).toBe(1);
    expect(service.output).toContain(`port ${port} is taken.`);
    expect(proxy.sent).toBe(sent);
    other.close();
  });
});
