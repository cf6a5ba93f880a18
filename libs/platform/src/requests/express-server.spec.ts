import { on as events, once } from 'node:events';
import { IncomingMessage, ServerResponse, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { BodyMemoryLimit } from './body-memory-limit.js';
import { expressServer } from './express-server.js';

const MIB = 1024 * 1024;
const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const CHUNKED = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';

describe('the server of a service', () => {
  let server: Server;
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.close().closeAllConnections();
  });

  async function serves(app: RequestListener): Promise<void> {
    const prototypes = { request: IncomingMessage.prototype, response: ServerResponse.prototype };
    server = expressServer(Object.assign(app, prototypes), new BodyMemoryLimit(MIB));
    await once(server.listen(0, '127.0.0.1'), 'listening');
  }

  function caller(): Socket {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    return socket;
  }

  it('serves the requests of a connection one after the other, in their order', async () => {
    const arrived: string[] = [];
    const answer: (() => void)[] = [];
    await serves((request, response) => {
      arrived.push(request.url!);
      answer.push(() => void response.end(request.url));
      server.emit('arrived');
    });
    const socket = caller();
    socket.write(['/a', '/b', '/c'].map((path) => GET.replace('/', path)).join(''));
    await once(server, 'arrived');
    const other = caller();
    other.write(GET);
    await once(server, 'arrived');
    expect(arrived).toEqual(['/a', '/']);
    for (const path of ['/b', '/c']) {
      const next = once(server, 'arrived');
      answer[path === '/b' ? 0 : 2]!();
      await next;
      expect(arrived.at(-1)).toBe(path);
    }
    answer[3]!();
    expect((await textOf(socket, 3)).match(/\/[abc]$|\/[abc](?=HTTP)/g)).toEqual(['/a', '/b', '/c']);
  });

  it('lets others have their turn of the event loop between two answers of a connection', async () => {
    const order: string[] = [];
    await serves((request, response) => {
      order.push(request.url!);
      response.once('finish', () => setImmediate(() => order.push('others')));
      response.end(request.url);
    });
    const socket = caller();
    socket.write(['/a', '/b', '/c'].map((path) => GET.replace('/', path)).join(''));
    await textOf(socket, 3);
    expect(order.slice(0, 5)).toEqual(['/a', 'others', '/b', 'others', '/c']);
  });

  it('takes a hundred headers of a request, and refuses more before anybody else sees it', async () => {
    const counts: number[] = [];
    await serves((request, response) => {
      counts.push(request.rawHeaders.length / 2);
      response.end('taken');
    });
    const headers = (count: number) => Array.from({ length: count }, (_, n) => `x${n}: 1\r\n`).join('');
    const taken = caller();
    taken.write(`GET / HTTP/1.1\r\nHost: x\r\n${headers(99)}\r\n`);
    expect(await textOf(taken, 1)).toContain('taken');
    for (const count of [100, 900]) {
      const refused = caller();
      refused.write(`POST / HTTP/1.1\r\nHost: x\r\n${headers(count)}Content-Length: 100\r\n\r\n`);
      expect(await textOf(refused, 1)).toContain('431');
    }
    expect(counts).toEqual([100]);
  });

  it('ends a request that takes longer to send than it may, soon after', async () => {
    await serves(() => undefined);
    server.headersTimeout = server.requestTimeout = 100;
    const socket = caller();
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n');
    expect(await textOf(socket, 1)).toContain('408');
  }, 10_000);

  it('lets 16 requests of a connection wait, drops what comes on top, and closes it after those', async () => {
    let served = 0;
    await serves((_, response) => void setImmediate(() => response.end(String(++served))));
    const socket = caller();
    socket.write(GET.repeat(200));
    const chunks = await socket.toArray();
    expect(served).toBe(17);
    expect(
      Buffer.concat(chunks)
        .toString()
        .match(/Connection: close/g),
    ).toHaveLength(1);
  });

  it('begins one request of a connection in a turn of the event loop, also where it is answered before it is read', async () => {
    let [served, inTurn, most] = [0, 0, 0];
    await serves((_, response) => {
      served++;
      most = Math.max(most, ++inTurn);
      setImmediate(() => (inTurn = 0));
      response.end();
    });
    const chunks = await ended(caller(), 'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello'.repeat(200));
    expect(Buffer.concat(chunks as Buffer[]).toString()).toContain('HTTP/1.1 200 OK');
    expect([most, served]).toEqual([1, 17]);
  });

  it('cuts a connection that goes on sending after what may wait', async () => {
    let read = 0;
    let served = 0;
    await serves(() => served++);
    server.on('clientError', () => read++);
    const socket = caller();
    const closed = new Promise((done) => socket.once('close', done));
    const piece = GET.repeat(2000);
    const send = () => void socket.write(piece, (error) => (error ? undefined : send()));
    send();
    await closed;
    expect(served).toBe(1);
    expect(read).toBeLessThan(20);
  });

  it('answers an Expect header that it does not know with 417, one request of a connection after the other', async () => {
    let served = 0;
    await serves(() => served++);
    let made = 0;
    server.on('checkExpectation', () => made++);
    const expecting = GET.replace('\r\n\r\n', '\r\nExpect: a\r\n\r\n');
    const alone = Buffer.concat((await ended(caller(), expecting)) as Buffer[]).toString();
    expect(alone).toMatch(/^HTTP\/1.1 417 Expectation Failed\r\n/);
    expect(alone).toContain('Connection: close');
    const socket = caller();
    socket.write(`${GET}${expecting.repeat(2000)}`);
    while (made < 17) await once(server, 'checkExpectation');
    await new Promise((resume) => setTimeout(resume, 100));
    expect([served, made]).toEqual([1, 17]);
  });

  it('makes no more requests than may wait, however many come in one piece', async () => {
    let made = 0;
    await serves(() => undefined);
    server.on('request', () => made++);
    for (const socket of [caller(), caller(), caller()]) socket.write(GET.repeat(2000));
    while (made < 51) await once(server, 'request');
    await new Promise((resume) => setTimeout(resume, 100));
    expect(made).toBe(51);
  });

  it.each([
    ['what is no request', 'nonsense\r\n\r\n', 400],
    ['headers that are too long', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('says what is wrong with %s, and ends the connection', async (_, text, status) => {
    await serves((_, response) => void response.end());
    const socket = caller();
    socket.write(text);
    const chunks = await socket.toArray();
    expect(Buffer.concat(chunks).toString()).toContain(`HTTP/1.1 ${status} `);
  });

  it('forgets what a connection still had to say when its caller goes away', async () => {
    let served = 0;
    await serves(() => ++served);
    const arrived = once(server, 'request');
    const socket = caller();
    socket.write(GET.repeat(3));
    const [, response] = (await arrived) as [unknown, ServerResponse];
    socket.destroy();
    await once(response, 'close');
    expect(served).toBe(1);
  });

  it('does not serve the next request of a caller who does not read the answer before it', async () => {
    let served = 0;
    await serves((_, response) => (served++, response.end(Buffer.alloc(32 * MIB))));
    const socket = caller().pause();
    socket.write(GET.repeat(2));
    await once(server, 'request');
    const other = caller();
    other.write(GET);
    await textOf(other, 1, 32 * MIB);
    expect(served).toBe(2);
  });

  it('keeps 64 MiB of answers that nobody reads, however many callers there are', async () => {
    const ends: Socket[] = [];
    await serves((_, response) => void response.end(Buffer.alloc(8 * MIB)));
    server.on('connection', (socket: Socket) => ends.push(socket));
    for (let asked = 0; asked < 200; asked++) {
      caller().pause().write(GET);
      await once(server, 'request');
      const kept = ends.reduce((sum, socket) => sum + (socket.destroyed ? 0 : socket.writableLength), 0);
      expect(kept).toBeLessThanOrEqual(64 * MIB);
    }
    expect(ends.filter(({ destroyed }) => !destroyed).length).toBeGreaterThan(4);
  });

  it.each([
    ['of a length that it says', 'Content-Length: 1073741824'],
    ['of a length that it does not say', 'Transfer-Encoding: chunked'],
  ])('does not read a body %s to its end, and lets its caller read the answer', async (_, header) => {
    await serves((request, response) => {
      let size = 0;
      request.on('data', (chunk: Buffer) => (size += chunk.length));
      // Later than Node destroys what has ended.
      request.on('close', () => setImmediate(() => response.writeHead(413).end(String(size))));
    });
    const { answer, sent } = await sendsWithoutEnd(caller(), header);
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer).toContain('Connection: close');
    expect(Number(answer.split('\r\n').at(-1))).toBeLessThan(1.1 * MIB);
    // What the system takes on its own is in here.
    expect(sent).toBeLessThan(48 * MIB);
  });

  it('refuses a body in very many very small parts, and cuts the connection', async () => {
    let parts = 0;
    await serves((request) => void request.on('data', () => parts++));
    const socket = caller();
    socket.write(`${CHUNKED}${'1\r\nx\r\n'.repeat(50_000)}`);
    let answer = '';
    socket.on('data', (piece: Buffer) => (answer += piece.toString()));
    await new Promise((closed) => socket.once('close', closed));
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(parts).toBeGreaterThan(0);
    expect(parts).toBeLessThan(1100);
  });

  it.each([
    ['a thousand parts of one byte', 1000, 1],
    ['ten thousand parts of 16 bytes', 10_000, 16],
  ])('takes a body in %s', async (_, count, bytes) => {
    await serves((request, response) => {
      let size = 0;
      request.on('data', (chunk: Buffer) => (size += chunk.length));
      request.on('end', () => response.end(String(size)));
    });
    const socket = caller();
    socket.write(`${CHUNKED}${`${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`.repeat(count)}0\r\n\r\n`);
    expect(await textOf(socket, 1)).toContain(`\r\n\r\n${count * bytes}`);
  });

  it('does not read what follows an answer that came before the body', async () => {
    await serves((_, response) => void ((response.statusCode = 401), response.end()));
    const { answer, sent } = await sendsWithoutEnd(caller(), 'Content-Length: 1073741824');
    expect(answer).toMatch(/^HTTP\/1.1 401 /);
    expect(sent).toBeLessThan(48 * MIB);
  });

  it('keeps the connection after a small body that it answered without reading', async () => {
    await serves((_, response) => void response.end());
    const socket = caller();
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n');
    expect(await textOf(socket, 1)).toContain('Connection: keep-alive');
    socket.write(`${'x'.repeat(9)}${GET}`);
    await textOf(socket, 1);
  });
});

/** What comes until the connection is closed. */
function ended(socket: Socket, text: string): Promise<unknown[]> {
  socket.write(text);
  return socket.toArray();
}

/** Sends a body as fast as it is taken, until the connection is closed or 256 MiB are sent. */
async function sendsWithoutEnd(socket: Socket, header: string): Promise<{ answer: string; sent: number }> {
  const piece = 64 * 1024;
  const framed = Buffer.from(`${piece.toString(16)}\r\n${'x'.repeat(piece)}\r\n`);
  const chunk = header.startsWith('Transfer') ? framed : Buffer.alloc(piece);
  let answer = '';
  let sent = 0;
  socket.on('data', (text: Buffer) => (answer += text.toString()));
  const closed = new Promise((done) => socket.once('close', done).once('end', done));
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`);
  const send = () => {
    if (socket.writable && sent < 256 * MIB) socket.write(chunk, () => ((sent += chunk.length), send()));
    else socket.destroy();
  };
  send();
  await closed;
  return { answer, sent };
}

/** What comes until there are so many answers, or so many bytes. */
async function textOf(socket: Socket, answers: number, bytes = 0): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const [piece] of on(socket)) {
    pieces.push(piece);
    length += piece.length;
    if (length < bytes) continue;
    const text = Buffer.concat(pieces).toString('latin1');
    if (text.split('HTTP/1.1 ').length > answers) return text;
  }
  throw new Error('the connection was closed before');
}

function on(socket: Socket): AsyncIterable<[Buffer]> {
  return events(socket, 'data', { close: ['close'] }) as AsyncIterable<[Buffer]>;
}
