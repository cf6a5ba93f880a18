import { createServer } from 'node:net';
import { freePort, portIsFree } from './ports.js';

describe('looking for a port', () => {
  it.each([undefined, '127.0.0.1'])('sees what listens on %s', async (host) => {
    const server = createServer();
    await new Promise<void>((up) => server.listen({ port: 0, host }, up));
    const { port } = server.address() as { port: number };
    expect(await portIsFree(port)).toBe(false);
    expect(await freePort(port)).toBeGreaterThan(port);
    await new Promise((closed) => server.close(closed));
    expect(await portIsFree(port)).toBe(true);
  });
});
