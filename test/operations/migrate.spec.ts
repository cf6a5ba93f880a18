import { readFileSync, rmSync } from 'node:fs';
import pg from 'pg';
import { migrate } from '#crm-domain/operations';
import { Cli, jsonOf, workDir } from '../support/cli.js';
import { emptyDatabase, type FreshDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';

describe('crm migrate', () => {
  const dir = workDir();
  let database: FreshDatabase;
  let client: pg.Client;
  beforeEach(async () => {
    database = await emptyDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await database.drop();
  });
  afterAll(() => rmSync(dir, { recursive: true }));

  const crm = (...args: string[]) =>
    new Cli(['migrate', ...args], { cwd: dir, env: { DATABASE_URL: database.url } }).run;
  const tables = async () => {
    const { rows } = await client.query<{ name: string }>(
      `select table_schema || '.' || table_name as name from information_schema.tables
        where table_schema not in ('pg_catalog', 'information_schema') order by 1`,
    );
    return rows.map(({ name }) => name);
  };

  it('prints with --dry-run the SQL it would run, and runs none of it', async () => {
    const { code, stdout } = await crm('--dry-run');
    expect(code).toBe(0);
    expect(await tables()).toEqual([]);
    expect(stdout).toMatch(/^-- 0001-core\n/);
    expect(stdout).toContain('create table record');
    const { pending } = jsonOf<{ pending: { name: string }[] }>(await crm('--dry-run', '--json'));
    const { applied } = jsonOf<{ applied: string[] }>(await crm('--json'));
    expect(pending.map(({ name }) => name).filter((name) => name !== 'job-queue')).toEqual(applied);
  });

  it('has printed the very SQL: run by hand it makes the same tables, after which nothing is pending', async () => {
    const { stdout } = await crm('--dry-run');
    await client.query(stdout);
    const byHand = await tables();
    const other = await emptyDatabase();
    await migrate(other.url);
    const there = new pg.Client({ connectionString: other.url });
    await there.connect();
    const { rows } = await there.query<{ name: string }>(
      `select table_schema || '.' || table_name as name from information_schema.tables
        where table_schema = 'public' order by 1`,
    );
    await there.end();
    // But for the list of what was applied, which only migrate itself keeps.
    const made = rows.map(({ name }) => name).filter((name) => name !== 'public.migration');
    expect(byHand.filter((name) => name.startsWith('public.'))).toEqual(made);
    expect((await new Cli(['migrate', '--dry-run'], { cwd: dir, env: { DATABASE_URL: other.url } }).run).stdout).toBe(
      '-- The database is up to date.\n',
    );
    await other.drop();
  });

  it('may be started twice at once: together they apply each migration once', async () => {
    const runs = await Promise.all([crm('--json'), crm('--json')]);
    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
    const applied = runs.map((run) => jsonOf<{ applied: string[] }>(run).applied);
    expect(applied.map((names) => names.length > 0).sort()).toEqual([false, true]);
    const { rows } = await client.query('select name from migration');
    expect(rows).toHaveLength(applied.flat().length);
  });

  it('waits for another one for as long as that takes', async () => {
    await client.query('select pg_advisory_lock(7262836001)');
    const run = crm('--json');
    await eventually(async () => {
      const { rows } = await client.query(`select 1 from pg_locks where locktype = 'advisory' and not granted`);
      return rows.length === 1;
    });
    // Longer than a table is waited for.
    await client.query('select pg_sleep(11)');
    await client.query('select pg_advisory_unlock(7262836001)');
    expect((await run).code).toBe(0);
  });

  it('waits for a lock on a table only so long, and then leaves everything as it was', async () => {
    await migrate(database.url);
    const complete = await tables();
    const last = await client.query<{ id: number; name: string }>(
      'select id, name from migration order by id desc limit 1',
    );
    // The last migration is taken back, and somebody holds the table into which it is to be entered.
    await client.query(downOf(last.rows[0]!.name));
    await client.query('delete from migration where id = $1', [last.rows[0]!.id]);
    await client.query('begin');
    await client.query('lock table migration in share mode');
    const before = await tables();
    const { code, stderr } = await crm();
    expect(code).toBe(1);
    expect(stderr).toMatch(/Timed out waiting for a lock on a table/);
    expect(await tables()).toEqual(before);
    await client.query('rollback');
    expect((await crm()).stdout).toContain(last.rows[0]!.name.replace(/-\d{13}$/, ''));
    expect(await tables()).toEqual(complete);
  });
});

function downOf(name: string): string {
  return readFileSync(`libs/crm-domain/src/db/migrations/${name.replace(/-\d{13}$/, '')}.down.sql`, 'utf8');
}
