import { DomainError } from '#crm-domain';
import { MessageUnderWay, ReceiveService, type Lease, type ReceivedMessage, type Verdict } from '#crm-domain/messaging';
import { newId } from '#platform';
import { whatsappOutcome } from '../../libs/channels/src/whatsapp/whatsapp-answers.js';
import { eventually } from '../support/eventually.js';
import { aReceivedMail } from './support/mailboxes.js';
import { Mailroom, type Connected } from './support/mailroom.js';
import type { Sending } from './support/message-under-way.js';
import { bundled, freshId, page, whatsapp } from './support/meta-posts.js';

let room: Mailroom;
beforeAll(async () => {
  room = await Mailroom.start();
});
afterAll(() => room.stop());

async function deliver(...posts: object[]): Promise<void> {
  for (const post of posts) await room.meta(post).expect(200);
  await room.quiet();
}

const count = async ({ workspace_id }: Connected) => (await room.messages(workspace_id)).length;
const PERSON = '15550001111';

/** A number of a workspace of its own, so that what is stored can be counted. */
async function newNumber(channel: 'whatsapp' | 'facebook' | 'instagram' = 'whatsapp'): Promise<Connected> {
  return room.account(channel, { workspace_id: await room.newWorkspace() });
}

const SLOWER = { code: '130429', detail: 'WhatsApp asks this number to send more slowly.', http_status: 400 } as const;

/** A message in somebody's hands, and a word of the one who has it. */
async function inHand(mine: Connected, wish: Sending) {
  const id = await room.sending(mine, wish);
  const lease_owner = newId();
  const text = `update message_delivery set lease_owner = $2, lease_until = now() + interval '1 hour' where message_id = $1 returning *`;
  const [row] = await room.sql<Lease>(text, [id, lease_owner]);
  return { id, answer: (verdict: Verdict) => room.domain.deliveries.conclude(row!, verdict, 0) };
}

/** What a workspace was told of its messages, in that order. */
const eventsOf = async ({ workspace_id }: Connected) => {
  const text = `select kind from event where workspace_id = $1 and kind like 'message.%' order by occurred_at, event_id`;
  return (await room.sql<{ kind: string }>(text, [workspace_id])).map(({ kind }) => kind);
};

/**
 * Until what was told waits for a message that is under way, and has been tried more often than anything else would be:
 * four times. Each try and each pause sets another time.
 */
async function waits(): Promise<void> {
  const text = `select run_at::text from provider_event where last_error = 'message_under_way' and processed_at is null`;
  const seen = new Set<string>();
  await eventually(async () => {
    for (const { run_at } of await room.sql<{ run_at: string }>(text)) seen.add(run_at);
    return seen.size >= 7;
  });
}

describe('an answer of somebody whom WhatsApp knows by another number', () => {
  const [written, known] = ['5511987654321', '551187654321'];
  const inOne = async (mine: Connected) =>
    new Set((await room.messages(mine.workspace_id)).map(({ conversation_id }) => conversation_id)).size;

  it('joins the conversation that was begun with the number that was written to', async () => {
    const number = await newNumber();
    const { answer } = await inHand(number, { channel: 'whatsapp', to: written });
    const contacts = [{ input: written, wa_id: known }];
    const body = { messaging_product: 'whatsapp', contacts, messages: [{ id: 'wamid.brazil' }] };
    await answer(whatsappOutcome({ kind: 'answered', status: 200, headers: {}, body }));
    await deliver(whatsapp.message(number.external_account_id, { from: known, text: 'Oi' }));
    expect([await count(number), await inOne(number)]).toEqual([2, 1]);
  });

  it('joins it, too, where a status was told before the answer of WhatsApp', async () => {
    const number = await newNumber();
    const id = await room.sending(number, { channel: 'whatsapp', to: written });
    const more = { biz_opaque_callback_data: id, recipient_id: known };
    await deliver(whatsapp.status(number.external_account_id, 'wamid.brazil-early', 'sent', more));
    await deliver(whatsapp.message(number.external_account_id, { from: known, text: 'Oi' }));
    expect([await count(number), await inOne(number)]).toEqual([2, 1]);
  });

  it('joins it, too, where both were told in one request', async () => {
    for (let turn = 0; turn < 15; turn++) {
      const number = await newNumber();
      const id = await room.sending(number, { channel: 'whatsapp', to: written });
      const more = { biz_opaque_callback_data: id, recipient_id: known };
      const status = whatsapp.status(number.external_account_id, `wamid.brazil-${id}`, 'sent', more);
      await deliver(bundled(status, whatsapp.message(number.external_account_id, { from: known, text: 'Oi' })));
      expect([await count(number), await inOne(number)]).toEqual([2, 1]);
    }
  });

  it('joins that in which one wrote last to the number that was written to', async () => {
    const number = await newNumber();
    const ids = [];
    for (const n of [1, 2]) {
      const id = await room.sending(number, { channel: 'whatsapp', to: written });
      ids.push(id);
      const more = { biz_opaque_callback_data: id, recipient_id: known };
      await deliver(whatsapp.status(number.external_account_id, `wamid.written-${n}`, 'sent', more));
    }
    for (const text of ['Oi', 'Tudo bem?'])
      await deliver(whatsapp.message(number.external_account_id, { from: known, text }));
    const inbound = (await room.messages(number.workspace_id)).filter(({ direction }) => direction === 'inbound');
    const newest = (await room.message(ids[1]!)).conversation_id;
    expect(inbound.map(({ conversation_id }) => conversation_id)).toEqual([newest, newest]);
  });

  it('with one number alone joins the conversation in which one wrote to them last', async () => {
    const number = await newNumber();
    const ids = [];
    for (const n of [1, 2]) {
      const id = await room.sending(number, { channel: 'whatsapp', to: known });
      ids.push(id);
      const more = { biz_opaque_callback_data: id, recipient_id: known };
      await deliver(whatsapp.status(number.external_account_id, `wamid.last-${n}`, 'sent', more));
    }
    await deliver(whatsapp.message(number.external_account_id, { from: known, text: 'Oi' }));
    const inbound = (await room.messages(number.workspace_id)).find(({ direction }) => direction === 'inbound');
    expect(inbound!.conversation_id).toBe((await room.message(ids[1]!)).conversation_id);
  });
});

describe('a status of WhatsApp', () => {
  it('that bears our mark settles a message before its worker has written anything', async () => {
    const number = await newNumber();
    const id = await room.sending(number, { channel: 'whatsapp', to: PERSON });
    const biz_opaque_callback_data = id;
    await deliver(whatsapp.status(number.external_account_id, 'wamid.early', 'sent', { biz_opaque_callback_data }));
    expect(await room.message(id)).toMatchObject({ status: 'sent', provider_message_id: 'wamid.early' });
    const [delivery] = await room.sql('select state from message_delivery where message_id = $1', [id]);
    expect(delivery).toEqual({ state: 'accepted' });
  });

  it('turns a message that was given up for want of an answer into a sent one', async () => {
    const number = await newNumber();
    const lost = { state: 'rejected', code: 'outcome_unknown' } as const;
    const id = await room.sending(number, { channel: 'whatsapp', to: PERSON, ...lost });
    await deliver(
      whatsapp.status(number.external_account_id, 'wamid.late', 'delivered', { biz_opaque_callback_data: id }),
    );
    expect(await room.message(id)).toMatchObject({
      status: 'sent',
      failure_code: null,
      delivered_at: expect.any(Date),
    });
  });

  it('that it failed ends a message under way as failed, with why in our words', async () => {
    const number = await newNumber();
    const id = await room.sending(number, { channel: 'whatsapp', to: PERSON, state: 'unknown' });
    const more = { biz_opaque_callback_data: id, errors: [{ code: 131047, title: 'Re-engagement message' }] };
    await deliver(whatsapp.status(number.external_account_id, 'wamid.window', 'failed', more));
    expect(await room.message(id)).toMatchObject({ status: 'failed', failure_code: '131047' });
  });

  it('that an earlier transmission of it failed leaves a message on its way, however near it is dated', async () => {
    const number = await newNumber();
    const id = await room.sending(number, { channel: 'whatsapp', to: PERSON, state: 'unknown' });
    await room.sql('update message_delivery set transmit_count = 2 where message_id = $1', [id]);
    const failed = (n: number) => {
      const more = { biz_opaque_callback_data: `${id}/${n}`, errors: [{ code: 131026 }] };
      return whatsapp.status(number.external_account_id, `wamid.${n}-${id}`, 'failed', more);
    };
    await deliver(failed(1));
    expect(await room.message(id)).toMatchObject({ status: 'pending' });
    await deliver(failed(2));
    expect(await room.message(id)).toMatchObject({ status: 'failed', failure_code: '131026' });
  });

  it.each([
    ['no error', {}],
    ['an error without a code', { errors: [{ title: 'Failed' }] }],
    ['a failure that may not be repeated', { errors: [{ code: 131026 }] }],
    ['a failure of WhatsApp', { errors: [{ code: 131000 }] }],
  ])('that its first transmission failed, with %s, leaves a message whose second is under way', async (_what, why) => {
    const number = await newNumber();
    const id = await room.sending(number, { channel: 'whatsapp', to: PERSON, state: 'unknown' });
    await room.sql('update message_delivery set transmit_count = 2 where message_id = $1', [id]);
    const more = { biz_opaque_callback_data: id, ...why };
    await deliver(whatsapp.status(number.external_account_id, freshId('wamid.first'), 'failed', more));
    expect(await room.message(id)).toMatchObject({ status: 'pending' });
    expect((await room.sql('select state from message_delivery where message_id = $1', [id]))[0]).toEqual({
      state: 'unknown',
    });
  });

  describe('that it failed for the moment', () => {
    /** Slow down, under this mark. */
    const slower = (number: Connected, biz_opaque_callback_data: string) => {
      const more = { biz_opaque_callback_data, errors: [{ code: 130429, title: 'Rate limit hit' }] };
      return whatsapp.status(number.external_account_id, freshId('wamid.slower'), 'failed', more);
    };
    const deliveryOf = async (id: string) =>
      (
        await room.sql<{ state: string; last_error_code: string | null; rests: boolean }>(
          `select d.state, d.last_error_code, a.next_send_at > now() as rests
           from message_delivery d join channel_account a using (workspace_id, channel_account_id) where message_id = $1`,
          [id],
        )
      )[0];
    const QUEUED = { state: 'queued', last_error_code: '130429', rests: true };

    it.each([
      ['of a transmission without an answer has it sent again', 'unknown', 1, ''],
      ['of its second transmission has it sent again', 'unknown', 2, '/2'],
    ] as const)('%s', async (_what, state, transmissions, suffix) => {
      const number = await newNumber();
      const id = await room.sending(number, { channel: 'whatsapp', to: PERSON, state });
      await room.sql('update message_delivery set transmit_count = $2 where message_id = $1', [id, transmissions]);
      await deliver(slower(number, `${id}${suffix}`));
      expect(await room.message(id)).toMatchObject({ status: 'pending', failure_code: null });
      expect(await deliveryOf(id)).toEqual(QUEUED);
    });

    it.each([[['failed', 'sent']], [['sent', 'failed']]])(
      'stands beside that the same one was sent, told as %j',
      async (order) => {
        const number = await newNumber();
        const id = await room.sending(number, { channel: 'whatsapp', to: PERSON, state: 'unknown' });
        const wamid = freshId('wamid.one');
        const errors = [{ code: 130429 }];
        const told = (status: string) => {
          const more = { biz_opaque_callback_data: id, ...(status === 'failed' && { errors }) };
          return whatsapp.status(number.external_account_id, wamid, status, more);
        };
        await deliver(told(order[0]!));
        await deliver(told(order[1]!));
        expect(await room.message(id)).toMatchObject({ status: 'sent', failure_code: '130429' });
      },
    );

    it('is followed by a second transmission, of which that the first was sent says nothing', async () => {
      const number = await newNumber();
      const id = await room.sending(number, { channel: 'whatsapp', to: PERSON, state: 'unknown' });
      const wamid = freshId('wamid.first');
      const told = (status: string, more: object = {}) =>
        whatsapp.status(number.external_account_id, wamid, status, { biz_opaque_callback_data: id, ...more });
      await deliver(told('failed', { errors: [{ code: 130429 }] }));
      const again = `update message_delivery set state = 'unknown', transmit_count = 2, transmit_started_at = now() where message_id = $1`;
      await room.sql(again, [id]);
      await deliver(told('sent'));
      expect(await room.message(id)).toMatchObject({ status: 'pending' });
      await deliver(told('delivered'));
      expect(await room.message(id)).toMatchObject({ status: 'sent', failure_code: null });
    });

    it('is of its first transmission where it names none', async () => {
      const number = await newNumber();
      const id = await room.sending(number, { channel: 'whatsapp', to: PERSON, state: 'unknown' });
      await room.sql('update message_delivery set transmit_count = 2 where message_id = $1', [id]);
      await deliver(slower(number, id));
      expect(await deliveryOf(id)).toMatchObject({ state: 'unknown', rests: false });
    });

    it('gives it up when it would wait beyond a day', async () => {
      const number = await newNumber();
      const id = await room.sending(number, { channel: 'whatsapp', to: PERSON, state: 'unknown' });
      await room.sql(`update message_delivery set created_at = now() - interval '1 day' where message_id = $1`, [id]);
      await deliver(slower(number, id));
      expect(await room.message(id)).toMatchObject({ status: 'failed', failure_code: 'retries_exhausted' });
    });

    it.each<[string, Verdict, object]>([
      [
        'a refusal has it sent again',
        { kind: 'transient', ...SLOWER, retry_after_seconds: null, throttles: 'account' },
        { status: 'pending', failure_code: null },
      ],
      [
        'an acceptance stands, and the failure is told beside it',
        { kind: 'accepted', provider_message_id: 'wamid.late', provider_thread_id: null, internet_message_id: null },
        { status: 'sent', failure_code: '130429' },
      ],
    ])('waits for the answer that may still come: %s', async (_what, verdict, expected) => {
      const number = await newNumber();
      const { id, answer } = await inHand(number, { channel: 'whatsapp', to: PERSON });
      await room.meta(slower(number, id)).expect(200);
      await waits();
      expect(await deliveryOf(id)).toMatchObject({ state: 'transmitting' });
      await answer(verdict);
      await room.quiet();
      expect(await room.message(id)).toMatchObject(expected);
    });
  });

  it('that it failed says why of a message that was given up for want of an answer', async () => {
    const number = await newNumber();
    const lost = { state: 'rejected', code: 'outcome_unknown' } as const;
    const id = await room.sending(number, { channel: 'whatsapp', to: PERSON, ...lost });
    const more = { biz_opaque_callback_data: id, errors: [{ code: 131026 }] };
    await deliver(whatsapp.status(number.external_account_id, 'wamid.refused-late', 'failed', more));
    expect(await room.message(id)).toMatchObject({ status: 'failed', failure_code: '131026' });
  });

  it('that it failed after all leaves a sent message sent, and says why', async () => {
    const number = await newNumber();
    const ids = { message: 'wamid.sent' };
    const id = await room.sending(number, { channel: 'whatsapp', to: PERSON, state: 'accepted', ids });
    const more = { biz_opaque_callback_data: id, errors: [{ code: 131026 }] };
    await deliver(whatsapp.status(number.external_account_id, 'wamid.sent', 'failed', more));
    expect(await room.message(id)).toMatchObject({ status: 'sent', failure_code: '131026' });
  });

  describe('that it failed after all is an event', () => {
    const told = (number: Connected, mark: string, status: string, code?: number) => {
      const more = { biz_opaque_callback_data: mark, ...(code !== undefined && { errors: [{ code }] }) };
      return whatsapp.status(number.external_account_id, `wamid.${mark}`, status, more);
    };

    it('once, of the conversation and its sender, however often and why ever it is told again', async () => {
      const number = await newNumber();
      const ids = { message: freshId('wamid') };
      const id = await room.sending(number, { channel: 'whatsapp', to: PERSON, state: 'accepted', ids });
      const sender = newId();
      await room.sql('update message_delivery set sent_by_user_id = $2 where message_id = $1', [id, sender]);
      for (const code of [131026, 131026, 131049]) {
        await deliver(told(number, id, 'failed', code));
        await room.sql('delete from provider_event');
      }
      const { conversation_id } = await room.message(id);
      const text = 'select kind, subject_id, actor_id, data from event where workspace_id = $1';
      expect(await room.sql(text, [number.workspace_id])).toEqual([
        {
          kind: 'message.undelivered',
          subject_id: id,
          actor_id: sender,
          data: { conversation_id, channel: 'whatsapp', failure_code: '131026' },
        },
      ]);
    });

    it.each([
      [
        ['sent', 'failed'],
        ['message.sent', 'message.undelivered'],
      ],
      [
        ['failed', 'sent'],
        ['message.failed', 'message.sent', 'message.undelivered'],
      ],
      [
        ['failed', 'delivered'],
        ['message.failed', 'message.sent'],
      ],
      [['delivered', 'failed'], ['message.sent']],
    ])('of what was under way when %j was told', async (statuses, events) => {
      const number = await newNumber();
      const id = await room.sending(number, { channel: 'whatsapp', to: PERSON, state: 'unknown' });
      for (const status of statuses) await deliver(told(number, id, status, status === 'failed' ? 131026 : undefined));
      expect(await eventsOf(number)).toEqual(events);
    });

    it('that comes after an acceptance which comes late', async () => {
      const number = await newNumber();
      const { id, answer } = await inHand(number, { channel: 'whatsapp', to: PERSON });
      await deliver(told(number, id, 'failed', 131026));
      const ids = { provider_message_id: `wamid.${id}`, provider_thread_id: null, internet_message_id: null };
      await answer({ kind: 'accepted', ...ids });
      expect(await room.message(id)).toMatchObject({ status: 'sent', failure_code: '131026' });
      expect(await eventsOf(number)).toEqual(['message.failed', 'message.sent', 'message.undelivered']);
    });
  });

  it.each([
    [['sent', 'delivered', 'read']],
    [['read', 'delivered', 'sent']],
    [['delivered', 'sent', 'read', 'delivered']],
  ])('moves forward only, told in the order %j', async (order) => {
    const number = await newNumber();
    const wamid = freshId('wamid');
    const id = await room.sending(number, {
      channel: 'whatsapp',
      to: PERSON,
      state: 'accepted',
      ids: { message: wamid },
    });
    await deliver(...order.map((status) => whatsapp.status(number.external_account_id, wamid, status)));
    const { status, delivered_at, read_at } = await room.message(id);
    expect({ status, isDelivered: delivered_at !== null, isRead: read_at !== null }).toEqual({
      status: 'sent',
      isDelivered: true,
      isRead: true,
    });
  });

  it('keeps the time at which something was told first', async () => {
    const number = await newNumber();
    const id = await room.sending(number, {
      channel: 'whatsapp',
      to: PERSON,
      state: 'accepted',
      ids: { message: 'wamid.t' },
    });
    const at = (timestamp: string) =>
      whatsapp.status(number.external_account_id, 'wamid.t', 'delivered', { timestamp });
    await deliver(at('1780000000'));
    await room.sql('delete from provider_event');
    await deliver(at('1780009999'));
    expect((await room.message(id)).delivered_at).toEqual(new Date(1_780_000_000_000));
  });

  it('with a mark of another workspace, or none of ours, changes nothing there', async () => {
    const [number, victim] = [await newNumber(), await newNumber()];
    const theirs = await room.sending(victim, { channel: 'whatsapp', to: PERSON });
    const posts = [theirs, newId(), 'no uuid', `${theirs}' or true`].map((biz_opaque_callback_data) =>
      whatsapp.status(number.external_account_id, freshId('wamid'), 'sent', { biz_opaque_callback_data }),
    );
    await deliver(...posts);
    expect(await room.message(theirs)).toMatchObject({ status: 'pending', provider_message_id: null });
  });

  it('of a message that nobody knows is looked for a few times and then let go', async () => {
    const number = await newNumber();
    await deliver(whatsapp.status(number.external_account_id, 'wamid.nobody', 'delivered'));
    const [event] = await room.sql<{ attempt: number }>(
      `select attempt from provider_event where dedup_key like '%wamid.nobody'`,
    );
    expect(event!.attempt).toBeGreaterThan(1);
    expect(await count(number)).toBe(0);
  });

  it('without a mark finds its message as soon as that is written down', async () => {
    const patient = await Mailroom.start(undefined, {}, { looks: 1000 });
    const number = await patient.account('whatsapp');
    const id = await patient.sending(number, { channel: 'whatsapp', to: PERSON });
    await patient.meta(whatsapp.status(number.external_account_id, 'wamid.soon', 'delivered')).expect(200);
    const early = `select 1 from provider_event where last_error = 'too_early'`;
    await eventually(async () => (await patient.sql(early)).length > 0);
    const { workspace_id, channel_account_id } = number;
    const word = { mark: id, provider_message_id: 'wamid.soon', kind: 'accepted' } as const;
    await patient.domain.deliveries.settleFromProvider({ workspace_id, channel_account_id, ...word });
    await patient.quiet();
    expect((await patient.message(id)).delivered_at).not.toBeNull();
    await patient.stop();
  });
});

describe('an account that was disconnected after a message was handed over', () => {
  const disconnected = async (channel: 'whatsapp' | 'facebook') => {
    const account = await newNumber(channel);
    const id = await room.sending(account, { channel, to: PERSON, state: 'unknown' });
    await room.domain.accounts.disconnect(account.workspace_id, account.channel_account_id);
    return { account, id };
  };

  it.each([
    ['delivered', { status: 'sent', delivered_at: expect.any(Date) }],
    ['failed', { status: 'failed', failure_code: '131026' }],
  ])('is still told that WhatsApp says %s of it', async (status, expected) => {
    const { account, id } = await disconnected('whatsapp');
    const more = { biz_opaque_callback_data: id, ...(status === 'failed' && { errors: [{ code: 131026 }] }) };
    await deliver(whatsapp.status(account.external_account_id, freshId('wamid'), status, more));
    expect(await room.message(id)).toMatchObject(expected);
  });

  it('is still told of it by an echo of Messenger; of others nothing is stored', async () => {
    const { account, id } = await disconnected('facebook');
    const { external_account_id: external } = account;
    const others = [page.echo(external, { text: 'By hand' }), page.message(external, { from: '71' })];
    await deliver(page.echo(external, { id: 'm.gone', from: PERSON, metadata: id }), ...others);
    expect(await room.message(id)).toMatchObject({ status: 'sent', provider_message_id: 'm.gone' });
    expect(await count(account)).toBe(1);
  });
});

describe('an echo of our own message', () => {
  it('that bears our mark settles it and is no second message', async () => {
    const mine = await newNumber('facebook');
    const id = await room.sending(mine, { channel: 'facebook', to: '71' });
    const echo = page.echo(mine.external_account_id, { id: 'm.echo', from: '71', metadata: id });
    await deliver(echo, echo);
    expect(await room.message(id)).toMatchObject({ status: 'sent', provider_message_id: 'm.echo' });
    expect(await count(mine)).toBe(1);
  });

  it('that comes after its worker wrote everything is no second message', async () => {
    const mine = await newNumber('facebook');
    const id = await room.sending(mine, {
      channel: 'facebook',
      to: '71',
      state: 'accepted',
      ids: { message: 'm.known' },
    });
    await deliver(page.echo(mine.external_account_id, { id: 'm.known', from: '71' }));
    expect(await count(mine)).toBe(1);
    expect(await room.message(id)).toMatchObject({ status: 'sent' });
  });

  describe('that was known by its words', () => {
    const byWords = async (channel: 'facebook' | 'instagram') => {
      const mine = await newNumber(channel);
      const mid = freshId('m.words');
      const id = await room.sending(mine, { channel, to: '71', state: 'accepted', ids: { message: mid } });
      await room.sql('update message_delivery set is_by_words = true where message_id = $1', [id]);
      return { mine, mid, id };
    };
    const unknown = { status: 'failed', failure_code: 'outcome_unknown', provider_message_id: null, sent_at: null };

    it('is unknown again when its echo shows that another app sent it, and sent when its own echo comes', async () => {
      const { mine, mid, id } = await byWords('facebook');
      await deliver(page.echo(mine.external_account_id, { id: mid, from: '71', text: 'Good morning' }));
      expect(await room.message(id)).toMatchObject(unknown);
      expect(await count(mine)).toBe(2);
      const own = freshId('m.own');
      await deliver(page.echo(mine.external_account_id, { id: own, from: '71', metadata: id }));
      expect(await room.message(id)).toMatchObject({ status: 'sent', provider_message_id: own });
      expect(await count(mine)).toBe(2);
    });

    it('is unknown again when its echo shows that it is another one of ours', async () => {
      const { mine, mid, id } = await byWords('facebook');
      const other = await room.sending(mine, { channel: 'facebook', to: '71', state: 'unknown' });
      await deliver(page.echo(mine.external_account_id, { id: mid, from: '71', metadata: other }));
      expect(await room.message(id)).toMatchObject(unknown);
      expect(await room.message(other)).toMatchObject({ status: 'sent', provider_message_id: mid });
    });

    it('is sent after all when it was unknown again and its own answer comes late', async () => {
      const mine = await newNumber('facebook');
      const { id, answer } = await inHand(mine, { channel: 'facebook', to: '71' });
      const mid = freshId('m.words');
      const taken = `update message_delivery set state = 'accepted', is_by_words = true, provider_message_id = $2, finished_at = now(),
          lease_owner = null, lease_until = null where message_id = $1`;
      await room.sql(taken, [id, mid]);
      const sent = `update message set status = 'sent', sent_at = now(), provider_message_id = $2 where message_id = $1`;
      await room.sql(sent, [id, mid]);
      await deliver(page.echo(mine.external_account_id, { id: mid, from: '71', text: 'Good morning' }));
      expect(await room.message(id)).toMatchObject(unknown);
      const ids = { provider_message_id: 'm.own-late', provider_thread_id: null, internet_message_id: null };
      await answer({ kind: 'accepted', ...ids });
      expect(await room.message(id)).toMatchObject({
        status: 'sent',
        failure_code: null,
        provider_message_id: 'm.own-late',
      });
      expect(await eventsOf(mine)).toEqual(['message.failed', 'message.sent']);
    });

    it('stays sent where its echo bears our mark, and on Instagram, whose echoes bear none', async () => {
      const { mine, mid, id } = await byWords('facebook');
      await deliver(page.echo(mine.external_account_id, { id: mid, from: '71', metadata: id }));
      expect(await room.message(id)).toMatchObject({ status: 'sent', provider_message_id: mid });
      // Nor was it told as failed in between.
      expect(await eventsOf(mine)).toEqual([]);
      const unmarked = await byWords('instagram');
      const echo = { id: unmarked.mid, from: '71', object: 'instagram' } as const;
      await deliver(page.echo(unmarked.mine.external_account_id, echo));
      expect(await room.message(unmarked.id)).toMatchObject({ status: 'sent', provider_message_id: unmarked.mid });
    });
  });

  const said = { channel: 'instagram', to: '71', body: 'The very words' } as const;
  const echoed = { from: '71', text: ' The very words\n', object: 'instagram' } as const;

  it.each(['transmitting', 'unknown'] as const)(
    'without a mark is known by its words while it is %s',
    async (state) => {
      const mine = await newNumber('instagram');
      const id = await room.sending(mine, { ...said, state });
      await deliver(page.echo(mine.external_account_id, { id: freshId('m'), ...echoed }));
      expect(await room.message(id)).toMatchObject({ status: 'sent' });
      expect(await count(mine)).toBe(1);
    },
  );

  it('without a mark is known by its words though their characters are composed otherwise', async () => {
    const mine = await newNumber('instagram');
    const id = await room.sending(mine, { ...said, body: 'Gr\u00fc\u00dfe' });
    await deliver(page.echo(mine.external_account_id, { ...echoed, text: 'Gru\u0308\u00dfe' }));
    expect(await room.message(id)).toMatchObject({ status: 'sent' });
    expect(await count(mine)).toBe(1);
  });

  it('of Messenger would bear our mark: without it, the same words are of another app', async () => {
    const mine = await newNumber('facebook');
    const id = await room.sending(mine, { ...said, channel: 'facebook', state: 'unknown' });
    await deliver(page.echo(mine.external_account_id, { ...echoed, object: 'page' }));
    expect(await room.message(id)).toMatchObject({ status: 'pending', provider_message_id: null });
    expect(await count(mine)).toBe(2);
  });

  it.each(['facebook', 'instagram'] as const)(
    'on %s is no message that is stored already, however often it is told',
    async (channel) => {
      const mine = await newNumber(channel);
      const object = channel === 'facebook' ? 'page' : 'instagram';
      await deliver(page.echo(mine.external_account_id, { ...echoed, id: `m.by-hand-${channel}`, object }));
      const id = await room.sending(mine, { ...said, channel, state: 'unknown' });
      const [account] = await room.domain.receiving.accountsOf(channel, mine.external_account_id);
      const party = (address: string) => ({ address, display_name: null });
      const fetched = {
        ...aReceivedMail(`m.by-hand-${channel}`),
        direction: 'outbound' as const,
        thread_id: '71',
        subject: null,
        body: said.body,
        from: party(mine.external_account_id),
        to: [party('71')],
      };
      await room.domain.receiving.take(account!, [fetched]);
      expect(await room.message(id)).toMatchObject({ status: 'pending', provider_message_id: null });
      expect(await count(mine)).toBe(2);
    },
  );

  const others: [string, Partial<Sending>, object][] = [
    ['other words', {}, { text: 'Other words' }],
    ['another person', {}, { from: '72' }],
    ['words that were not sent yet', { state: 'queued' }, {}],
    ['words that were refused', { state: 'rejected', code: '190' }, {}],
  ];
  it.each(others)('is another message when it has %s', async (_what, change, other) => {
    const mine = await newNumber('instagram');
    const id = await room.sending(mine, { ...said, ...change });
    const { status } = await room.message(id);
    await deliver(page.echo(mine.external_account_id, { ...echoed, ...other }));
    expect(await count(mine)).toBe(2);
    expect(await room.message(id)).toMatchObject({ status, provider_message_id: null });
  });

  const long = (id: string, minutes: number) =>
    room.sql(
      `update message_delivery set transmit_started_at = now() - $2 * interval '1 minute' where message_id = $1`,
      [...[id, minutes]],
    );

  it('that was sent again after nobody had answered does not settle the first try', async () => {
    const mine = await newNumber('instagram');
    const first = await room.sending(mine, { ...said, state: 'rejected', code: 'outcome_unknown' });
    await long(first, 5);
    const again = await room.sending(mine, said);
    await deliver(page.echo(mine.external_account_id, { id: freshId('m'), ...echoed }));
    expect(await room.message(again)).toMatchObject({ status: 'sent' });
    expect(await room.message(first)).toMatchObject({ status: 'failed', failure_code: 'outcome_unknown' });
  });

  it('that somebody sent by hand much later is another message', async () => {
    const mine = await newNumber('instagram');
    const id = await room.sending(mine, { ...said, state: 'rejected', code: 'outcome_unknown' });
    await long(id, 20);
    await deliver(page.echo(mine.external_account_id, { id: freshId('m'), ...echoed }));
    expect(await room.message(id)).toMatchObject({ status: 'failed' });
    expect(await count(mine)).toBe(2);
  });

  const echoOf = (mine: Connected, ago: number): ReceivedMessage => {
    const party = (address: string) => ({ address, display_name: null });
    const people = { from: party(mine.external_account_id), to: [party('71')], thread_id: '71' };
    const about = { direction: 'outbound' as const, subject: null, body: said.body };
    return { ...aReceivedMail(freshId('m')), ...about, ...people, sent_at: new Date(Date.now() - ago * 1000) };
  };
  /** Two of the same words, begun so many seconds ago. */
  const begun = async (mine: Connected, state: Sending['state'], ...agos: number[]) => {
    const ids: string[] = [];
    for (const ago of agos) {
      const id = await room.sending(mine, { ...said, state, ...(state === 'rejected' && { code: 'outcome_unknown' }) });
      await long(id, ago / 60);
      ids.push(id);
    }
    return ids;
  };
  const told = async (mine: Connected, ago: number) => {
    const [account] = await room.domain.receiving.accountsOf('instagram', mine.external_account_id);
    await room.domain.receiving.take(account!, [echoOf(mine, ago)]);
  };
  const statuses = (ids: string[]) => Promise.all(ids.map(async (id) => (await room.message(id)).status));

  it('that may be one of two with the same words waits for the look, since clocks may differ', async () => {
    const mine = await newNumber('instagram');
    const ids = await begun(mine, 'unknown', 40, 20);
    await expect(told(mine, 35)).rejects.toThrow(MessageUnderWay);
    expect(await statuses(ids)).toEqual(['pending', 'pending']);
    expect(await count(mine)).toBe(2);
  });

  it('that may be one of two that nobody looks for any more is a message of its own', async () => {
    const mine = await newNumber('instagram');
    const ids = await begun(mine, 'rejected', 40, 20);
    await told(mine, 35);
    expect(await statuses(ids)).toEqual(['failed', 'failed']);
    expect(await count(mine)).toBe(3);
  });

  it('of each of two with the same words, which were begun clearly apart, settles its own', async () => {
    const mine = await newNumber('instagram');
    const ids = await begun(mine, 'unknown', 300, 5);
    await told(mine, 4);
    expect(await statuses(ids)).toEqual(['pending', 'sent']);
    await told(mine, 299);
    expect(await statuses(ids)).toEqual(['sent', 'sent']);
    expect(await count(mine)).toBe(2);
  });
});

describe('a message of the same words as one that is being sent', () => {
  const said = { channel: 'instagram', to: '71', body: 'The very words' } as const;
  const REFUSED = { kind: 'rejected', code: '10/2534022', detail: 'Too late.', http_status: 400 } as const;

  const echoed = (mine: Connected) =>
    page.echo(mine.external_account_id, { id: 'm.hand', from: '71', text: said.body, object: 'instagram' });

  it('waits for the answer: a refused one stays refused, and what was told is another message', async () => {
    const mine = await newNumber('instagram');
    const { id, answer } = await inHand(mine, said);
    await room.meta(echoed(mine)).expect(200);
    await waits();
    expect(await room.message(id)).toMatchObject({ status: 'pending' });
    await answer(REFUSED);
    await room.quiet();
    expect(await room.message(id)).toMatchObject({ status: 'failed', failure_code: '10/2534022' });
    expect(await count(mine)).toBe(2);
  });

  it('is not given up at its first other error after it has waited', async () => {
    const mine = await newNumber('instagram');
    const { answer } = await inHand(mine, said);
    await room.meta(echoed(mine)).expect(200);
    await waits();
    const away = new DomainError('unavailable', 'The database is away.');
    const asked = jest.spyOn(room.domain.receiving, 'accountsOf').mockRejectedValueOnce(away);
    await eventually(async () => asked.mock.calls.length > 0);
    await answer(REFUSED);
    await room.quiet();
    expect(await count(mine)).toBe(2);
  });

  it('does not stand against an answer that is written down late', async () => {
    const mine = await newNumber('instagram');
    const { id, answer } = await inHand(mine, said);
    await room.sql(`update message_delivery set lease_until = now() - interval '1 second' where message_id = $1`, [id]);
    await deliver(echoed(mine));
    expect(await room.message(id)).toMatchObject({ status: 'sent', provider_message_id: 'm.hand' });
    await answer(REFUSED);
    const failed = { status: 'failed', failure_code: '10/2534022', provider_message_id: null };
    expect(await room.message(id)).toMatchObject(failed);
  });

  it('waits for the answer: an accepted one is no second message', async () => {
    const mine = await newNumber('instagram');
    const { id, answer } = await inHand(mine, said);
    await room.meta(echoed(mine)).expect(200);
    await waits();
    await answer({
      kind: 'accepted',
      provider_message_id: 'm.hand',
      provider_thread_id: null,
      internet_message_id: null,
    });
    await room.quiet();
    expect(await room.message(id)).toMatchObject({ status: 'sent' });
    expect(await count(mine)).toBe(1);
  });

  it.each([
    ['has its id', { state: 'accepted', ids: { message: 'm.theirs' } }],
    ['was begun nearer to it', { state: 'unknown' }],
  ] as const)(
    'is not ours when it is another workspace’s with the same account, of which one %s',
    async (_what, how) => {
      const mine = await newNumber('instagram');
      const { external_account_id: external } = mine;
      const theirs = await room.account('instagram', { workspace_id: await room.newWorkspace(), external });
      const id = await room.sending(mine, { ...said, state: 'unknown' });
      await room.sql(
        `update message_delivery set transmit_started_at = now() - interval '5 minutes' where message_id = $1`,
        [id],
      );
      const other = await room.sending(theirs, { ...said, ...how });
      await deliver(page.echo(external, { id: 'm.theirs', from: '71', text: said.body, object: 'instagram' }));
      expect(await room.message(id)).toMatchObject({ status: 'pending' });
      expect(await room.message(other)).toMatchObject({ status: 'sent' });
    },
  );
});

it('an acceptance that is written late says nothing of why an earlier try was refused', async () => {
  const number = await newNumber();
  const { id, answer } = await inHand(number, { channel: 'whatsapp', to: PERSON });
  const over = `update message_delivery set state = 'unknown', lease_owner = null, lease_until = null,
      last_error_code = '130429', last_error = 'More slowly.', last_status = 400 where message_id = $1`;
  await room.sql(over, [id]);
  const ids = { provider_message_id: freshId('wamid.late'), provider_thread_id: null, internet_message_id: null };
  await answer({ kind: 'accepted', ...ids });
  expect(await room.message(id)).toMatchObject({ status: 'sent', failure_code: null, failure_detail: null });
});

it('a message that is another workspace’s by its time has nothing of this workspace settled', async () => {
  const mine = await newNumber('instagram');
  const { external_account_id: external } = mine;
  const theirs = await room.account('instagram', { workspace_id: await room.newWorkspace(), external });
  const said = { channel: 'instagram', to: '71', body: 'The very words', state: 'unknown' } as const;
  const id = await room.sending(mine, said);
  const ago = `update message_delivery set transmit_started_at = now() - interval '5 minutes' where message_id = $1`;
  await room.sql(ago, [id]);
  await room.sending(theirs, said);
  const settled: unknown[] = [];
  const { deliveries, db } = room.domain;
  const receiving = new ReceiveService(db, {
    numbers: deliveries.numbers,
    takeBackWords: (told) => deliveries.takeBackWords(told),
    settleFromProvider: (word) => {
      settled.push(word);
      return deliveries.settleFromProvider(word);
    },
  });
  const accounts = await receiving.accountsOf('instagram', external);
  const here = accounts.find(({ workspace_id }) => workspace_id === mine.workspace_id);
  const party = (address: string) => ({ address, display_name: null });
  const people = { from: party(external), to: [party('71')], thread_id: '71' };
  const told = { direction: 'outbound', subject: null, body: said.body } as const;
  await receiving.take(here!, [{ ...aReceivedMail(freshId('m')), ...told, ...people }]);
  expect(settled).toEqual([]);
  expect(await room.message(id)).toMatchObject({ status: 'pending' });
  expect(await count(mine)).toBe(2);
});

describe('what a person has read on Messenger', () => {
  it('is everything that was sent to them until then, and to nobody else', async () => {
    const mine = await newNumber('facebook');
    const { external_account_id: id } = mine;
    await deliver(page.message(id, { from: '71' }), page.message(id, { from: '72' }));
    const now = Date.now();
    const said = [
      ['71', now - 60_000, 'before'],
      ['71', now - 1000, 'after'],
      ['72', now - 60_000, 'somebody else'],
    ] as const;
    await deliver(...said.map(([from, at, text]) => page.echo(id, { from, at, text })));
    await deliver(page.read(id, '71', now - 30_000));
    const read = (await room.messages(mine.workspace_id)).filter(({ read_at }) => read_at !== null);
    expect(read.map(({ body, delivered_at }) => [body, delivered_at !== null])).toEqual([['before', true]]);
  });

  it('is also what was sent in another conversation with them', async () => {
    const mine = await newNumber('facebook');
    const { external_account_id: id, workspace_id } = mine;
    const now = Date.now();
    await deliver(page.message(id, { from: '71' }));
    await deliver(page.echo(id, { from: '71', at: now - 60_000, text: 'elsewhere' }));
    const another = newId();
    await room.sql(
      `insert into conversation (workspace_id, conversation_id, channel, channel_account_id, last_activity_at)
         select workspace_id, $2, channel, channel_account_id, last_activity_at from conversation where workspace_id = $1`,
      [workspace_id, another],
    );
    await room.sql(
      `insert into conversation_participant (workspace_id, conversation_id, kind, handle, is_self)
         values ($1, $2, 'psid', '71', false)`,
      [workspace_id, another],
    );
    await room.sql(`update message set conversation_id = $2 where workspace_id = $1 and body = 'elsewhere'`, [
      ...[workspace_id, another],
    ]);
    await deliver(page.read(id, '71', now - 30_000));
    const read = (await room.messages(workspace_id)).filter(({ read_at }) => read_at !== null);
    expect(read.map(({ body }) => body)).toEqual(['elsewhere']);
  });

  it('may be told message by message', async () => {
    const mine = await newNumber('facebook');
    const { external_account_id: id } = mine;
    await deliver(page.echo(id, { id: 'm.d1', text: 'one' }), page.echo(id, { id: 'm.d2', text: 'two' }));
    await deliver(page.delivered(id, 'psid-mara', ['m.d2']));
    const delivered = (await room.messages(mine.workspace_id)).filter(({ delivered_at }) => delivered_at !== null);
    expect(delivered.map(({ body }) => body)).toEqual(['two']);
  });
});

describe('a mark that a stranger has written into a mail to us', () => {
  it('settles nothing, and the mail is a mail like any other', async () => {
    const mailbox = await room.account('gmail', { workspace_id: await room.newWorkspace(), owner: room.ada });
    const id = await room.sending(mailbox, { channel: 'gmail', to: 'mara@example.com', state: 'unknown' });
    const [account] = await room.domain.receiving.accountsOf('gmail', mailbox.external_account_id);
    await room.domain.receiving.take(account!, [{ ...aReceivedMail('19stranger'), mark: id }]);
    expect(await room.message(id)).toMatchObject({ status: 'pending' });
    expect(await count(mailbox)).toBe(2);
  });
});
