import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { serveUntilClosed, type ClosingTimes } from './closing-server.js';

const MIB = 1024 * 1024;
const CLOSES = /^connection: close\r$/im;

/** A caller with a connection of its own, who may send whatever it likes. */
class Caller {
  text = '';
  readonly closed: Promise<unknown>;

  constructor(readonly socket: Socket) {
    this.closed = once(socket, 'close').catch(() => undefined);
    socket.on('error', () => undefined).on('data', (chunk: Buffer) => (this.text += chunk.toString('latin1')));
  }

  ask(path: string, head = ''): void {
    this.socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${head}\r\n`);
  }
}

describe('a server that is closing', () => {
  let server: Server;
  let port: number;
  /** Responses by path, in the hands of the test. */
  let under: Map<string, ServerResponse>;
  let closed: Promise<unknown>;

  async function start(times: Partial<ClosingTimes> = {}): Promise<void> {
    under = new Map();
    server = createServer();
    serveUntilClosed(server, (request: IncomingMessage, response) => void under.set(request.url!, response), times);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    ({ port } = server.address() as AddressInfo);
  }
  afterEach(() => server.closeAllConnections());

  /** Gives back when it does not listen any more. */
  const close = async (): Promise<void> => {
    closed = new Promise((done) => server.close(done));
    while (server.listening) await new Promise((resume) => setImmediate(resume));
  };
  const call = async (): Promise<Caller> => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new Caller(socket);
  };
  const arrival = async (...paths: string[]): Promise<void> => {
    while (!paths.every((path) => under.has(path))) await once(server, 'request');
  };

  it('answers what is under way, says that it closes, and does so', async () => {
    await start();
    const caller = await call();
    caller.ask('/one');
    await arrival('/one');
    await close();
    under.get('/one')!.end('late');
    await closed;
    await caller.closed;
    expect(caller.text).toMatch(CLOSES);
    expect(caller.text).toMatch(/late$/);
  });

  it('answers one more request on each idle connection while requests come, and then closes those that are left', async () => {
    await start({ bodies: 60_000 });
    const callers = [await call(), await call(), await call(), await call()];
    const silent = callers.pop()!;
    callers[0]!.ask('/before');
    await arrival('/before');
    under.get('/before')!.end();
    await close();
    for (const [at, caller] of callers.entries()) {
      await new Promise((resume) => setTimeout(resume, 400));
      caller.ask(`/${at}`);
      await arrival(`/${at}`);
      under.get(`/${at}`)!.end('answered');
      await caller.closed;
      expect(caller.text).toMatch(CLOSES);
      expect(caller.text).toMatch(/answered$/);
    }
    await Promise.all([closed, silent.closed]);
    expect(silent.text).toBe('');
  });

  it.each([
    ['for longer than nothing may come', { quiet: 100, bodies: 60_000 }],
    ['until idle connections are closed whatever comes', { quiet: 60_000, bodies: 100 }],
  ])('answers what came while the process stood still %s', async (_, times) => {
    await start(times);
    const callers = [await call(), await call()];
    server.on('request', (_request, response: ServerResponse) => response.end('answered'));
    await close();
    for (const caller of callers) caller.ask('/kept');
    await new Promise<void>((resume) => process.nextTick(resume));
    // The requests are sent, and the server has not seen them.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    await Promise.all([closed, ...callers.map(({ closed: gone }) => gone)]);
    for (const { text } of callers) expect(text).toMatch(/answered$/);
  });

  it('takes over connections that the system has accepted already', async () => {
    await start();
    const callers = Array.from({ length: 5 }, () => new Caller(connect(port, '127.0.0.1')));
    callers.forEach((caller) => caller.ask('/one'));
    await new Promise<void>((resume) => process.nextTick(resume));
    // The connections are made, and the server has not seen them.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    server.on('request', (_request, response: ServerResponse) => response.end('taken'));
    await close();
    await Promise.all([closed, ...callers.map(({ closed: gone }) => gone)]);
    for (const { text } of callers) expect(text).toMatch(/taken$/);
  });

  it('answers pipelined requests that it has taken, in their order, and does none that comes after the last of them', async () => {
    await start();
    const caller = await call();
    caller.ask('/one');
    caller.ask('/two');
    await arrival('/one', '/two');
    under.get('/one')!.write('1');
    await close();
    const ignored = once(server, 'request');
    caller.ask('/three');
    await ignored;
    under.get('/two')!.end('second');
    under.get('/one')!.end('st');
    await Promise.all([closed, caller.closed]);
    expect(under.has('/three')).toBe(false);
    const [first, second] = caller.text.split('HTTP/1.1 200 OK').slice(1);
    expect(first).not.toMatch(CLOSES);
    expect(second).toMatch(CLOSES);
    expect(second).toMatch(/second$/);
  });

  it('lets a caller read an answer that is on its way', async () => {
    await start();
    const caller = await call();
    caller.socket.pause();
    caller.ask('/large');
    await arrival('/large');
    under.get('/large')!.end(Buffer.alloc(16 * MIB, 'x'));
    await close();
    await new Promise((resume) => setTimeout(resume, 100));
    caller.socket.resume();
    await Promise.all([closed, caller.closed]);
    expect(caller.text.length).toBeGreaterThan(16 * MIB);
  });

  it('waits for answers under way, and not for whoever is still sending, does not read, or reads a file slowly', async () => {
    await start({ bodies: 1, unread: 1, quiet: 60_000, linger: 60_000 });
    const [late, sending, reading, halfway] = [await call(), await call(), await call(), await call()];
    const file = await call();
    late.ask('/late');
    sending.ask('/sending', 'Content-Length: 10\r\n');
    reading.socket.pause();
    reading.ask('/reading');
    halfway.socket.write('GET /never HTTP/1.1\r\nHo');
    file.ask('/file');
    await arrival('/late', '/sending', '/reading', '/file');
    under.get('/reading')!.end(Buffer.alloc(16 * MIB, 'x'));
    under.get('/file')!.write('one of many pieces');
    await close();
    await Promise.all([sending.closed, halfway.closed, file.closed, once(under.get('/reading')!, 'close')]);
    under.get('/late')!.end('late');
    await late.closed;
    expect(late.text).toMatch(/late$/);
    reading.socket.destroy();
    await closed;
  });

  it('does not wait for a caller who leaves a closed connection open', async () => {
    await start({ quiet: 1, linger: 1 });
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    await once(socket, 'connect');
    const lost = once(socket, 'end');
    socket.resume();
    await close();
    await lost;
    await closed;
    socket.destroy();
  });
});
