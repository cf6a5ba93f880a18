import type { ReceivedMessage } from '#crm-domain/messaging';
import { newId } from '#platform';
import { GmailMailbox } from '../../libs/channels/src/gmail/gmail-mailbox.js';
import { RawServer, http } from '../channels/support/raw-server.js';
import { StandIns } from '../delivery/support/stand-ins.js';
import { eventually } from '../support/eventually.js';
import { aReceivedMail, mailArrives, openMailbox } from './support/mailboxes.js';
import { Mailroom } from './support/mailroom.js';

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

const LINE = 'A line that somebody wrote.\n';
/** No two alike, so that nothing makes them shorter. */
const unlike = (length: number) =>
  Array.from({ length }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7919) % 20000))).join('');

describe('a mail that a stranger made', () => {
  it('too large to be read does not stop those behind it, at Gmail', async () => {
    const mailbox = await openMailbox(room, providers, 'gmail');
    await mailArrives(providers, 'gmail', mailbox, { text: LINE.repeat(500_000), subject: 'huge' });
    await mailArrives(providers, 'gmail', mailbox, { text: 'behind it' });
    expect((await room.fetch(mailbox)).last_error_code).toBeNull();
    const bodies = (await room.messages(mailbox.workspace_id)).map(({ subject, body }) => [subject, body.trim()]);
    expect(bodies.sort()).toEqual([
      ['Offer', 'behind it'],
      ['huge', '[This mail is too large to be shown here.]'],
    ]);
  });

  it('large does not stop those of the same page, at Outlook', async () => {
    const mailbox = await openMailbox(room, providers, 'outlook');
    for (const n of Array(18).keys())
      await mailArrives(providers, 'outlook', mailbox, { text: LINE.repeat(35_000), subject: `${n}` });
    // A fetch of its own accord may have begun before all of them were there.
    await eventually(async () => {
      expect((await room.fetch(mailbox)).last_error_code).toBeNull();
      return (await room.messages(mailbox.workspace_id)).length === 18;
    });
  });

  it('to 8,000 people is stored with the first 500 of them, and does not stop those behind it, at Outlook', async () => {
    const mailbox = await openMailbox(room, providers, 'outlook');
    const to = Array.from({ length: 8000 }, (_, n) => `${n}@example.com`);
    await mailArrives(providers, 'outlook', mailbox, { subject: 'many', to });
    await mailArrives(providers, 'outlook', mailbox, { subject: 'behind' });
    await eventually(async () => {
      expect((await room.fetch(mailbox)).last_error_code).toBeNull();
      return (await room.messages(mailbox.workspace_id)).length === 2;
    });
    const people = `select count(*)::int as n from message join message_recipient using (workspace_id, message_id)
      where workspace_id = $1 and subject = 'many'`;
    expect(await room.sql(people, [mailbox.workspace_id])).toEqual([{ n: 500 }]);
  });

  it('of parts in parts in parts is kept without them', async () => {
    const depth = 2000;
    const parts = '{"mimeType":"multipart/mixed","parts":['.repeat(depth) + '{}' + ']}'.repeat(depth);
    const mail = (payload: string) => `{"id":"m1","threadId":"t1","internalDate":"1780000000000","payload":${payload}}`;
    const gmail = await RawServer.start((socket, received) => {
      const asked = received.split('GET ').at(-1)!;
      if (!asked.endsWith('\r\n\r\n')) return;
      const id = '{"historyId":"7","history":[{"id":"6","messagesAdded":[{"message":{"id":"m1"}}]}]}';
      if (asked.includes('/history')) socket.write(http('200 OK', id));
      else socket.write(http('200 OK', mail(asked.includes('format=full') ? parts : '{}')));
    });
    const end = new AbortController();
    const access = { external_account_id: 'me', address: 'me', display_name: null, token: 't', signal: end.signal };
    const page = await new GmailMailbox({ GMAIL_BASE_URL: gmail.url }).page(access, { history_id: '5' }, new Date());
    end.abort();
    await gmail.stop();
    expect(page.messages).toMatchObject([{ provider_message_id: 'm1', body: expect.stringContaining('too large') }]);
  });

  it.each<[string, Partial<ReceivedMessage>]>([
    ['a Message-ID longer than an index takes', { internet_message_id: `<${unlike(990)}>` }],
    ['an id that holds NUL', { provider_message_id: `${newId()}\0` }],
    ['a thread that holds half of a character', { thread_id: `${newId()}\ud800` }],
    ['a time before all time', { sent_at: new Date(-8.64e15) }],
  ])('with %s is stored all the same', async (_what, change) => {
    const { workspace_id, channel_account_id } = await room.account('gmail', {
      workspace_id: await room.newWorkspace(),
    });
    const account = { workspace_id, channel_account_id, channel: 'gmail' as const, owner_user_id: null };
    await room.domain.receiving.take({ ...account, address: 'me@example.com' }, [
      { ...aReceivedMail(newId()), ...change },
    ]);
    expect(await room.messages(workspace_id)).toHaveLength(1);
  });
});

it.each(['gmail', 'outlook'] as const)('a mail of %s says where its sender wants answers', async (channel) => {
  const mailbox = await openMailbox(room, providers, channel);
  const form = { from: 'no-reply@example.com', reply_to: ['Kim Berg <Kim@example.com>', mailbox.external_account_id] };
  await mailArrives(providers, channel, mailbox, form);
  await mailArrives(providers, channel, mailbox);
  await eventually(async () => {
    await room.fetch(mailbox);
    const kept = 'select from_handle, reply_handles from message where workspace_id = $1 order by 1';
    const rows = await room.sql(kept, [mailbox.workspace_id]);
    if (rows.length < 2) return false;
    expect(rows).toEqual([
      { from_handle: 'mara@example.com', reply_handles: null },
      { from_handle: form.from, reply_handles: ['kim@example.com'] },
    ]);
    return true;
  });
});
