import { once } from 'node:events';
import { request } from 'node:http';
import { startGateway, type Gateway } from './support/gateway.js';
import { META, legacy, rpc, send, type Sending } from './support/wire.js';

describe('what is sent to POST /mcp', () => {
  let gateway: Gateway;
  beforeAll(async () => (gateway = await startGateway()));
  afterAll(() => gateway.close());

  const post = (body: unknown, headers: Sending['headers'] = {}) => send(gateway, { body, headers });

  it.each(['', '{', '{"jsonrpc":', 'hello', '<xml/>'])(
    'answers %j, which is no JSON, with 400 and -32700',
    async (body) => {
      const { status, json } = await post(body);
      expect([status, json.error.code, json.id]).toEqual([400, -32700, null]);
    },
  );

  it('refuses bytes that are no UTF-8', async () => {
    const { status, json } = await post(Buffer.from([0x22, 0xff, 0xfe, 0x22]));
    expect([status, json.error.code]).toEqual([400, -32700]);
  });

  it.each([
    ['a number', 5, null],
    ['null', null, null],
    ['a string', '"x"', null],
    ['no version of JSON-RPC', { id: 7, method: 'ping' }, 7],
    ['another version of JSON-RPC', { jsonrpc: '1.0', id: 'a', method: 'ping' }, 'a'],
    ['no method', { jsonrpc: '2.0', id: 7 }, 7],
    ['a method that is no string', { jsonrpc: '2.0', id: 7, method: 5 }, 7],
    ['an id that is null', { jsonrpc: '2.0', id: null, method: 'ping' }, null],
    ['an id that is no integer', { jsonrpc: '2.0', id: 1.5, method: 'ping' }, null],
    ['an id that is an object', { jsonrpc: '2.0', id: {}, method: 'ping' }, null],
    ['an id of 256 characters', { jsonrpc: '2.0', id: 'x'.repeat(256), method: 'ping' }, null],
  ])('answers %s with 400 and -32600, with the id where it can be read', async (_what, body, id) => {
    const { status, json } = await post(body === null ? 'null' : body);
    expect([status, json.error.code, json.id]).toEqual([400, -32600, id]);
  });

  it('takes an id of 255 characters', async () => {
    const id = 'x'.repeat(255);
    const { status, json } = await post(rpc('ping', undefined, id));
    expect([status, json.id]).toEqual([200, id]);
  });

  it('answers params that are no object with -32602', async () => {
    const { status, json } = await post({ jsonrpc: '2.0', id: 3, method: 'ping', params: [1] });
    expect([status, json.error.code, json.id]).toEqual([400, -32602, 3]);
  });

  it('accepts notifications and responses with 202 and no body, unknown ones and modern ones too', async () => {
    const silent = [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      { jsonrpc: '2.0', method: 'notifications/whatever', params: { _meta: META } },
      { jsonrpc: '2.0', id: 4, result: {} },
      { jsonrpc: '2.0', id: 4, error: { code: 1, message: 'x' } },
    ];
    for (const body of silent) {
      const { status, text } = await post(body);
      expect([status, text]).toEqual([202, '']);
    }
  });

  it('does not look at Accept, which some clients get wrong', async () => {
    for (const accept of [undefined, '*/*', 'application/json', 'text/event-stream', 'text/html']) {
      const { status, headers } = await legacy(gateway, 'ping', undefined, { accept });
      expect([status, headers['content-type']]).toEqual([200, 'application/json']);
    }
  });

  it('takes a body of just under 1 MiB', async () => {
    const body = rpc('tools/call', { name: 'echo', arguments: { text: 'x'.repeat(1024 * 1024 - 200) } });
    expect((await post(body)).status).toBe(200);
  });

  it('answers a larger one with 413 and JSON-RPC, whether or not its length was announced', async () => {
    const body = JSON.stringify(rpc('tools/call', { name: 'echo', arguments: { text: 'x'.repeat(1024 * 1024) } }));
    const announced = { 'content-length': String(Buffer.byteLength(body)) };
    for (const headers of [announced, { 'transfer-encoding': 'chunked' }]) {
      const { status, json } = await post(body, headers);
      expect([status, json.error.code, json.id]).toEqual([413, -32600, null]);
      expect(json.error.data).toEqual({ reason: 'payload_too_large' });
    }
  });

  it('does not wait for a body that is announced as too large', async () => {
    const headers = { authorization: 'Bearer writer', 'content-length': String(2 * 1024 * 1024) };
    const outgoing = request(`${gateway.url}/mcp`, { method: 'POST', headers });
    outgoing.on('error', () => {}).flushHeaders();
    const [response] = await once(outgoing, 'response');
    expect(response.statusCode).toBe(413);
    outgoing.destroy();
  });

  it('refuses compressed bodies', async () => {
    const { status, json } = await post('x', { 'content-encoding': 'gzip' });
    expect([status, json.error.code]).toEqual([415, -32600]);
  });

  it('is refused when it is nested deep, which nothing further in has to survive', async () => {
    const deep = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}}`;
    expect((await post(deep)).status).toBe(400);
  });

  const keys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`u${n.toString(36)}`, 0]));
  const message = 'The body holds more than 20,000 names and values.';
  const data = { reason: 'invalid_input' };
  it.each<[string, (large: object) => object]>([
    ['_meta of ping', (large) => rpc('ping', { _meta: large })],
    ['_meta of a call', (large) => rpc('tools/call', { name: 'echo', arguments: { text: 'x' }, _meta: large })],
    ['the task of a call', (large) => rpc('tools/call', { name: 'echo', arguments: { text: 'x' }, task: large })],
    ['arguments', (large) => rpc('tools/call', { name: 'echo', arguments: large })],
    ['an unknown method', (large) => rpc('whatever', large)],
  ])('is refused with -32600 when it holds 100,000 keys: %s', async (_, made) => {
    const { status, json } = await post(made(keys(100_000)));
    expect([status, json]).toEqual([400, { jsonrpc: '2.0', id: null, error: { code: -32600, message, data } }]);
    expect((await post(made(keys(9000)))).text).not.toContain(message);
  });

  it('is refused with 401 all the same, however many keys it holds, when the connection was revoked', async () => {
    const { status } = await post(rpc('ping', { _meta: keys(100_000) }), { authorization: 'Bearer revoked' });
    expect(status).toBe(401);
  });
});

describe('batches', () => {
  let gateway: Gateway;
  beforeAll(async () => (gateway = await startGateway()));
  afterAll(() => gateway.close());

  const post = (body: unknown, headers: Sending['headers'] = {}) => send(gateway, { body, headers });

  it('are answered in order under 2025-03-26 and before, with or without the header', async () => {
    const slowFirst = rpc('tools/call', { name: 'slow', arguments: { ms: 30 } }, 'slow');
    const malformed = rpc('tools/call', {}, 'malformed');
    const note = { jsonrpc: '2.0', method: 'notifications/initialized' };
    for (const version of [undefined, '2025-03-26', '2024-11-05']) {
      const { status, json } = await post([slowFirst, note, malformed, rpc('ping', undefined, 2)], {
        'mcp-protocol-version': version,
      });
      expect(status).toBe(200);
      expect(json.map(({ id }: { id: unknown }) => id)).toEqual(['slow', 'malformed', 2]);
      expect(json[1].error.code).toBe(-32602);
    }
  });

  it('have results of at most 30,000 characters, which all are held at once', async () => {
    const page = (id: number) => rpc('tools/call', { name: 'pages', arguments: { width: 5000 } }, id);
    const { json } = await post([page(1), page(2)]);
    for (const { result } of json) {
      expect(result.content[0].text.length).toBeLessThanOrEqual(30_000);
      expect(result.structuredContent).toMatchObject({ has_more: true, next_offset: 5 });
    }
    const { json: alone } = await post(page(3));
    expect(alone.result.content[0].text.length).toBeGreaterThan(30_000);
  });

  it('of notifications only get 202', async () => {
    const { status, text } = await post([{ jsonrpc: '2.0', method: 'notifications/initialized' }]);
    expect([status, text]).toEqual([202, '']);
  });

  it('that cancel a request of their own are answered all the same', async () => {
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 9 } };
    const { json } = await post([rpc('tools/call', { name: 'slow', arguments: { ms: 5 } }, 9), cancel]);
    expect(json).toHaveLength(1);
  });

  it.each([
    ['under 2025-06-18', [rpc('ping')], '2025-06-18'],
    ['under 2025-11-25', [rpc('ping')], '2025-11-25'],
    ['under 2026-07-28', [rpc('ping')], '2026-07-28'],
    ['without messages', [], undefined],
    ['with more than 20 messages', Array.from({ length: 21 }, (_, i) => rpc('ping', undefined, i)), undefined],
    ['with initialize', [rpc('initialize', { protocolVersion: '2025-03-26' })], undefined],
    ['with a modern request', [rpc('tools/list', { _meta: META })], undefined],
    ['with the same id twice', [rpc('ping'), rpc('tools/list')], undefined],
    ['with something that is no message', [rpc('ping'), 5], undefined],
    ['within batches', [[rpc('ping')]], undefined],
  ])('%s are refused with 400 and -32600', async (_what, body, version) => {
    const { status, json } = await post(body, { 'mcp-protocol-version': version });
    expect([status, json.error.code]).toEqual([400, -32600]);
  });
});
