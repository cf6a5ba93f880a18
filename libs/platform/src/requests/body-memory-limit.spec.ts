import { once } from 'node:events';
import { IncomingMessage, ServerResponse, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { BodyMemoryLimit } from './body-memory-limit.js';
import { expressServer } from './express-server.js';

const KIB = 1024;
const MIB = 1024 * KIB;
const CHUNKED = 'Transfer-Encoding: chunked';
const LONG_HEAD = Array.from({ length: 90 }, (_, n) => `X-Header-${n}: ${'x'.repeat(150)}`).join('\r\n');

interface Caller {
  socket: Socket;
  response: ServerResponse;
}

describe('the room for bodies', () => {
  let server: Server;
  let room: BodyMemoryLimit;
  let now: number;
  const sockets: Socket[] = [];
  beforeEach(async () => {
    now = 0;
    room = new BodyMemoryLimit(MIB, 4 * MIB, () => now);
    const app = (request: IncomingMessage, response: ServerResponse) => {
      request.resume();
      server.emit('taken', response);
    };
    const prototypes = { request: IncomingMessage.prototype, response: ServerResponse.prototype };
    server = expressServer(Object.assign(app, prototypes), room);
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.close().closeAllConnections();
  });

  async function begins(framing: string, behind = ''): Promise<Caller> {
    const taken = once(server, 'taken');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket.resume());
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${framing}\r\n\r\n${behind}`);
    const [response] = (await taken) as [ServerResponse];
    return { socket, response };
  }

  /** Sends some of a body of a stated length, and waits until it has arrived. */
  async function sends({ socket }: Caller, bytes: number): Promise<void> {
    const before = room.bytes;
    socket.write('x'.repeat(bytes));
    await until(() => room.bytes >= before + bytes);
  }

  it('is taken by what has arrived, not by what may come, and only until the answer', async () => {
    for (let time = 0; time < 10; time++) await begins(`Content-Length: ${MIB}`);
    const last = await begins(`Content-Length: ${MIB}`);
    expect([room.hasRoom(last.response.req), room.bytes]).toEqual([true, 0]);
    await sends(last, 64 * KIB);
    expect(room.bytes).toBeLessThan(80 * KIB);
    last.response.end();
    expect(room.bytes).toBe(0);
  });

  it('is made by cutting those who send slowest', async () => {
    const slow = await begins(`Content-Length: ${MIB}`);
    await sends(slow, 800 * KIB);
    now = 1000;
    const quick: Caller[] = [];
    for (let time = 0; time < 3; time++) quick.push(await begins(`Content-Length: ${MIB}`));
    for (const caller of quick) await sends(caller, 900 * KIB);
    now = 1100;
    const newest = await begins(`Content-Length: ${MIB}`);
    newest.socket.write('x'.repeat(700 * KIB));
    await until(() => slow.socket.closed);
    expect([...quick, newest].map(({ socket }) => socket.closed)).toEqual([false, false, false, false]);
    expect(room.bytes).toBeLessThanOrEqual(4 * MIB);
    expect(room.hasRoom(newest.response.req)).toBe(true);
  });

  it('is made first by those who take most of it, however quickly they send', async () => {
    const ofOne = new Set<IncomingMessage>();
    room.senderOf = (request) => (ofOne.has(request) ? 'one' : 'another');
    const slow = await begins(`Content-Length: ${MIB}`);
    await sends(slow, 100 * KIB);
    now = 10_000;
    const many: Caller[] = [];
    const cut = () => many.filter(({ response }) => response.req.socket.destroyed).length;
    for (let time = 0; time < 6; time++) {
      const caller = await begins(`Content-Length: ${MIB}`);
      ofOne.add(caller.response.req);
      many.push(caller);
      caller.socket.write('x'.repeat(MIB - 1));
      await until(() => room.bytes + cut() * MIB > many.length * MIB);
      now += 10;
    }
    expect([slow.socket.closed, cut()]).toEqual([false, 3]);
    await sends(slow, 100 * KIB);
    expect(room.bytes).toBeLessThanOrEqual(4 * MIB);
  });

  it('is taken by the many small parts of a body too, and whoever fills it so is cut alone', async () => {
    const other = await begins(`Content-Length: ${MIB}`);
    await sends(other, 30 * KIB);
    now = 1000;
    const caller = await begins(CHUNKED);
    caller.socket.write('1\r\nx\r\n'.repeat(10_000));
    await until(() => caller.socket.closed);
    expect(other.socket.closed).toBe(false);
  });

  it('is taken by long heads too, until the answer begins: then they are forgotten', async () => {
    const { response } = await begins(LONG_HEAD);
    expect(room.bytes).toBeGreaterThan(16 * KIB);
    response.writeHead(200).write('it goes on');
    expect([room.bytes, response.req.headers, response.req.rawHeaders]).toEqual([0, {}, []]);
    response.end();
    const ordinary = await begins(`Content-Length: 1000\r\nAuthorization: Bearer ${'x'.repeat(1000)}`);
    ordinary.response.writeHead(200).write('it goes on');
    expect([room.bytes, ordinary.response.req.headers['content-length']]).toEqual([0, '1000']);
  });

  it('is made by cutting those who send a long head and no end of their body', async () => {
    const ended = await begins(LONG_HEAD);
    const callers: Caller[] = [];
    for (let time = 0; time < 200; time++) callers.push(await begins(`Content-Length: 9\r\n${LONG_HEAD}`));
    const cut = callers.filter(({ response }) => response.req.socket.destroyed).length;
    expect(cut).toBeGreaterThan(50);
    expect(cut).toBeLessThan(150);
    expect(room.bytes).toBeLessThanOrEqual(4 * MIB);
    expect(ended.socket.destroyed).toBe(false);
  });

  it('is taken by bodies of requests that wait for their turn on a connection', async () => {
    const caller = await begins('Content-Length: 0');
    caller.socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${CHUNKED}\r\n\r\n${'1\r\nx\r\n'.repeat(1000)}`);
    await until(() => room.bytes >= 1000 * 500);
  });

  it('is refused while bodies that are all there fill it, but not to small ones', async () => {
    const callers: Caller[] = [];
    for (let time = 0; time < 4; time++) callers.push(await begins(`Content-Length: ${900 * KIB}`));
    for (const { socket } of callers) socket.write('x'.repeat(900 * KIB));
    await until(() => callers.every(({ response }) => response.req.complete));
    const large = await begins(`Content-Length: ${MIB}`);
    const unknown = await begins(CHUNKED);
    const small = await begins('Content-Length: 1000');
    const hasRoom = () => [large, unknown, small].map(({ response }) => room.hasRoom(response.req));
    expect(hasRoom()).toEqual([false, false, true]);
    now = 1000;
    large.socket.write('x'.repeat(800 * KIB));
    await until(() => large.socket.closed);
    expect(callers.map(({ socket }) => socket.closed)).toEqual([false, false, false, false]);
    callers[0]!.response.end();
    expect(hasRoom()).toEqual([true, true, true]);
  });

  it('is not given to bodies to its end, so that there is some for heads', async () => {
    for (let time = 0; time < 3; time++) {
      const caller = await begins(`Content-Length: ${MIB}`);
      caller.socket.write('x'.repeat(MIB));
      await until(() => caller.response.req.complete);
    }
    const wants = async (bytes: number) => room.hasRoom((await begins(`Content-Length: ${bytes}`)).response.req);
    expect([await wants(900 * KIB), await wants(600 * KIB)]).toEqual([false, true]);
    const { socket } = await begins(`${LONG_HEAD}\r\nContent-Length: 0`);
    expect(socket.destroyed).toBe(false);
  });

  it('is taken from those first who sent a body before its turn', async () => {
    const early: Caller[] = [];
    const behind = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${40 * KIB}\r\n\r\n${'x'.repeat(40 * KIB)}`;
    for (let time = 0; time < 100; time++) {
      const before = room.bytes;
      early.push(await begins('Content-Length: 0', behind));
      await until(() => room.bytes >= before + 40 * KIB);
    }
    const due = await begins(`Content-Length: ${900 * KIB}`);
    expect(room.hasRoom(due.response.req)).toBe(true);
    due.socket.write('x'.repeat(900 * KIB));
    await until(() => due.response.req.complete);
    expect(due.socket.destroyed).toBe(false);
    expect(early.filter(({ response }) => response.req.socket.destroyed).length).toBeGreaterThan(0);
  });
});

/** Waits, a few seconds at most. */
async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; !isSo(); turn++) {
    if (turn === 1000) throw new Error('It has not come about.');
    await sleep(5);
  }
}
