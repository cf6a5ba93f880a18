import { rmSync } from 'node:fs';
import { examineDatabase } from '../../apps/cli/src/doctor/database.js';
import { isolateTenant, moveTenant } from '#crm-domain/operations';
import { CHANNELS, type ChannelName } from '#crm-domain/messaging';
import { newId } from '#platform';
import { PostOffice, type Sender } from '../delivery/support/post-office.js';
import { expectError } from '../support/answers.js';
import { aRecord, anObject, pathTo, type AnObject } from '../support/builders.js';
import { Cli, workDir } from '../support/cli.js';
import { eventually } from '../support/eventually.js';
import { Rest, type Workspace } from '../support/rest.js';
import type { TcpProxy } from '../support/tcp-proxy.js';
import { distantWorker, IS_CITUS } from './support/distant-worker.js';

const onCitus = IS_CITUS ? describe : describe.skip;

/** A workspace whose rows are on a known node. */
interface Placed extends Workspace {
  object: AnObject;
  path: string;
  sender: Sender;
}

/** Work over all tenants: what each leaves to be done, the work, and of whom it is still to be done. */
interface Work {
  prepare(at: Placed): Promise<unknown>;
  run(): Promise<unknown>;
  left: string;
}

onCitus('a node of a Citus that is away (this needs CITUS_URL)', () => {
  let rest: Rest;
  let office: PostOffice;
  let proxy: TcpProxy;
  let far: Placed;
  let near: Placed;
  let at = '';
  beforeAll(async () => {
    let groupId = 0;
    const route = async (url: string) => {
      ({ proxy, groupId } = await distantWorker(url));
      return (at = url);
    };
    rest = await Rest.start({}, { route, alone: 'the work of one process is begun by hand' });
    office = await PostOffice.at(at);
    far = await workspaceWhere((node) => node === groupId);
    near = await workspaceWhere((node) => node !== groupId);
  });
  afterAll(async () => {
    await proxy.restore();
    await office.close();
    await rest.stop();
    await proxy.cut();
  });
  afterEach(() => proxy.restore());

  async function workspaceWhere(isRight: (node: number) => boolean): Promise<Placed> {
    const text = `select groupid as node from pg_dist_placement
      where shardid = get_shard_id_for_distribution_column('record', $1::uuid)`;
    for (;;) {
      const made = await rest.newWorkspace();
      const [row] = await rest.sql<{ node: number }>(text, [made.workspace_id]);
      if (!isRight(row!.node)) continue;
      const object = await anObject(rest, made.admin);
      const record = await aRecord(rest, object, { name: 'Kept' }, made.admin);
      const sender = await office.sender('gmail', { workspace_id: made.workspace_id });
      return { ...made, object, path: pathTo(object, record), sender };
    }
  }

  it('is 503 for its workspaces alone, whatever they ask, and serves them again when it is back', async () => {
    await proxy.cut();
    const asked = (at: Placed) => [
      () => at.admin.get('/v1/self'),
      () => at.admin.get('/v1/objects'),
      () => at.admin.get(at.path),
      () => at.admin.get(`/v1/records/${at.object.slug}`),
      () => at.admin.get('/v1/events'),
      () => at.admin.post(`/v1/records/${at.object.slug}`, { data: { name: 'New' } }),
      () => at.admin.patch(at.path, { data: { name: 'Changed' } }),
      () => at.admin.post('/v1/objects', { slug: 'more', singular_noun: 'A', plural_noun: 'B' }),
    ];
    for (const send of asked(far)) {
      const response = await send();
      expectError(response, 503);
      expect(response.headers['retry-after']).toBe('1');
    }
    for (const send of asked(near)) await send().expect(200);
    await proxy.restore();
    for (const send of asked(far)) await send().expect(200);
  });

  it('is named by crm doctor, which says what it can without it', async () => {
    await proxy.cut();
    const texts = (await examineDatabase(at, {})).map(({ text }) => text);
    expect(texts).toContainEqual(expect.stringMatching(/^The node \S+ cannot be asked/));
    expect(texts).toContain('The schema is up to date');
    expect(texts).toContain('Encrypted secrets cannot be checked without all nodes');
  });

  describe('and the commands', () => {
    const dir = workDir();
    afterAll(() => rmSync(dir, { recursive: true }));
    const crm = (...args: string[]) => new Cli(args, { cwd: dir, env: { DATABASE_URL: at } }).run;

    it('are told of it: crm workspace list shows the others with their nodes, and ends with 3', async () => {
      await proxy.cut();
      const run = await crm('workspace', 'list');
      expect(run.stderr).toMatch(
        /^No answer comes from the node 127\.0\.0\.1:\d+ of the cluster\. .*not in this list\.\n$/,
      );
      expect(run.code).toBe(3);
      expect(run.stdout).toMatch(new RegExp(`${near.workspace_id} +on +127\\.0\\.0\\.1:\\d+ `));
      expect(run.stdout).not.toContain(far.workspace_id);
      const { stdout } = await crm('workspace', 'list', '--json');
      expect(JSON.stringify(JSON.parse(stdout))).toContain(near.workspace_id);
      await proxy.restore();
      const all = await crm('workspace', 'list');
      expect([all.code, all.stderr]).toEqual([0, '']);
      expect(all.stdout).toContain(far.workspace_id);
    });

    it('are told of it: crm check checks the others, and ends with 3', async () => {
      await proxy.cut();
      const run = await crm('check');
      expect(run.stderr).toMatch(/^No answer comes from the node 127\.0\.0\.1:\d+ of the cluster\. .*not checked/);
      expect(run.code).toBe(3);
      const checked = Number(/Checked (\d+) workspaces? /.exec(run.stdout)?.[1]);
      expect(checked).toBeGreaterThan(0);
      await proxy.restore();
      const all = await crm('check');
      expect([all.code, all.stderr]).toEqual([0, '']);
      expect(Number(/Checked (\d+) workspaces /.exec(all.stdout)?.[1])).toBeGreaterThan(checked);
    });

    it('name it where they need it', async () => {
      await proxy.cut();
      const run = await crm('check', '--workspace', far.workspace_id);
      expect(run.stderr).toMatch(
        /^The database cannot be reached .* No answer comes from the node 127\.0\.0\.1:\d+ of the cluster\.\n$/,
      );
      expect(run.code).toBe(1);
    });
  });

  it('is named where a workspace is to be moved to it or away from it, and nothing is done', async () => {
    const text = `select nodename || ':' || nodeport as node from pg_dist_placement join pg_dist_node using (groupid)
      where shardid = get_shard_id_for_distribution_column('record', $1::uuid)`;
    const nodeOf = async ({ workspace_id }: Placed) =>
      (await rest.sql<{ node: string }>(text, [workspace_id]))[0]!.node;
    const [lost, good] = [await nodeOf(far), await nodeOf(near)];
    await proxy.cut();
    const refused = {
      kind: 'conflict',
      message: `No answer comes from the node ${lost}. Nothing was changed; start it, then try again.`,
    };
    await expect(moveTenant(at, near.workspace_id, lost)).rejects.toMatchObject(refused);
    await expect(moveTenant(at, far.workspace_id, good)).rejects.toMatchObject(refused);
    await expect(isolateTenant(at, far.workspace_id)).rejects.toMatchObject(refused);
    await expect(isolateTenant(at, near.workspace_id, lost)).rejects.toMatchObject(refused);
  });

  it('has writes told that nothing was changed, once it takes no connection', async () => {
    await proxy.cut();
    const write = async () =>
      (await far.admin.post(`/v1/records/${far.object.slug}`, { data: { name: 'New' } }).expect(503)).body as {
        message: string;
      };
    // Over connections that were there, it is not known.
    await eventually(async () => (await write()).message.includes('Nothing was changed'));
    for (let n = 0; n < 20; n++) expect((await write()).message).toContain('Nothing was changed');
  });

  it('keeps nobody else from being known by a key that this process has not seen before', async () => {
    const [lost, good] = await Promise.all([far, near].map(({ workspace_id }) => rest.newKey(workspace_id)));
    await proxy.cut();
    const answers = [lost!, good!].map(({ api_key }) => rest.callerWith(`Bearer ${api_key}`).get('/v1/self'));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([503, 200]);
    await proxy.restore();
    await rest.callerWith(`Bearer ${lost!.api_key}`).get('/v1/self').expect(200);
  });

  const WORKS: Record<string, Work> = {
    'claims deliveries': {
      prepare: ({ sender }) => office.queue(sender),
      run: () => office.deliveries().acquireLeases(WISH),
      left: `select 1 from message_delivery where workspace_id = $1 and state = 'queued'`,
    },
    'gives back deliveries of processes that died': {
      prepare: async ({ workspace_id, sender }) => {
        await office.queue(sender);
        const text = `update message_delivery set state = 'leased', lease_owner = $2, lease_until = now()
          where workspace_id = $1`;
        await rest.sql(text, [workspace_id, newId()]);
      },
      run: () => office.deliveries().release(),
      left: `select 1 from message_delivery where workspace_id = $1 and state = 'leased'`,
    },
    purges: {
      prepare: async ({ admin }) => {
        const object = await anObject(rest, admin);
        await aRecord(rest, object, { name: 'Gone' }, admin);
        await admin.delete(object.path).expect(200);
      },
      run: () => rest.domain.purges.run(),
      left: 'select 1 from purge where workspace_id = $1',
    },
    'gives events their positions': {
      prepare: ({ admin, object }) => aRecord(rest, object, {}, admin),
      run: () => rest.domain.feed.sequence(),
      left: 'select 1 from event_pending where workspace_id = $1',
    },
    'forgets kept answers': {
      prepare: ({ workspace_id }) =>
        rest.sql(
          `insert into idempotency (workspace_id, credential, key, fingerprint, created_at)
            values ($1, 'x', 'y', 'z', '2020-01-01')`,
          [workspace_id],
        ),
      run: () => rest.domain.idempotency.tidy(),
      left: `select 1 from idempotency where workspace_id = $1 and key = 'y'`,
    },
  };

  const isLeft = async (text: string, { workspace_id }: Placed) => (await rest.sql(text, [workspace_id])).length > 0;

  it.each(Object.entries(WORKS))('holds up nobody else: a process %s', async (_, { prepare, run, left }) => {
    for (const each of [far, near]) await prepare(each);
    await proxy.cut();
    await eventually(async () => (await run(), !(await isLeft(left, near))));
    await proxy.restore();
    expect(await isLeft(left, far)).toBe(true);
    await eventually(async () => (await run(), !(await isLeft(left, far))));
  });

  const FINDS: Record<string, () => Promise<readonly { workspace_id: string }[]>> = {
    'webhooks that are behind': () => rest.domain.db.system.dueConsumers('webhook'),
    'mailboxes to be fetched from': () => rest.domain.syncs.due(['gmail'], 100),
    'mailboxes that nothing is told of': () => rest.domain.syncs.dueForRenewal({ gmail: 0 }, 100),
  };

  it.each(Object.entries(FINDS))('holds up nobody else: a process finds %s', async (_, find) => {
    for (const { admin, object, sender } of [far, near]) {
      await rest.sql(
        `insert into webhook (workspace_id, webhook_id, url, secret, position)
          values ($1, gen_random_uuid(), 'https://example.com', '', 0)`,
        [sender.workspace_id],
      );
      await aRecord(rest, object, {}, admin);
      await rest.sql(
        `update channel_account set sync_at = '2020-01-01' where workspace_id = $1 and channel_account_id = $2`,
        [sender.workspace_id, sender.channel_account_id],
      );
    }
    const finds = async ({ workspace_id }: Placed) => (await find()).some((each) => each.workspace_id === workspace_id);
    await proxy.cut();
    expect([await finds(near), await finds(far)]).toEqual([true, false]);
    await proxy.restore();
    await eventually(() => finds(far));
  });

  it('is told to who needs to know of all: whose an account of a provider is', async () => {
    const failures: unknown[] = [];
    const of = (at: Placed) => rest.domain.receiving.accountsOf('gmail', at.sender.external_account_id, failures);
    await proxy.cut();
    expect(await of(near)).toHaveLength(1);
    expect(await of(far)).toEqual([]);
    expect(failures).toEqual([UNAVAILABLE, UNAVAILABLE]);
    await proxy.restore();
    await eventually(async () => (await of(far)).length === 1);
    failures.length = 0;
    await of(far);
    expect(failures).toEqual([]);
  });

  it('is left out of the metrics of what waits', async () => {
    await proxy.cut();
    const { queues } = await rest.domain.db.system.queues();
    expect(queues.map(({ queue }) => queue)).toContain('message_delivery');
  });
});

const UNAVAILABLE = expect.objectContaining({ kind: 'unavailable' }) as unknown;
const WISH = {
  owner: newId(),
  limit: 10,
  shares: { google: 9, microsoft: 9, meta: 9 },
  concurrency: Object.fromEntries(CHANNELS.map((name) => [name, 10])) as Record<ChannelName, number>,
};
