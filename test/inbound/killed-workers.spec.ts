import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { StandIns, environmentAt } from '../delivery/support/stand-ins.js';
import { eventually } from '../support/eventually.js';
import { aReceivedMail, mailArrives, openMailbox } from './support/mailboxes.js';
import { Mailroom, type Connected } from './support/mailroom.js';
import { bundled, whatsapp } from './support/meta-posts.js';
import type { Moment, WorkerOrder } from './support/worker-main.js';

const PROGRAM = join(process.cwd(), 'dist/test/inbound/support/worker-main.js');
const LEASE_MS = 1500;

let providers: StandIns;
let room: Mailroom;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  providers = await StandIns.start();
  room = await Mailroom.start(providers.url);
  await room.rest();
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
});
afterAll(async () => {
  await room.stop();
  await providers.close();
});

/** A worker in a process of its own, from the compiled code; resolves with what it wrote and how it ended. */
function worker(order: Partial<WorkerOrder> = {}): Promise<{ output: string; signal: NodeJS.Signals | null }> {
  const whole: WorkerOrder = { databaseUrl: room.databaseUrl, leaseMs: LEASE_MS, ...order };
  const env = { ...process.env, NODE_OPTIONS: '', ...environmentAt(providers.url), WORKER: JSON.stringify(whole) };
  const child = spawn(process.execPath, [PROGRAM], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  children.add(child);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise((resolve) => {
    child.once('exit', (_code, signal) => {
      children.delete(child);
      resolve({ output, signal });
    });
  });
}

async function killedWhen(strike: Moment, order: Partial<WorkerOrder> = {}): Promise<void> {
  const { output, signal } = await worker({ ...order, strike });
  expect({ output, signal }).toEqual({ output: `struck when ${strike}\n`, signal: 'SIGKILL' });
}

describe('a worker that is killed', () => {
  let number: Connected;
  beforeEach(async () => {
    number = await room.account('whatsapp', { owner: room.ada, workspace_id: await room.newWorkspace() });
  });

  it.each(['claimed', 'stored', 'finished'] as const)(
    'when an event is %s leaves it to the next one, once',
    async (moment) => {
      const posts = ['one', 'two', 'three'].map((text) => whatsapp.message(number.external_account_id, { text }));
      await room.meta(bundled(...posts)).expect(200);
      await killedWhen(moment);
      void worker();
      await room.quiet();
      expect((await room.messages(number.workspace_id)).map(({ body }) => body).sort()).toEqual([
        'one',
        'three',
        'two',
      ]);
      const [conversation] = await room.messages(number.workspace_id);
      expect(await room.inboxes(conversation!.conversation_id)).toMatchObject([{ user_id: room.ada }]);
    },
  );

  it('beside others leaves nothing undone and nothing done twice', async () => {
    const posts = Array.from({ length: 200 }, (_, n) => whatsapp.message(number.external_account_id, { text: `${n}` }));
    for (let at = 0; at < posts.length; at += 20) await room.meta(bundled(...posts.slice(at, at + 20))).expect(200);
    await Promise.all((['claimed', 'stored', 'finished'] as const).map((moment) => killedWhen(moment)));
    void worker();
    void worker();
    await room.quiet();
    const bodies = (await room.messages(number.workspace_id)).map(({ body }) => Number(body));
    expect(bodies.sort((a, b) => a - b)).toEqual([...posts.keys()]);
  });
});

describe('a process that is killed while it fetches', () => {
  it.each(['fetched', 'kept'] as const)('when a page is %s leaves the rest to the next one, once', async (moment) => {
    const mailbox = await openMailbox(room, providers, 'gmail');
    for (const n of Array(60).keys()) await mailArrives(providers, 'gmail', mailbox, { text: `${n}` });
    const { workspace_id, channel_account_id } = mailbox;
    const account = { workspace_id, channel_account_id };
    await killedWhen(moment, { account });
    const stored = (await room.messages(workspace_id)).length;
    expect(stored).toBe(moment === 'kept' ? 25 : 0);
    const cursor = 'select sync_cursor, last_synced_at from channel_account where channel_account_id = $1';
    const [left] = await room.sql<{ sync_cursor: unknown; last_synced_at: unknown }>(cursor, [channel_account_id]);
    expect({ moved: left!.sync_cursor !== null, last_synced_at: left!.last_synced_at }).toEqual({
      moved: moment === 'kept',
      last_synced_at: null,
    });
    const held = 'select 1 from channel_account where channel_account_id = $1 and sync_lease_until > now()';
    await eventually(async () => (await room.sql(held, [channel_account_id])).length === 0);
    await worker({ account });
    const bodies = (await room.messages(workspace_id)).map(({ body }) => Number(body));
    expect(bodies.sort((a, b) => a - b)).toEqual([...Array(60).keys()]);
  });

  it('stores what took longer than its lease, as long as nobody else has taken the account', async () => {
    const mailbox = await openMailbox(room, providers, 'gmail');
    const { syncs } = room.domain;
    const held = (await syncs.begin(mailbox))!;
    const over = `update channel_account set sync_lease_until = now() - interval '1 second' where channel_account_id = $1`;
    await room.sql(over, [mailbox.channel_account_id]);
    await syncs.keep(held, [aReceivedMail('19slow')], { history_id: '1' });
    expect(await room.messages(mailbox.workspace_id)).toHaveLength(1);
    await room.sql(over, [mailbox.channel_account_id]);
    await syncs.prolong(held);
    expect(await syncs.begin(mailbox)).toBeUndefined();
    await syncs.end(held, null, 1000);
  });

  it('has its account taken over, and stores nothing more when it comes back', async () => {
    const mailbox = await openMailbox(room, providers, 'gmail');
    const { syncs } = room.domain;
    const first = (await syncs.begin(mailbox))!;
    expect(await syncs.begin(mailbox)).toBeUndefined();
    const over = `update channel_account set sync_lease_until = now() - interval '1 second' where channel_account_id = $1`;
    await room.sql(over, [mailbox.channel_account_id]);
    const second = (await syncs.begin(mailbox))!;
    const late = aReceivedMail('19late');
    await syncs.prolong(first);
    await expect(syncs.keep(first, [late], { history_id: '1' })).rejects.toMatchObject({ kind: 'conflict' });
    await syncs.end(first, null, 1000);
    expect(await room.messages(mailbox.workspace_id)).toEqual([]);
    await syncs.keep(second, [late], { history_id: '2' });
    expect(await room.messages(mailbox.workspace_id)).toHaveLength(1);
  });
});
