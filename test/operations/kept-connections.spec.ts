import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Rest } from '../support/rest.js';
import { startGateway, type Gateway } from '../mcp/support/gateway.js';

const MIB = 1024 * 1024;
const KEPT = 48;

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;

async function external(): Promise<number> {
  // What ends is let go a few turns later.
  for (let turn = 0; turn < 3; turn++) {
    await sleep(50);
    gc();
  }
  return process.memoryUsage().external;
}

describe('connections that are kept after an answer', () => {
  let rest: Rest;
  let gateway: Gateway;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    const alone = 'the memory of this process is looked at';
    rest = await Rest.start({}, { alone });
    gateway = await startGateway({ alone });
  });
  afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));
  afterAll(() => Promise.all([rest.stop(), gateway.close()]));

  async function asks(url: string, [line, ...headers]: string[], body: string): Promise<string> {
    const { host, hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    sockets.push(socket);
    const head = [`${line} HTTP/1.1`, `Host: ${host}`, ...headers, `Content-Length: ${Buffer.byteLength(body)}`];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    return answer.toString();
  }

  it.each([
    // As much in all as one network may post in a moment.
    ['a webhook', () => rest.url, ['POST /webhooks/gmail'], 240],
    ['a request without a credential', () => rest.url, ['POST /v1/records/people/query'], 63],
    ['a query', () => rest.url, ['POST /v1/records/people/query', 'writer'], 900],
    ['a tool call', () => gateway.url, ['POST /mcp', 'Authorization: Bearer reader'], 900],
  ])('hold nothing of the body of %s', async (_, url, [line, authorization], kib) => {
    const by = authorization === 'writer' ? `Authorization: ${rest.writer.authorization}` : authorization;
    const head = [line!, 'Content-Type: application/json', 'Accept: application/json, text/event-stream'];
    const body = `{"limit":1}${' '.repeat(kib * 1024)}`;
    const before = await external();
    for (let n = 0; n < KEPT; n++)
      expect(await asks(url(), by ? [...head, by] : head, body)).not.toContain('Connection: close');
    const kept = (await external()) - before;
    expect(kept).toBeLessThan(Math.max(MIB, (KEPT * kib * 1024) / 8));
  });
});
