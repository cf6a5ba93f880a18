import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { limitServer } from './server-limits.js';

describe('a server that is closing', () => {
  it('waits for answers under way, and not for whoever is still sending', async () => {
    let answer = (): void => undefined;
    const server = createServer((request, response) => {
      if (request.method === 'GET') answer = () => void response.end('late');
    });
    limitServer(server, 1);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const slow = connect(port, '127.0.0.1');
    slow.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{');
    await once(server, 'request');
    const asked = fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } });
    await once(server, 'request');
    const closed = new Promise((done) => server.close(done));
    await once(slow.resume(), 'close');
    answer();
    expect(await (await asked).text()).toBe('late');
    await closed;
  });
});
