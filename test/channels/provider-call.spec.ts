import type { Socket } from 'node:net';
import { callProvider } from '../../libs/channels/src/provider/provider-call.js';
import { freePort } from '../identity/support/dev-idp.js';
import { eventually } from '../support/eventually.js';
import { RawServer, http } from './support/raw-server.js';

let server: RawServer | undefined;

async function serving(answer: (socket: Socket, received: string) => void): Promise<RawServer> {
  server = await RawServer.start(answer);
  return server;
}

function post(url: string, more: object = {}) {
  return callProvider({ method: 'POST', url, json: { text: 'hello' }, ...more });
}

afterEach(async () => {
  await server?.stop();
  server = undefined;
});

describe('a call to a provider', () => {
  it('gives status, headers and the JSON of the body', async () => {
    await serving((socket) => socket.end(http('200 OK', '{"id":1}', { 'x-one': 'two' })));
    const answer = await post(`${server!.url}/path?a=b`, { token: 'secret', query: { 'c d': 'e&f' } });
    expect(answer).toMatchObject({ kind: 'answered', status: 200, body: { id: 1 }, headers: { 'x-one': 'two' } });
    expect(server!.received).toMatch(/^POST \/path\?a=b&c\+d=e%26f HTTP\/1\.1\r\n/);
    expect(server!.received).toMatch(/\r\nauthorization: Bearer secret\r\n/i);
    expect(server!.received).toMatch(/\r\nconnection: close\r\n/i);
    expect(server!.received.endsWith('\r\n\r\n{"text":"hello"}')).toBe(true);
  });

  it('reads JSON behind a byte order mark', async () => {
    await serving((socket) => socket.end(http('200 OK', '\uFEFF{"id":1}')));
    expect(await post(server!.url)).toMatchObject({ status: 200, body: { id: 1 } });
  });

  it('sends an empty body where there is none, and says its length', async () => {
    await serving((socket) => socket.end(http('202 Accepted')));
    expect(await callProvider({ method: 'POST', url: server!.url })).toMatchObject({ status: 202, body: undefined });
    expect(server!.received).toMatch(/\r\ncontent-length: 0\r\n/i);
  });

  it('knows that nothing was written when nobody listens', async () => {
    const answer = await post(`http://127.0.0.1:${await freePort()}`);
    expect(answer).toEqual({ kind: 'unanswered', phase: 'never_written', code: 'ECONNREFUSED' });
  });

  it.each<[string, string]>([
    ['an address that is none', 'no address'],
    ['a host that is none', 'http://nowhere.invalid'],
  ])('knows that nothing was written to %s', async (_what, url) => {
    expect(await post(url)).toMatchObject({ kind: 'unanswered', phase: 'never_written' });
  });

  it('knows that nothing was written when it was called off before', async () => {
    await serving((socket) => socket.end(http('200 OK')));
    const answer = await post(server!.url, { signal: AbortSignal.abort() });
    expect(answer).toMatchObject({ phase: 'never_written' });
    expect(server!.received).toBe('');
  });

  it('leaves open what happened when the connection breaks, and does not try again', async () => {
    await serving((socket, received) => received.includes('hello') && socket.resetAndDestroy());
    expect(await post(server!.url)).toMatchObject({ kind: 'unanswered', phase: 'maybe_written' });
    expect(server!.connections).toBe(1);
  });

  it('leaves open what happened when no answer comes in time', async () => {
    await serving(() => undefined);
    const answer = await post(server!.url, { deadlineMs: 2000 });
    expect(answer).toEqual({ kind: 'unanswered', phase: 'maybe_written', code: 'TimeoutError' });
  });

  it('leaves open what happened when it is called off while it waits', async () => {
    await serving(() => undefined);
    const stop = new AbortController();
    const answer = post(server!.url, { signal: stop.signal });
    await eventually(async () => server!.received.includes('hello'));
    stop.abort();
    expect(await answer).toMatchObject({ kind: 'unanswered', phase: 'maybe_written' });
  });

  it('writes nothing on a connection that stands too late, as after a process was stopped', async () => {
    await serving((socket) => socket.end(http('200 OK')));
    const answer = post(server!.url, { writeWithinMs: 50 });
    await Promise.resolve();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150);
    expect(await answer).toMatchObject({ kind: 'unanswered', phase: 'never_written' });
    expect(server!.received).toBe('');
  });

  it('follows no redirect', async () => {
    await serving((socket) => socket.end(http('307 Temporary Redirect', '', { location: `${server!.url}/other` })));
    expect(await post(server!.url)).toMatchObject({ kind: 'answered', status: 307 });
    expect(server!.connections).toBe(1);
  });

  it('keeps no connection for the next call', async () => {
    await serving((socket) => socket.write(http('200 OK', '{}')));
    await post(server!.url);
    await post(server!.url);
    expect(server!.connections).toBe(2);
  });

  it('keeps the status of an answer whose body is no JSON', async () => {
    await serving((socket) => socket.end(http('200 OK', '<html>')));
    expect(await post(server!.url)).toEqual({
      kind: 'answered',
      status: 200,
      headers: expect.anything(),
      body: undefined,
    });
  });

  it.each<[string, string, (socket: Socket) => void]>([
    [
      'breaks off',
      '{"id":',
      (socket) => {
        socket.write(http('200 OK', '{"id":', { 'content-length': '900' }), () => socket.destroy());
      },
    ],
    ['holds too many parts', '[1,1', (socket) => socket.end(http('200 OK', JSON.stringify(Array(60_000).fill(1))))],
    ['is nested too deep', '[[[[', (socket) => socket.end(http('200 OK', `${'['.repeat(70)}${']'.repeat(70)}`))],
    ['is too large', '"aaaa', (socket) => socket.end(http('200 OK', JSON.stringify('a'.repeat(3_000_000))))],
  ])('keeps the status of an answer whose body %s, and tells how it begins', async (_what, beginning, answer) => {
    await serving(answer);
    expect(await post(server!.url)).toMatchObject({
      status: 200,
      body: undefined,
      broke_off: true,
      beginning: expect.stringMatching(`^${beginning.replace(/[[{]/g, '\\$&')}`),
    });
  });
});
