import {
  Client as ClientOfToday,
  StreamableHTTPClientTransport as TransportOfToday,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { startGateway, type Gateway } from './support/gateway.js';

const INFO = { name: 'test', version: '1' };
const AUTHORIZED = { requestInit: { headers: { authorization: 'Bearer writer' } } };

/** What both generations of the SDK's client have in common, as far as these tests go. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  getServerVersion(): unknown;
  close(): Promise<void>;
}

const CLIENTS: [string, (url: URL) => Promise<AnyClient>][] = [
  [
    'v1',
    async (url) => {
      const client = new Client(INFO);
      await client.connect(new StreamableHTTPClientTransport(url, AUTHORIZED));
      return client;
    },
  ],
  ...(['legacy', 'auto', { pin: '2026-07-28' }] as const).map((mode): [string, (url: URL) => Promise<AnyClient>] => [
    `v2, ${JSON.stringify(mode)}`,
    async (url) => {
      const client = new ClientOfToday(INFO, { versionNegotiation: { mode } });
      await client.connect(new TransportOfToday(url, AUTHORIZED));
      const expected = mode === 'legacy' ? '2025-11-25' : '2026-07-28';
      expect(client.getNegotiatedProtocolVersion()).toBe(expected);
      return client;
    },
  ]),
];

describe.each(CLIENTS)("the SDK's client %s", (_name, connect) => {
  let gateway: Gateway;
  let client: AnyClient;
  beforeAll(async () => {
    gateway = await startGateway();
    client = await connect(new URL('/mcp', gateway.url));
  });
  afterAll(async () => {
    await client.close();
    await gateway.close();
  });

  it('learns whom it talks to, and lists the tools', async () => {
    expect(client.getServerVersion()).toEqual({ name: 'crm-service', version: '1.0.0' });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['echo', 'look', 'slow', 'change', 'pages', 'constructor']);
  });

  it('calls tools and finds their results true to their schema', async () => {
    const result = (await client.callTool({ name: 'pages', arguments: { width: 5 } })) as CallToolResult;
    expect(result.structuredContent).toMatchObject({ total: 100 });
  });

  it('receives a failed call as a result', async () => {
    const result = (await client.callTool({ name: 'change', arguments: { fate: 'missing' } })) as CallToolResult;
    expect(result.isError).toBe(true);
  });

  it('calls many tools at once, and each answer finds its question', async () => {
    const texts = Array.from({ length: 50 }, (_, i) => `call ${i}`);
    const results = await Promise.all(texts.map((text) => client.callTool({ name: 'echo', arguments: { text } })));
    expect(results.map((result) => (result as CallToolResult).structuredContent?.['text'])).toEqual(texts);
  });
});
