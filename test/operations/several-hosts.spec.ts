import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { findDatabase } from '#crm-domain/operations';
import { IS_CITUS } from '../growth/support/distant-worker.js';
import { urlOfNode, workersOf } from '../growth/support/nodes-of-cluster.js';
import { Cli, workDir } from '../support/cli.js';
import { freePort } from '../support/free-port.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { Deployment } from './support/deployment.js';
import { setReadOnly } from './support/read-only.js';
import { Service } from './support/service.js';

describe('DATABASE_URL with several hosts', () => {
  let deployment: Deployment;
  let nowhere: string;
  const urlOf = (...hosts: string[]) => {
    const { username, password, pathname } = new URL(deployment.databaseUrl);
    return `postgres://${username}:${password}@${hosts.join(',')}${pathname}`;
  };
  const primary = () => new URL(deployment.databaseUrl).host;
  beforeAll(async () => {
    deployment = await Deployment.make();
    nowhere = `127.0.0.1:${await freePort()}`;
  });
  afterAll(() => deployment.stop());

  it('leads to the first that answers', async () => {
    const { proxy, url } = await TcpProxy.before(deployment.databaseUrl);
    const other = new URL(url).host;
    expect(await findDatabase(urlOf(nowhere, other, primary()))).toBe(urlOf(other));
    await proxy.cut();
    expect(await findDatabase(urlOf(nowhere, other, primary()))).toBe(urlOf(primary()));
    await expect(findDatabase(urlOf(nowhere, other))).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('leads past one that only reads, as a standby does', async () => {
    const standby = await StandbyLike.before(deployment.databaseUrl);
    expect(await findDatabase(urlOf(standby.host, primary()))).toBe(urlOf(primary()));
    await expect(findDatabase(urlOf(standby.host, standby.host))).rejects.toThrow(
      'None of the databases in DATABASE_URL accepts writes.',
    );
    // A single one may be used for what only reads.
    expect(await findDatabase(urlOf(standby.host))).toBe(urlOf(standby.host));
    await standby.stop();
  });

  it.each(['rest-api', 'mcp-gateway'] as const)('%s waits until one accepts writes, and works with it', async (app) => {
    await setReadOnly(deployment.databaseUrl, true);
    const env = { ...deployment.env, MCP_URL: 'http://localhost', DATABASE_URL: urlOf(nowhere, primary()) };
    const service = await Service.launch({ app, env });
    await service.until(() => Promise.resolve(service.output.includes('cannot be reached; waiting')));
    await setReadOnly(deployment.databaseUrl, false);
    await service.until(async () => (await service.get('/readyz')).status === 200);
    expect(await service.stop()).toBe(0);
  });

  it('serves the commands as well', async () => {
    const crm = (line: string, DATABASE_URL: string) =>
      new Cli(line.split(' '), { cwd: workDir(), env: { DATABASE_URL } }).run;
    expect(await crm('migrate', urlOf(nowhere, primary()))).toMatchObject({
      code: 0,
      stdout: 'The database is up to date.\n',
    });
    expect((await crm('doctor', urlOf(nowhere, primary()))).stdout).toContain('The schema is up to date');
    expect((await crm('doctor', urlOf(nowhere, nowhere))).stdout).toContain(`The database ${nowhere}/`);
    expect((await crm('migrate', urlOf(nowhere, nowhere))).stderr).toMatch(/^The database .* cannot be reached: /);
  });

  const onCitus = IS_CITUS ? it : it.skip;
  onCitus('leads to the coordinator from every node of a cluster', async () => {
    const workers = await workersOf(deployment.databaseUrl);
    const port = new URL(deployment.databaseUrl).port;
    for (const worker of workers) {
      const found = await findDatabase(urlOfNode(deployment.databaseUrl, worker));
      expect(new URL(found).port).toBe(port);
    }
    const env = { ...deployment.env, MCP_URL: 'http://localhost', DATABASE_URL: urlOf(...workers) };
    const service = await Service.start({ app: 'rest-api', env });
    expect((await service.get('/readyz')).status).toBe(200);
    await service.stop();
  });
});

/** A way to a database on which every transaction only reads, whatever the database is told. */
class StandbyLike {
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static async before(url: string): Promise<StandbyLike> {
    const { hostname: host, port } = new URL(url);
    const server = createServer((caller) => standby.pass(caller, connect(Number(port || 5432), host)));
    const standby = new StandbyLike(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return standby;
  }

  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private pass(caller: Socket, database: Socket): void {
    for (const socket of [caller, database]) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
    }
    caller.once('data', (start: Buffer) => {
      database.write(readOnly(start));
      caller.pipe(database);
    });
    database.pipe(caller);
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((done) => this.server.close(done));
  }
}

/** The first message of a connection, with a setting more. */
function readOnly(start: Buffer): Buffer {
  const more = Buffer.from('options\0-c default_transaction_read_only=on\0\0');
  const message = Buffer.concat([start.subarray(0, -1), more]);
  message.writeInt32BE(message.length, 0);
  return message;
}
