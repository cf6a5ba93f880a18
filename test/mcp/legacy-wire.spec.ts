import { startGateway, type Gateway } from './support/gateway.js';
import { legacy, rpc, send } from './support/wire.js';

describe('the legacy wire', () => {
  let gateway: Gateway;
  beforeAll(async () => (gateway = await startGateway()));
  afterAll(() => gateway.close());

  const handshake = (protocolVersion: string) => ({
    protocolVersion,
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  });

  it.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'])('negotiates %s', async (version) => {
    const { status, json } = await send(gateway, { body: rpc('initialize', handshake(version)) });
    expect(status).toBe(200);
    expect(json.result).toEqual({
      protocolVersion: version,
      capabilities: { tools: {}, prompts: {}, resources: {}, completions: {} },
      serverInfo: { name: 'crm-service', version: '1.0.0' },
      instructions: expect.stringMatching(/list_objects.*list_attributes.*create_draft.*send_message/s),
    });
  });

  it.each(['2026-07-28', '2031-01-01', 'nonsense'])('answers an initialize for %s with 2025-11-25', async (version) => {
    const headers = { 'mcp-protocol-version': version };
    const { status, json } = await send(gateway, { headers, body: rpc('initialize', handshake(version)) });
    expect([status, json.result.protocolVersion]).toEqual([200, '2025-11-25']);
  });

  it('mints no session and answers in plain JSON that nobody stores', async () => {
    const { headers } = await send(gateway, { body: rpc('initialize', handshake('2025-06-18')) });
    expect(headers['mcp-session-id']).toBeUndefined();
    expect(headers['content-type']).toBe('application/json');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('serves a client that sends no version header, or one that names any legacy revision', async () => {
    for (const version of [undefined, '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
      const { status, json } = await legacy(gateway, 'tools/list', undefined, { 'mcp-protocol-version': version });
      expect([status, json.result.tools.length]).toEqual([200, 6]);
    }
  });

  it.each(['2025-01-01', 'v1', '1999-12-31'])(
    'refuses the version header %s and names all that it serves',
    async (version) => {
      const { status, json } = await legacy(gateway, 'tools/list', undefined, { 'mcp-protocol-version': version });
      expect([status, json.error.code, json.id]).toEqual([400, -32600, 1]);
      for (const served of ['2026-07-28', '2025-11-25', '2024-11-05']) expect(json.error.message).toContain(served);
    },
  );

  it('answers pings, and an unknown method with -32601 under status 200', async () => {
    expect((await legacy(gateway, 'ping')).json.result).toEqual({});
    for (const method of ['resources/subscribe', 'server/discover', 'constructor', 'logging/setLevel']) {
      const { status, json } = await legacy(gateway, method);
      expect([status, json.error.code]).toEqual([200, -32601]);
    }
  });

  it('calls a tool: JSON text and the same object as structured content, nothing modern about it', async () => {
    const { json } = await legacy(gateway, 'tools/call', { name: 'echo', arguments: { text: 'ho', times: 2 } });
    expect(Object.keys(json.result)).toEqual(['content', 'structuredContent']);
    expect(json.result.structuredContent).toEqual({ text: 'hoho', by: 'Ada' });
    expect(json.result.content).toHaveLength(1);
    expect(JSON.parse(json.result.content[0].text)).toEqual(json.result.structuredContent);
  });

  it('answers an unknown tool with -32602, also where the name is a property of every object', async () => {
    for (const name of ['nope', 'toString', '__proto__']) {
      const { status, json } = await legacy(gateway, 'tools/call', { name });
      const message = `Unknown tool: ${name}. tools/list names all tools.`;
      expect([status, json.error.code, json.error.message]).toEqual([200, -32602, message]);
    }
    const { json } = await legacy(gateway, 'tools/call', { name: 'constructor', arguments: { text: 'x' } });
    expect(json.result.structuredContent.text).toBe('x');
  });

  it('answers malformed params with -32602 and one sentence', async () => {
    const malformed: [string, object][] = [
      ['tools/call', {}],
      ['tools/call', { name: 7 }],
      ['tools/call', { name: 'echo', arguments: ['x'] }],
      ['tools/call', { name: 'echo', arguments: { text: 'x' }, _meta: 'x' }],
      ['tools/list', { cursor: 5 }],
      ['initialize', { protocolVersion: 1 }],
      ['ping', { _meta: [] }],
      ['unknown/method', { _meta: 'x' }],
      ['unknown/method', { _meta: { progressToken: {} } }],
    ];
    for (const [method, params] of malformed) {
      const { status, json } = await legacy(gateway, method, params);
      expect([method, status, json.error.code]).toEqual([method, 200, -32602]);
      expect(json.error.message).toMatch(/^[^\n]{10,140}\.$/);
    }
  });

  it('ignores a request for task-augmented execution, which it does not offer', async () => {
    const { json } = await legacy(gateway, 'tools/call', {
      name: 'echo',
      arguments: { text: 'x' },
      task: { ttl: 1000 },
    });
    expect(json.result.structuredContent.text).toBe('x');
  });

  it('answers a request with members that JSON-RPC does not know, which the SDK alone would drop', async () => {
    const { status, json } = await send(gateway, { body: { ...rpc('ping'), extra: 1, params: {} } });
    expect([status, json.result]).toEqual([200, {}]);
  });

  it('keeps the id as it came', async () => {
    for (const id of ['abc', '', 0, -5, 'ü"\\']) {
      const { json } = await send(gateway, { body: rpc('ping', undefined, id) });
      expect(json.id).toBe(id);
    }
  });
});
