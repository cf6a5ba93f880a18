import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { ConnectionRoom } from './connection-room.js';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

describe('the room for connections', () => {
  let server: Server;
  const sockets: Socket[] = [];
  let now: number;
  beforeEach(async () => {
    server = createServer();
    now = 0;
    const room = new ConnectionRoom(server, 3, () => now);
    server.on('request', (request, response) => room.watch(request, response));
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.close().closeAllConnections();
  });

  async function caller(): Promise<Socket> {
    const taken = once(server, 'connection');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket.resume());
    await taken;
    return socket;
  }

  async function asks(socket: Socket): Promise<ServerResponse> {
    const arrived = once(server, 'request');
    socket.write(GET);
    return ((await arrived) as [unknown, ServerResponse])[1];
  }

  it('closes the one that has been idle for the longest where there are too many, and takes the new one', async () => {
    const [first, second, third] = [await caller(), await caller(), await caller()];
    (await asks(first)).end();
    await once(first, 'data');
    const closed = once(second, 'close');
    const fourth = await caller();
    await closed;
    const next = once(third, 'close');
    await caller();
    await next;
    expect([first, second, third, fourth].map(({ destroyed }) => destroyed)).toEqual([false, true, true, false]);
    (await asks(first)).end();
  });

  it('closes one whose body does not come before one whose request is all there', async () => {
    const sent = await caller();
    const asked = once(server, 'request');
    sent.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}');
    ((await asked) as [IncomingMessage])[0].resume();
    const unsent = [await caller(), await caller()];
    for (const socket of unsent) {
      const arrived = once(server, 'request');
      socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n');
      await arrived;
    }
    for (const socket of unsent) {
      const closed = once(socket, 'close');
      await asks(await caller());
      await closed;
    }
    expect(sent.destroyed).toBe(false);
  });

  it('closes none that is busy: where all are, the new one', async () => {
    const busy = [await caller(), await caller(), await caller()];
    for (const socket of busy) await asks(socket);
    await once(await caller(), 'close');
    expect(busy.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
  });

  it('closes the one whose answer was written 2 s ago and is not read, where no other is idle', async () => {
    const silent = [await caller(), await caller(), await caller()];
    // More than the buffers between the two take.
    const answer = Buffer.alloc(48 * 1024 * 1024);
    for (const socket of silent) (await asks(socket.pause())).end(answer);
    now = 1999;
    await once(await caller(), 'close');
    now = 2000;
    const taken = await caller();
    await once(silent[0]!.resume(), 'close');
    (await asks(taken)).end();
    await once(taken, 'data');
    expect(silent.map(({ destroyed }) => destroyed)).toEqual([true, false, false]);
  });
});
