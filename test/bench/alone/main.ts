import { createServer } from 'node:http';
import { createMcpGateway } from '../../../apps/mcp-gateway/src/app.js';
import type { ToolServices } from '../../../apps/mcp-gateway/src/tools/define-tool.js';
import { CAPABILITIES, type Actor, type Capability, type Caller } from '#crm-domain';

/*
 * What the tool server itself costs: every token is good, and every record is this one, already read, also in pages of
 * 25. ALONE says who answers: the `gateway`, or a `bare` node:http that parses the message and writes the same text.
 */

const ID = '01970000-0000-7000-8000-000000000000';
const port = Number(process.env.MCP_PORT);
const stamp = {
  active_from: '2026-01-01T00:00:00.000Z',
  active_until: null,
  created_by_actor: { type: 'user', id: ID, name: 'Theo Tools' },
};
const record = {
  id: { workspace_id: ID, object_id: ID, record_id: ID },
  created_at: stamp.active_from,
  web_url: `http://localhost/records/${ID}`,
  values: Object.fromEntries(
    Array.from({ length: 15 }, (_, n) => [
      `attribute_${n}`,
      [{ ...stamp, attribute_type: 'text', value: `Value ${n}` }],
    ]),
  ),
};
const page = { records: Array.from({ length: 25 }, () => record), total: 1000, total_is_exact: true };
const next_cursor = Buffer.from(JSON.stringify(['id asc', null, ID])).toString('base64url');
const later = <T>(found: T) => new Promise<T>((done) => setImmediate(done, found));
const get = () => later(record);
const query = () => later({ ...page, passed: 25, next_cursor });

async function startGateway(): Promise<void> {
  const via = { origin: 'mcp', request_id: ID } as const;
  const caller: Caller = { workspace_id: ID, api_key_id: null, user_id: ID, client_id: 'bench', trusted: false, via };
  const capabilities = new Set(Object.keys(CAPABILITIES) as Capability[]);
  const person = { type: 'user', id: ID, name: 'Theo Tools', role: 'member' } as const;
  const actor: Actor = { ...caller, ...person, capabilities, schema_version: '1', connection_id: ID };
  const app = await createMcpGateway({
    mcpUrl: 'http://localhost',
    issuer: 'http://localhost',
    screenUrl: 'http://localhost',
    mostAtOnce: 64,
    gatekeeper: {
      identify: async () => ({ caller, connection_id: ID }),
      spend: () => undefined,
      spendBody: () => undefined,
      weight: () => undefined,
      introduce: (named) => named,
      admit: async () => actor,
    },
    services: { records: { get }, recordQueries: { query } } as unknown as ToolServices,
  });
  await app.listen(port, '127.0.0.1');
}

function startBare(): void {
  const server = createServer((request, response) => {
    if (request.method === 'GET') return void response.end('ok');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const { id, params } = JSON.parse(Buffer.concat(chunks).toString()) as { id: number; params: { name: string } };
      const more = { has_more: true, next_offset: 25, next_cursor };
      const structuredContent = params.name === 'get_record' ? await get() : { ...(await later(page)), ...more };
      const content = [{ type: 'text', text: JSON.stringify(structuredContent) }];
      const text = `{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify({ content, structuredContent })}}`;
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
      response.end(text);
    });
  });
  server.listen(port, '127.0.0.1');
}

process.on('SIGTERM', () => process.exit(0));
if (process.env.ALONE === 'bare') startBare();
else await startGateway();
