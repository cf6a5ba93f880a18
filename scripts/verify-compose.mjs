// `npm run verify:compose`: looks whether compose.citus.yaml is understood, and brings up the whole of docker/compose.yaml
// with its profile `dev`, from the previous commit's images; calls both services, sends a message, restarts Postgres,
// upgrades to this commit's images, and takes it down. It needs ports 3000 to 3003 of this machine. Runs after a build, under
// the pinned Node.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findEngine, namedImages } from './image/engine.mjs';
import { HOME, run, step } from './image/tools.mjs';

const REST = 'http://localhost:3000';
const MCP = 'http://localhost:3001';
const PROVIDERS = 'http://localhost:3003';
const SERVICES = ['rest-api', 'mcp-gateway'];
const PERSON = 'ada@example.com';
const ISSUER = 'http://auth.localhost:3002';
const NUMBER = { channel: 'whatsapp', external_account_id: '1000000001', address: '+15555550100' };
const TO = '+15555550101';
const ends = [];

async function main() {
  await portsAreFree();
  let engine;
  await step('A container engine with Compose', async () => {
    engine = await findEngine(namedImages());
    ends.push(engine.end);
    return engine.name;
  });
  const before = new Stack(engine, previousCommit());
  const now = new Stack(engine, resolve('.'));
  ends.push(() => now.compose('down', '--volumes', '--remove-orphans', '--timeout', '30'));
  await step('compose.citus.yaml is understood beside it', async () => {
    await now.compose('-f', 'docker/compose.citus.yaml', 'config', '--quiet');
  });
  await step('Images of the previous commit', async () => void (await before.compose('build')));
  await step('Up, migrations first', () => before.up());
  const place = {};
  await step('REST', () => callRest(before, place));
  await step('Tool server', () => callToolServer(before, place));
  await step('A message is sent', () => sendMessage(place, 'Before the upgrade'));
  await step('Postgres restarts, the services stay', () => restartPostgres(before, place));
  await step('Images of this commit', async () => void (await now.compose('build')));
  await step('Upgrade in place', () => now.up());
  await step('Everything is still there', () => lookAgain(now, place));
  await step('Another message is sent', () => sendMessage(place, 'After the upgrade'));
  await step('Down', () => takeDown(now));
}

/** @throws Error that names the port that something else has */
async function portsAreFree() {
  for (const port of [3000, 3001, 3002, 3003]) {
    const taken = await new Promise((done) => {
      const socket = createConnection({ port, host: '127.0.0.1' });
      socket.once('connect', () => done(true)).once('error', () => done(false));
      socket.once('connect', () => socket.destroy());
    });
    if (taken) throw new Error(`Port ${port} is in use. compose.yaml needs the ports 3000 to 3003.`);
  }
}

/** The files of the commit before this one, in a folder of their own. */
function previousCommit() {
  const dir = join(HOME, 'previous');
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  if (spawnSync('git', ['rev-parse', '--verify', 'HEAD^']).status !== 0)
    throw new Error('The previous commit is not here: this needs a clone with its history.');
  run('sh', ['-c', `git archive HEAD^ | tar -x -C "$0"`, dir]);
  return dir;
}

/** compose.yaml of one commit, as the engine runs it. */
class Stack {
  constructor({ compose: [program, ...words], env }, dir) {
    this.program = program;
    this.words = [...words, '-f', 'docker/compose.yaml', '--env-file', 'docker/dev.env', '--profile', 'dev'];
    this.options = { cwd: dir, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] };
  }

  /** Gives what Compose printed. @throws Error with the end of what it said when it fails */
  compose(...args) {
    return new Promise((done, failed) => {
      const child = spawn(this.program, [...this.words, ...args], this.options);
      let stdout = '';
      let said = '';
      child.stdout.on('data', (chunk) => (stdout += chunk));
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
      child.once('error', failed);
      child.once('close', (code) =>
        code === 0 ? done(stdout) : failed(new Error(`compose ${args.join(' ')}\n${said.slice(-4000)}`)),
      );
    });
  }

  /** Starts or replaces what differs, and waits until both services can serve. */
  async up() {
    await this.compose('up', '--detach', '--no-build');
    for (const url of [`${REST}/readyz`, `${MCP}/readyz`, `${PROVIDERS}/healthz`]) await untilReady(url);
  }

  async crm(...args) {
    const printed = await this.compose('exec', '-T', 'rest-api', 'crm', ...args, '--json');
    return JSON.parse(printed.trim().split('\n').at(-1));
  }

  /** { [service]: { State, ExitCode } } of every container, ended ones too */
  async containers() {
    const printed = (await this.compose('ps', '--all', '--format', 'json')).trim();
    const rows = printed.startsWith('[') ? JSON.parse(printed) : printed.split('\n').filter(Boolean).map(JSON.parse);
    return Object.fromEntries(rows.map((row) => [row.Service, row]));
  }
}

async function untilReady(url) {
  const until = Date.now() + 120_000;
  for (let seen = 'no answer'; ; await sleep(500)) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    if (answer) seen = `${answer.status} ${await answer.text()}`;
    if (Date.now() > until) throw new Error(`${url} is not ready after 120 s: ${seen}`);
  }
}

async function callRest(stack, place) {
  const { migrate } = await stack.containers();
  if (migrate.ExitCode !== 0) throw new Error(`The migrations ended with ${migrate.ExitCode}.`);
  place.workspace = (await stack.crm('workspace', 'create', '--name', 'Example')).workspace_id;
  const rights = ['--capabilities', 'read:data,write:data'];
  place.key = (
    await stack.crm('api-key', 'create', '--workspace', place.workspace, '--name', 'Check', ...rights)
  ).api_key;
  const at = `${REST}/v1/records/companies`;
  const made = await call(at, { token: place.key, body: { data: { name: 'Example Ltd' } } });
  place.record = `${at}/${made.data.id.record_id}`;
  await call(place.record, { token: place.key });
  await call(at, { token: 'nobody', status: 401 });
}

/** Connects a client, which may only read, and lets it send. */
async function callToolServer(stack, place) {
  const person = ['--workspace', place.workspace, '--email', PERSON];
  await stack.crm('member', 'add', ...person, '--subject', 'ada', '--name', 'Ada Example', '--issuer', ISSUER);
  await tool(place, 'list_objects', {}, { token: 'nobody', status: 401 });
  await mintToken(stack, place);
  await tool(place, 'list_objects', {});
  const [connection] = await stack.crm('connection', 'list', '--workspace', place.workspace);
  const tier = ['--capabilities', 'read:data,write:data,send:messages'];
  const which = ['--workspace', place.workspace, '--connection', connection.connection_id];
  await stack.crm('connection', 'set', ...which, ...tier);
  await connectNumber(stack, place);
}

/** Anew after the providers for development were replaced: they keep nothing. */
async function connectNumber(stack, place) {
  const account = await call(`${PROVIDERS}/__control/accounts`, { body: NUMBER });
  const { channel, external_account_id: id, address } = NUMBER;
  const credentials = `ACCOUNT_CREDENTIALS=${account.access_token}`;
  const add = ['crm', 'account', 'add', '--workspace', place.workspace, '--channel', channel];
  const whose = ['--external-id', id, '--address', address, '--email', PERSON];
  await stack.compose('exec', '-T', '-e', credentials, 'rest-api', ...add, ...whose);
}

async function mintToken(stack, place) {
  const mint = ['node', 'dist/apps/dev-idp/src/mint-token.js', '--workspace', place.workspace, '--email', PERSON];
  place.token = (await stack.compose('exec', '-T', 'dev-idp', ...mint)).trim();
}

async function sendMessage(place, text) {
  const draft = await tool(place, 'create_draft', { channel: 'whatsapp', to: [TO], body: text });
  const sent = await tool(place, 'send_message', { draft_id: draft.draft_id });
  if (sent.status !== 'accepted') throw new Error(JSON.stringify(sent));
  const at = `${PROVIDERS}/__control/deliveries?channel=whatsapp&text=${encodeURIComponent(text)}`;
  for (let attempt = 0; ; attempt++) {
    const { count } = await call(at, {});
    if (count === 1) return;
    if (count > 1 || attempt === 60) throw new Error(`The provider got the message ${count} times.`);
    await sleep(500);
  }
}

/** The same containers go on: nothing restarts them, and they find the database again by themselves. */
async function restartPostgres(stack, place) {
  // When process 1 began, in ticks since the machine started.
  const began = async (name) => (await stack.compose('exec', '-T', name, 'cut', '-d ', '-f22', '/proc/1/stat')).trim();
  const identity = async () => (await Promise.all(SERVICES.map(began))).join(' ');
  const before = await identity();
  await stack.compose('restart', 'postgres');
  for (const url of [`${REST}/readyz`, `${MCP}/readyz`]) await untilReady(url);
  await call(place.record, { token: place.key });
  await tool(place, 'list_objects', {});
  if ((await identity()) !== before) throw new Error('A service was restarted.');
}

async function lookAgain(stack, place) {
  const { data } = await call(place.record, { token: place.key });
  if (data.values.name[0].value !== 'Example Ltd') throw new Error(JSON.stringify(data));
  await call(place.record, { method: 'PATCH', token: place.key, body: { data: { name: 'Example Limited' } } });
  // The signing key of the identity provider for development is new as well; what was granted is ours, and stays.
  await mintToken(stack, place);
  await connectNumber(stack, place);
  const { conversations } = await tool(place, 'list_conversations', {});
  if (conversations.length !== 1) throw new Error(`${conversations.length} conversations instead of one.`);
}

async function takeDown(stack) {
  await stack.compose('stop', '--timeout', '30');
  const ended = await stack.containers();
  for (const name of SERVICES)
    if (ended[name].ExitCode !== 0) throw new Error(`${name} ended with ${ended[name].ExitCode}.`);
  await stack.compose('down', '--volumes', '--remove-orphans');
  const left = Object.keys(await stack.containers());
  if (left.length > 0) throw new Error(`Left over: ${left.join(', ')}`);
  return 'both services ended with 0';
}

/** The JSON that an address answers. @throws Error when it answers otherwise than expected */
async function call(url, { method, token, body, status = 200 }) {
  const response = await fetch(url, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status !== status) throw new Error(`${url} answered ${response.status}: ${text}`);
  return text ? JSON.parse(text) : undefined;
}

/** What a tool gives. @throws Error when it refuses */
async function tool(place, name, args, { token = place.token, status } = {}) {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const answer = await call(`${MCP}/mcp`, { token, body, status });
  if (status) return undefined;
  if (!answer.result || answer.result.isError) throw new Error(`${name}: ${JSON.stringify(answer)}`);
  return answer.result.structuredContent;
}

try {
  await main();
  process.stdout.write('compose.yaml comes up, serves, upgrades and ends as it should.\n');
} catch (error) {
  process.stderr.write(`\n${error.message}\n`);
  process.exitCode = 1;
} finally {
  for (const end of ends.reverse()) await Promise.resolve(end()).catch((error) => process.stderr.write(`${error}\n`));
}
