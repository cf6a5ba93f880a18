import { execSync } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { placed } from '../../apps/cli/src/services.js';
import { Cli, jsonOf, workDir } from '../support/cli.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';

interface Demo {
  rest_url: string;
  mcp_url: string;
  workspace_id: string;
  api_key: string;
  database_url: string | null;
}

const dir = workDir();
const started: Cli[] = [];
let database: FreshDatabase;
let port: number;
let ports: Record<string, string>;

beforeAll(async () => {
  database = await freshDatabase();
  port = await freePort();
  const [mcp, idp, providers] = [await freePort(), await freePort(), await freePort()];
  ports = {
    REST_PORT: String(port),
    MCP_PORT: String(mcp),
    DEV_IDP_PORT: String(idp),
    DEV_PROVIDERS_PORT: String(providers),
  };
});

afterAll(async () => {
  for (const { child } of started) child.kill('SIGTERM');
  await Promise.all(started.map(({ run }) => run));
  await database?.drop();
  rmSync(dir, { recursive: true, force: true });
});

function up(env: Record<string, string> = { DATABASE_URL: database.url }, ...args: string[]): Cli {
  const cli = new Cli(['up', ...args], { cwd: dir, env: { ...ports, ...env } });
  started.push(cli);
  return cli;
}

function demoFile(): Demo {
  return JSON.parse(readFileSync(join(dir, '.data/demo.json'), 'utf8')) as Demo;
}

/** A free port whose next one is free as well. */
async function twoPorts(): Promise<number> {
  for (let one = await freePort(); ;) {
    const next = await freePort();
    if (next === one + 1) return one;
    one = next;
  }
}

async function isGone(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    () => false,
    () => true,
  );
}

it('starts, prints a curl line that works, keeps a demo file for its owner alone, and stops with 0', async () => {
  const cli = up();
  await cli.until('Ctrl-C stops everything');
  const demo = demoFile();
  expect(demo).toMatchObject({
    rest_url: `http://localhost:${port}`,
    mcp_url: `http://localhost:${ports.MCP_PORT}`,
    auth_url: `http://localhost:${ports.DEV_IDP_PORT}`,
    providers_url: `http://localhost:${ports.DEV_PROVIDERS_PORT}`,
    user: { email: 'demo@example.com', password: expect.stringMatching(/^.{8}$/) },
    database_url: null,
  });
  expect(statSync(join(dir, '.data/demo.json')).mode & 0o777).toBe(0o600);
  const line = cli.stdout.split('\n').find((each) => each.startsWith('curl '))!;
  const answer = JSON.parse(execSync(line, { encoding: 'utf8', timeout: 60_000 })) as { data: object[] };
  expect(answer.data).toHaveLength(2);
  expect((await fetch(`${demo.rest_url}/docs`)).status).toBe(200);
  expect(await (await fetch(demo.rest_url)).text()).toContain(`${demo.mcp_url}/mcp`);
  for (const each of cli.stdout.split('\n')) if (each !== line) expect(each.length).toBeLessThan(100);
  cli.child.kill('SIGINT');
  const { code, stdout, stderr } = await cli.run;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/\nStopped\. [^\n]+\n$/);
  expect(await isGone(demo.rest_url)).toBe(true);
}, 240_000);

it('keeps workspace and key over restarts, and prints them as JSON when asked', async () => {
  const before = demoFile();
  const cli = up(undefined, '--json');
  await cli.until('}\n');
  expect(jsonOf({ code: 0, stdout: cli.stdout, stderr: '' })).toEqual(before);
  expect(cli.stderr).toContain('Demo workspace, unchanged');
  expect(cli.stderr).toContain('Conversations, unchanged');
  cli.child.kill('SIGTERM');
  expect((await cli.run).code).toBe(0);
}, 240_000);

it('gives the demo user conversations on every channel, and what an assistant sends for them really leaves, once', async () => {
  const cli = up();
  await cli.until('Ctrl-C stops everything');
  const { workspace_id } = demoFile();
  const crm = async (line: string) =>
    new Cli(`${line} --workspace ${workspace_id} --json`.split(' '), { cwd: dir, env: { DATABASE_URL: database.url } })
      .run;
  const { access_token } = jsonOf<{ access_token: string }>(await crm('dev-token --email demo@example.com'));
  const list = (args: object) =>
    call<{ conversations: Row[]; total: number }>(access_token, 'list_conversations', args);
  const [inbox, archive] = [await list({ limit: 100 }), await list({ archived: true })];
  expect(new Set(inbox.conversations.map(({ channel }) => channel)).size).toBe(5);
  expect(inbox.total + archive.total).toBe(13);
  const [{ connection_id }] = jsonOf<[{ connection_id: string }]>(await crm('connection list'));
  await crm(`connection set --connection ${connection_id} --capabilities read:data,write:data,send:messages`);
  const chat = inbox.conversations.find(({ channel }) => channel === 'whatsapp')!;
  const { messages } = await call<Thread>(access_token, 'get_conversation', { conversation_id: chat.id });
  const last = messages.at(-1)!;
  const answer = { channel: 'whatsapp', body: 'They come at noon.', reply_to: last.id, to: [last.from.address] };
  const { draft_id } = await call<{ draft_id: string }>(access_token, 'create_draft', answer);
  const sent = { id: draft_id, status: 'accepted', conversation_id: chat.id };
  expect(await call(access_token, 'send_message', { draft_id })).toEqual(sent);
  await eventually(async () => (await deliveries(answer.body)) > 0);
  const thread = async () =>
    (await call<Thread>(access_token, 'get_conversation', { conversation_id: chat.id })).messages;
  await eventually(async () => (await thread()).at(-1)!.status === 'sent');
  expect(await deliveries(answer.body)).toBe(1);
  cli.child.kill('SIGINT');
  expect((await cli.run).code).toBe(0);
}, 240_000);

interface Row {
  id: string;
  channel: string;
}

interface Thread {
  messages: { id: string; status: string; from: { address: string } }[];
}

async function call<T>(token: string, name: string, args: object): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
  const answer = await fetch(`http://localhost:${ports.MCP_PORT}/mcp`, { method: 'POST', headers, body });
  const { result } = (await answer.json()) as { result: { isError?: boolean; structuredContent: T } };
  if (result.isError) throw new Error(JSON.stringify(result));
  return result.structuredContent;
}

/** How often a text really left. */
async function deliveries(text: string): Promise<number> {
  const url = `http://localhost:${ports.DEV_PROVIDERS_PORT}/__control/deliveries?${new URLSearchParams({ text }).toString()}`;
  return ((await (await fetch(url)).json()) as { count: number }).count;
}

it('leaves out what the environment names another of', () => {
  const numbers = { REST_PORT: 1, MCP_PORT: 2, DEV_IDP_PORT: 3, DEV_PROVIDERS_PORT: 4 };
  const names = (env: Record<string, string>) => placed(numbers, env).map(({ name }) => name);
  expect(names({})).toEqual(['dev-idp', 'dev-providers', 'rest-api', 'mcp-gateway']);
  expect(names({ MCP_AUTH_URL: 'https://idp.example' })).toEqual(['dev-providers', 'rest-api', 'mcp-gateway']);
  expect(names({ GRAPH_BASE_URL: 'https://graph.example' })).toEqual(['dev-idp', 'rest-api', 'mcp-gateway']);
});

it('gives each service a port for its metrics; then stops everything and says which when one dies', async () => {
  const metrics = await twoPorts();
  const cli = up({ DATABASE_URL: database.url, METRICS_PORT: String(metrics) });
  await cli.until('Ctrl-C stops everything');
  for (const at of [metrics, metrics + 1]) expect((await fetch(`http://127.0.0.1:${at}/metrics`)).status).toBe(200);
  const children = readFileSync(`/proc/${cli.child.pid}/task/${cli.child.pid}/children`, 'utf8').trim().split(' ');
  expect(children).toHaveLength(4);
  process.kill(Number(children[0]), 'SIGKILL');
  const { code, stderr } = await cli.run;
  expect(code).toBe(1);
  expect(stderr).toMatch(/^(dev-idp|dev-providers|rest-api|mcp-gateway) ended unexpectedly \(SIGKILL\)/);
}, 240_000);

it('stops in order when Ctrl-C comes before everything is up', async () => {
  const cli = up();
  await cli.until('Schema');
  cli.child.kill('SIGINT');
  const { code, stderr } = await cli.run;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(await isGone(`http://localhost:${port}`)).toBe(true);
}, 240_000);

it('names each port that is taken and the variable that moves it', async () => {
  const places = { 'rest-api': 'REST_PORT', 'mcp-gateway': 'MCP_PORT' };
  const servers: Server[] = [];
  const lines: string[] = [];
  const env: Record<string, string> = {};
  for (const [name, variable] of Object.entries(places)) {
    const taken = await freePort();
    const server = createServer() as Server;
    await new Promise<void>((listening) => server.listen(taken, listening));
    servers.push(server);
    env[variable] = String(taken);
    lines.push(`Port ${taken} is already in use: free it, or set ${variable} to another port for ${name}.`);
  }
  const { code, stdout, stderr } = await up(env).run;
  for (const server of servers) server.close();
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe(`${lines.join('\n')}\n`);
});

it('refuses one port for two services', async () => {
  const { code, stdout, stderr } = await up({ MCP_PORT: String(port) }).run;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe(`REST_PORT and MCP_PORT are both ${port}: each service needs its own port.\n`);
});

it('refuses a port that is none', async () => {
  const { code, stderr } = await up({ REST_PORT: 'three' }).run;
  expect(code).toBe(1);
  expect(stderr).toContain('REST_PORT must be a port number, 1 to 65535.');
});

it('brings a Postgres of its own, which other commands then find, and keeps its data', async () => {
  const first = up({});
  await first.until('Ctrl-C stops everything');
  const demo = demoFile();
  expect(demo.database_url).toMatch(/^postgres:/);
  const second = await up({ REST_PORT: String(await freePort()) }).run;
  expect({ code: second.code, stderr: second.stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^npm start is running in this folder already, as process \d+/),
  });
  const list = ['member', 'list', '--workspace', demo.workspace_id];
  expect(await new Cli(list, { cwd: dir }).run).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Dana Demo'),
  });
  const crm = async (...args: string[]) =>
    jsonOf<Record<string, unknown>>(await new Cli([...args, '--json'], { cwd: dir }).run);
  const { workspace_id } = (await crm('workspace', 'create', '--name', 'Second')) as { workspace_id: string };
  await crm(
    'member',
    'add',
    '--workspace',
    workspace_id,
    '--subject',
    'u',
    '--email',
    'u@example.com',
    '--name',
    'Uma',
  );
  expect(await crm('demo', '--workspace', workspace_id)).toMatchObject({ people: 120, conversations: 12 });
  first.child.kill('SIGKILL');
  await first.run;
  // The services notice by themselves that who started them is gone. One that holds an answer of a provider, for which
  // there is no database any more, tries for as long as a service may take to end.
  await eventually(() => isGone(demo.rest_url), 90_000);
  const again = up({});
  await again.until('Ctrl-C stops everything');
  expect(demoFile()).toMatchObject({ workspace_id: demo.workspace_id, api_key: demo.api_key });
  again.child.kill('SIGINT');
  expect((await again.run).code).toBe(0);
  expect(await new Cli(list, { cwd: dir }).run).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^No database/),
  });
}, 360_000);
