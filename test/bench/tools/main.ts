import { createServer, type ServerResponse } from 'node:http';
import pg from 'pg';
import { TokenVerifier, tokenSettingsFor } from '#auth';
import { listTools } from '../../../apps/mcp-gateway/src/tools/list-tools.js';
import { TOOLS } from '../../../apps/mcp-gateway/src/tools/registry.js';
import { readWorlds } from '../dataset/prepare.js';
import { capture } from '../floor/learn.js';
import { AccessStore } from '../product.js';
import { AUDIENCE } from './people.js';
import { ToolWorld } from './tool-world.js';

/*
 * The floor of the tool server: node:http that reads a JSON-RPC request and answers it, with the product's own
 * statements and its own verification of the token. No protocol library, no framework, no validation, no deadline, no
 * log.
 */

interface Call {
  id: number;
  method: string;
  params: { name: string; arguments: { record_id: string; limit: number; offset: number } };
}

const url = process.env.DATABASE_URL!;
const pool = new pg.Pool({
  connectionString: url,
  max: Number(process.env.DATABASE_POOL_SIZE ?? 10),
  application_name: 'bench-tools-floor',
  options: '-c plan_cache_mode=force_generic_plan -c jit=off',
});
const verifier = new TokenVerifier(tokenSettingsFor({ MCP_AUTH_URL: process.env.MCP_AUTH_URL! }, [AUDIENCE]));
const worlds = new Map<string, ToolWorld>();
for (const world of await readWorlds(url)) worlds.set(world.workspace_id, await ToolWorld.open(pool, world));
const list = JSON.stringify({ tools: listTools(TOOLS) });
const access = (await capture((session) => new AccessStore(session).find([...worlds.values()][0]!.caller))).statement;

async function answer(authorization: string, body: string): Promise<string> {
  const { org_id } = await verifier.verify(authorization.slice(7));
  const world = worlds.get(org_id!)!;
  const { id, method, params } = JSON.parse(body) as Call;
  const result = method === 'tools/list' ? await listed(world) : await called(world, params);
  return `{"jsonrpc":"2.0","id":${id},"result":${result}}`;
}

async function listed(world: ToolWorld): Promise<string> {
  const [row] = (await pool.query<{ may: number }>({ ...access, values: world.access })).rows;
  if (!row || !(row.may & 1)) throw new Error('not allowed');
  return list;
}

async function called(world: ToolWorld, { name, arguments: args }: Call['params']): Promise<string> {
  const structuredContent = name === 'get_record' ? await world.read(args.record_id) : await world.page(args);
  return JSON.stringify({ content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent });
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}

const server = createServer((request, response) => {
  if (request.method === 'GET') return void response.end('ok');
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    answer(request.headers.authorization!, Buffer.concat(chunks).toString()).then(
      (text) => send(response, 200, text),
      (error: Error) => send(response, 500, JSON.stringify({ message: error.message })),
    );
  });
});
server.listen(Number(process.env.MCP_PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
