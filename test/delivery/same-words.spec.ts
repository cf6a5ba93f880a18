import { newId } from '#platform';
import type { ChannelName, ReceivedMessage } from '#crm-domain/messaging';
import { eventually } from '../support/eventually.js';
import { BRIEF } from './support/brief-times.js';
import { Desk } from './support/desk.js';

let desk: Desk;
beforeAll(async () => {
  desk = await Desk.open();
});
afterEach(() => desk.rest());
afterAll(() => desk.close());

/** The second of two messages that say the same, whose answer is lost. */
async function twice(channel: ChannelName, action: string): Promise<[string, string]> {
  const external = newId();
  const sender = await desk.sender(channel, { external });
  desk.work();
  const first = await desk.office.queue(sender, { body: 'ok' });
  await desk.settled(first);
  await desk.providers.fault({ channel, account: external, action });
  return [first, await desk.office.queue(sender, { body: 'ok' })];
}

const idOf = async (messageId: string) =>
  (
    await desk.office.sql<{ id: string | null }>(
      'select provider_message_id as id from message_delivery where message_id = $1',
      [messageId],
    )
  )[0]!.id;

/** What the account's owner wrote with another app, as it is fetched. */
function byHand(id: string, account: string, to: string): ReceivedMessage {
  const party = (address: string) => ({ address, display_name: null });
  return {
    direction: 'outbound',
    provider_message_id: id,
    thread_id: to,
    internet_message_id: null,
    references: [],
    reply_to: null,
    mark: null,
    bears_mark_if_ours: false,
    from: party(account),
    to: [party(to)],
    cc: [],
    subject: null,
    body: 'ok',
    body_html: null,
    sent_at: new Date(),
    seen: true,
    attachments: [],
  };
}

describe.each(['facebook', 'instagram'] as const)('of two messages of the same words through %s', (channel) => {
  it('one that never left is not sent because the other was', async () => {
    const [first, second] = await twice(channel, 'reset_before');
    expect(await desk.settled(second)).toMatchObject({ status: 'failed', failure_code: 'outcome_unknown' });
    expect(await desk.office.fate(first)).toMatchObject({ status: 'sent' });
  });

  it('one whose answer was lost is found beside the other', async () => {
    const [first, second] = await twice(channel, 'reset_after');
    expect(await desk.settled(second)).toMatchObject({ status: 'sent', transmit_count: 1 });
    const arrivals = await desk.providers.arrivals({ channel });
    const theirs = arrivals.map(({ provider_message_id }) => provider_message_id);
    expect(theirs).toEqual(expect.arrayContaining([await idOf(first), await idOf(second)]));
    expect(await idOf(second)).not.toBe(await idOf(first));
  });

  it.each(['is stored', 'is stored and whose account has had another owner since'])(
    'one that never left is not sent because somebody wrote the other by hand, which %s',
    async (how) => {
      const external = newId();
      const sender = await desk.sender(channel, { external });
      const to = channel === 'facebook' ? 'psid-mara' : 'igsid-mara';
      const said = { channel, account: external, to, text: 'ok' };
      const { ids } = await desk.providers.control<{ ids: string[] }>('elsewhere', said);
      const [account] = await desk.office.domain.receiving.accountsOf(channel, external);
      await desk.office.domain.receiving.take(account!, [byHand(ids[0]!, external, to)]);
      if (how !== 'is stored')
        await desk.office.domain.db.transaction(sender.workspace_id, ({ conversations }) =>
          conversations.partFromAccount(sender.channel_account_id!, { isShared: false }),
        );
      await desk.providers.fault({ channel, account: external, action: 'reset_before' });
      const ours = await desk.office.queue(sender, { body: 'ok' });
      desk.work();
      expect(await desk.settled(ours)).toMatchObject({ status: 'failed', failure_code: 'outcome_unknown' });
    },
  );

  it('one that never left is not sent because the other was, from a workspace that has disconnected the account since', async () => {
    const external = newId();
    const [mine, another] = [await desk.sender(channel, { external }), await desk.sender(channel, { external })];
    desk.work();
    expect(await desk.settled(await desk.office.queue(another, { body: 'ok' }))).toMatchObject({ status: 'sent' });
    await desk.office.domain.accounts.disconnect(another.workspace_id, another.channel_account_id!);
    await desk.providers.fault({ channel, account: external, action: 'reset_before' });
    const ours = await desk.office.queue(mine, { body: 'ok' });
    expect(await desk.settled(ours)).toMatchObject({ status: 'failed', failure_code: 'outcome_unknown' });
  });

  it('each is settled by its own, when both were lost at once', async () => {
    const external = newId();
    const sender = await desk.sender(channel, { external });
    await desk.providers.fault({ channel, account: external, action: 'reset_after', times: 2 });
    const both = [await desk.office.queue(sender, { body: 'ok' }), await desk.office.queue(sender, { body: 'ok' })];
    desk.work();
    for (const each of both) expect(await desk.settled(each)).toMatchObject({ status: 'sent', transmit_count: 1 });
    expect(await idOf(both[0]!)).not.toBe(await idOf(both[1]!));
  });
});

describe('a message that waited behind others for days', () => {
  it('is known by its words when it leaves and its answer is lost', async () => {
    const external = newId();
    const id = await desk.office.queue(await desk.sender('instagram', { external }), { body: 'ok' });
    await desk.office.sql(
      `update message_delivery set state = 'unknown', transmit_count = 1, transmit_started_at = now(), freed_at = now(),
          created_at = now() - interval '3 days'
        where message_id = $1`,
      [id],
    );
    const [account] = await desk.office.domain.receiving.accountsOf('instagram', external);
    await desk.office.domain.receiving.take(account!, [byHand('m-1', external, 'igsid-mara')]);
    expect([await desk.office.fate(id), await idOf(id)]).toMatchObject([{ status: 'sent' }, 'm-1']);
  });
});

describe('of two calls of the same words to a slow provider', () => {
  it('neither is known to have left while one message is found that may be of each', async () => {
    const external = newId();
    const sender = await desk.sender('instagram', { external });
    const both = [await desk.office.queue(sender, { body: 'ok' }), await desk.office.queue(sender, { body: 'ok' })];
    const said = { channel: 'instagram', account: external, to: 'igsid-mara', text: 'ok' };
    await desk.providers.control('elsewhere', said);
    for (const [n, id] of both.entries())
      await desk.office.sql(
        `update message_delivery set state = 'unknown', attempt = 1, transmit_count = 1, transmit_started_at = now() - $2 * interval '10 seconds'
          where message_id = $1`,
        [id, n],
      );
    desk.work({ ...BRIEF, callMs: 20_000, leaseMs: 60_000, unknownMs: 600_000 });
    for (const id of both) await eventually(async () => (await desk.office.fate(id)).attempt >= 3);
    for (const id of both) expect(await desk.office.fate(id)).toMatchObject({ status: 'pending' });
    // The other one is there as well: so both have left.
    await desk.providers.control('elsewhere', said);
    for (const id of both) expect(await desk.settled(id)).toMatchObject({ status: 'sent', transmit_count: 1 });
    expect(await idOf(both[0]!)).not.toBe(await idOf(both[1]!));
  });
});

describe.each([
  ['facebook', 'of the same workspace'],
  ['instagram', 'of the same workspace'],
  ['instagram', 'of another workspace, which has connected the same account'],
] as const)('a message through %s that never left', (channel, whose) => {
  /** It is not known, and was begun a minute ago, so that no call of it goes on; and who sends the other one. */
  const lost = async () => {
    const external = newId();
    const [mine, another] = [await desk.sender(channel, { external }), await desk.sender(channel, { external })];
    await desk.providers.fault({ channel, account: external, action: 'reset_before' });
    const id = await desk.office.queue(mine, { body: 'ok' });
    desk.work({ ...BRIEF, unknownMs: 600_000 });
    await eventually(async () => (await desk.office.fate(id)).state === 'unknown');
    const earlier = `update message_delivery set transmit_started_at = transmit_started_at - interval '1 minute' where message_id = $1`;
    await desk.office.sql(earlier, [id]);
    return { external, id, theirs: whose === 'of the same workspace' ? mine : another };
  };
  /** Until it was looked for twice. */
  const looked = async (id: string) => {
    const { attempt } = await desk.office.fate(id);
    await eventually(async () => (await desk.office.fate(id)).attempt >= attempt + 2);
  };

  it(`is not found in one of the same words ${whose}`, async () => {
    const { id, theirs } = await lost();
    const other = await desk.office.queue(theirs, { body: 'ok' });
    expect(await desk.settled(other)).toMatchObject({ status: 'sent' });
    await looked(id);
    expect(await desk.office.fate(id)).toMatchObject({ status: 'pending' });
  });

  it(`is not found in one of the same words ${whose} whose answer was lost, and that one is found`, async () => {
    const { id, external, theirs } = await lost();
    await desk.providers.fault({ channel, account: external, action: 'hang_after' });
    const other = await desk.office.queue(theirs, { body: 'ok' });
    expect(await desk.settled(other)).toMatchObject({ status: 'sent', transmit_count: 1 });
    await looked(id);
    expect(await desk.office.fate(id)).toMatchObject({ status: 'pending' });
  });
});
