import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { anObject } from '../support/builders.js';
import { Rest } from '../support/rest.js';
import { World } from '../support/world.js';

const KIB = 1024;
const MIB = 1024 * KIB;
const JSON_TYPE = 'Content-Type: application/json';
const BYTES_TYPE = 'Content-Type: application/octet-stream';
const FORM_TYPE = 'Content-Type: application/x-www-form-urlencoded';
const LONG = `Content-Length: ${900 * KIB}`;
const CHUNKED = 'Transfer-Encoding: chunked';
const UNKNOWN_KEY = 'Authorization: Bearer nobody';

/* The caller sends the head of a request and then nothing, so that an answer shows that the body was not waited for. */
describe('a body that is not read', () => {
  let rest: Rest;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    rest = await Rest.start({ RATE_LIMIT_WRITES_PER_SECOND: 3 }, { alone: 'counts requests of credentials' });
  });
  afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));
  afterAll(() => rest.stop());

  async function send(head: string[], body = '', to = rest.url): Promise<Socket> {
    const { hostname, host, port } = new URL(to);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write([`${head[0]} HTTP/1.1`, `Host: ${host}`, ...head.slice(1), '', body].join('\r\n'));
    return socket;
  }

  async function answerTo(head: string[], body?: string, to?: string): Promise<string> {
    const socket = await send(head, body, to);
    let answer = '';
    socket.on('data', (piece: Buffer) => (answer += piece.toString()));
    await once(socket, 'end');
    return answer;
  }

  it.each([
    ['JSON', 'POST /v1/records/people', JSON_TYPE, LONG],
    ['JSON of unknown length', 'POST /v1/records/people', JSON_TYPE, CHUNKED],
    ['JSON with a key that nobody has', 'POST /v1/records/people', JSON_TYPE, LONG, UNKNOWN_KEY],
    ['a batch', 'POST /v1/batch', JSON_TYPE, `Content-Length: ${7 * MIB}`, UNKNOWN_KEY],
    ['a part of a file', 'PUT /v1/imports/x/parts/1', BYTES_TYPE, `Content-Length: ${4 * MIB}`],
  ])('is %s of a caller without a valid credential', async (_, ...head) => {
    expect(await answerTo(head)).toMatch(/^HTTP\/1.1 401 [^]*Connection: close/);
  });

  it.each([
    ['JSON', 'POST /v1/objects', JSON_TYPE, MIB],
    ['a batch', 'POST /v1/batch', JSON_TYPE, 8 * MIB],
    ['a form', 'POST /console/sign-in', FORM_TYPE, 16 * KIB],
    ['a webhook of an identity provider', 'POST /webhooks/clerk', JSON_TYPE, MIB],
    ['a webhook of Meta', 'POST /webhooks/meta', JSON_TYPE, 3 * MIB],
  ])('is %s that is longer than it may be', async (_, line, type, limit) => {
    const head = [line, type, `Authorization: ${rest.admin.authorization}`, `Content-Length: ${limit + 1}`];
    expect(await answerTo(head)).toMatch(/^HTTP\/1.1 413 [^]*Connection: close/);
  });

  it('is one whose credential has used up its rate', async () => {
    const { slug } = await anObject(rest);
    const url = `${rest.url}/v1/records/${slug}`;
    const headers = { Authorization: rest.writer.authorization!, 'Content-Type': 'application/json' };
    // As many requests as are allowed in 18 s.
    const body = JSON.stringify({ data: { name: 'Large' } }) + ' '.repeat(900 * KIB);
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
    const head = [`POST /v1/records/${slug}`, JSON_TYPE, `Authorization: ${rest.writer.authorization}`, LONG];
    expect(await answerTo(head)).toMatch(/^HTTP\/1.1 429 [^]*Connection: close/);
  });

  it('is a part of a file or a long letter that somebody sends to the console who is not signed in', async () => {
    const world = await World.start();
    try {
      for (const head of [
        ['PUT /console/imports/w/i/parts/1', BYTES_TYPE, `Content-Length: ${4 * MIB}`],
        ['POST /console/inbox/w/drafts', FORM_TYPE, LONG],
        ['POST /console/inbox/w/drafts', FORM_TYPE, CHUNKED],
      ])
        expect(await answerTo(head, '', world.places.baseUrl)).toMatch(/^HTTP\/1.1 403 [^]*Connection: close/);
      const nowhere = ['POST /console/inbox/x/y/z/drafts', FORM_TYPE, LONG];
      expect(await answerTo(nowhere, '', world.places.baseUrl)).toMatch(/^HTTP\/1.1 404 [^]*Connection: close/);
    } finally {
      await world.stop();
    }
  });

  it('ends with the chunk by which it is longer than it may be', async () => {
    const head = ['POST /v1/objects', JSON_TYPE, `Authorization: ${rest.admin.authorization}`, CHUNKED];
    const answer = await answerTo(head, `\r\n${(MIB + 1).toString(16)}\r\n${' '.repeat(MIB + 1)}\r\n`.slice(2));
    expect(answer).toMatch(/^HTTP\/1.1 413 [^]*Connection: close/);
  });
});

describe('a large body that is read', () => {
  let rest: Rest;
  beforeAll(async () => {
    rest = await Rest.start();
  });
  afterAll(() => rest.stop());

  it.each(['with its length', 'of unknown length'])('is stored as it was sent, %s', async (how) => {
    const { slug } = await anObject(rest);
    const name = 'x'.repeat(100);
    const text = JSON.stringify({ data: { name } }) + ' '.repeat(200 * KIB);
    const chunks = ReadableStream.from([text.slice(0, 50), text.slice(50)].map((part) => Buffer.from(part)));
    const body = how === 'with its length' ? text : chunks;
    const response = await fetch(`${rest.url}/v1/records/${slug}`, {
      method: 'POST',
      headers: { Authorization: rest.writer.authorization!, 'Content-Type': 'application/json' },
      body,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(200);
    expect(JSON.stringify(await response.json())).toContain(name);
  });
});
