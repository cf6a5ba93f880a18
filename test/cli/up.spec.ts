import { execSync } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { freePort } from '#platform';
import { Cli, jsonOf, workDir } from '../support/cli.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';

interface Demo {
  rest_url: string;
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
  port = await freePort(18_000 + Math.floor(Math.random() * 2000));
  const mcp = await freePort(port + 1);
  const idp = await freePort(mcp + 1);
  const providers = await freePort(idp + 1);
  ports = {
    ...{ REST_PORT: String(port), MCP_PORT: String(mcp) },
    ...{ DEV_IDP_PORT: String(idp), DEV_PROVIDERS_PORT: String(providers) },
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
  const answer = JSON.parse(execSync(line, { encoding: 'utf8', timeout: 10_000 })) as { data: object[] };
  expect(answer.data).toHaveLength(2);
  expect((await fetch(`${demo.rest_url}/docs`)).status).toBe(200);
  for (const each of cli.stdout.split('\n')) if (each !== line) expect(each.length).toBeLessThan(100);
  cli.child.kill('SIGINT');
  const { code, stdout, stderr } = await cli.run;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/\nStopped\. [^\n]+\n$/);
  expect(await isGone(demo.rest_url)).toBe(true);
}, 60_000);

it('keeps workspace and key over restarts, and prints them as JSON when asked', async () => {
  const before = demoFile();
  const cli = up(undefined, '--json');
  await cli.until('}\n');
  expect(jsonOf({ code: 0, stdout: cli.stdout, stderr: '' })).toEqual(before);
  expect(cli.stderr).toContain('Demo workspace, as it was left');
  cli.child.kill('SIGTERM');
  expect((await cli.run).code).toBe(0);
}, 60_000);

it('stops everything and says which when a service dies', async () => {
  const cli = up();
  await cli.until('Ctrl-C stops everything');
  const children = readFileSync(`/proc/${cli.child.pid}/task/${cli.child.pid}/children`, 'utf8').trim().split(' ');
  expect(children).toHaveLength(4);
  process.kill(Number(children[0]), 'SIGKILL');
  const { code, stderr } = await cli.run;
  expect(code).toBe(1);
  expect(stderr).toMatch(/^(dev-idp|dev-providers|rest-api|mcp-gateway) ended unexpectedly \(SIGKILL\)/);
}, 60_000);

it('stops in order when Ctrl-C comes before everything is up', async () => {
  const cli = up();
  await cli.until('Schema');
  cli.child.kill('SIGINT');
  const { code, stderr } = await cli.run;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(await isGone(`http://localhost:${port}`)).toBe(true);
}, 60_000);

it('names a port that is taken and the variable that moves it', async () => {
  const server = createServer() as Server;
  await new Promise<void>((listening) => server.listen(port, listening));
  const { code, stdout, stderr } = await up().run;
  server.close();
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe(`Port ${port} is taken: free it, or set REST_PORT to another port for rest-api.\n`);
});

it('refuses a port that is none', async () => {
  const { code, stderr } = await up({ REST_PORT: 'three' }).run;
  expect(code).toBe(1);
  expect(stderr).toMatch(/REST_PORT/);
});

it('brings a Postgres of its own, which other commands then find, and keeps its data', async () => {
  const first = up({});
  await first.until('Ctrl-C stops everything');
  const demo = demoFile();
  expect(demo.database_url).toMatch(/^postgres:/);
  const second = await up({ REST_PORT: String(await freePort(port + 1)) }).run;
  expect({ code: second.code, stderr: second.stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^npm start is running in this folder already, as process \d+/),
  });
  const list = ['member', 'list', '--workspace', demo.workspace_id];
  expect(await new Cli(list, { cwd: dir }).run).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Dana Demo'),
  });
  first.child.kill('SIGKILL');
  await first.run;
  const again = up({});
  await again.until('Ctrl-C stops everything');
  expect(demoFile()).toMatchObject({ workspace_id: demo.workspace_id, api_key: demo.api_key });
  again.child.kill('SIGINT');
  expect((await again.run).code).toBe(0);
  expect(await new Cli(list, { cwd: dir }).run).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^No database/),
  });
}, 120_000);
