import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { aRecord, anObject, pathTo } from '../support/builders.js';
import { eventually } from '../support/eventually.js';
import { Rest } from '../support/rest.js';
import { startGateway, type Gateway } from '../mcp/support/gateway.js';
import { legacy, rpc } from '../mcp/support/wire.js';
import { LOCK_WAITS } from '../support/lock-waits.js';

const MIB = 1024 * 1024;
const MOST = 8;
const PIPELINED = 64;

/** A request as it is on the wire. */
function written(url: string, [method, path]: [string, string], authorization = '', body = ''): string {
  const { host } = new URL(url);
  const headers = [
    `Host: ${host}`,
    ...(authorization ? [`Authorization: ${authorization}`] : []),
    ...(body ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`] : []),
  ];
  return `${method} ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`;
}

async function connected(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).pause();
  await once(socket, 'connect');
  return socket.on('error', () => undefined);
}

/* Answers that nobody reads are tried at the server that both stand on: those of the services fit into the buffers of the system. */
describe('one greedy caller', () => {
  const alone = 'each counts what it has taken on';
  let rest: Rest;
  let gateway: Gateway;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    rest = await Rest.start({ MAX_REQUESTS_AT_ONCE: MOST }, { alone });
    gateway = await startGateway({ mostAtOnce: MOST, alone });
  });
  afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));
  afterAll(() => Promise.all([rest.stop(), gateway.close()]));

  async function caller(url: string): Promise<Socket> {
    const socket = await connected(url);
    sockets.push(socket);
    return socket;
  }

  it('takes one place of the REST API with all requests on a connection', async () => {
    const object = await anObject(rest);
    // Different ones: writes of one record wait for each other without a lock.
    const paths: string[] = [];
    for (let n = 0; n < MOST; n++) paths.push(pathTo(object, await aRecord(rest, object, { name: `Kept ${n}` })));
    const blocker = await rest.pool.connect();
    await blocker.query('begin');
    await blocker.query('select 1 from record where workspace_id = $1 and object_id = $2 for update', [
      rest.workspace_id,
      object.object_id,
    ]);
    const body = JSON.stringify({ data: { name: 'Late' } });
    const socket = await caller(rest.url);
    const writes = paths.map((path) => written(rest.url, ['PATCH', path], rest.writer.authorization, body));
    socket.write(writes.join('').repeat(PIPELINED / MOST));
    await eventually(async () => (await rest.sql(LOCK_WAITS)).length > 0);
    for (const path of paths) await rest.reader.get(path).expect(200);
    expect(await rest.sql(LOCK_WAITS)).toHaveLength(1);
    await blocker.query('rollback');
    blocker.release();
  });

  it('takes one place of the tool server with all messages on a connection', async () => {
    const body = JSON.stringify(rpc('tools/call', { name: 'slow', arguments: { ms: 60_000 } }));
    const socket = await caller(gateway.url);
    gateway.gatekeeper.asked.length = 0;
    socket.write(written(gateway.url, ['POST', '/mcp'], 'Bearer reader', body).repeat(PIPELINED));
    await eventually(async () => gateway.gatekeeper.asked.length > 0);
    for (let time = 0; time < MOST; time++) expect((await legacy(gateway, 'tools/list')).status).toBe(200);
    expect(gateway.gatekeeper.asked).toHaveLength(1 + MOST);
  });

  it.each([
    ['the REST API', () => rest.url, '/v1/objects', 413],
    ['the REST API, without a credential', () => rest.url, '/v1/objects', 401],
    ['a webhook of the REST API', () => rest.url, '/webhooks/graph', 413],
    ['the console of the REST API', () => rest.url, '/console/sign-in', '(413|404)'],
    ['the REST API, where there is nothing', () => rest.url, '/nothing', 404],
    ['the tool server', () => gateway.url, '/mcp', 413],
    ['the tool server, without a token', () => gateway.url, '/mcp', 401],
    ['the tool server, where there is nothing', () => gateway.url, '/nothing', 404],
  ])('sends %s no more than a part of a body that has no end', async (_, url, path, status) => {
    const type = path.startsWith('/console') ? 'application/x-www-form-urlencoded' : 'application/json';
    const authorization = url() === rest.url ? rest.admin.authorization! : 'Bearer reader';
    for (const framing of ['Content-Length: 1073741824', 'Transfer-Encoding: chunked']) {
      const { answer, sent } = await sendsWithoutEnd(await caller(url()), [
        `POST ${path} HTTP/1.1`,
        `Host: ${new URL(url()).host}`,
        ...(status === 401 ? [] : [`Authorization: ${authorization}`]),
        `Content-Type: ${type}`,
        framing,
      ]);
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(answer).toContain('Connection: close');
      // What the system takes on its own is in here.
      expect(sent).toBeLessThan(48 * MIB);
    }
  });
});

/** Sends a body as fast as it is taken, until the connection is closed or 128 MiB are sent. */
async function sendsWithoutEnd(socket: Socket, head: string[]): Promise<{ answer: string; sent: number }> {
  const text = ' '.repeat(64 * 1024);
  const chunk = Buffer.from(head.at(-1)!.includes('chunked') ? `10000\r\n${text}\r\n` : text);
  let answer = '';
  let sent = 0;
  socket.on('data', (piece: Buffer) => (answer += piece.toString())).resume();
  const closed = new Promise((done) => socket.once('close', done).once('end', done));
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const send = () => {
    if (socket.writable && sent < 128 * MIB) socket.write(chunk, () => ((sent += chunk.length), send()));
    else socket.destroy();
  };
  send();
  await closed;
  return { answer, sent };
}
