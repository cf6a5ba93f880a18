import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDomain } from '#auth';
import type { Domain } from '#crm-domain';
import type { ImportWire } from '#crm-domain/writes';
import { Cli, jsonOf, workDir, type CliRun } from '../support/cli.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';

const dir = workDir();
let database: FreshDatabase;
let domain: Domain;
let workspace: string;

beforeAll(async () => {
  database = await freshDatabase();
  domain = await openDomain(database.url);
  ({ workspace_id: workspace } = await domain.workspaces.create({ name: 'Tarnwick' }));
  writeFileSync(join(dir, 'people.csv'), 'Email,Job title\nada@example.com,Pilot\nnobody,Baker\n');
});

afterAll(async () => {
  await domain?.close();
  await database?.drop();
  rmSync(dir, { recursive: true });
});

function crmImport(...args: string[]): Promise<CliRun> {
  const all = ['import', '--workspace', workspace, ...args];
  return new Cli(all, { cwd: dir, env: { DATABASE_URL: database.url } }).run;
}

const FILE = ['--object', 'people', '--file', 'people.csv'];

it('import shows in a dry run where the columns go and what would be done, and writes nothing', async () => {
  const { code, stdout } = await crmImport(...FILE, '--dry-run', '--errors', 'wrong.csv');
  expect(code).toBe(0);
  expect(stdout).toMatch(/Email +email_addresses/);
  expect(stdout).toContain('Nothing was written. A run would do this: 1 created, 0 updated, 1 failed of 2 rows.');
  expect(stdout).toMatch(/Row 2: Email: /);
  expect(readFileSync(join(dir, 'wrong.csv'), 'utf8')).toContain('nobody,Baker,2,');
  const [counted] = await domain.source.query('select count(*)::int as n from record');
  expect(counted).toEqual({ n: 0 });
});

it('import writes the rows by a mapping from a file, and goes on with an import that is there', async () => {
  writeFileSync(join(dir, 'map.json'), '{"columns": [{"column": "Job title", "attribute": "job_title"}]}');
  const checked = jsonOf<ImportWire>(await crmImport(...FILE, '--dry-run', '--json'));
  const run = jsonOf<ImportWire>(await crmImport('--resume', checked.id, '--mapping', 'map.json', '--json'));
  expect(run).toMatchObject({ id: checked.id, state: 'done', rows: { created: 2, failed: 0 } });
  const again = jsonOf<ImportWire>(await crmImport('--resume', checked.id, '--json'));
  expect(again).toMatchObject({ state: 'done', rows: { created: 2 } });
});

it('import says in a sentence what it cannot do', async () => {
  writeFileSync(join(dir, 'empty.csv'), '');
  writeFileSync(join(dir, 'header.csv'), 'Email\n');
  const refusal = async (...args: string[]) => {
    const { code, stdout, stderr } = await crmImport(...args);
    expect({ code, stdout: stdout.includes('{') }).toEqual({ code: 1, stdout: false });
    return stderr.trim();
  };
  expect(await refusal('--object', 'people', '--file', 'missing.csv')).toBe('The file cannot be opened.');
  expect(await refusal('--object', 'people', '--file', 'empty.csv')).toBe('The file is empty.');
  expect(await refusal('--file', 'people.csv')).toBe('--file and --object are missing.');
  expect(await refusal('--object', 'people', '--file', 'header.csv')).toBe(
    'The import has failed: The file has no rows.',
  );
  expect(await refusal('--object', 'ghosts', '--file', 'people.csv')).toMatch(/object/i);
});
