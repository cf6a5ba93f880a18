import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { listen } from './listen.js';

/** More than Node has wait by itself. */
const WAITING = 700;

describe('a service that listens', () => {
  let server: Server;
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.close();
  });

  it('has the system take more connections than it has come to than Node would', async () => {
    server = createServer();
    const calls = jest.spyOn(server, 'listen');
    const app = { listen: (...given: unknown[]) => new Promise<void>((up) => server.listen(...(given as []), up)) };
    await listen(app, 0);
    expect(calls.mock.calls[0]![0]).toMatchObject({ port: 0, backlog: 4096 });
    const { port } = server.address() as { port: number };
    const connected = Array.from(
      { length: WAITING },
      () =>
        new Promise<void>((is, failed) => {
          sockets.push(connect(port, '127.0.0.1').once('connect', is).once('error', failed));
        }),
    );
    await Promise.all(connected);
  });
});
