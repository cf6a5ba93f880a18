import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDomain } from '#auth';
import { trustedClaim, type Domain } from '#crm-domain';
import type { ImportWire } from '#crm-domain/writes';
import { newId } from '#platform';
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
  expect(code).toBe(3);
  expect(stdout).toMatch(/Email +email_addresses/);
  expect(stdout).toContain('Nothing was written. A run would do this: 1 created, 0 updated, 1 failed of 2 rows.');
  expect(stdout).toMatch(/Row 3: Email: /);
  expect(readFileSync(join(dir, 'wrong.csv'), 'utf8')).toContain('nobody,Baker,3,');
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

it('import says which columns go nowhere before it begins, and how it is undone', async () => {
  writeFileSync(join(dir, 'shoes.csv'), 'Job title,Shoe size,Hat size\nPilot,39,7\n');
  const { code, stdout } = await crmImport('--object', 'people', '--file', 'shoes.csv');
  expect(code).toBe(0);
  expect(stdout).toContain('Not imported: Shoe size, Hat size.');
  expect(stdout.indexOf('Not imported')).toBeLessThan(stdout.indexOf('is done'));
  expect(stdout).toMatch(/To undo it, use --undo [0-9a-f-]{36}\./);
});

it('import takes back what it wrote', async () => {
  const counted = () => domain.source.query('select count(*)::int as n from record where deleted_at is null');
  const before = await counted();
  const rows = Array.from({ length: 600 }, (_, n) => `Undone ${n}`);
  writeFileSync(join(dir, 'undone.csv'), `Job title\n${rows.join('\n')}\n`);
  const { id } = jsonOf<ImportWire>(await crmImport('--object', 'people', '--file', 'undone.csv', '--json'));
  expect((await crmImport('--undo', id, '--file', 'undone.csv')).stderr).toContain('--undo and --file exclude');
  expect(jsonOf(await crmImport('--undo', id, '--json'))).toEqual({ import_id: id, undone: 600, left: 0 });
  expect(await counted()).toEqual(before);
  expect((await crmImport('--undo', id)).stdout).toBe('0 records undone.\n');
  expect((await crmImport('--undo', workspace)).stderr).toContain('Import not found');
});

it.each([
  ['{"columns": [{"column": "Email", "atribute": "name"}]}', 'columns[0].attribute'],
  ['{"columns": [{"column": "Email", "attribute": "name", "decimal": ";"}]}', 'columns[0].decimal'],
  ['{"columns": [], "match": 7}', 'match'],
  ['{"columns": [{"column": "Email", "attribute": "name", "kind": "text"}]}', 'columns[0]'],
])('import says what is wrong with a mapping: %s', async (text, place) => {
  writeFileSync(join(dir, 'bad.json'), text);
  const { code, stderr } = await crmImport(...FILE, '--mapping', 'bad.json');
  expect([code, stderr]).toEqual([1, expect.stringContaining(`The mapping is wrong at ${place}: `)]);
});

it('import reads a file as its options say, and all columns as they say', async () => {
  writeFileSync(join(dir, 'phones.csv'), 'Phone|Email\n030 901820; 030 901821|a@example.com; b@example.com\n');
  const file = ['--object', 'people', '--file', 'phones.csv', '--separator', 'bar'];
  const run = await crmImport(...file, '--country', 'de', '--split', ';', '--json');
  expect(jsonOf<ImportWire>(run)).toMatchObject({ state: 'done', rows: { created: 1, failed: 0 } });
  const { mapping } = jsonOf<ImportWire>(run);
  expect(mapping!.columns).toEqual([
    { column: 'Phone', attribute: 'phone_numbers', split: ';', country: 'DE' },
    { column: 'Email', attribute: 'email_addresses', split: ';' },
  ]);
  const { code, stderr } = await crmImport(...file, '--currency', 'EURO');
  expect([code, stderr]).toEqual([2, expect.stringContaining('--currency is not a known code')]);
});

it('import reads a file in another way when it goes on with it', async () => {
  writeFileSync(join(dir, 'wrong.csv'), 'Email,Name;Job title\nwrong@example.com,Ada;Pilot\n');
  const file = ['--object', 'people', '--file', 'wrong.csv', '--separator', 'comma', '--dry-run', '--json'];
  const { id, columns } = jsonOf<ImportWire>(await crmImport(...file));
  expect(columns!.map(({ name }) => name)).toEqual(['Email', 'Name;Job title']);
  const run = jsonOf<ImportWire>(await crmImport('--resume', id, '--separator', 'semicolon', '--json'));
  expect(run).toMatchObject({ state: 'done', rows: { created: 1 } });
});

it('import goes on with an upload that was broken off, and sends what is missing', async () => {
  const rows = Array.from({ length: 60_000 }, (_, n) => `Row ${n},${'x'.repeat(80)}`);
  writeFileSync(join(dir, 'large.csv'), `Name,Notes\n${rows.join('\n')}\n`);
  const bytes = readFileSync(join(dir, 'large.csv'));
  const caller = trustedClaim(workspace, { origin: 'cli', request_id: newId() });
  const actor = await domain.access.authorize(caller, 'write:data');
  const file = { object: 'companies', file_name: 'large.csv', bytes: bytes.length, options: {} };
  const { id, part_bytes } = await domain.imports.create(actor, file);
  await domain.imports.putPart(actor, id, 1, bytes.subarray(0, part_bytes));
  const resumed = (...args: string[]) => crmImport('--resume', id, ...args, '--dry-run', '--json');
  expect((await crmImport('--resume', 'abc')).stderr).toContain('--resume must be a UUID');
  expect((await resumed()).stderr).toContain('give the same file with --file');
  expect((await resumed('--file', 'people.csv')).stderr).toContain('This is another file');
  const { stdout, stderr } = await resumed('--file', 'large.csv', '--match', 'ghost');
  expect([stdout, stderr]).toEqual(['', expect.stringContaining('uploading 1 of 2 parts')]);
  expect(await domain.imports.get(actor, id)).toMatchObject({ state: 'ready', rows: { total: 60_000 } });
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
