import pg from 'pg';
import { ConsistencyService, distribute } from '#crm-domain/operations';
import { examineCitus } from '../../apps/cli/src/doctor/citus.js';
import { Rest } from '../support/rest.js';
import { IS_CITUS } from './support/distant-worker.js';
import { sqlOnNode, workersOf } from './support/nodes-of-cluster.js';

const onCitus = IS_CITUS ? describe : describe.skip;

onCitus('crm check on a Citus (this needs CITUS_URL)', () => {
  let rest: Rest;
  let url = '';
  let sql: pg.Client;
  let workspace: string;
  beforeAll(async () => {
    rest = await Rest.start({}, { route: (given) => Promise.resolve((url = given)), alone: 'its rows are damaged' });
    sql = new pg.Client({ connectionString: url });
    await sql.connect();
    ({ workspace_id: workspace } = await rest.newWorkspace());
  });
  afterAll(async () => {
    await sql.end();
    await rest.stop();
  });

  async function found(): Promise<string[]> {
    const { findings } = await new ConsistencyService(rest.domain.db).check();
    return findings.map(({ check, what, count, examples }) => `${check}: ${count} ${what}: ${examples.join(', ')}`);
  }

  /** One row of an answer. */
  async function one<Row extends object>(text: string, values: unknown[] = []): Promise<Row> {
    return (await sql.query<Row>(text, values)).rows[0]!;
  }

  it('finds nothing wrong with what the services wrote', async () => {
    expect(await found()).toEqual([]);
  });

  it('finds names that are missing, that lead elsewhere, and that lead nowhere', async () => {
    const { name } = await one<{ name: string }>(
      `delete from tenant_name where workspace_id = $1 and name like 'organisation %' returning name`,
      [workspace],
    );
    const other = rest.workspace_id;
    const key = await one<{ name: string }>(
      `update tenant_name set workspace_id = $2 where name = (select min(name) from tenant_name
        where workspace_id = $1 and name like 'key %') returning name`,
      [workspace, other],
    );
    expect(await found()).toEqual([
      `names: 2 Names that workspaces and keys are found by are missing, or lead to another workspace: ${[key.name, name].sort().join(', ')}`,
      `names: 1 Names lead to a workspace or a key that is not there: ${key.name}`,
    ]);
    expect(await examineCitus(url)).toContainEqual(
      expect.objectContaining({ state: 'wrong', text: 'Not everything is placed on the nodes' }),
    );
    expect(await distribute(url)).toBe(1);
    await sql.query('update tenant_name set workspace_id = $2 where name = $1', [key.name, workspace]);
    expect(await found()).toEqual([]);
  });

  it('finds a copy of the users that another node does not have', async () => {
    const [node] = await workersOf(url);
    const { shard } = await one<{ shard: string }>(
      `select shardid::text as shard from pg_dist_shard where logicalrelid = 'public.app_user'::regclass`,
    );
    await sql.query(`insert into app_user (user_id, issuer, subject, email, name)
      values (gen_random_uuid(), 'https://idp.example.com', 'ada', 'ada@example.com', 'Ada Example')`);
    const change = (column: string) =>
      sqlOnNode(url, node!, [
        'set citus.enable_manual_changes_to_shards = on',
        `update app_user_${shard} set name = ${column}`,
      ]);
    await change(`'Changed ' || name`);
    expect(await found()).toEqual([
      expect.stringMatching(
        new RegExp(`^copies: 1 Nodes have another copy of app_user than the coordinator: ${node}: \\d+ rows$`),
      ),
    ]);
    await change(`replace(name, 'Changed ', '')`);
    expect(await found()).toEqual([]);
  });

  it('finds a shard whose table is gone, and looks at the other workspaces', async () => {
    const place = await one<{ shard: string; node: string }>(
      `select s.shardid::text as shard, n.nodename || ':' || n.nodeport as node
        from pg_dist_shard s join pg_dist_placement p using (shardid) join pg_dist_node n using (groupid)
        where s.shardid = get_shard_id_for_distribution_column('public.value_history', $1::uuid)`,
      [workspace],
    );
    await sqlOnNode(url, place.node, [
      'set citus.enable_manual_changes_to_shards = on',
      `alter table value_history_${place.shard} rename to lost_history`,
    ]);
    expect(await found()).toEqual(
      expect.arrayContaining([
        `unreadable: 1 What is stored cannot be read to its end: relation "value_history_${place.shard}" does not exist`,
      ]),
    );
  });
});
