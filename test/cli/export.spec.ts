import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openDomain } from '#auth';
import { trustedClaim, type Domain } from '#crm-domain';
import { newId } from '#platform';
import { Cli, inProcess, jsonOf, workDir, type CliRun } from '../support/cli.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';

const dir = workDir();
let database: FreshDatabase;
let domain: Domain;
let workspace: string;

beforeAll(async () => {
  database = await freshDatabase();
  domain = await openDomain(database.url);
  workspace = (await domain.workspaces.create({ name: 'Tarnwick Test' })).workspace_id;
  const caller = trustedClaim(workspace, { origin: 'cli', request_id: newId() });
  for (const name of ['Quiet Harbour', 'Busy Pier'])
    await domain.recordWriter.create(caller, 'companies', { data: { name }, path: 'data' });
});
afterAll(async () => {
  await domain?.close();
  await database?.drop();
  rmSync(dir, { recursive: true });
});

function crm(line: string): Promise<CliRun> {
  return new Cli(`export --workspace ${workspace} ${line}`.trim().split(' '), {
    cwd: dir,
    env: { DATABASE_URL: database.url },
  }).run;
}

it('export writes nothing but the data to stdout', async () => {
  const { code, stdout } = await crm('--object companies --format csv --fields name');
  expect(code).toBe(0);
  expect(stdout.replace(/^[0-9a-f-]{36}/gm, 'ID')).toBe('id,name\r\nID,Quiet Harbour\r\nID,Busy Pier\r\n');
});

it('export writes a file, of all objects where none is named, and tells the audit log', async () => {
  expect(jsonOf(await crm('--out all.ndjson --json'))).toEqual({ records: 2, file: 'all.ndjson' });
  const lines = readFileSync(join(dir, 'all.ndjson'), 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { object: string; name: string }).name)).toEqual([
    'Quiet Harbour',
    'Busy Pier',
  ]);
  const { entries } = await domain.audit.list(workspace, { limit: 1 });
  expect(entries).toMatchObject([
    { action: 'export.requested', actor: { type: 'operator' }, details: { format: 'ndjson', object_id: null } },
  ]);
});

it('export tells a terminal how far it is, and nothing but that terminal', async () => {
  const { stderr } = process;
  const was = Object.getOwnPropertyDescriptor(stderr, 'isTTY');
  const args = ['export', '--workspace', workspace, '--object', 'companies', '--format', 'csv'];
  const exported = () => inProcess([...args, '--out', join(dir, 'told.csv')], { DATABASE_URL: database.url });
  const told = '2 records are in ';
  expect(await exported()).toMatchObject({ code: 0, stdout: expect.stringContaining(told) as string, stderr: '' });
  try {
    Object.defineProperty(stderr, 'isTTY', { value: true, configurable: true });
    const [, first, ...rest] = (await exported()).stderr.split('\r\x1b[K');
    expect([first, rest.at(-1)]).toEqual([expect.stringMatching(/^\d written, \d+ %$/), '']);
  } finally {
    if (was) Object.defineProperty(stderr, 'isTTY', was);
    else delete (stderr as { isTTY?: boolean }).isTTY;
  }
});

it('export ends without a complaint when its reader has enough', async () => {
  const args = ['export', '--workspace', workspace, '--object', 'companies', '--format', 'csv'];
  const { child, run } = new Cli(args, { cwd: dir, env: { DATABASE_URL: database.url } });
  child.stdout!.destroy();
  expect(await run).toMatchObject({ code: 0, stderr: '' });
});

it('export leaves no file behind when it fails, and says why', async () => {
  const { code, stderr } = await crm('--object nothing --out none.csv --format csv');
  expect([code, existsSync(join(dir, 'none.csv')), existsSync(join(dir, 'none.csv.part'))]).toEqual([1, false, false]);
  expect(stderr).toContain('object');
  expect((await crm('--object people --view open')).stderr).toContain('--object and --view exclude each other');
  expect((await crm('--out no/such/folder.csv')).stderr).toMatch(/cannot be written/);
});
