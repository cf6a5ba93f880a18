import { rmSync } from 'node:fs';
import pg from 'pg';
import { openDomain } from '#auth';
import { trustedClaim } from '#crm-domain';
import {
  ConsistencyService,
  distribute,
  isolateTenant,
  migrate,
  moveTenant,
  pendingMigrations,
} from '#crm-domain/operations';
import { newId } from '#platform';
import { examineCitus } from '../../apps/cli/src/doctor/citus.js';
import { examineDatabase } from '../../apps/cli/src/doctor/database.js';
import { statementsOf } from '../../libs/crm-domain/src/db/sql-statements.js';
import { dataSource, migrationSql } from '../../libs/crm-domain/src/db/data-source.js';
import { missingFrom } from '../../libs/crm-domain/src/db/readiness.js';
import { aRecord, anObject, pathTo } from '../support/builders.js';
import { Cli, jsonOf, workDir } from '../support/cli.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { Rest } from '../support/rest.js';
import { IS_CITUS } from './support/distant-worker.js';
import { sqlOnNode, urlOfNode, withoutDirectWay, workersOf } from './support/nodes-of-cluster.js';

const onCitus = IS_CITUS ? describe : describe.skip;
const onPlain = IS_CITUS ? describe.skip : describe;
/** The databases of tests have two shards. */
const FEW = expect.stringMatching(/^warning: Each table has only 2 shards/) as string;
const MISSING = '0197f000-0000-7000-8000-000000000001';

describe('crm tenant', () => {
  const dir = workDir();
  let database: FreshDatabase;
  beforeAll(async () => void (database = await freshDatabase()));
  afterAll(async () => {
    await database.drop();
    rmSync(dir, { recursive: true });
  });
  const refused = async (line: string) => {
    const { code, stdout, stderr } = await new Cli(line.split(' '), { cwd: dir, env: { DATABASE_URL: database.url } })
      .run;
    expect({ code, stdout }).toEqual({ code: line.includes('nowhere') ? 2 : 1, stdout: '' });
    return stderr.trim();
  };

  onPlain('on a database that is not distributed', () => {
    it.each(['tenant move --node worker:5432', 'tenant isolate'])('says so: %s', async (line) => {
      expect(await refused(`${line} --workspace ${MISSING}`)).toMatch(/^This database is not distributed: [^\n]+$/);
    });

    it('takes nothing for a node that is no address', async () => {
      expect(await refused(`tenant move --node nowhere --workspace ${MISSING}`)).toMatch(
        /^--node must be a host and a port, such as worker-2:5432/,
      );
    });
  });

  onCitus('on a Citus (this needs CITUS_URL)', () => {
    it('knows no workspace and no node that are not there', async () => {
      expect(await refused(`tenant isolate --workspace ${MISSING}`)).toBe('Workspace not found.');
      expect(await refused(`tenant move --workspace ${MISSING} --node elsewhere:5432`)).toMatch(
        /^No node elsewhere:5432 takes shards; those that do are \S+:\d+, \S+:\d+\.$/,
      );
    });
  });
});

onCitus('a distributed database (this needs CITUS_URL)', () => {
  let rest: Rest;
  let url = '';
  let sql: pg.Client;
  beforeAll(async () => {
    rest = await Rest.start(
      {},
      { route: (given) => Promise.resolve((url = given)), alone: 'it is looked at from inside' },
    );
    sql = new pg.Client({ connectionString: url });
    await sql.connect();
  });
  afterAll(async () => {
    await sql.end();
    await rest.stop();
  });

  const bad = async () =>
    (await examineCitus(url)).flatMap(({ state, text }) => (state === 'ok' ? [] : [`${state}: ${text}`]));
  const workers = () => workersOf(url);
  const onNode = (node: string, ...statements: string[]) => sqlOnNode(url, node, statements);

  /** Those that were there before keep the settings of before. */
  const forgetSessions = () =>
    sql.query(`select run_command_on_workers($$select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name like 'citus_internal%'$$)`);

  it('is found to be well by crm doctor, until a node compiles or has other functions', async () => {
    expect(await bad()).toEqual([FEW]);
    const [node] = await workers();
    const name = new URL(url).pathname.slice(1);
    await onNode(
      node!,
      `alter database ${name} set jit = on`,
      'set citus.enable_ddl_propagation = off',
      `create or replace function crm_shard_text(anchor bigint, statement text) returns text language sql as 'select statement'`,
    );
    await forgetSessions();
    expect(await bad()).toEqual([
      FEW,
      expect.stringContaining(`The functions of this version are not on ${node}`),
      expect.stringContaining(`jit is on at ${node}`),
      'wrong: Not everything is placed on the nodes',
    ]);
    expect(await distribute(url)).toBe(1);
    await onNode(node!, `alter database ${name} reset jit`);
    await forgetSessions();
    expect(await bad()).toEqual([FEW]);
  });

  it('is found to have a node that is not told of the shards, until it is activated', async () => {
    const [node] = await workers();
    const { hostname, port } = new URL(urlOfNode(url, node!));
    await sql.query(`select stop_metadata_sync_to_node('${hostname}', ${port}, clear_metadata => false)`);
    const said = `wrong: The node ${node} is switched off or does not know where the shards are`;
    expect(await bad()).toEqual(expect.arrayContaining([FEW, expect.stringContaining(said)]));
    await sql.query(`select citus_activate_node('${hostname}', ${port})`);
    expect(await bad()).toEqual([FEW]);
  });

  it('is found to have a table placed by hand, which crm distribute refuses until it is taken out', async () => {
    await sql.query(`select undistribute_table('public.export_chunk', cascade_via_foreign_keys => true)`);
    await sql.query(`select create_reference_table('public.export_chunk')`);
    const said = 'The table export_chunk is copied to every node, not split by workspace_id';
    expect(await bad()).toEqual([FEW, `wrong: ${said}`]);
    await expect(distribute(url)).rejects.toMatchObject({ kind: 'conflict' });
    await sql.query(`select undistribute_table('public.export_chunk', cascade_via_foreign_keys => true)`);
    expect(await distribute(url)).toBe(1);
    expect(await bad()).toEqual([FEW]);
  });

  it('says to crm check that only a part of it is placed', async () => {
    const dir = workDir();
    const check = () => new Cli(['check'], { cwd: dir, env: { DATABASE_URL: url } }).run;
    await sql.query(`select undistribute_table('public.event', cascade_via_foreign_keys => true)`);
    const { code, stderr } = await check();
    expect(await distribute(url)).toBe(1);
    expect([code, stderr]).toEqual([
      1,
      'Only a part of the tables is placed on the nodes. Run crm distribute first; crm doctor says more.\n',
    ]);
    expect((await check()).code).toBe(0);
    rmSync(dir, { recursive: true });
  });

  it('is migrated: tables on the nodes are changed, new ones are placed by crm distribute, and services go on', async () => {
    const { rows } = await sql.query<{ name: string }>('select name from migration order by id desc');
    const columns = () => sql.query(COLUMNS);
    const before = (await columns()).rows;
    const undone: string[] = [];
    for (const name of rows.map((row) => row.name.replace(/-\d{13}$/, ''))) {
      if (name < '0018') break;
      for (const statement of statementsOf(migrationSql(name, 'down'))) await sql.query(statement);
      await sql.query('delete from migration where name like $1', [`${name}-%`]);
      undone.push(name);
    }
    expect((await migrate(url)).toSorted()).toEqual(undone.toSorted());
    expect(await bad()).toContain('wrong: Not everything is placed on the nodes');
    expect(await distribute(url)).toBeGreaterThan(0);
    expect(await bad()).toEqual([FEW]);
    expect((await columns()).rows).toEqual(before);
    const object = await anObject(rest, rest.admin);
    await aRecord(rest, object, { name: 'After it' }, rest.admin);
    const view = { slug: 'all', title: 'All', object: object.slug, query: {} };
    await rest.admin.post('/v1/views', view).expect(200);
    await rest.admin.get('/v1/views/all').expect(200);
  });

  it('is read and written by a role that has no more rights than crm doctor asks for', async () => {
    const role = `app_${new URL(url).pathname.slice(1)}`;
    const statements = ['public', 'pgboss'].flatMap((schema) => [
      `grant usage on schema ${schema} to ${role}`,
      `grant select, insert, update, delete on all tables in schema ${schema} to ${role}`,
    ]);
    for (const statement of [`create role ${role} login`, ...statements]) await sql.query(statement);
    const at = new URL(url);
    at.username = role;
    const domain = await openDomain({ url: at.href, poolSize: 4 });
    try {
      const { workspace_id } = await domain.workspaces.create({ name: 'Example' });
      const caller = trustedClaim(workspace_id, { origin: 'cli', request_id: newId() });
      const data = { name: 'Quiet Harbour' };
      const { id } = await domain.recordWriter.create(caller, 'companies', { data, path: 'data' });
      const place = { object: 'companies', record: id.record_id };
      await domain.recordWriter.update(caller, place, { data: { name: 'Calm Harbour' }, path: 'data' });
      expect(await domain.recordReader.read(caller, place)).toMatchObject({ name: 'Calm Harbour' });
      expect((await new ConsistencyService(domain.db).check({ workspace_id })).findings).toEqual([]);
    } finally {
      await domain.close();
    }
  });

  it('has one workspace isolated on another node while it is written to, and loses nothing', async () => {
    const { admin, workspace_id } = await rest.newWorkspace();
    const object = await anObject(rest, admin);
    let isOver = false;
    const answers: number[] = [];
    const write = async () => {
      while (!isOver) {
        const { status } = await admin.post(`/v1/records/${object.slug}`, { data: { name: 'Written' } });
        answers.push(status);
      }
    };
    const writing = Promise.all([write(), write()]);
    const { node: from, workspaces, shard } = await isolateTenant(url, workspace_id);
    expect(workspaces).toBe(1);
    expect(await isolateTenant(url, workspace_id)).toMatchObject({ shard, from: null });
    const to = (await workers()).find((each) => each !== from)!;
    expect(await moveTenant(url, workspace_id, to)).toEqual({
      shard: expect.any(String) as string,
      node: to,
      workspaces,
      from,
    });
    isOver = true;
    await writing;
    const [row] = await rest.sql<{ count: number }>(
      'select count(*)::int as count from record where workspace_id = $1',
      [workspace_id],
    );
    const acknowledged = answers.filter((status) => status === 200).length;
    const refused = answers.filter((status) => status === 503).length;
    // On a machine with much to do a write may wait too long for the end of a move.
    expect(acknowledged + refused).toBe(answers.length);
    expect(acknowledged).toBeGreaterThan(0);
    expect(row!.count).toBeGreaterThanOrEqual(acknowledged);
    expect(row!.count).toBeLessThanOrEqual(answers.length);
    // What was known of its place is found out to be wrong.
    const { pagination } = (await admin.get(`/v1/records/${object.slug}?limit=1`).expect(200)).body as {
      pagination: { total: number };
    };
    expect(pagination.total).toBe(row!.count);
    // A shard of one tenant alone is among those that work over all tenants asks.
    await rest.domain.feed.sequence();
    const pending = await rest.sql('select 1 from event_pending where workspace_id = $1', [workspace_id]);
    expect(pending).toEqual([]);
  });

  it('is asked through the coordinator where a node does not answer the services by themselves', async () => {
    const { admin } = await rest.newWorkspace();
    const object = await anObject(rest, admin);
    const record = await withoutDirectWay(url, async () => {
      const made = await aRecord(rest, object, { name: 'By the coordinator' }, admin);
      await admin.get(pathTo(object, made)).expect(200);
      return made;
    });
    await admin.get(pathTo(object, record)).expect(200);
  });

  it('is not to be served from one of its workers, which says so', async () => {
    const [node] = await workers();
    const worker = urlOfNode(url, node!);
    const said = 'DATABASE_URL leads to a worker of a Citus cluster; it must lead to the coordinator';
    for (const work of [migrate(worker), pendingMigrations(worker), distribute(worker), isolateTenant(worker, MISSING)])
      await expect(work).rejects.toMatchObject({ kind: 'conflict', message: `${said}.` });
    const source = await dataSource({ url: worker, poolSize: 1 }).initialize();
    expect(await missingFrom(source)).toEqual([`database: ${said}`]);
    expect(await examineDatabase(worker, {})).toEqual([
      {
        state: 'wrong',
        text: `${said}.`,
        fix: expect.stringMatching(/^Set DATABASE_URL to the coordinator; /) as string,
      },
    ]);
    await source.destroy();
  });

  it('has the commands say what they did', async () => {
    const { workspace_id } = await rest.newWorkspace();
    const dir = workDir();
    const crm = (...args: string[]) => new Cli(args, { cwd: dir, env: { DATABASE_URL: url } }).run;
    const args = ['tenant', 'isolate', '--workspace', workspace_id];
    const { node } = jsonOf<{ node: string }>(await crm(...args, '--json'));
    const to = (await workers()).find((each) => each !== node)!;
    expect((await crm(...args, '--node', to)).stdout).toMatch(
      new RegExp(`^Workspace ${workspace_id} was moved from ${node} to ${to}, alone in shard \\d+\\.\n$`),
    );
    expect((await crm('tenant', 'move', '--workspace', workspace_id, '--node', to)).stdout).toMatch(
      new RegExp(`^Workspace ${workspace_id} is on ${to}, alone in shard \\d+\\.\n$`),
    );
    rmSync(dir, { recursive: true });
  });
});

const COLUMNS = `select c.relname::text, a.attname::text, format_type(a.atttypid, a.atttypmod) as type, d.colocationid
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_dist_partition d on d.logicalrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname !~ '_\\d{6,}$' order by 1, 2`;
