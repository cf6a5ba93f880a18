import { isolateTenant, moveTenant } from '#crm-domain/operations';
import { aRecord, anObject, pathTo } from '../support/builders.js';
import { Rest } from '../support/rest.js';
import { IS_CITUS } from './support/distant-worker.js';
import { sqlOnNode, withoutDirectWay, workersOf } from './support/nodes-of-cluster.js';

const onCitus = IS_CITUS ? describe : describe.skip;

/** Takes away what a shard that was moved has left, as Citus itself does every 15 s: what is read by nobody. */
const dropOf = (shard: string) => [
  'set citus.enable_manual_changes_to_shards = on',
  'set citus.enable_ddl_propagation = off',
  `set lock_timeout = '10ms'`,
  `do $$
    declare name text;
    begin
      for name in select logicalrelid::text || '_' || shardid from pg_dist_shard
        where shardminvalue = (select shardminvalue from pg_dist_shard where shardid = ${shard})
      loop
        begin
          execute 'drop table ' || name || ' cascade';
        exception when lock_not_available then null;
        end;
      end loop;
    end $$`,
];

onCitus('An export on a Citus (this needs CITUS_URL)', () => {
  let rest: Rest;
  let url = '';
  beforeAll(async () => {
    const options = { route: (given: string) => Promise.resolve((url = given)), alone: 'it exports by itself' };
    rest = await Rest.start({}, options);
  });
  afterAll(() => rest.stop());

  const exported = async (workspaceId: string, object: string, meanwhile: () => Promise<unknown>) => {
    let text = '';
    await rest.domain.exports.stream(
      workspaceId,
      { object, format: 'csv' },
      { begin: async () => void (await meanwhile()), write: async (piece) => void (text += piece) },
    );
    return text;
  };

  it('is as of one moment and holds up no move: its workspace is moved meanwhile and written to', async () => {
    const { admin, workspace_id } = await rest.newWorkspace();
    const object = await anObject(rest, admin);
    const record = await aRecord(rest, object, { name: 'Before' }, admin);
    const { node, shard } = await isolateTenant(url, workspace_id);
    const to = (await workersOf(url)).find((each) => each !== node)!;
    const text = await exported(workspace_id, object.slug, async () => {
      await moveTenant(url, workspace_id, to);
      await sqlOnNode(url, node, dropOf(shard));
      await admin.patch(pathTo(object, record), { data: { name: 'After' } }).expect(200);
      await aRecord(rest, object, { name: 'New' }, admin);
    });
    expect(text).toBe(`id,name\r\n${record.id.record_id},Before\r\n`);
    expect(await exported(workspace_id, object.slug, () => Promise.resolve())).toMatch(/,After\r\n.*,New\r\n$/);
  });

  it('is as of one moment through the coordinator as well', async () => {
    const object = await anObject(rest);
    const record = await aRecord(rest, object, { name: 'Before' });
    const text = await withoutDirectWay(url, () =>
      exported(rest.workspace_id, object.slug, async () => {
        await rest.admin.patch(pathTo(object, record), { data: { name: 'After' } }).expect(200);
        await aRecord(rest, object, { name: 'New' });
      }),
    );
    expect(text).toBe(`id,name\r\n${record.id.record_id},Before\r\n`);
  });
});
