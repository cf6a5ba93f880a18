import { MessageUnderWay } from '#crm-domain/messaging';
import { StandIns } from '../delivery/support/stand-ins.js';
import { eventually } from '../support/eventually.js';
import { aReceivedMail, mailArrives, openMailbox } from './support/mailboxes.js';
import { Mailroom, type Connected, type Wish } from './support/mailroom.js';

let providers: StandIns;
let room: Mailroom;
beforeAll(async () => {
  providers = await StandIns.start();
  room = await Mailroom.start(providers.url);
  await providers.control('behaviour', { gmail_push_url: `${room.url}/webhooks/gmail` });
});
afterAll(async () => {
  await room.stop();
  await providers.close();
});

const newMailbox = (wish?: Wish) => openMailbox(room, providers, 'gmail', wish);
const arrive = (mailbox: Connected, mail?: object) => mailArrives(providers, 'gmail', mailbox, mail);
const bodies = async ({ workspace_id }: Connected) =>
  (await room.messages(workspace_id)).map(({ body }) => body.trim());

describe('a mailbox of Gmail', () => {
  it('is fetched whole the first time, and then what is new', async () => {
    const mailbox = await newMailbox();
    for (const n of Array(30).keys()) await arrive(mailbox, { text: `old ${n}` });
    const { last_error_code, last_synced_at } = await room.fetch(mailbox);
    expect({ last_error_code, isSynced: last_synced_at !== null }).toEqual({ last_error_code: null, isSynced: true });
    expect(await bodies(mailbox)).toHaveLength(30);
    await arrive(mailbox, { text: 'new' });
    await room.fetch(mailbox);
    expect((await bodies(mailbox)).filter((body) => body === 'new')).toHaveLength(1);
    expect(await bodies(mailbox)).toHaveLength(31);
  });

  it('with hundreds of mails gives way to what waits after a hundred, and is fetched whole at once where nothing does', async () => {
    const mailbox = await newMailbox();
    for (const n of Array(110).keys()) await arrive(mailbox, { text: `old ${n}` });
    expect(await room.fetch(mailbox)).toMatchObject({ last_error_code: null, last_synced_at: expect.any(Date) });
    expect(await bodies(mailbox)).toHaveLength(110);
    const jobs = `select priority from pgboss.job where name = 'account-sync' and singleton_key = $1 order by created_on`;
    expect(await room.sql(jobs, [mailbox.channel_account_id])).toEqual([{ priority: 0 }, { priority: -9 }]);
  });

  it('gives a mail with its people, times, thread and what is attached', async () => {
    const mailbox = await newMailbox();
    const attachments = [{ filename: 'offer.pdf', content_type: 'application/pdf', content: 'x'.repeat(1000) }];
    const to = [mailbox.external_account_id, 'Bo <BO@example.com>'];
    const { id, thread } = await arrive(mailbox, {
      to,
      cc: ['cy@example.com'],
      attachments,
      message_id: '<m1@example.com>',
    });
    await room.fetch(mailbox);
    const [message] = await room.messages(mailbox.workspace_id);
    expect(message).toMatchObject({
      direction: 'inbound',
      subject: 'Offer',
      body: expect.stringContaining('Hello'),
      provider_message_id: id,
      from_handle: 'mara@example.com',
      internet_message_id: '<m1@example.com>',
    });
    const { conversation_id, message_id } = message!;
    const [conversation] = await room.sql(
      'select channel, external_id, subject from conversation where conversation_id = $1',
      [conversation_id],
    );
    expect(conversation).toEqual({ channel: 'gmail', external_id: thread, subject: 'Offer' });
    const people = await room.sql(
      'select handle, display_name, is_self from conversation_participant where conversation_id = $1 order by handle',
      [conversation_id],
    );
    expect(people).toEqual(
      expect.arrayContaining([
        { handle: 'mara@example.com', display_name: 'Mara Lind', is_self: false },
        { handle: 'bo@example.com', display_name: 'Bo', is_self: false },
        { handle: 'cy@example.com', display_name: null, is_self: false },
        { handle: mailbox.external_account_id, display_name: null, is_self: true },
      ]),
    );
    const recipients = await room.sql(
      'select role, handle, address from message_recipient where message_id = $1 order by role desc, position',
      [message_id],
    );
    expect(recipients).toEqual([
      { role: 'to', handle: mailbox.external_account_id, address: mailbox.external_account_id },
      { role: 'to', handle: 'bo@example.com', address: 'BO@example.com' },
      { role: 'cc', handle: 'cy@example.com', address: 'cy@example.com' },
    ]);
    const attached = await room.sql(
      'select filename, content_type, size::int from message_attachment where message_id = $1',
      [message_id],
    );
    expect(attached).toEqual([{ filename: 'offer.pdf', content_type: 'application/pdf', size: 1000 }]);
  });

  it('whose history is too old is read anew, and nothing is stored twice or missed', async () => {
    const mailbox = await newMailbox();
    await arrive(mailbox, { text: 'before' });
    await room.fetch(mailbox);
    await arrive(mailbox, { text: 'meanwhile' });
    await providers.control('cursors/expire', { channel: 'gmail', account: mailbox.external_account_id });
    await arrive(mailbox, { text: 'after' });
    const { last_error_code } = await room.fetch(mailbox);
    expect(last_error_code).toBeNull();
    expect((await bodies(mailbox)).sort()).toEqual(['after', 'before', 'meanwhile']);
  });

  it('goes on where a page ended, when much has come', async () => {
    const mailbox = await newMailbox();
    await room.fetch(mailbox);
    await providers.control('behaviour', { copies: 0 });
    for (const n of Array(60).keys()) await arrive(mailbox, { text: `${n}` });
    await providers.control('behaviour', { copies: 1 });
    await room.fetch(mailbox);
    expect((await bodies(mailbox)).map(Number).sort((a, b) => a - b)).toEqual([...Array(60).keys()]);
  });

  it('is told of new mail by a push, soon after it was fetched for the first time', async () => {
    const mailbox = await newMailbox();
    await room.fetch(mailbox);
    await eventually(async () => (await room.fetched(mailbox.channel_account_id)).push_expires_at !== null);
    await arrive(mailbox, { text: 'pushed' });
    await eventually(async () => (await bodies(mailbox)).includes('pushed'));
  });

  it('that cannot be watched is fetched from all the same', async () => {
    const mailbox = await newMailbox();
    await providers.fault({
      channel: 'gmail',
      call: 'watch',
      account: mailbox.external_account_id,
      action: 'answer',
      status: 403,
      times: 0,
    });
    await room.renew();
    await arrive(mailbox);
    expect(await room.fetch(mailbox)).toMatchObject({ last_error_code: null, push_expires_at: null });
    await providers.calmDown();
  });

  describe('whose watch has to be renewed', () => {
    /** Of all, only these have to be, in this order. */
    async function unwatched(...mailboxes: Connected[]): Promise<void> {
      await room.sql(`update channel_account set push_expires_at = now() + interval '30 days'`);
      for (const [n, { channel_account_id }] of mailboxes.entries())
        await room.sql(
          `update channel_account set push_expires_at = now() + $2 * interval '1 minute' where channel_account_id = $1`,
          [channel_account_id, n],
        );
    }
    const daysOf = async ({ channel_account_id }: Connected) => {
      const text = `select extract(epoch from push_expires_at - now())::float8 / 86400 as days from channel_account
        where channel_account_id = $1`;
      return (await room.sql<{ days: number }>(text, [channel_account_id]))[0]!.days;
    };
    const isWatched = async (mailbox: Connected) => (await daysOf(mailbox)) > 6;

    it('is watched for a week, however long Gmail says', async () => {
      const [odd, other] = [await newMailbox(), await newMailbox()];
      await unwatched(odd, other);
      const body = { historyId: '1', expiration: '99999999999999999999' };
      const fault = { channel: 'gmail', call: 'watch', account: odd.external_account_id };
      await providers.fault({ ...fault, action: 'answer', status: 200, body });
      await room.renew();
      expect([await isWatched(odd), await isWatched(other)]).toEqual([true, true]);
      expect(await daysOf(odd)).toBeLessThan(7.1);
    });

    it('is watched though storing that of another one fails', async () => {
      const [odd, other] = [await newMailbox(), await newMailbox()];
      await unwatched(odd, other);
      const { syncs } = room.domain;
      const save = syncs.savePush.bind(syncs);
      jest.spyOn(syncs, 'savePush').mockImplementation(async (account, push) => {
        if (account.channel_account_id === odd.channel_account_id) throw new Error('That cannot be stored.');
        return save(account, push);
      });
      await room.renew();
      expect([await isWatched(odd), await isWatched(other)]).toEqual([false, true]);
    });

    it('is watched though a hundred others that never were fail each time', async () => {
      const mailbox = await newMailbox();
      await unwatched(mailbox);
      await room.sql(
        `insert into channel_account (workspace_id, channel_account_id, channel, external_account_id, address, owner_user_id)
         select $1, gen_random_uuid(), 'gmail', n || '@example.com', n || '@example.com', $2 from generate_series(1, 100) n`,
        [mailbox.workspace_id, room.ada],
      );
      await eventually(async () => {
        await room.renew();
        return isWatched(mailbox);
      });
      await room.sql('delete from channel_account where credentials is null');
    });
  });

  it.each([429, 503])('that asks with %d to be left alone is left alone for as long as it says', async (status) => {
    const mailbox = await newMailbox();
    const limit = { action: 'answer', status, headers: { 'retry-after': '600' } };
    await providers.fault({ channel: 'gmail', call: 'read', account: mailbox.external_account_id, ...limit });
    const { last_error_code, sync_at } = await room.fetch(mailbox);
    expect(last_error_code).not.toBeNull();
    expect(sync_at.getTime()).toBeGreaterThan(Date.now() + 500_000);
    await arrive(mailbox);
    expect(await room.fetch(mailbox)).toMatchObject({ last_error_code: null });
    expect(await bodies(mailbox)).toHaveLength(1);
  });

  it('that refuses for the moment is asked again within minutes', async () => {
    const mailbox = await newMailbox();
    const message = 'Precondition check failed.';
    const error = { code: 400, message, errors: [{ reason: 'failedPrecondition', message }] };
    const passing = { action: 'answer', status: 400, body: { error } };
    await providers.fault({ channel: 'gmail', call: 'read', account: mailbox.external_account_id, ...passing });
    const { last_error_code, sync_at } = await room.fetch(mailbox);
    expect(last_error_code).toBe('failedPrecondition');
    expect(sync_at.getTime()).toBeLessThan(Date.now() + 600_000);
  });

  it('whose token has ended gets another one; whose owner has withdrawn is told to connect again', async () => {
    const mailbox = await newMailbox();
    const at = { channel: 'gmail', account: mailbox.external_account_id };
    await providers.control('tokens/expire', { ...at, kind: 'access' });
    await arrive(mailbox);
    const first = await room.fetch(mailbox);
    const { last_error_code } = first.last_error_code ? await room.fetch(mailbox) : first;
    expect({ last_error_code, bodies: await bodies(mailbox) }).toEqual({ last_error_code: null, bodies: ['Hello'] });
    await providers.control('tokens/expire', { ...at, kind: 'access' });
    await providers.control('tokens/expire', { ...at, kind: 'refresh' });
    expect(await room.fetch(mailbox)).toMatchObject({ status: 'reauth_required' });
    const before = (await providers.calls(at)).length;
    await room.inbound.sweep();
    expect((await providers.calls(at)).length).toBe(before);
  });
});

describe('a mail in its conversation', () => {
  const conversationsOf = async (mailbox: Connected) =>
    (await room.messages(mailbox.workspace_id)).map(({ conversation_id }) => conversation_id);

  it('is with those of the same thread', async () => {
    const mailbox = await newMailbox();
    await arrive(mailbox, { message_id: '<a@example.com>' });
    await arrive(mailbox, { in_reply_to: '<a@example.com>', references: ['<a@example.com>'] });
    await arrive(mailbox, { subject: 'Something else' });
    await room.fetch(mailbox);
    const [first, second, third] = await conversationsOf(mailbox);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('is linked with the mail that it answers when Gmail names the newer one first', async () => {
    const mailbox = await newMailbox();
    const mail = (id: string, more: object) => ({ ...aReceivedMail(id), thread_id: 'one', ...more });
    const answered = mail('19older', {
      internet_message_id: '<a@example.com>',
      sent_at: new Date('2026-03-01T10:00:00Z'),
    });
    const answer = mail('19newer', { references: ['<a@example.com>'], sent_at: new Date('2026-03-01T11:00:00Z') });
    const [account] = await room.domain.receiving.accountsOf('gmail', mailbox.external_account_id);
    await room.domain.receiving.take(account!, [answer, answered]);
    const [older, newer] = await room.messages(mailbox.workspace_id);
    expect(newer).toMatchObject({ provider_message_id: '19newer', reply_to_message_id: older!.message_id });
  });

  it('is with the mail that it answers although that began here, and its thread has another name', async () => {
    const mailbox = await newMailbox();
    const ids = { message: '19sent' };
    const sent = await room.sending(mailbox, { channel: 'gmail', to: 'mara@example.com', state: 'accepted', ids });
    await room.sql(`update message set internet_message_id = '<ours@mail.example.com>' where message_id = $1`, [sent]);
    await arrive(mailbox, {
      in_reply_to: '<ours@mail.example.com>',
      references: ['<ours@mail.example.com>'],
      text: 'Yes',
    });
    await room.fetch(mailbox);
    const [ours, theirs] = await room.messages(mailbox.workspace_id);
    expect(theirs).toMatchObject({ conversation_id: ours!.conversation_id, reply_to_message_id: sent });
    await arrive(mailbox, { in_reply_to: '<ours@mail.example.com>', text: 'And' });
    await room.fetch(mailbox);
    expect(new Set(await conversationsOf(mailbox)).size).toBe(1);
  });

  it('is not with that of a colleague, who may have said more there', async () => {
    const mailbox = await newMailbox();
    const colleague = await newMailbox({ workspace_id: mailbox.workspace_id, owner: room.bob });
    const mail = {
      message_id: '<both@example.com>',
      to: [mailbox, colleague].map(({ external_account_id }) => external_account_id),
    };
    await arrive(mailbox, mail);
    await arrive(colleague, mail);
    await room.fetch(mailbox);
    await room.fetch(colleague);
    const [mine, theirs] = await conversationsOf(mailbox);
    expect(mine).not.toBe(theirs);
    const owners = await Promise.all(
      [mine, theirs].map(async (id) => (await room.inboxes(id!)).map(({ user_id }) => user_id)),
    );
    expect(owners).toEqual([[room.ada], [room.bob]]);
  });

  it('that came to two mailboxes of one person is one mail', async () => {
    const mailbox = await newMailbox();
    const second = await newMailbox({ workspace_id: mailbox.workspace_id });
    const mail = { message_id: '<twice@example.com>' };
    await arrive(mailbox, mail);
    await arrive(second, mail);
    await room.fetch(mailbox);
    await room.fetch(second);
    await arrive(second, { in_reply_to: '<twice@example.com>', text: 'More' });
    await room.fetch(second);
    expect(await bodies(mailbox)).toEqual(['Hello', 'More']);
    expect(new Set(await conversationsOf(mailbox)).size).toBe(1);
  });

  it('is unread until its owner has read it, wherever that is', async () => {
    const mailbox = await newMailbox();
    await arrive(mailbox);
    await room.fetch(mailbox);
    const [conversation] = await conversationsOf(mailbox);
    const [inbox] = await room.inboxes(conversation!);
    expect(inbox).toMatchObject({ user_id: room.ada, last_read_at: null, last_inbound_at: expect.any(Date) });
  });
});

describe('a copy of a mail that we sent', () => {
  const encoded = (subject: string) => `=?UTF-8?B?${Buffer.from(subject).toString('base64')}?=`;
  const compose = (mailbox: Connected, mark: string | null, subject: string) =>
    [
      `From: ${mailbox.external_account_id}`,
      ...['To: mara@example.com', `Subject: ${subject}`, 'Message-ID: <ours@example.com>'],
      ...(mark ? [`X-CRM-Message-Id: ${mark}`] : []),
      ...['', 'Good morning'],
    ].join('\r\n');

  const api = async (mailbox: Connected) => {
    const { access_token } = await providers.control<{ access_token: string }>('accounts', {
      channel: 'gmail',
      external_account_id: mailbox.external_account_id,
      keeps_headers: true,
    });
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
    return async <T>(path: string, json?: object) => {
      const init = { headers, ...(json && { method: 'POST', body: JSON.stringify(json) }) };
      return (await (await fetch(`${providers.url}/gmail/gmail/v1/users/me/${path}`, init)).json()) as T;
    };
  };

  /**
   * Makes a draft at Gmail as the delivery does. Gives its thread, and how to send it, which gives the id of the mail;
   * `byHand` does it as a person does from Gmail's own pages.
   */
  async function draft(mailbox: Connected, mark: string | null, subject = 'Hello') {
    const call = await api(mailbox);
    const raw = Buffer.from(compose(mailbox, mark, subject)).toString('base64url');
    const { id, message } = await call<{ id: string; message: { threadId: string } }>('drafts', {
      message: { raw },
    });
    const wish = { account: mailbox.external_account_id, draft: id };
    return {
      thread: message.threadId,
      send: async () => (await call<{ id: string }>('drafts/send', { id })).id,
      byHand: async () => (await providers.control<{ id: string }>('drafts/send', wish)).id,
    };
  }

  const send = async (mailbox: Connected) => (await draft(mailbox, null)).send();
  const ours = { channel: 'gmail', to: 'mara@example.com', state: 'unknown' } as const;
  const givenUp = { ...ours, state: 'rejected', code: 'outcome_unknown' } as const;

  it('is recognised by our mark and settles what was unknown', async () => {
    const mailbox = await newMailbox();
    const id = await room.sending(mailbox, ours);
    const sent = await (await draft(mailbox, id)).send();
    await room.fetch(mailbox);
    expect(await room.messages(mailbox.workspace_id)).toMatchObject([
      { message_id: id, status: 'sent', provider_message_id: sent, internet_message_id: expect.stringMatching(/^<CA/) },
    ]);
  });

  it('is recognised by our mark when a person sends the draft that was left after a refusal', async () => {
    const mailbox = await newMailbox();
    const id = await room.sending(mailbox, { ...ours, state: 'rejected', code: 'failedPrecondition' });
    const sent = await (await draft(mailbox, id)).send();
    await room.fetch(mailbox);
    expect(await room.messages(mailbox.workspace_id)).toMatchObject([
      { message_id: id, status: 'sent', failure_code: null, provider_message_id: sent },
    ]);
  });

  it('is recognised, and a mail written by hand is fetched, when their drafts were there at the last fetch', async () => {
    const mailbox = await newMailbox();
    const id = await room.sending(mailbox, { ...ours, state: 'rejected', code: 'failedPrecondition' });
    const [left, own] = [await draft(mailbox, id), await draft(mailbox, null)];
    await room.fetch(mailbox);
    expect(await room.messages(mailbox.workspace_id)).toMatchObject([{ message_id: id, status: 'failed' }]);
    const sent = [await left.byHand(), await own.byHand()];
    await room.fetch(mailbox);
    const found = await room.messages(mailbox.workspace_id);
    expect(found.map((each) => each.provider_message_id).sort()).toEqual(sent.sort());
    expect(await room.message(id)).toMatchObject({ status: 'sent', failure_code: null });
  });

  it.each([
    ['waits for its first attempt', { state: 'queued' }],
    ['was given up', { state: 'rejected', code: 'retries_exhausted' }],
    ['was refused with its account', { state: 'rejected', code: 'reauth_required' }],
  ] as const)(
    'is recognised by our mark when a person sent the draft of one that was never handed over and %s',
    async (_what, how) => {
      const mailbox = await newMailbox();
      const id = await room.sending(mailbox, { ...ours, ...how });
      const never = 'update message_delivery set transmit_count = 0, transmit_started_at = null where message_id = $1';
      await room.sql(never, [id]);
      const sent = await (await draft(mailbox, id)).send();
      await room.fetch(mailbox);
      expect(await room.messages(mailbox.workspace_id)).toMatchObject([
        { message_id: id, status: 'sent', failure_code: null, provider_message_id: sent },
      ]);
    },
  );

  it('is another mail, when a person sends without our mark the draft that was left after a refusal', async () => {
    const mailbox = await newMailbox();
    const made = await draft(mailbox, null);
    const left = { ...ours, state: 'rejected', code: 'failedPrecondition' } as const;
    const id = await room.sending(mailbox, { ...left, ids: { draft: 'r-1', thread: made.thread } });
    await made.send();
    await room.fetch(mailbox);
    expect(await room.message(id)).toMatchObject({ status: 'failed', failure_code: 'failedPrecondition' });
    expect(await bodies(mailbox)).toHaveLength(2);
  });

  it('is recognised by its thread and its words, when Gmail has taken our mark away', async () => {
    const mailbox = await newMailbox();
    const made = await draft(mailbox, null);
    const id = await room.sending(mailbox, { ...givenUp, ids: { thread: made.thread } });
    const sent = await made.send();
    await room.fetch(mailbox);
    expect(await room.messages(mailbox.workspace_id)).toMatchObject([
      { message_id: id, status: 'sent', provider_message_id: sent, internet_message_id: expect.stringMatching(/^<CA/) },
    ]);
  });

  it('is so with a subject that has the form of encoded words, of which Gmail shows what ours said', async () => {
    const mailbox = await newMailbox();
    const subject = 'Fwd: =?UTF-8?B?WW91IG93ZQ==?= (raw header)';
    const made = await draft(mailbox, null, encoded(subject));
    const id = await room.sending(mailbox, { ...givenUp, subject, ids: { thread: made.thread } });
    const sent = await made.send();
    await room.fetch(mailbox);
    expect(await room.messages(mailbox.workspace_id)).toMatchObject([
      { message_id: id, status: 'sent', provider_message_id: sent },
    ]);
  });

  it('with other words is another mail, although it is in the same thread, with the same subject and to the same people', async () => {
    const mailbox = await newMailbox();
    const made = await draft(mailbox, null);
    const id = await room.sending(mailbox, { ...ours, body: 'Good evening', ids: { thread: made.thread } });
    await made.send();
    await room.fetch(mailbox);
    expect(await room.message(id)).toMatchObject({ status: 'pending' });
    expect(await bodies(mailbox)).toHaveLength(2);
  });

  it('in another thread is another mail, which somebody wrote with the same words', async () => {
    const mailbox = await newMailbox();
    const { thread } = await draft(mailbox, null);
    const id = await room.sending(mailbox, { ...ours, ids: { thread } });
    await send(mailbox);
    await room.fetch(mailbox);
    expect(await room.message(id)).toMatchObject({ status: 'pending', provider_message_id: null });
    expect(await bodies(mailbox)).toHaveLength(2);
  });

  it('of the same words waits for the look, since our draft may still be there', async () => {
    const mailbox = await newMailbox();
    const made = await draft(mailbox, null);
    const id = await room.sending(mailbox, { ...ours, ids: { thread: made.thread } });
    const mail = { ...aReceivedMail('19by-hand'), direction: 'outbound' as const, thread_id: made.thread };
    const [account] = await room.domain.receiving.accountsOf('gmail', mailbox.external_account_id);
    await expect(room.domain.receiving.take(account!, [mail])).rejects.toThrow(MessageUnderWay);
    // The looks saw it, so it is sent again; what was told is then another mail.
    await room.sql(`update message_delivery set state = 'queued', not_sent_count = 0 where message_id = $1`, [id]);
    await room.domain.receiving.take(account!, [mail]);
    expect(await room.message(id)).toMatchObject({ status: 'pending', provider_message_id: null });
    expect(await bodies(mailbox)).toHaveLength(2);
  });

  it('that may be either of two whose fate nobody knows waits for the looks, and holds back no other mail', async () => {
    const mailbox = await newMailbox();
    const made = await draft(mailbox, null);
    const both = { ...ours, ids: { thread: made.thread } };
    const [first, second] = [await room.sending(mailbox, both), await room.sending(mailbox, both)];
    const sent = await made.send();
    for (const n of Array(30).keys()) await arrive(mailbox, { text: `after ${n}` });
    // A push may have had a part of them fetched already.
    const fetchedAll = (count: number) =>
      eventually(async () => {
        const { last_error_code } = await room.fetch(mailbox);
        return last_error_code === 'message_under_way' && (await bodies(mailbox)).length === count;
      });
    await fetchedAll(32);
    await arrive(mailbox, { text: 'later still' });
    await fetchedAll(33);
    const sentIds = async () => (await room.messages(mailbox.workspace_id)).map((each) => each.provider_message_id);
    expect(await sentIds()).not.toContain(sent);
    // The looks found nothing, and one of them was begun an hour before.
    const over = `update message_delivery set state = 'rejected', last_error_code = 'outcome_unknown', finished_at = now()
      where message_id in ($1, $2)`;
    await room.sql(over, [first, second]);
    const before = `update message_delivery set transmit_started_at = now() - interval '1 hour' where message_id = $1`;
    await room.sql(before, [second]);
    await eventually(async () => (await room.fetch(mailbox)).last_error_code === null);
    expect(await room.message(first)).toMatchObject({ status: 'sent', provider_message_id: sent });
    expect(await bodies(mailbox)).toHaveLength(33);
  });

  it('that may be either of two is waited for by what answers it, on whatever page that is, and is in one conversation with it', async () => {
    const mailbox = await newMailbox();
    await room.fetch(mailbox);
    const made = await draft(mailbox, null);
    const both = { ...ours, ids: { thread: made.thread } };
    const [first, second] = [await room.sending(mailbox, both), await room.sending(mailbox, both)];
    const sent = await made.send();
    const { payload } = await (
      await api(mailbox)
    )<{ payload: { headers: { name: string; value: string }[] } }>(`messages/${sent}?format=metadata`);
    const in_reply_to = payload.headers.find(({ name }) => name.toLowerCase() === 'message-id')!.value;
    for (const n of Array(30).keys()) await arrive(mailbox, { text: `after ${n}` });
    const answer = { in_reply_to, references: [in_reply_to], subject: 'Re: Hello', text: 'Yes' };
    expect(await arrive(mailbox, answer)).toMatchObject({ thread: made.thread });
    await arrive(mailbox, { text: 'last' });
    await eventually(async () => {
      const { last_error_code } = await room.fetch(mailbox);
      return last_error_code === 'message_under_way' && (await bodies(mailbox)).includes('last');
    });
    expect(await bodies(mailbox)).not.toContain('Yes');
    expect(await bodies(mailbox)).toHaveLength(33);
    // The looks found nothing, and one of them was begun an hour before.
    const over = `update message_delivery set state = 'rejected', last_error_code = 'outcome_unknown', finished_at = now(),
        transmit_started_at = transmit_started_at - case message_id when $2 then interval '1 hour' else interval '0' end
      where message_id in ($1, $2)`;
    await room.sql(over, [first, second]);
    await eventually(async () => (await room.fetch(mailbox)).last_error_code === null);
    const { conversation_id } = await room.message(first);
    const [reply] = (await room.messages(mailbox.workspace_id)).filter(({ body }) => body.trim() === 'Yes');
    expect(await room.message(first)).toMatchObject({ status: 'sent', provider_message_id: sent });
    expect(reply).toMatchObject({ conversation_id, reply_to_message_id: first });
  });

  it('that was settled already gets the Message-ID that Gmail gave it', async () => {
    const mailbox = await newMailbox();
    const message = await send(mailbox);
    const id = await room.sending(mailbox, {
      channel: 'gmail',
      to: 'mara@example.com',
      state: 'accepted',
      ids: { message },
    });
    await room.fetch(mailbox);
    expect(await room.messages(mailbox.workspace_id)).toMatchObject([
      { message_id: id, internet_message_id: expect.stringMatching(/^<CA/) },
    ]);
  });

  it('from elsewhere is a message of the owner, and what came before it is read', async () => {
    const mailbox = await newMailbox();
    await send(mailbox);
    await room.fetch(mailbox);
    const [message] = await room.messages(mailbox.workspace_id);
    expect(message).toMatchObject({ direction: 'outbound', status: 'sent', author_user_id: room.ada });
    expect((await room.inboxes(message!.conversation_id))[0]).toMatchObject({ last_read_at: message!.sent_at });
  });
});
