import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { UnreadAnswers } from './unread-answers.js';

const MIB = 1024 * 1024;

interface Asked {
  socket: Socket;
  response: ServerResponse;
  /** Of the server. */
  end: Socket;
}

describe('answers that wait for their callers', () => {
  let server: Server;
  let now = 0;
  const callers: Socket[] = [];
  beforeEach(async () => once((server = createServer()).listen(0, '127.0.0.1'), 'listening'));
  afterEach(() => {
    for (const socket of callers.splice(0)) socket.destroy();
    server.close().closeAllConnections();
  });

  /** Somebody who waits for an answer and reads nothing yet. */
  async function waits(unread: UnreadAnswers): Promise<Asked> {
    const arrived = once(server, 'request');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
    callers.push(socket.on('error', () => undefined));
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const [, response] = (await arrived) as [unknown, ServerResponse];
    unread.watch(response);
    return { socket, response, end: response.req.socket };
  }

  /** The same who is sent so many MiB. */
  async function asks(unread: UnreadAnswers, size: number): Promise<Asked> {
    const asked = await waits(unread);
    asked.response.end(Buffer.alloc(size * MIB));
    return asked;
  }

  it('are cut where nothing is read before where something is, and the oldest first', async () => {
    const unread = new UnreadAnswers(100 * MIB, () => now);
    const slow = await asks(unread, 30);
    const idle = [await asks(unread, 30), await asks(unread, 30)] as const;
    await reads(slow.socket, 15 * MIB);
    now = 1000;
    const late = await asks(unread, 30);
    const cut = () => [slow, ...idle, late].map(({ end }) => end.destroyed);
    expect(cut()).toEqual([false, true, false, false]);
    await asks(unread, 30);
    expect(cut()).toEqual([false, true, true, false]);
    now = 1500;
    await asks(unread, 30);
    expect(cut()).toEqual([true, true, true, false]);
  });

  it('are forgotten when they are read, or their caller goes away', async () => {
    const unread = new UnreadAnswers(100 * MIB, () => now);
    const [read, gone] = [await asks(unread, 30), await asks(unread, 30)];
    expect(unread.bytes).toBeGreaterThanOrEqual(60 * MIB);
    read.socket.resume();
    gone.socket.destroy();
    await Promise.all([
      new Promise((done) => gone.response.once('close', done)),
      new Promise((done) => read.response.once('close', done)),
    ]);
    expect(unread.bytes).toBe(0);
  });

  it('are counted while they come from a file, too', async () => {
    const unread = new UnreadAnswers(1 * MIB, () => now);
    const asked: Asked[] = [];
    for (let caller = 0; caller < 10; caller++) {
      const { response } = asked[asked.push(await waits(unread)) - 1]!;
      Readable.from(endless(), { objectMode: false })
        .on('error', () => undefined)
        .pipe(response);
    }
    expect(unread.bytes).toBeLessThanOrEqual(MIB);
    expect(asked.filter(({ end }) => end.destroyed)).toHaveLength(2);
  });
});

async function reads(socket: Socket, bytes: number): Promise<void> {
  let size = 0;
  socket.on('data', (chunk: Buffer) => (size += chunk.length)).resume();
  while (size < bytes) await once(socket, 'data');
  socket.pause();
}

function* endless(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(64 * 1024);
}
