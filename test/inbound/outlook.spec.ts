import { StandIns } from '../delivery/support/stand-ins.js';
import { expectError } from '../support/answers.js';
import { eventually } from '../support/eventually.js';
import { aReceivedMail, mailArrives, openMailbox } from './support/mailboxes.js';
import { Mailroom, type Connected } from './support/mailroom.js';

let providers: StandIns;
let room: Mailroom;
beforeAll(async () => {
  providers = await StandIns.start();
  room = await Mailroom.start(providers.url);
});
afterAll(async () => {
  await room.stop();
  await providers.close();
});

const newMailbox = () => openMailbox(room, providers, 'outlook');
const arrive = (mailbox: Connected, mail?: object) => mailArrives(providers, 'outlook', mailbox, mail);
const bodies = async ({ workspace_id }: Connected) =>
  (await room.messages(workspace_id)).map(({ body }) => body.trim());
const pushOf = async ({ channel_account_id }: Connected) => {
  const text = 'select push_subscription_id, push_expires_at from channel_account where channel_account_id = $1';
  return (
    await room.sql<{ push_subscription_id: string | null; push_expires_at: Date | null }>(text, [channel_account_id])
  )[0]!;
};

/** A mailbox of which Graph tells us what is new. */
async function subscribed(): Promise<Connected & { subscription: string }> {
  const mailbox = await newMailbox();
  await room.fetch(mailbox);
  await eventually(async () => (await pushOf(mailbox)).push_subscription_id !== null);
  return { ...mailbox, subscription: (await pushOf(mailbox)).push_subscription_id! };
}

describe('a mailbox of Outlook', () => {
  it('is fetched whole the first time, over several pages, and then what is new', async () => {
    const mailbox = await newMailbox();
    for (const n of Array(30).keys()) await arrive(mailbox, { text: `${n}` });
    await room.fetch(mailbox);
    await arrive(mailbox, { text: '30' });
    const { last_error_code } = await room.fetch(mailbox);
    expect(last_error_code).toBeNull();
    expect((await bodies(mailbox)).map(Number).sort((a, b) => a - b)).toEqual([...Array(31).keys()]);
  });

  it('gives a mail with its people, thread and what is attached', async () => {
    const mailbox = await newMailbox();
    const attachments = [{ filename: 'offer.pdf', content_type: 'application/pdf', content: 'x'.repeat(1000) }];
    const { id, thread } = await arrive(mailbox, { cc: ['cy@example.com'], html: '<p>Hello</p>', attachments });
    await room.fetch(mailbox);
    const [message] = await room.messages(mailbox.workspace_id);
    expect(message).toMatchObject({
      direction: 'inbound',
      from_handle: 'mara@example.com',
      subject: 'Offer',
      provider_message_id: id,
    });
    const [conversation] = await room.sql('select external_id from conversation where conversation_id = $1', [
      message!.conversation_id,
    ]);
    expect(conversation).toEqual({ external_id: thread });
    const attached = await room.sql('select filename, content_type from message_attachment where message_id = $1', [
      message!.message_id,
    ]);
    expect(attached).toEqual([{ filename: 'offer.pdf', content_type: 'application/pdf' }]);
    expect(await room.inboxes(message!.conversation_id)).toMatchObject([{ user_id: room.ada, last_read_at: null }]);
  });

  it('whose delta is too old is read anew, and nothing is stored twice or missed', async () => {
    const mailbox = await newMailbox();
    await arrive(mailbox, { text: 'before' });
    await room.fetch(mailbox);
    await arrive(mailbox, { text: 'meanwhile' });
    await providers.control('cursors/expire', { channel: 'outlook', account: mailbox.external_account_id });
    await arrive(mailbox, { text: 'after' });
    expect(await room.fetch(mailbox)).toMatchObject({ last_error_code: null });
    expect((await bodies(mailbox)).sort()).toEqual(['after', 'before', 'meanwhile']);
  });

  it('whose link Graph refuses is read anew', async () => {
    const mailbox = await newMailbox();
    await arrive(mailbox, { text: 'before' });
    const { sync_cursor } = await room.fetch(mailbox);
    const refused = String(sync_cursor!.inbox).replace(/deltatoken=\d+/, 'deltatoken=none');
    expect(refused).toContain('=none');
    await room.sql('update channel_account set sync_cursor = $2 where channel_account_id = $1', [
      mailbox.channel_account_id,
      { ...sync_cursor, inbox: refused },
    ]);
    await arrive(mailbox, { text: 'after' });
    const { last_error_code, sync_cursor: next } = await room.fetch(mailbox);
    expect([last_error_code, next!.inbox]).toEqual([null, expect.not.stringContaining('none')]);
    expect((await bodies(mailbox)).sort()).toEqual(['after', 'before']);
  });

  it('is read anew where a release that asked for fewer fields began', async () => {
    const mailbox = await newMailbox();
    await room.fetch(mailbox);
    const { sync_cursor } = await room.fetch(mailbox);
    const fields = String(sync_cursor!.fields).replace('replyTo,', '');
    const inbox = String(sync_cursor!.inbox).replace('replyTo', 'subject');
    await room.sql('update channel_account set sync_cursor = $2 where channel_account_id = $1', [
      mailbox.channel_account_id,
      { ...sync_cursor, inbox, fields },
    ]);
    await arrive(mailbox, { reply_to: ['kim@example.com'] });
    await room.fetch(mailbox);
    expect((await room.fetch(mailbox)).sync_cursor!.fields).toBe(sync_cursor!.fields);
    const kept = await room.sql('select reply_handles from message where workspace_id = $1', [mailbox.workspace_id]);
    expect(kept).toEqual([{ reply_handles: ['kim@example.com'] }]);
  });

  it('sends its token to no other host, whatever a link says', async () => {
    const mailbox = await newMailbox();
    await room.fetch(mailbox);
    const { sync_cursor } = await room.fetch(mailbox);
    const elsewhere = { ...sync_cursor, inbox: String(sync_cursor!.inbox).replace('127.0.0.1', 'localhost') };
    await room.sql('update channel_account set sync_cursor = $2 where channel_account_id = $1', [
      mailbox.channel_account_id,
      elsewhere,
    ]);
    expect((await room.fetch(mailbox)).last_error_code).not.toBeNull();
  });

  const graph = async ({ external_account_id }: Connected) => {
    const { access_token } = await providers.control<{ access_token: string }>('accounts', {
      channel: 'outlook',
      external_account_id,
    });
    const prefer = 'IdType="ImmutableId"';
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json', prefer };
    return (path: string, body: object) =>
      fetch(`${providers.url}/graph/v1.0/me/messages${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  };
  const written = async (call: Awaited<ReturnType<typeof graph>>, content: string) => {
    const toRecipients = [{ emailAddress: { address: 'mara@example.com' } }];
    const draft = await call('', { subject: 'Hello', body: { contentType: 'text', content }, toRecipients });
    return (await draft.json()) as { id: string; conversationId: string };
  };
  const write = async (...wish: Parameters<typeof written>) => (await written(...wish)).id;
  const ours = { channel: 'outlook', to: 'mara@example.com', state: 'unknown' } as const;

  it('gives back what we sent as what we sent', async () => {
    const mailbox = await newMailbox();
    const call = await graph(mailbox);
    const draft = await write(call, 'Hi');
    const id = await room.sending(mailbox, { ...ours, ids: { draft }, subject: 'Other' });
    await call(`/${draft}/send`, {});
    await eventually(async () => {
      await room.fetch(mailbox);
      return (await room.message(id)).status === 'sent';
    });
    expect(await room.messages(mailbox.workspace_id)).toHaveLength(1);
  });

  it.each(['ErrorAccessDenied', 'retries_exhausted'])(
    'knows a draft that was left after a refusal (%s) as ours when a person sends it',
    async (code) => {
      const mailbox = await newMailbox();
      const call = await graph(mailbox);
      const draft = await write(call, 'Hi');
      const id = await room.sending(mailbox, { ...ours, state: 'rejected', code, ids: { draft } });
      await room.sql(
        `update message_delivery set transmit_started_at = now() - interval '1 hour' where message_id = $1`,
        [id],
      );
      await call(`/${draft}/send`, {});
      await eventually(async () => {
        await room.fetch(mailbox);
        return (await room.messages(mailbox.workspace_id)).some(({ status }) => status === 'sent');
      });
      expect(await room.messages(mailbox.workspace_id)).toMatchObject([
        { message_id: id, status: 'sent', failure_code: null, provider_message_id: draft },
      ]);
      expect(await room.sql('select kind from event where subject_id = $1', [id])).toEqual([{ kind: 'message.sent' }]);
      const [{ age } = { age: NaN }] = await room.sql<{ age: number }>(
        'select extract(epoch from now() - sent_at)::float8 as age from message where message_id = $1',
        [id],
      );
      expect(age).toBeLessThan(1800);
    },
  );

  it('takes a mail that somebody wrote with the same words for another one, since ours is found by its draft', async () => {
    const mailbox = await newMailbox();
    const call = await graph(mailbox);
    const draft = await write(call, 'Good morning');
    const { id: other, conversationId: thread } = await written(call, 'Good morning');
    const id = await room.sending(mailbox, { ...ours, ids: { draft, thread } });
    await call(`/${other}/send`, {});
    await eventually(async () => {
      await room.fetch(mailbox);
      return (await room.messages(mailbox.workspace_id)).some(({ status }) => status === 'sent');
    });
    expect(await room.message(id)).toMatchObject({ status: 'pending', provider_message_id: null });
    expect(await room.messages(mailbox.workspace_id)).toHaveLength(2);
  });
});

describe('an answer that comes before it is known whether our mail was sent', () => {
  const ours = { channel: 'outlook', to: 'mara@example.com', ids: { draft: 'AAdraft', thread: 'AAthread' } } as const;
  const answer = (id: string) => ({ ...aReceivedMail(id), thread_id: 'AAthread', body: id });
  const take = async (mailbox: Connected, id: string) => {
    const [account] = await room.domain.receiving.accountsOf('outlook', mailbox.external_account_id);
    await room.domain.receiving.take(account!, [answer(id)]);
  };
  const conversations = async ({ workspace_id }: Connected) => {
    const text = 'select conversation_id, external_id from conversation where workspace_id = $1';
    return room.sql<{ conversation_id: string; external_id: string | null }>(text, [workspace_id]);
  };

  it.each(['transmitting', 'unknown'] as const)(
    'joins the conversation of the mail that is %s, and so do later ones',
    async (state) => {
      const mailbox = await newMailbox();
      const id = await room.sending(mailbox, { ...ours, state });
      await take(mailbox, 'first answer');
      await take(mailbox, 'second answer');
      const { conversation_id } = await room.message(id);
      expect(await conversations(mailbox)).toEqual([{ conversation_id, external_id: 'AAthread' }]);
      expect(await bodies(mailbox)).toEqual(['Good morning', 'first answer', 'second answer']);
    },
  );

  it('is not put with a draft that was never transmitted, nor with a mail of a colleague’s mailbox', async () => {
    const mailbox = await newMailbox();
    const colleague = await openMailbox(room, providers, 'outlook', {
      workspace_id: mailbox.workspace_id,
      owner: room.bob,
    });
    await room.sending(mailbox, { ...ours, state: 'queued' });
    await room.sending(colleague, { ...ours, state: 'unknown' });
    await take(mailbox, 'another mail');
    expect(await conversations(mailbox)).toHaveLength(3);
  });
});

describe('what Graph tells us', () => {
  it('is subscribed to, and brings new mail in at once', async () => {
    const mailbox = await subscribed();
    expect(mailbox.subscription).toEqual(expect.any(String));
    await arrive(mailbox, { text: 'told' });
    await eventually(async () => (await bodies(mailbox)).includes('told'));
  });

  it('is renewed at half its life, under the same name', async () => {
    const mailbox = await subscribed();
    const soon = `update channel_account set push_expires_at = now() + interval '30 hours' where channel_account_id = $1`;
    await room.sql(soon, [mailbox.channel_account_id]);
    await room.renew();
    const { push_subscription_id, push_expires_at } = await pushOf(mailbox);
    expect(push_subscription_id).toBe(mailbox.subscription);
    expect(push_expires_at!.getTime()).toBeGreaterThan(Date.now() + 60 * 3_600_000);
    const watches = () => providers.calls({ channel: 'outlook', call: 'watch', account: mailbox.external_account_id });
    const before = await watches();
    expect(before).not.toEqual([]);
    await room.renew();
    expect(await watches()).toEqual(before);
  });

  it('is subscribed to anew when the subscription is gone, and the mailbox is fetched from', async () => {
    const mailbox = await subscribed();
    await providers.control('behaviour', { copies: 0 });
    await arrive(mailbox, { text: 'never told' });
    await providers.control('behaviour', { copies: 1 });
    await providers.control('lifecycle', { account: mailbox.external_account_id, event: 'subscriptionRemoved' });
    await eventually(async () => (await bodies(mailbox)).includes('never told'));
    await eventually(async () => {
      const { push_subscription_id, push_expires_at } = await pushOf(mailbox);
      return push_subscription_id !== mailbox.subscription && push_expires_at !== null;
    });
  });

  it('may be that notifications were missed, each time anew', async () => {
    const mailbox = await subscribed();
    for (const event of ['missed', 'missed']) {
      const [before] = await room.sql<{ n: number }>('select count(*)::int as n from provider_event');
      await providers.control('lifecycle', { account: mailbox.external_account_id, event });
      await eventually(async () => {
        const [after] = await room.sql<{ n: number }>('select count(*)::int as n from provider_event');
        return after!.n > before!.n;
      });
    }
  });
});

describe('the door of Graph', () => {
  const post = () => room.http().post('/webhooks/graph').set('Content-Type', 'application/json');
  const kept = async () => (await room.sql<{ n: number }>('select count(*)::int as n from provider_event'))[0]!.n;
  const notification = (subscriptionId: string, clientState: unknown) => ({
    value: [{ subscriptionId, clientState, changeType: 'created', resourceData: { id: 'm-1' } }],
  });

  it('repeats a validation token as plain text that no browser takes for a page', async () => {
    const validationToken = 'Validation: <b>1</b> & 100%';
    const { status, text, headers } = await post().query({ validationToken });
    expect({ status, text }).toEqual({ status: 200, text: validationToken });
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('takes only what bears the secret of its subscription, and says to nobody which that is', async () => {
    const mailbox = await subscribed();
    const other = await subscribed();
    await room.quiet();
    const before = await kept();
    const stolen = 'the secret of another subscription';
    const hash = `update channel_account set push_secret_hash = sha256($2::bytea) where channel_account_id = $1`;
    await room.sql(hash, [other.channel_account_id, Buffer.from(stolen)]);
    for (const state of ['guessed', '', null, undefined, stolen]) {
      const { status, text } = await post().send(notification(mailbox.subscription, state));
      expect({ status, text }).toEqual({ status: 202, text: '' });
    }
    await post().send(notification('of-nobody', 'guessed')).expect(202);
    expect(await kept()).toBe(before);
    await room.sql(hash, [mailbox.channel_account_id, Buffer.from('the right one')]);
    const right = notification(mailbox.subscription, 'the right one');
    await post().send(right).expect(202);
    await post().send(right).expect(202);
    expect(await kept()).toBe(before + 1);
    await room.quiet();
    expect(JSON.stringify(await room.sql('select * from provider_event'))).not.toContain('the right one');
  });

  it.each([['no JSON'], ['{}'], ['[]']])('refuses %j with 400', async (text) => {
    expectError(await post().send(text), 400);
  });

  it('refuses what is larger than one megabyte', async () => {
    expectError(await post().send(JSON.stringify({ value: ['x'.repeat(1_100_000)] })), 413);
  });
});
