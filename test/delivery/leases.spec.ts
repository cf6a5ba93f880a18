import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryService, Lease, Verdict } from '#crm-domain/messaging';
import { newId } from '#platform';
import { PostOffice, type Sender } from './support/post-office.js';

const ACCEPTED: Verdict = {
  kind: 'accepted',
  provider_message_id: 'wamid.1',
  provider_thread_id: null,
  internet_message_id: null,
};
const NAMELESS: Verdict = { ...ACCEPTED, provider_message_id: null };
const ONE = { gmail: 1, outlook: 1, whatsapp: 1, facebook: 1, instagram: 1 };
const ONE_OF_EACH = { google: 1, microsoft: 1, meta: 1 };
const REFUSED: Verdict = { kind: 'rejected', code: 'invalid_recipient', detail: 'Nobody is there.', http_status: 400 };
const LOST: Verdict = { kind: 'ambiguous', code: 'no_answer', detail: 'No answer came.', http_status: null };
const NOTHING: Verdict = { ...LOST, kind: 'unknown' };
const LIMITED: Verdict = {
  kind: 'transient',
  code: '130429',
  detail: 'Too many.',
  http_status: 400,
  retry_after_seconds: 60,
  throttles: 'account',
};

describe('a delivery in hand', () => {
  let office: PostOffice;
  let sender: Sender;
  let deliveries: DeliveryService;

  beforeAll(async () => {
    office = await PostOffice.open();
    deliveries = office.deliveries();
  });
  afterAll(() => office.close());

  beforeEach(async () => {
    await office.sql('delete from message_delivery');
    sender = await office.sender('whatsapp');
  });

  const claim = async (by = deliveries): Promise<Lease> =>
    (await by.acquireLeases({ owner: newId(), limit: 1, concurrency: ONE, shares: ONE_OF_EACH }))[0]!;
  const queued = async (from = sender) => {
    await office.queue(from);
    return claim();
  };
  const handedOver = async (from = sender) => (await deliveries.fence(await queued(from), 0))!;
  const fate = (lease: Lease) => office.fate(lease.message_id);
  const settle = (lease: Lease, word: object, by: Sender = sender) => {
    const told = {
      workspace_id: by.workspace_id,
      channel_account_id: by.channel_account_id!,
      kind: 'accepted' as const,
      mark: lease.message_id,
      provider_message_id: 'wamid.9',
      at: new Date(),
      transmission: null,
      ...word,
    };
    return deliveries.settleFromProvider(told);
  };
  const kindsOf = async (lease: Lease) => {
    const text = 'select kind from event where subject_id = $1 order by occurred_at, event_id';
    return (await office.sql<{ kind: string }>(text, [lease.message_id])).map(({ kind }) => kind);
  };
  const hasty = () => office.deliveries({ unknownMs: 0 });
  const restingAccounts = async () =>
    (await office.sql('select 1 from channel_account where next_send_at > now()')).length;
  const expire = () =>
    office.sql(`update message_delivery set lease_until = now() - interval '1 second' where lease_owner is not null`);

  describe('ends', () => {
    it('as sent, delivery and message together, and tells it once', async () => {
      const lease = await handedOver();
      await deliveries.conclude(lease, ACCEPTED, 0);
      expect(await fate(lease)).toMatchObject({
        status: 'sent',
        state: 'accepted',
        transmit_count: 1,
        failure_code: null,
      });
      expect(await kindsOf(lease)).toEqual(['message.sent']);
    });

    it('as failed with the code and sentence of the refusal', async () => {
      const lease = await handedOver();
      await deliveries.conclude(lease, REFUSED, 0);
      expect(await fate(lease)).toMatchObject({
        status: 'failed',
        state: 'rejected',
        failure_code: 'invalid_recipient',
      });
      expect(await kindsOf(lease)).toEqual(['message.failed']);
    });

    it('only while its message is pending, or neither of the two changes', async () => {
      const lease = await handedOver();
      await office.sql(`update message set status = 'sent', sent_at = now() where message_id = $1`, [lease.message_id]);
      expect(await deliveries.conclude(lease, REFUSED, 0)).toBeUndefined();
      expect(await fate(lease)).toMatchObject({ status: 'sent', state: 'transmitting' });
    });

    it('though another message bears the id already', async () => {
      const lease = await handedOver();
      await office.sql(
        `insert into message (workspace_id, message_id, conversation_id, channel, direction, status, sent_at, provider_message_id)
          select workspace_id, $2, conversation_id, channel, direction, 'sent', now(), 'wamid.1' from message where message_id = $1`,
        [lease.message_id, newId()],
      );
      await deliveries.conclude(lease, ACCEPTED, 0);
      expect(await fate(lease)).toMatchObject({ status: 'sent', state: 'accepted' });
    });

    it('and gives its conversation the thread the provider made, unless another one has it', async () => {
      const [mailbox, lease] = await aMail();
      const threaded: Verdict = { ...ACCEPTED, provider_thread_id: 'thread-1' } as Verdict;
      await deliveries.conclude((await deliveries.fence(lease, 0))!, threaded, 0);
      const second = (await deliveries.fence(await queued(mailbox), 0))!;
      await deliveries.conclude(second, { ...threaded, provider_message_id: 'm-2' } as Verdict, 0);
      expect([await threadOf(lease), await threadOf(second)]).toEqual(['thread-1', null]);
    });
  });

  describe('under a lease that is over', () => {
    const taken = async (lease: Lease): Promise<Lease> => {
      await expire();
      await deliveries.release();
      await office.sql('update message_delivery set run_at = now() where message_id = $1', [lease.message_id]);
      return claim();
    };

    it.each([
      ['no answer', LOST],
      ['no finding', NOTHING],
    ])('is neither postponed nor queued again for %s', async (_what, verdict) => {
      const lease = await handedOver();
      await expire();
      await deliveries.release();
      const before = await fate(lease);
      expect(await deliveries.conclude(lease, verdict, 0)).toBeUndefined();
      expect(await fate(lease)).toEqual(before);
      expect(await restingAccounts()).toBe(0);
    });

    it.each([
      ['is not looked up yet', async () => (await expire(), await deliveries.release())],
      ['is being looked up', taken],
      ['was looked up in vain', async (lease: Lease) => deliveries.conclude(await taken(lease), NOTHING, 0)],
      ['was given up', async (lease: Lease) => hasty().conclude(await taken(lease), NOTHING, 0)],
    ])('is sent when its transmission was accepted, though it %s', async (_what, others) => {
      const lease = await handedOver();
      await others(lease);
      expect(await deliveries.conclude(lease, ACCEPTED, 0)).toMatchObject({ kind: 'accepted' });
      expect(await fate(lease)).toMatchObject({ status: 'sent', state: 'accepted', failure_code: null });
      expect((await kindsOf(lease)).at(-1)).toBe('message.sent');
    });

    it.each([
      ['is being looked up', taken],
      ['was given up', async (lease: Lease) => hasty().conclude(await taken(lease), NOTHING, 0)],
    ])('is failed for the reason that its transmission was refused, though it %s', async (_what, others) => {
      const lease = await handedOver();
      await others(lease);
      expect(await deliveries.conclude(lease, REFUSED, 0)).toMatchObject({ kind: 'rejected' });
      expect(await fate(lease)).toMatchObject({ status: 'failed', failure_code: 'invalid_recipient' });
    });

    it.each([
      ['is not looked up yet', async () => (await expire(), await deliveries.release())],
      ['is being looked up', taken],
      ['was looked up in vain', async (lease: Lease) => deliveries.conclude(await taken(lease), NOTHING, 0)],
    ])('waits to be sent again when its transmission was not taken for the moment, though it %s', async (_, others) => {
      const lease = await handedOver();
      await others(lease);
      expect(await deliveries.conclude(lease, LIMITED, 0)).toMatchObject({ kind: 'transient' });
      expect(await fate(lease)).toMatchObject({ status: 'pending', state: 'queued' });
      expect(await claim()).toBeUndefined();
      expect(await restingAccounts()).toBe(1);
      await office.sql('update channel_account set next_send_at = now()');
      await office.sql('update message_delivery set run_at = now()');
      expect(await deliveries.fence(await claim(), 0)).toMatchObject({ transmit_count: 2 });
      expect(await kindsOf(lease)).toEqual([]);
    });

    it('is failed for the reason that its transmission was not taken, though it was given up, and is not sent again', async () => {
      const lease = await handedOver();
      await hasty().conclude(await taken(lease), NOTHING, 0);
      await deliveries.conclude(lease, LIMITED, 0);
      expect(await fate(lease)).toMatchObject({ status: 'failed', state: 'rejected', failure_code: '130429' });
      expect(await restingAccounts()).toBe(0);
      expect(await deliveries.conclude(lease, LIMITED, 0)).toBeUndefined();
    });

    it('is tried for a day from its first attempt on, though nobody took it up for longer', async () => {
      await office.queue(sender);
      await office.sql(`update message_delivery set created_at = now() - interval '3 days'`);
      const lease = (await deliveries.fence(await claim(), 0))!;
      await deliveries.conclude(lease, LIMITED, 0);
      expect(await fate(lease)).toMatchObject({ status: 'pending', state: 'queued' });
      await office.sql('update channel_account set next_send_at = now()');
      await office.sql(`update message_delivery set freed_at = now() - interval '1 day', run_at = now()`);
      await deliveries.conclude((await deliveries.fence(await claim(), 0))!, LIMITED, 0);
      expect(await fate(lease)).toMatchObject({ status: 'failed', failure_code: 'retries_exhausted' });
    });

    it('is given up when its transmission was not taken and it was tried for a day', async () => {
      const lease = await handedOver();
      await taken(lease);
      await office.deliveries({ giveUpMs: 0 }).conclude(lease, LIMITED, 0);
      expect(await fate(lease)).toMatchObject({ status: 'failed', failure_code: 'retries_exhausted' });
    });

    describe('and that was taken for sent because of its words alone', () => {
      const OTHER = { provider_message_id: 'wamid.by-hand', provider_thread_id: null, internet_message_id: null };
      const idOf = async ({ message_id }: Lease) => {
        const text = 'select provider_message_id as id, delivered_at from message where message_id = $1';
        return (await office.sql<{ id: string | null; delivered_at: Date | null }>(text, [message_id]))[0]!;
      };
      const bySomebody = [
        [
          'that were told',
          async (lease: Lease) => settle(lease, { ...OTHER, is_by_words: true, delivered_at: new Date() }),
        ],
        [
          'that a look found',
          async (lease: Lease) => {
            const alike: Verdict = { kind: 'alike', candidates: [{ ...OTHER, after_ms: 0 }] };
            await deliveries.conclude(await taken(lease), alike, 0);
          },
        ],
      ] as const;
      const takenForSent = async (words: (lease: Lease) => Promise<unknown>) => {
        const lease = await handedOver();
        await expire();
        await deliveries.release();
        await words(lease);
        expect(await fate(lease)).toMatchObject({ status: 'sent' });
        expect(await idOf(lease)).toMatchObject({ id: 'wamid.by-hand' });
        return lease;
      };

      it.each(bySomebody)('%s, is failed when its transmission was refused', async (_how, words) => {
        const lease = await takenForSent(words);
        await deliveries.conclude(lease, REFUSED, 0);
        expect(await fate(lease)).toMatchObject({ status: 'failed', failure_code: 'invalid_recipient' });
        expect(await idOf(lease)).toEqual({ id: null, delivered_at: null });
        expect(await kindsOf(lease)).toEqual(['message.sent', 'message.failed']);
      });

      it.each(bySomebody)('%s, is failed when its transmission was not taken for the moment', async (_how, words) => {
        const lease = await takenForSent(words);
        await deliveries.conclude(lease, LIMITED, 0);
        expect(await fate(lease)).toMatchObject({ status: 'failed', failure_code: '130429' });
        expect(await restingAccounts()).toBe(0);
      });

      it.each(bySomebody)('%s, bears its own id when its transmission was accepted', async (_how, words) => {
        const lease = await takenForSent(words);
        await deliveries.conclude(lease, ACCEPTED, 0);
        expect(await idOf(lease)).toMatchObject({ id: 'wamid.1' });
        expect(await deliveries.conclude(lease, REFUSED, 0)).toBeUndefined();
        expect(await fate(lease)).toMatchObject({ status: 'sent', failure_code: null });
        expect(await kindsOf(lease)).toEqual(['message.sent']);
      });

      it.each(bySomebody)('%s, is known to be sent once our mark is seen', async (_how, words) => {
        const lease = await takenForSent(words);
        await settle(lease, {});
        expect(await idOf(lease)).toMatchObject({ id: 'wamid.9' });
        expect(await deliveries.conclude(lease, REFUSED, 0)).toBeUndefined();
        expect(await kindsOf(lease)).toEqual(['message.sent']);
      });
    });

    it('is not failed for a refusal before it was handed over', async () => {
      const lease = await queued();
      await taken(lease);
      expect(await deliveries.conclude(lease, REFUSED, 0)).toBeUndefined();
      expect(await fate(lease)).toMatchObject({ status: 'pending', state: 'leased' });
    });

    it('is sent when a look found it', async () => {
      const handed = await handedOver();
      const looking = await taken(handed);
      await hasty().conclude(await taken(handed), NOTHING, 0);
      await deliveries.conclude(looking, ACCEPTED, 0);
      expect(await fate(handed)).toMatchObject({ status: 'sent', failure_code: null });
    });

    describe('and that was handed over again since', () => {
      const twice = async () => {
        const quick = office.deliveries({ lookMs: 0 });
        const first = await handedOver();
        await quick.conclude(await taken(first), { kind: 'not_sent' }, 0);
        await quick.conclude(await claim(), { kind: 'not_sent' }, 0);
        return [first, (await deliveries.fence(await claim(), 0))!] as const;
      };

      it.each([
        ['refusal', REFUSED],
        ['rate limit', LIMITED],
      ])('is left alone by an old %s', async (_what, verdict) => {
        const [first] = await twice();
        expect(await deliveries.conclude(first, verdict, 0)).toBeUndefined();
        expect(await fate(first)).toMatchObject({ status: 'pending', state: 'transmitting' });
      });

      it.each([
        ['accepted, then refused', [ACCEPTED, REFUSED]],
        ['refused, then accepted', [REFUSED, ACCEPTED]],
        ['accepted twice', [ACCEPTED, ACCEPTED]],
      ])('is sent when the answers are %s, whichever transmission they are about', async (_order, verdicts) => {
        for (const isNewerFirst of [true, false]) {
          const leases = [...(await twice())];
          if (isNewerFirst) leases.reverse();
          for (const [n, lease] of leases.entries()) await deliveries.conclude(lease, verdicts[n]!, 0);
          expect(await fate(leases[0]!)).toMatchObject({ status: 'sent', state: 'accepted', failure_code: null });
          expect((await kindsOf(leases[0]!)).filter((kind) => kind === 'message.sent')).toHaveLength(1);
          await office.sql('delete from message_delivery');
        }
      });
    });

    it('is not handed over', async () => {
      const lease = await queued();
      await expire();
      expect(await deliveries.fence(lease, 0)).toBeUndefined();
    });

    it('is not handed over by the old holder when a new one has it, nor a second time', async () => {
      const old = await queued();
      await expire();
      await deliveries.release();
      const lease = await claim();
      expect(await deliveries.fence(old, 0)).toBeUndefined();
      expect(await deliveries.fence(lease, 0)).toMatchObject({ transmit_count: 1 });
      expect(await deliveries.fence(lease, 0)).toBeUndefined();
    });

    it('is not handed over while somebody else holds it, by what was allowed before', async () => {
      const lease = await queued();
      const holder = await office.pool.connect();
      await holder.query('begin');
      try {
        // The tenant is named, since Citus locks rows of one node alone.
        await holder.query(
          'select 1 from message_delivery where workspace_id = $1 and message_id = $2 for no key update',
          [lease.workspace_id, lease.message_id],
        );
        const fence = deliveries.fence(lease, 0).then(
          (fenced) => fenced,
          (error: unknown) => error,
        );
        expect(await Promise.race([fence, sleep(2000)])).toMatchObject({ kind: 'unavailable' });
      } finally {
        await holder.query('rollback');
        holder.release();
      }
      expect(await deliveries.fence(lease, 0)).toMatchObject({ transmit_count: 1 });
    });

    it('keeps no draft', async () => {
      const [, lease] = await aMail();
      await expire();
      await deliveries.release();
      expect(await deliveries.keepDraft(lease, { provider_draft_id: 'r-1', provider_thread_id: null })).toBe(false);
    });
  });

  describe('whose outcome is not known', () => {
    it('waits for the grace of its channel, then is looked up and never sent', async () => {
      const lease = await handedOver();
      await deliveries.conclude(lease, LOST, 60_000);
      expect(await claim()).toBeUndefined();
      await office.sql('update message_delivery set run_at = now()');
      expect(await claim()).toMatchObject({ state: 'unknown' });
    });

    it('cannot be handed over again', async () => {
      await deliveries.conclude(await handedOver(), LOST, 0);
      expect(await deliveries.fence(await claim(), 0)).toBeUndefined();
    });

    it('is sent again after the provider has shown twice that it did not leave', async () => {
      const quick = office.deliveries({ lookMs: 0 });
      await deliveries.conclude(await handedOver(), LOST, 0);
      await quick.conclude(await claim(), { kind: 'not_sent' }, 0);
      await quick.conclude(await claim(), { kind: 'not_sent' }, 0);
      expect(await deliveries.fence(await claim(), 0)).toMatchObject({ transmit_count: 2 });
    });

    it('fails as unknown when its time is over', async () => {
      const hasty = office.deliveries({ unknownMs: 0 });
      const lease = await handedOver();
      await deliveries.conclude(lease, LOST, 0);
      await hasty.conclude(await claim(), NOTHING, 0);
      expect(await fate(lease)).toMatchObject({ status: 'failed', failure_code: 'outcome_unknown' });
    });
  });

  describe("settled by its provider's word", () => {
    it('is sent, whoever has it in hand; what the holder writes then changes nothing', async () => {
      const lease = await handedOver();
      expect(await settle(lease, {})).toBe(true);
      expect(await deliveries.conclude(lease, LOST, 0)).toBeUndefined();
      expect(await deliveries.conclude(lease, REFUSED, 0)).toBeUndefined();
      expect(await fate(lease)).toMatchObject({ status: 'sent', state: 'accepted' });
      expect(await kindsOf(lease)).toEqual(['message.sent']);
    });

    it('is sent though it had failed for want of an answer', async () => {
      const lease = await handedOver();
      await deliveries.conclude(lease, LOST, 0);
      await office.deliveries({ unknownMs: 0 }).conclude(await claim(), NOTHING, 0);
      await settle(lease, {});
      expect(await fate(lease)).toMatchObject({ status: 'sent', failure_code: null });
      expect(await kindsOf(lease)).toEqual(['message.failed', 'message.sent']);
    });

    const UNDELIVERED = { kind: 'rejected', code: '131026', detail: 'Not delivered.', http_status: null };

    it('says why it failed when it had failed for want of an answer; never the other way round', async () => {
      const later = await handedOver();
      await deliveries.conclude(later, LOST, 0);
      await hasty().conclude(await claim(), NOTHING, 0);
      await settle(later, UNDELIVERED);
      const failed = { status: 'failed', state: 'rejected', failure_code: '131026' };
      expect(await fate(later)).toMatchObject(failed);
      expect(await kindsOf(later)).toEqual(['message.failed', 'message.failed']);

      const earlier = await handedOver();
      await deliveries.conclude(earlier, LOST, 0);
      const looking = await claim();
      await settle(earlier, UNDELIVERED);
      expect(await hasty().conclude(looking, NOTHING, 0)).toBeUndefined();
      expect(await fate(earlier)).toMatchObject(failed);
      expect(await kindsOf(earlier)).toEqual(['message.failed']);
    });

    it('is sent though it was refused, since its provider has it', async () => {
      const lease = await handedOver();
      await deliveries.conclude(lease, REFUSED, 0);
      await settle(lease, {});
      expect(await fate(lease)).toMatchObject({ status: 'sent', state: 'accepted', failure_code: null });
      expect(await kindsOf(lease)).toEqual(['message.failed', 'message.sent']);
    });

    it('stays failed when it was refused and words alone say that its provider has it', async () => {
      const lease = await handedOver();
      await deliveries.conclude(lease, REFUSED, 0);
      await settle(lease, { is_by_words: true });
      expect(await fate(lease)).toMatchObject({ status: 'failed', failure_code: 'invalid_recipient' });
    });

    it('is sent and says why it failed, in whatever order that is told of one transmission', async () => {
      for (const words of [
        [{}, UNDELIVERED],
        [UNDELIVERED, {}],
      ]) {
        const lease = await handedOver();
        for (const word of words) await settle(lease, word);
        expect(await fate(lease)).toMatchObject({ status: 'sent', failure_code: '131026' });
      }
    });

    it('has not failed when it was delivered or read, in whatever order that is told', async () => {
      for (const reached of [{ delivered_at: new Date() }, { read_at: new Date() }])
        for (const words of [
          [UNDELIVERED, reached],
          [reached, UNDELIVERED],
        ]) {
          const lease = await handedOver();
          for (const word of words) await settle(lease, word);
          expect(await fate(lease)).toMatchObject({ status: 'sent', failure_code: null });
        }
    });

    describe('that an earlier transmission failed', () => {
      const EARLIER = { ...UNDELIVERED, code: '131056', provider_message_id: 'wamid.earlier' };
      const GIVEN = { provider_message_id: 'wamid.earlier' };
      const handedOverAgain = async () => {
        const first = await handedOver();
        await deliveries.conclude(first, { ...LIMITED, code: '131056', throttles: 'message' } as Verdict, 0);
        await office.sql('update message_delivery set run_at = now() where message_id = $1', [first.message_id]);
        return (await deliveries.fence(await claim(), 0))!;
      };

      it('is still on its way when that is dated before the present one', async () => {
        const lease = await handedOverAgain();
        expect(await settle(lease, { ...EARLIER, at: new Date(Date.now() - 120_000) })).toBe(true);
        expect(await fate(lease)).toMatchObject({ status: 'pending', state: 'transmitting', transmit_count: 2 });
      });

      it('is still on its way when that names the earlier one, however near it is dated and whether or not it has an id', async () => {
        const lease = await handedOverAgain();
        await deliveries.conclude(lease, LOST, 0);
        for (const provider_message_id of ['wamid.earlier', null])
          expect(await settle(lease, { ...EARLIER, provider_message_id, transmission: 1 })).toBe(true);
        expect(await fate(lease)).toMatchObject({ status: 'pending', state: 'unknown', failure_code: null });
        await settle(lease, { ...EARLIER, transmission: 2, at: new Date(Date.now() - 120_000) });
        expect(await fate(lease)).toMatchObject({ status: 'failed', failure_code: '131056' });
      });

      it('is sent once it is accepted, though that is dated so near that clocks may differ', async () => {
        const lease = await handedOverAgain();
        await settle(lease, { ...EARLIER, at: new Date(Date.now() - 30_000) });
        await settle(lease, {});
        expect(await fate(lease)).toMatchObject({ status: 'sent', failure_code: null });
      });

      it.each([
        ['sent', {}],
        ['delivered', { delivered_at: new Date() }],
        ['read', { read_at: new Date() }],
      ])('is sent, without that reason, when its provider then says %s of the present one', async (_status, word) => {
        const lease = await handedOverAgain();
        await deliveries.conclude(lease, LOST, 0);
        await settle(lease, EARLIER);
        await settle(lease, word);
        expect(await fate(lease)).toMatchObject({ status: 'sent', state: 'accepted', failure_code: null });
        const text = 'select provider_message_id as id, failure_detail as why from message where message_id = $1';
        expect(await office.sql(text, [lease.message_id])).toEqual([{ id: 'wamid.9', why: null }]);
      });

      it.each([
        ['an answer', (first: Lease) => deliveries.conclude(first, { ...ACCEPTED, ...GIVEN }, 0)],
        ['an answer without an id', (first: Lease) => deliveries.conclude(first, NAMELESS, 0)],
        ['a status', (first: Lease) => settle(first, { ...GIVEN, transmission: 1 })],
      ])('is not known to be sent because %s says late that the earlier one was accepted', async (_what, told) => {
        const first = await handedOver();
        await expire();
        await deliveries.release();
        await settle(first, { ...EARLIER, kind: 'transient', throttles: 'message', transmission: 1 });
        await office.sql('update message_delivery set run_at = now() where message_id = $1', [first.message_id]);
        const last = (await deliveries.fence(await claim(), 0))!;
        await told(first);
        expect(await fate(first)).toMatchObject({ status: 'pending', state: 'transmitting', transmit_count: 2 });
        await hasty().conclude(last, NOTHING, 0);
        await told(first);
        expect(await fate(first)).toMatchObject({ status: 'failed', failure_code: 'outcome_unknown' });
        await settle(first, { ...GIVEN, transmission: 1, delivered_at: new Date() });
        expect(await fate(first)).toMatchObject({ status: 'sent', failure_code: null });
      });

      it.each(['before', 'after'])(
        'is sent, without that reason, told %s the present one is accepted',
        async (order) => {
          const lease = await handedOverAgain();
          const words = [() => settle(lease, EARLIER), () => deliveries.conclude(lease, ACCEPTED, 0)];
          for (const word of order === 'before' ? words : words.reverse()) await word();
          expect(await fate(lease)).toMatchObject({ status: 'sent', state: 'accepted', failure_code: null });
        },
      );
    });

    it('stays sent when it fails later, and says so', async () => {
      const lease = await handedOver();
      await deliveries.conclude(lease, ACCEPTED, 0);
      await settle(lease, { ...UNDELIVERED, mark: null, provider_message_id: 'wamid.1' });
      expect(await fate(lease)).toMatchObject({ status: 'sent', failure_code: '131026' });
    });

    it('remembers the first time it was delivered and read', async () => {
      const lease = await handedOver();
      const [early, late] = [new Date('2026-01-01T10:00:00Z'), new Date('2026-01-01T11:00:00Z')];
      await settle(lease, { delivered_at: early });
      await settle(lease, { delivered_at: late, read_at: late });
      const times = await office.sql('select delivered_at, read_at from message where message_id = $1', [
        lease.message_id,
      ]);
      expect(times).toEqual([{ delivered_at: early, read_at: late }]);
    });

    it.each([
      ['another workspace', async (other: Sender) => other],
      ['another account', async (other: Sender) => ({ ...other, workspace_id: sender.workspace_id })],
    ])('is not by %s', async (_, from) => {
      const lease = await handedOver();
      expect(await settle(lease, {}, await from(await office.sender('whatsapp')))).toBe(false);
      expect(await fate(lease)).toMatchObject({ status: 'pending' });
    });

    it('is before it was handed over, when a person has sent its draft, and is then not handed over any more', async () => {
      const lease = await queued();
      const sent_at = new Date('2026-03-01T10:00:00Z');
      await settle(lease, { sent_at });
      expect(await fate(lease)).toMatchObject({ status: 'sent', state: 'accepted' });
      const [row] = await office.sql('select sent_at from message where message_id = $1', [lease.message_id]);
      expect(row).toEqual({ sent_at });
      expect(await deliveries.fence(lease, 0)).toBeUndefined();
    });

    it('is not by a mark that is none', async () => {
      const lease = await queued();
      await settle(lease, { mark: "'; drop table message", provider_message_id: null });
      expect(await fate(lease)).toMatchObject({ status: 'pending', state: 'leased' });
    });
  });

  describe('that its provider could not bring to the person', () => {
    const told = {
      kind: 'rejected',
      code: '131026',
      detail: 'Nobody is there.',
      http_status: null,
      provider_message_id: 'wamid.1',
    };

    it.each(['before', 'after'])('is sent, with the reason, when that is told %s the acceptance', async (order) => {
      const lease = await handedOver();
      const words = [() => settle(lease, told), () => deliveries.conclude(lease, ACCEPTED, 0)];
      for (const word of order === 'before' ? words : words.reverse()) await word();
      expect(await fate(lease)).toMatchObject({ status: 'sent', state: 'accepted', failure_code: '131026' });
      const text = 'select failure_detail from message where message_id = $1';
      expect(await office.sql(text, [lease.message_id])).toEqual([{ failure_detail: 'Nobody is there.' }]);
    });

    it.each([
      ['rejected', {}, '131026', 'an id', ACCEPTED],
      ['rejected', {}, '131026', 'no id', NAMELESS],
      ['transient', { code: '131056', throttles: 'message' }, '131056', 'an id', ACCEPTED],
      ['transient', { code: '131056', throttles: 'message' }, '131056', 'no id', NAMELESS],
    ])(
      'is sent, with the reason (%s, %o, %s), when an acceptance with %s is read after others had it in hand',
      async (kind, word, code, _id, accepted) => {
        const lease = await handedOver();
        const others = async () => {
          await office.sql('update message_delivery set run_at = now() where message_id = $1', [lease.message_id]);
          await claim();
        };
        await expire();
        await deliveries.release();
        if (kind === 'rejected') await others();
        await settle(lease, { ...told, kind, ...word });
        if (kind === 'transient') await others();
        await deliveries.conclude(lease, accepted, 0);
        expect(await fate(lease)).toMatchObject({ status: 'sent', attempt: 2, failure_code: code });
      },
    );
  });

  describe('says of its account', () => {
    const account = async () =>
      (
        await office.sql<{ status: string; rests: boolean; last_error_code: string }>(
          'select status, next_send_at > now() as rests, last_error_code from channel_account where channel_account_id = $1',
          [sender.channel_account_id],
        )
      )[0];

    it('that it rests', async () => {
      const limited = {
        kind: 'transient',
        code: '130429',
        detail: 'Too many.',
        http_status: 400,
        retry_after_seconds: 60,
      } as const;
      await deliveries.conclude(await handedOver(), { ...limited, throttles: 'message' }, 0);
      expect(await account()).toMatchObject({ rests: false });
      await deliveries.conclude(await handedOver(), { ...limited, throttles: 'account' }, 0);
      expect(await account()).toMatchObject({ rests: true, last_error_code: '130429' });
    });
  });

  const aMail = async (): Promise<[Sender, Lease]> => {
    const mailbox = await office.sender('gmail');
    return [mailbox, await queued(mailbox)];
  };
  const threadOf = async ({ message_id }: Lease) => {
    const text =
      'select external_id from conversation join message using (workspace_id, conversation_id) where message_id = $1';
    return (await office.sql<{ external_id: string | null }>(text, [message_id]))[0]!.external_id;
  };
});
