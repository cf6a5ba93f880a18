import { trustedClaim } from '#crm-domain';
import type { ChannelName, Lease, Verdict } from '#crm-domain/messaging';
import { newId } from '#platform';
import { eventually } from '../support/eventually.js';
import { PostOffice } from './support/post-office.js';
import { LOCK_WAITS } from '../support/lock-waits.js';

const MANY = { google: 32, microsoft: 32, meta: 32 };
const FEW = { gmail: 4, outlook: 4, whatsapp: 20, facebook: 20, instagram: 20 };
const [MARA, OTTO] = ['+14155550142', '+14155550143'];
const REFUSED: Verdict = { kind: 'rejected', code: 'invalid_recipient', detail: 'Nobody.', http_status: 400 };
const NOT_NOW: Verdict = {
  kind: 'transient',
  retry_after_seconds: 3600,
  throttles: 'message',
  code: 'busy',
  detail: 'Later.',
  http_status: 503,
};
const IN_DOUBT: Verdict = { kind: 'ambiguous', code: 'no_answer', detail: 'None.', http_status: null };
const SENT: Verdict = {
  kind: 'accepted',
  provider_message_id: null,
  provider_thread_id: null,
  internet_message_id: null,
};

describe('messages to one person', () => {
  let office: PostOffice;
  let workspace_id: string;
  let user_id: string;

  beforeAll(async () => {
    office = await PostOffice.open();
    workspace_id = await office.workspace();
    const person = { issuer: 'https://id.example.com', subject: newId(), email: 'ada@example.com', name: 'Ada' };
    user_id = (await office.domain.workspaces.addMember({ ...person, workspace_id, role: 'member' })).user_id;
    for (const channel of ['whatsapp', 'outlook'] as const) {
      const { channel_account_id } = await office.sender(channel, { workspace_id });
      const own = 'update channel_account set owner_user_id = $2 where channel_account_id = $1';
      await office.sql(own, [channel_account_id, user_id]);
    }
  });
  afterAll(() => office.close());
  beforeEach(() => office.sql('delete from message_delivery'));

  const caller = () => ({ ...trustedClaim(workspace_id, { origin: 'mcp', request_id: 'r-1' }), user_id });
  const draft = async (to: string, channel: ChannelName = 'whatsapp') => {
    const subject = channel === 'outlook' ? 'Hello' : undefined;
    return (await office.domain.drafts.create(caller(), { channel, subject, body: 'Hello', to: [to] })).draft_id;
  };
  const sendDraft = async (id: string) => (await office.domain.outbound.send(caller(), id)).id;
  const send = async (to: string, channel?: ChannelName) => sendDraft(await draft(to, channel));
  const claim = () => office.deliveries().acquireLeases({ owner: newId(), limit: 32, concurrency: FEW, shares: MANY });
  const idsOf = (leases: Lease[]) => leases.map(({ message_id }) => message_id);
  const conclude = (lease: Lease, verdict: Verdict) => office.deliveries().conclude(lease, verdict, 0);

  it('leave one after the other, those to others beside them', async () => {
    const [first, second, third, other] = [await send(MARA), await send(MARA), await send(MARA), await send(OTTO)];
    const [lease, beside] = await claim();
    expect([lease!.message_id, beside!.message_id]).toEqual([first, other]);
    expect(await claim()).toEqual([]);
    await conclude(lease!, SENT);
    const [next, ...none] = await claim();
    expect([next!.message_id, none]).toEqual([second, []]);
    await conclude(next!, REFUSED);
    expect(idsOf(await claim())).toEqual([third]);
  });

  it('wait for an earlier one that is tried again or looked for, whatever becomes of it', async () => {
    for (const verdict of [NOT_NOW, IN_DOUBT]) {
      const [first, second] = [await send(MARA), await send(MARA)];
      const [lease] = await claim();
      const fenced = (await office.deliveries().fence(lease!, 0))!;
      await conclude(fenced, verdict);
      await office.sql(`update message_delivery set run_at = now() + interval '1 hour' where message_id = $1`, [first]);
      expect(await claim()).toEqual([]);
      await office.sql('update message_delivery set run_at = now() where message_id = $1', [first]);
      const [again] = await claim();
      expect(again!.message_id).toBe(first);
      await conclude(again!, REFUSED);
      expect(idsOf(await claim())).toEqual([second]);
      await office.sql('delete from message_delivery');
    }
  });

  it('leave one after the other also when they were sent at once', async () => {
    const sent = await Promise.all(Array.from({ length: 12 }, () => send(MARA)));
    for (const left of sent.map((_, n) => sent.length - n)) {
      const leases = await claim();
      expect([left, leases.length]).toEqual([left, 1]);
      await office.deliveries().release();
      expect(await claim()).toEqual([]);
      await conclude(leases[0]!, SENT);
    }
  });

  it('leave in the order in which they were queued, whichever was begun to be sent first', async () => {
    const slow = await draft(MARA);
    const holder = await office.pool.connect();
    await holder.query('begin');
    await holder.query(
      `select 1 from conversation
        where workspace_id = $1
          and conversation_id = (select conversation_id from message where workspace_id = $1 and message_id = $2)
        for update`,
      [workspace_id, slow],
    );
    const sending = sendDraft(slow);
    await eventually(async () => (await office.sql(LOCK_WAITS)).length > 0);
    const first = await send(MARA);
    await holder.query('commit');
    holder.release();
    await sending;
    await office.deliveries().release();
    expect(idsOf(await claim())).toEqual([first]);
  });

  it('wait for no other when the earlier one ended while they were queued', async () => {
    const id = await send(MARA);
    await office.sql('update message_delivery set is_behind = true');
    expect(await claim()).toEqual([]);
    await office.deliveries().release();
    expect(idsOf(await claim())).toEqual([id]);
  });

  it('are looked for in small parts, one after the other and from the beginning again', async () => {
    const to = ['+15550100001', '+15550100002', '+15550100003', '+15550100004', '+15550100005'];
    for (const each of [...to, to[1]!, to[1]!]) await send(each);
    await office.sql('update message_delivery set is_behind = true');
    const deliveries = office.deliveries({ caughtUpAtOnce: 2 });
    const freed: number[] = [];
    for (let n = 0; n < 5; n++) freed.push(await deliveries.release());
    expect(freed).toEqual([2, 2, 1, 0, 0]);
    expect(await claim()).toHaveLength(5);
    await office.sql('update message_delivery set is_behind = true');
    expect(await deliveries.release()).toBeGreaterThan(0);
  });

  it('wait half an hour for an earlier one that nobody can look for', async () => {
    const [first, second, third] = [await send(MARA), await send(MARA), await send(MARA)];
    const [lease] = await claim();
    await conclude((await office.deliveries().fence(lease!, 0))!, IN_DOUBT);
    let freed: Lease[] = [];
    const transmitted = async (minutes: number) => {
      const text = `update message_delivery set run_at = now() + interval '1 day',
        transmit_started_at = now() - $2 * interval '1 minute' where message_id = $1`;
      await office.sql(text, [first, minutes]);
      await office.deliveries().release();
      return idsOf((freed = await claim()));
    };
    expect(await transmitted(29)).toEqual([]);
    expect(await transmitted(31)).toEqual([second]);
    const [lent] = freed;
    expect(await transmitted(32)).toEqual([]);
    await conclude(lent!, SENT);
    expect(idsOf(await claim())).toEqual([third]);
  });

  it.each(['after it ended', 'when leases are given back'])(
    'are tried for a day from their turn on, which comes %s',
    async (when) => {
      const [, second] = [await send(MARA), await send(MARA)];
      const [lease] = await claim();
      await office.sql(`update message_delivery set created_at = created_at - interval '25 hours'`);
      if (when === 'after it ended') await conclude(lease!, REFUSED);
      else {
        await office.sql(`delete from message_delivery where message_id = $1`, [lease!.message_id]);
        await office.deliveries().release();
      }
      const [next] = await claim();
      expect(next!.message_id).toBe(second);
      await conclude(next!, NOT_NOW);
      expect(await office.fate(second)).toMatchObject({ status: 'pending', state: 'queued' });
      await office.sql(`update message_delivery set freed_at = now() - interval '25 hours', run_at = now()`);
      await conclude((await claim())[0]!, NOT_NOW);
      expect(await office.fate(second)).toMatchObject({ status: 'failed', failure_code: 'retries_exhausted' });
    },
  );

  it.each(['after it ended', 'when leases are given back'])(
    'are tried for a day though nobody took them up for days since their turn came %s',
    async (when) => {
      const [, second] = [await send(MARA), await send(MARA)];
      const [lease] = await claim();
      if (when === 'after it ended') await conclude(lease!, SENT);
      else {
        await office.sql(`delete from message_delivery where message_id = $1`, [lease!.message_id]);
        await office.deliveries().release();
      }
      const days = `interval '3 days'`;
      await office.sql(`update message_delivery set created_at = created_at - ${days}, freed_at = freed_at - ${days}`);
      await conclude((await claim())[0]!, NOT_NOW);
      expect(await office.fate(second)).toMatchObject({ status: 'pending', state: 'queued' });
    },
  );

  it('are given up soon after an earlier one that was tried for its day, since a day for each would add up', async () => {
    const all = [await send(MARA), await send(MARA), await send(MARA)];
    const later = await send(MARA);
    await office.sql(
      `update message_delivery set created_at = created_at - interval '25 hours' where message_id <> $1`,
      [later],
    );
    await claim();
    await office.sql(
      `update message_delivery set lease_owner = null, lease_until = null, state = 'queued', freed_at = created_at
        where lease_owner is not null`,
    );
    for (const id of all) {
      const [lease] = await claim();
      expect(lease!.message_id).toBe(id);
      await conclude(lease!, NOT_NOW);
      expect(await office.fate(id)).toMatchObject({ status: 'failed', failure_code: 'retries_exhausted' });
    }
    await conclude((await claim())[0]!, NOT_NOW);
    expect(await office.fate(later)).toMatchObject({ status: 'pending', state: 'queued' });
  });

  it('stay behind an earlier one when leases are given back', async () => {
    const [first] = [await send(MARA), await send(MARA)];
    await office.deliveries().release();
    expect(idsOf(await claim())).toEqual([first]);
  });

  it('overtake each other as mail', async () => {
    const mails = [await send('mara@example.com', 'outlook'), await send('mara@example.com', 'outlook')];
    expect(idsOf(await claim())).toEqual(mails);
  });
});
