import { rmSync } from 'node:fs';
import pg from 'pg';
import { distribute, distributionPlan, SHARED_TABLES } from '#crm-domain/operations';
import { findingsOn } from '../../apps/cli/src/doctor/citus.js';
import { Cli, jsonOf, workDir, type CliRun } from '../support/cli.js';
import { emptyDatabase, freshDatabase, type FreshDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { LOCK_WAITS } from '../support/lock-waits.js';
import { PRETENDED_CITUS, PRETENDED_EXTENSION } from './support/pretended-citus.js';

const dir = workDir();
let database: FreshDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
  rmSync(dir, { recursive: true });
});

function crm(...args: string[]): Promise<CliRun> {
  return new Cli(['distribute', ...args], { cwd: dir, env: { DATABASE_URL: database.url } }).run;
}

async function names(text: string): Promise<string[]> {
  return (await client.query<{ name: string }>(text)).rows.map(({ name }) => name);
}

const TABLES = `select c.relname::text as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`;
const FOREIGN_KEYS = `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as name from pg_constraint
  where contype = 'f' and connamespace = 'public'::regnamespace order by 1`;

describe('crm distribute', () => {
  it('refuses a database without the Citus extension, and changes nothing', async () => {
    const before = await names(FOREIGN_KEYS);
    const run = await crm();
    expect([run.code, run.stdout]).toEqual([1, '']);
    expect(run.stderr).toMatch(/^This database has no Citus extension\. .*--dry-run shows the SQL\.\n$/);
    expect(await names(FOREIGN_KEYS)).toEqual(before);
  });

  it('prints SQL that a Citus would take: every table placed once or left alone by name, every foreign key as it was', async () => {
    const [tables, keys] = [await names(TABLES), await names(FOREIGN_KEYS)];
    const { stdout, code } = await crm('--dry-run');
    expect(code).toBe(0);
    await client.query(PRETENDED_CITUS);
    await client.query(stdout);
    const placed = await client.query<{ name: string; kind: string; beside: string | null }>(
      'select name, kind, beside from pretended.placed',
    );
    const of = (kind: string) =>
      placed.rows.filter((row) => row.kind === kind).map(({ name }) => name.replace('public.', ''));
    expect(of('copied').sort()).toEqual([...SHARED_TABLES.copied].sort());
    expect([...of('copied'), ...of('split'), ...SHARED_TABLES.local].sort()).toEqual([...tables, 'tenant_name'].sort());
    expect(await names(FOREIGN_KEYS)).toEqual(keys);
    // One place for all that belongs to a tenant.
    const elsewhere = placed.rows.filter(({ kind, beside }) => kind === 'split' && beside !== 'public.record');
    expect(elsewhere).toEqual([{ name: 'public.record', kind: 'split', beside: null }]);
    expect(jsonOf<{ hasCitus: boolean }>(await crm('--dry-run', '--json')).hasCitus).toBe(false);
  });

  describe('again', () => {
    beforeAll(() => client.query(PRETENDED_EXTENSION));

    it.each([
      ['in the middle', ['public.record', 'public.workspace']],
      ['before workspaces were placed', ['public.record', 'public.api_key']],
      ['before anything was placed', []],
    ])('goes on where it was interrupted %s, and is done once', async (_when, left) => {
      await client.query('delete from pretended.placed where name <> all($1)', [left]);
      const keys = await names(FOREIGN_KEYS);
      const { stdout } = await crm();
      const steps = stdout.split('\n').filter((line) => line.startsWith('Step '));
      expect(steps).toHaveLength(Number(/^Distributed the tables in (\d\d) steps\. Next: /m.exec(stdout)?.[1]));
      expect(steps.map((line) => /^Step (\d+) of (\d+): \w/.exec(line)?.slice(1))).toEqual(
        steps.map((_, at) => [String(at + 1), String(steps.length)]),
      );
      expect(stdout).toMatch(/: automation, automation_run\n/);
      expect(await names('select name from pretended.placed')).toHaveLength(
        (await names(TABLES)).length - SHARED_TABLES.local.length,
      );
      expect(await names(FOREIGN_KEYS)).toEqual(keys);
      expect((await crm()).stdout).toBe('All tables are already distributed.\n');
    });
  });

  /** One that is at work until `other` ends. */
  const underWay = async () => {
    await client.query(`delete from pretended.placed where name = 'public.record'`);
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    await other.query('begin; lock table pretended.placed in share mode');
    const first = distribute(database.url);
    await eventually(async () => (await client.query(LOCK_WAITS)).rows.length > 0);
    return { first, other };
  };

  it('leaves it to the one that is at work already', async () => {
    const { first, other } = await underWay();
    try {
      await expect(distribute(database.url)).rejects.toMatchObject({
        kind: 'conflict',
        message: expect.stringMatching(
          /^Another crm distribute or crm migrate is at work on this database\./,
        ) as string,
      });
    } finally {
      await other.end();
    }
    expect(await first).toBe(1);
    expect(await distribute(database.url)).toBe(0);
  });

  it('waits for a moment for the one that is about to end', async () => {
    const { first, other } = await underWay();
    const second = distribute(database.url);
    const refused = `select from pg_stat_activity
      where datname = current_database() and state = 'idle' and query like 'select pg_try_advisory_lock%'`;
    await eventually(async () => (await client.query(refused)).rows.length > 0).finally(() => other.end());
    expect([await first, await second]).toEqual([1, 0]);
  });

  describe('in one transaction', () => {
    const LEFT = `select name from pretended.placed`;
    beforeEach(() => client.query('delete from pretended.placed'));

    it('places all tables, and the foreign keys are as they were', async () => {
      const keys = await names(FOREIGN_KEYS);
      const { code, stdout } = await crm('--at-once');
      expect([code, /^Distributed the tables in \d\d steps\./m.test(stdout)]).toEqual([0, true]);
      expect(await names(LEFT)).toHaveLength((await names(TABLES)).length - SHARED_TABLES.local.length);
      expect(await names(FOREIGN_KEYS)).toEqual(keys);
      expect((await crm('--at-once')).stdout).toBe('All tables are already distributed.\n');
    });

    it('leaves nothing behind when it fails at its last table', async () => {
      const keys = await names(FOREIGN_KEYS);
      await client.query(`alter table pretended.placed add constraint full_up check (name <> 'public.api_key')`);
      await expect(distribute(database.url, { isAtOnce: true })).rejects.toThrow('full_up');
      expect(await names(LEFT)).toEqual([]);
      expect(await names(FOREIGN_KEYS)).toEqual(keys);
      await expect(distribute(database.url)).rejects.toThrow('full_up');
      expect(await names(LEFT)).not.toEqual([]);
      await client.query('alter table pretended.placed drop constraint full_up');
      await distribute(database.url);
    });

    it('begins again when it and other work waited for each other, and says so', async () => {
      const keys = await names(FOREIGN_KEYS);
      // What a sequence has given stays given when its transaction is undone.
      await client.query(`create sequence pretended.tries;
        create function pretended.deadlock() returns trigger language plpgsql as $$ begin
          if nextval('pretended.tries') < 3 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
          return new; end $$;
        create trigger deadlock before insert on pretended.placed for each row when (new.name = 'public.api_key')
          execute function pretended.deadlock()`);
      const { code, stderr, stdout } = await crm('--at-once');
      const told = (stdout + stderr).match(/Other work was in the way\. Nothing of this step was kept/g);
      expect([code, told?.length]).toEqual([0, 2]);
      expect(await names(FOREIGN_KEYS)).toEqual(keys);
      await client.query('delete from pretended.placed; drop sequence pretended.tries');
      await client.query(`create sequence pretended.tries minvalue -100 start -100`);
      await expect(distribute(database.url, { isAtOnce: true })).rejects.toMatchObject({ kind: 'unavailable' });
      expect(await names(LEFT)).toEqual([]);
      await client.query('drop trigger deadlock on pretended.placed');
      await distribute(database.url);
    });

    it('lets tables be read and not written, and takes what all requests read last', async () => {
      // As before anything was placed.
      await client.query('alter table workspace add constraint workspace_external_org_id_key unique (external_org_id)');
      await client.query('alter table api_key add constraint api_key_public_id_key unique (public_id)');
      const reader = new pg.Client({ connectionString: database.url });
      await reader.connect();
      await reader.query('begin; select 1 from record, value_history, workspace, api_key limit 0');
      const steps: string[] = [];
      const placing = distribute(database.url, { isAtOnce: true, begins: (part) => void steps.push(part.join()) });
      try {
        await eventually(async () => (await client.query(LOCK_WAITS)).rows.length > 0);
        await client.query('select 1 from record, value_history, event limit 0');
        const write = client.query('begin; lock table record in row exclusive mode nowait');
        await expect(write).rejects.toThrow('could not obtain lock');
        await client.query('rollback');
      } finally {
        await reader.end();
      }
      const waiting = steps.findIndex((step) => step.includes('alter table public.workspace drop constraint'));
      expect(waiting).toBeGreaterThan(30);
      await placing;
      expect(steps.slice(waiting + 1).filter((step) => step.includes('create_distributed_table'))).toHaveLength(2);
    });
  });

  describe('where somebody has placed a table by hand', () => {
    const placed = (table: string, how: string) =>
      client.query(`update pretended.placed set ${how} where name = 'public.${table}'`);
    const findings = async () =>
      findingsOn(
        { version: '', plan_mode: 'force_custom_plan', shard_count: 64, recovers_every: 10, nodes: [] },
        await distributionPlan(database.url),
      )
        .map(({ text }) => text)
        .filter((text) => /table/.test(text));
    beforeEach(async () => expect((await crm()).code).toBe(0));
    afterEach(async () => {
      await client.query('delete from pretended.placed');
      expect((await crm()).code).toBe(0);
    });

    it.each([
      ['copied', 'export_chunk', `kind = 'copied', split_by = null`, 'copied to every node, not split by workspace_id'],
      ['split by another column', 'record', `split_by = 'record_id'`, 'split by record_id, not split by workspace_id'],
      ['split apart', 'choice', 'colocation = 99', 'split apart from the other tables of workspaces'],
      ['split', 'app_user', `kind = 'split', split_by = 'user_id'`, 'split by user_id, not copied to every node'],
    ])('%s, refuses and says what to do, as crm doctor does', async (_, table, change, how) => {
      await placed(table, change);
      const before = await client.query('select * from pretended.placed order by 1');
      for (const args of [[], ['--dry-run']]) {
        const run = await crm(...args);
        expect([run.code, run.stdout]).toEqual([1, '']);
        expect(run.stderr).toContain(`${table} is ${how}`);
        expect(run.stderr).toContain(`select undistribute_table('public.${table}', cascade_via_foreign_keys => true)`);
      }
      expect((await client.query('select * from pretended.placed order by 1')).rows).toEqual(before.rows);
      expect(await findings()).toEqual([`The table ${table} is ${how}`]);
    });

    it('places the leading table beside the others where it was taken out', async () => {
      await client.query(`delete from pretended.placed where name = 'public.record'`);
      expect((await crm()).stdout).toMatch(
        /^Step 1 of 1: record\nDistributed the tables in 1 step\. Next: start .*, then run crm doctor and crm check --sample 10\.\n$/,
      );
      const { rows } = await client.query<{ beside: string }>(
        `select beside from pretended.placed where name = 'public.record'`,
      );
      expect(rows).toEqual([{ beside: 'public.api_key' }]);
      expect(await findings()).toEqual(['Every table is placed']);
    });

    it('makes the functions anew where all tables were taken out, beside which they stand', async () => {
      await client.query('delete from pretended.placed');
      expect((await crm('--dry-run')).stdout).toContain('create_distributed_function');
    });

    it('also one that belongs on the coordinator alone', async () => {
      await client.query(`insert into pretended.placed values ('public.migration', 'copied')`);
      expect((await crm()).stderr).toContain('migration is copied to every node, not kept on the coordinator alone');
    });
  });

  it('asks for the tables to be made first', async () => {
    const empty = await emptyDatabase();
    const run = await new Cli(['distribute', '--dry-run'], { cwd: dir, env: { DATABASE_URL: empty.url } }).run;
    await empty.drop();
    expect([run.code, run.stderr]).toEqual([1, 'The tables of the service are not here yet. Run crm migrate first.\n']);
  });

  it('does not guess whose a table is that it does not know', async () => {
    await client.query('create table newcomer (id uuid primary key)');
    const run = await crm('--dry-run');
    await client.query('drop table newcomer');
    expect(run.stderr).toContain('must be named as shared: newcomer');
    expect(run.code).toBe(1);
  });
});
