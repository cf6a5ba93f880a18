import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { eventually } from '../support/eventually.js';
import { KeepAliveProxy } from '../support/keep-alive-proxy.js';
import { Deployment, toolCall } from './support/deployment.js';
import { Service } from './support/service.js';

const CALLERS = 16;
const MANY = 150;
const PATIENCE = 300_000;

interface Asked {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
}

/** Callers who write and read one thing after the other on connections that they keep. */
class Load {
  readonly statuses = new Map<number, number>();
  /** Names of the companies that callers were told are created. */
  readonly told = new Set<string>();
  private readonly agent = new Agent({ keepAlive: true });
  private readonly callers: Promise<void>[];
  private isOver = false;

  constructor(
    private readonly url: string,
    private readonly token: string,
    of: { create(name: string): Asked; read: Asked },
  ) {
    const caller = async (number: number): Promise<void> => {
      for (let turn = number; !this.isOver; turn++) {
        const name = `Example ${randomUUID()}`;
        if ((await this.send(turn % 2 ? of.create(name) : of.read)) && turn % 2) this.told.add(name);
      }
    };
    this.callers = Array.from({ length: CALLERS }, (_, number) => caller(number));
  }

  get count(): number {
    return [...this.statuses.values()].reduce((sum, times) => sum + times, 0);
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.callers);
    this.agent.destroy();
  }

  /** Whether it was done; a tool says in its answer when it was not. */
  private async send({ method, path, body }: Asked): Promise<boolean> {
    const { hostname, port } = new URL(this.url);
    const headers = {
      Authorization: `Bearer ${this.token}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    };
    const sent = request({ hostname, port, path, method, headers, agent: this.agent });
    sent.end(body && JSON.stringify(body));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    let text = '';
    for await (const part of answer) text += String(part);
    const isDone = answer.statusCode === 200 && !text.includes('"isError":true');
    const status = isDone ? 200 : answer.statusCode === 200 ? 0 : answer.statusCode!;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    return isDone;
  }
}

describe('a service that is told to end', () => {
  let deployment: Deployment;
  beforeEach(async () => (deployment = await Deployment.make()));
  afterEach(() => deployment.stop());

  const companies = async (): Promise<string[]> => {
    const text = `select label from record where workspace_id = $1 and label like 'Example %'`;
    const rows = await deployment.domain.source.query<{ label: string }[]>(text, [deployment.workspace_id]);
    return rows.map(({ label }) => label);
  };

  it.each([
    [
      'rest-api' as const,
      () => deployment.api_key,
      {
        create: (name: string): Asked => ({ method: 'POST', path: '/v1/records/companies', body: { data: { name } } }),
        // No page: a workspace has few of those at once.
        read: { method: 'GET', path: '/v1/objects' } as Asked,
      },
    ],
    [
      'mcp-gateway' as const,
      () => deployment.token(),
      {
        create: (name: string): Asked => ({
          method: 'POST',
          path: '/mcp',
          body: toolCall('create_record', { object: 'companies', values: { name } }),
        }),
        read: { method: 'POST', path: '/mcp', body: toolCall('list_objects') } as Asked,
      },
    ],
  ])(
    'loses no request of %s behind a proxy that keeps connections, leaves no write unanswered, and ends with 0',
    async (app, token, of) => {
      const [leaving, staying] = [await deployment.start(app), await deployment.start(app)];
      const proxy = await KeepAliveProxy.before([leaving.url, staying.url]);
      const load = new Load(proxy.url, token(), of);
      await eventually(() => load.count >= MANY, PATIENCE);
      expect(await leaving.stop()).toBe(0);
      const before = load.count;
      await eventually(() => load.count >= before + MANY, PATIENCE);
      await load.stop();
      await proxy.stop();
      expect([proxy.lost, [...load.statuses.keys()]]).toEqual([[], [200]]);
      expect((await companies()).sort()).toEqual([...load.told].sort());
    },
    PATIENCE,
  );

  it.each(['rest-api', 'mcp-gateway'] as const)('ends %s also when nobody reads its log any more', async (app) => {
    const { child } = await deployment.start(app);
    const gone = once(child, 'exit');
    child.stdout!.destroy();
    child.kill('SIGTERM');
    expect(await gone).toEqual([0, null]);
  });

  it('ends also when whoever reads its log has stopped reading', async () => {
    const service = await deployment.start('rest-api');
    const { child } = service;
    const gone = once(child, 'exit');
    child.stdout!.pause();
    for (let bytes = 0; bytes < 1_000_000; bytes += 1000) await service.get(`/v1/${'x'.repeat(1000)}`);
    child.kill('SIGTERM');
    expect(await gone).toEqual([0, null]);
  });

  it(
    'answers every pipelined write that it does',
    async () => {
      const service = await Service.start({ app: 'rest-api', env: deployment.env });
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      let text = '';
      let sent = 0;
      const answered = () => text.split('HTTP/1.1 200 OK').length - 1;
      const fill = () => {
        for (; sent - answered() < 8 && socket.writable; sent++) {
          const body = JSON.stringify({ data: { name: `Example ${sent}` } });
          const head = `POST /v1/records/companies HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${deployment.api_key}\r\n`;
          socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
        }
      };
      socket.on('data', (chunk: Buffer) => ((text += chunk.toString()), fill())).on('error', () => undefined);
      fill();
      await eventually(() => answered() >= 20);
      expect(await service.stop()).toBe(0);
      if (!socket.closed) await once(socket, 'close');
      expect(await companies()).toHaveLength(answered());
      expect(sent).toBeGreaterThan(answered());
    },
    PATIENCE,
  );
});
