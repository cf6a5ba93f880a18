import { startGateway, type Gateway } from './support/gateway.js';
import { META, MODERN, modern, rpc, send } from './support/wire.js';

describe('the modern wire', () => {
  let gateway: Gateway;
  beforeAll(async () => (gateway = await startGateway()));
  afterAll(() => gateway.close());

  const serverInfo = { 'io.modelcontextprotocol/serverInfo': { name: 'crm-service', version: '1.0.0' } };

  it('introduces itself on server/discover', async () => {
    const { status, json } = await modern(gateway, 'server/discover');
    expect(status).toBe(200);
    expect(json.result).toEqual({
      resultType: 'complete',
      supportedVersions: [MODERN],
      capabilities: { tools: {}, prompts: {}, resources: {}, completions: {} },
      instructions: expect.stringMatching(/list_objects.*list_attributes.*create_draft.*send_message/s),
      ttlMs: 300_000,
      cacheScope: 'public',
      _meta: serverInfo,
    });
  });

  it('lists tools with the caching fields, and calls one with the result type', async () => {
    const list = (await modern(gateway, 'tools/list')).json.result;
    expect(list).toMatchObject({ resultType: 'complete', ttlMs: 300_000, cacheScope: 'public', _meta: serverInfo });
    expect(list.tools).toHaveLength(6);
    const call = (await modern(gateway, 'tools/call', { name: 'echo', arguments: { text: 'x' } })).json.result;
    expect(call).toMatchObject({ resultType: 'complete', structuredContent: { text: 'x' }, _meta: serverInfo });
  });

  it('does not ask who the client is', async () => {
    const { status } = await modern(gateway, 'tools/list', { _meta: META });
    expect(status).toBe(200);
  });

  it.each([
    ['no _meta', { _meta: undefined }],
    ['no version', { _meta: { ...META, 'io.modelcontextprotocol/protocolVersion': undefined } }],
    ['a version that is no string', { _meta: { ...META, 'io.modelcontextprotocol/protocolVersion': 20260728 } }],
    ['no client capabilities', { _meta: { ...META, 'io.modelcontextprotocol/clientCapabilities': undefined } }],
    [
      'client capabilities that are no object',
      { _meta: { ...META, 'io.modelcontextprotocol/clientCapabilities': [] } },
    ],
  ])('answers a request with %s with 400 and -32602', async (_what, params) => {
    const { status, json } = await modern(gateway, 'tools/list', params);
    expect([status, json.error.code, json.id]).toEqual([400, -32602, 1]);
  });

  it('names the revisions it serves when asked for another one', async () => {
    const _meta = { ...META, 'io.modelcontextprotocol/protocolVersion': '2027-01-01' };
    const { status, json } = await modern(gateway, 'tools/list', { _meta }, { 'mcp-protocol-version': '2027-01-01' });
    expect([status, json.error.code]).toEqual([400, -32022]);
    const data = { reason: 'invalid_input', supported: [MODERN], requested: '2027-01-01' };
    expect(json.error.data).toEqual(data);
  });

  it.each([
    ['no version header', { 'mcp-protocol-version': undefined }],
    ['another version header', { 'mcp-protocol-version': '2027-01-01' }],
    ['no method header', { 'mcp-method': undefined }],
    ['another method header', { 'mcp-method': 'tools/list' }],
    ['a method header in another case', { 'mcp-method': 'Tools/Call' }],
    ['no name header', { 'mcp-name': undefined }],
    ['another name header', { 'mcp-name': 'slow' }],
    ['a wrapped name header that says something else', { 'mcp-name': '=?base64?c2xvdw==?=' }],
  ])('answers a request with %s with 400 and -32020', async (_what, headers) => {
    const { status, json } = await modern(gateway, 'tools/call', { name: 'echo', arguments: { text: 'x' } }, headers);
    expect([status, json.error.code, json.id]).toEqual([400, -32020, 1]);
  });

  it('reads a name header that came wrapped in base64', async () => {
    const wrapped = `=?base64?${Buffer.from('echo').toString('base64')}?=`;
    const { status } = await modern(
      gateway,
      'tools/call',
      { name: 'echo', arguments: { text: 'x' } },
      { 'mcp-name': wrapped },
    );
    expect(status).toBe(200);
  });

  it('answers methods that are gone or unknown with 404 and -32601', async () => {
    for (const method of [
      'initialize',
      'ping',
      'logging/setLevel',
      'subscriptions/listen',
      'resources/subscribe',
      'toString',
    ]) {
      const { status, json } = await modern(gateway, method);
      expect([method, status, json.error.code, json.id]).toEqual([method, 404, -32601, 1]);
    }
  });

  it('answers an unknown tool with -32602 under status 200', async () => {
    const { status, json } = await modern(gateway, 'tools/call', { name: 'nope' });
    expect([status, json.error.code]).toEqual([200, -32602]);
  });

  it('ignores a session id', async () => {
    const { status, headers } = await modern(gateway, 'tools/list', {}, { 'mcp-session-id': 'abc' });
    expect([status, headers['mcp-session-id']]).toEqual([200, undefined]);
  });

  it('never uses the codes the specification withdrew', async () => {
    const odd = [{}, { _meta: {} }, { _meta: META, name: 5 }];
    for (const params of odd) {
      const { json } = await modern(gateway, 'tools/call', params);
      expect(json.error.code).toBe(-32602);
    }
  });
});

describe('a modern body under a legacy version header', () => {
  const call = (gateway: Gateway, headers: Record<string, string>) =>
    send(gateway, { headers, body: rpc('tools/call', { name: 'echo', arguments: { text: 'x' }, _meta: META }) });

  it('is served by its body, and reported', async () => {
    const gateway = await startGateway();
    const { status, json } = await call(gateway, { 'mcp-protocol-version': '2025-11-25' });
    expect([status, json.result.resultType]).toEqual([200, 'complete']);
    expect(gateway.lines).toContainEqual(expect.objectContaining({ level: 'warn', fields: { header: '2025-11-25' } }));
    const wrong = await call(gateway, { 'mcp-protocol-version': '2025-11-25', 'mcp-method': 'tools/list' });
    expect([wrong.status, wrong.json.error.code]).toEqual([400, -32020]);
    await gateway.close();
  });

  it('is refused where the setting is off', async () => {
    const gateway = await startGateway({ tolerateLegacyHeader: false });
    const { status, json } = await call(gateway, { 'mcp-protocol-version': '2025-11-25', 'mcp-method': 'tools/call' });
    expect([status, json.error.code]).toEqual([400, -32020]);
    await gateway.close();
  });
});
