import type { ReceivedMessage } from '#crm-domain/messaging';
import { StandIns } from '../delivery/support/stand-ins.js';
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

const bodies = async ({ workspace_id }: Connected) =>
  (await room.messages(workspace_id)).map(({ body }) => body.trim()).sort();
const take = (mailbox: Connected, ...mails: ReceivedMessage[]) => takeOf('gmail', mailbox, ...mails);
const takeOf = async (channel: 'gmail' | 'outlook', mailbox: Connected, ...mails: ReceivedMessage[]) => {
  const accounts = await room.domain.receiving.accountsOf(channel, mailbox.external_account_id);
  await room.domain.receiving.take(accounts[0]!, mails);
};

describe('mails of one sender that all bear the same Message-ID', () => {
  it.each(['gmail', 'outlook'] as const)(
    'are each stored once in a mailbox of %s, also when it is read anew',
    async (channel) => {
      const mailbox = await openMailbox(room, providers, channel);
      const scan = (n: number) =>
        mailArrives(providers, channel, mailbox, {
          subject: 'Scan',
          text: `Page ${n}`,
          message_id: '<scan@device.example.com>',
        });
      for (const n of [1, 2, 3]) await scan(n);
      await room.fetch(mailbox);
      await scan(4);
      await room.fetch(mailbox);
      const all = ['Page 1', 'Page 2', 'Page 3', 'Page 4'];
      expect(await bodies(mailbox)).toEqual(all);
      await providers.control('cursors/expire', { channel, account: mailbox.external_account_id });
      await room.fetch(mailbox);
      await room.sql('update channel_account set sync_cursor = null, last_synced_at = null');
      await room.fetch(mailbox);
      expect(await bodies(mailbox)).toEqual(all);
    },
  );

  it.each([
    ['gmail', 'outlook'],
    ['outlook', 'gmail'],
    ['gmail', 'gmail'],
  ] as const)(
    'are each stored once where %s has the first and %s of the same person the others',
    async (...channels) => {
      const mailbox = await openMailbox(room, providers, channels[0]);
      const { workspace_id } = mailbox;
      const other = await openMailbox(room, providers, channels[1], { workspace_id });
      const scan = async (at: number, subject: string, text: string) => {
        const mail = { subject, text, message_id: '<scan@device.example.com>' };
        await mailArrives(providers, channels[at]!, [mailbox, other][at]!, mail);
        await room.fetch([mailbox, other][at]!);
      };
      await scan(0, 'Scan 1', 'Page 1');
      await scan(1, 'Scan 1', 'Page 1 again');
      await scan(1, 'Scan 2', 'Page 1');
      await scan(1, 'Scan 1', 'Page  1\n');
      expect(await bodies(mailbox)).toEqual(['Page 1', 'Page 1', 'Page 1 again']);
    },
  );

  it('are each stored where only their files or their hours differ', async () => {
    const mailbox = await openMailbox(room, providers, 'gmail');
    const { workspace_id } = mailbox;
    const other = await openMailbox(room, providers, 'gmail', { workspace_id });
    const sent_at = new Date('2026-03-01T10:00:00Z');
    const scan = (id: string, more: Partial<ReceivedMessage> = {}) => ({
      ...aReceivedMail(id),
      internet_message_id: '<scan@device.example.com>',
      sent_at,
      ...more,
    });
    const files = (...names: string[]) =>
      names.map((filename) => ({ filename, content_type: 'a/b', size: 1, provider_attachment_id: null }));
    await take(mailbox, scan('19one', { attachments: files('2.pdf', '1.pdf') }));
    await take(other, scan('19copy', { attachments: files('1.pdf', '2.pdf') }));
    await take(other, scan('19else', { attachments: files('1.pdf', '3.pdf') }));
    await take(
      other,
      scan('19late', { attachments: files('1.pdf', '2.pdf'), sent_at: new Date('2026-03-01T12:00:00Z') }),
    );
    const ids = (await room.messages(workspace_id)).map(({ provider_message_id }) => provider_message_id).sort();
    expect(ids).toEqual(['19else', '19late', '19one']);
  });

  it('are not put into one conversation for that', async () => {
    const mailbox = await openMailbox(room, providers, 'gmail');
    const scan = (n: number) => ({
      ...aReceivedMail(`19scan${n}`),
      internet_message_id: '<scan@device.example.com>',
      body: `Page ${n}`,
    });
    await take(mailbox, scan(1), scan(2));
    const conversations = (await room.messages(mailbox.workspace_id)).map(({ conversation_id }) => conversation_id);
    expect(new Set(conversations).size).toBe(2);
  });
});

describe('of two mails with the same words to two mailboxes of a person', () => {
  const BYTES = 100_000;
  it.each([
    ['gmail', 'gmail', BYTES, 1],
    ['gmail', 'gmail', BYTES + 1, 2],
    ['outlook', 'outlook', BYTES + 1, 2],
    ['gmail', 'outlook', BYTES + 5000, 1],
    ['outlook', 'gmail', 2 * BYTES, 2],
  ] as const)('one to %s and one to %s with a file of %i bytes, %i are stored', async (one, another, size, stored) => {
    const mailbox = await openMailbox(room, providers, one);
    const other = await openMailbox(room, providers, another, { workspace_id: mailbox.workspace_id });
    const scan = (id: string, bytes: number) => ({
      ...aReceivedMail(id),
      internet_message_id: '<scan@device.example.com>',
      attachments: [{ filename: 'scan.pdf', content_type: 'a/b', size: bytes, provider_attachment_id: null }],
    });
    await takeOf(one, mailbox, scan('one', BYTES));
    await takeOf(another, other, scan('other', size));
    expect(await bodies(mailbox)).toHaveLength(stored);
  });
});

describe('a mail is stored once', () => {
  const mail = (id: string, more: Partial<ReceivedMessage> = {}): ReceivedMessage => {
    const sent_at = new Date('2026-03-01T10:00:00Z');
    return { ...aReceivedMail(id), internet_message_id: '<one@example.com>', sent_at, ...more };
  };

  it('when its provider gives it another id, as when it is moved to another mailbox and back', async () => {
    const mailbox = await openMailbox(room, providers, 'gmail');
    await take(mailbox, mail('19first'));
    await take(mailbox, mail('19moved'), mail('19later', { sent_at: new Date('2026-03-01T10:00:01Z') }));
    expect((await room.messages(mailbox.workspace_id)).map(({ provider_message_id }) => provider_message_id)).toEqual([
      '19first',
      '19later',
    ]);
  });

  it.each([
    ['inbound', 'outbound'],
    ['outbound', 'inbound'],
  ] as const)('when somebody wrote it to themselves, and its %s copy comes first', async (...directions) => {
    const mailbox = await openMailbox(room, providers, 'gmail');
    for (const [n, direction] of directions.entries())
      await take(mailbox, mail(`19own${n}`, { direction, sent_at: new Date(Date.now() - n * 1000) }));
    expect(await bodies(mailbox)).toEqual(['Good morning']);
  });

  it('when it comes to two mailboxes of one person, first to that in which its conversation did not begin', async () => {
    const mailbox = await openMailbox(room, providers, 'gmail');
    const { workspace_id } = mailbox;
    const other = await openMailbox(room, providers, 'gmail', { workspace_id });
    await take(mailbox, mail('19a-begin', { thread_id: 't-a' }));
    const answer = { internet_message_id: '<two@example.com>', references: ['<one@example.com>'], body: 'To both' };
    await take(other, mail('19b-answer', { ...answer, thread_id: 't-b' }));
    const later = new Date('2026-03-01T10:59:00Z');
    await take(mailbox, mail('19a-answer', { ...answer, thread_id: 't-a', sent_at: later }));
    expect(await bodies(mailbox)).toEqual(['Good morning', 'To both']);
  });

  it('also when the text of a copy is told in another way, which then stands in the same conversation', async () => {
    const mailbox = await openMailbox(room, providers, 'gmail');
    const { workspace_id } = mailbox;
    const other = await openMailbox(room, providers, 'outlook', { workspace_id });
    await take(mailbox, mail('19html', { thread_id: 't-a', body: 'See our offer' }));
    const accounts = await room.domain.receiving.accountsOf('outlook', other.external_account_id);
    const told = mail('AAhtml', { thread_id: 't-b', body: 'See our offer <https://shop.example.com>' });
    await room.domain.receiving.take(accounts[0]!, [told]);
    const stored = await room.messages(workspace_id);
    expect(stored.map(({ body }) => body).sort()).toEqual([
      'See our offer',
      'See our offer <https://shop.example.com>',
    ]);
    expect(new Set(stored.map(({ conversation_id }) => conversation_id)).size).toBe(1);
  });
});

describe('what somebody sends under the Message-ID and the address of the person themselves', () => {
  it.each(['inbound', 'outbound'] as const)('is stored beside the %s mail that it names', async (direction) => {
    const mailbox = await openMailbox(room, providers, 'gmail');
    const named = { ...aReceivedMail('19own'), direction, internet_message_id: '<own@example.com>' };
    await take(mailbox, named);
    const opposite = direction === 'inbound' ? 'outbound' : 'inbound';
    await take(mailbox, { ...named, direction: opposite, provider_message_id: '19forged', body: 'Pay at once' });
    expect(await bodies(mailbox)).toEqual(['Good morning', 'Pay at once']);
  });
});

describe('a mail to one mailbox that joins a conversation of another one', () => {
  const inThread = (id: string, more: Partial<ReceivedMessage> = {}): ReceivedMessage => ({
    ...aReceivedMail(id),
    thread_id: 'outlook-thread',
    internet_message_id: `<${id}@example.com>`,
    body: id,
    ...more,
  });

  it('brings those of its thread there that refer to nothing, and stands once however often it is told', async () => {
    const mailbox = await openMailbox(room, providers, 'gmail');
    const other = await openMailbox(room, providers, 'outlook', { workspace_id: mailbox.workspace_id });
    await take(mailbox, inThread('first', { thread_id: 'gmail-thread' }));
    const second = inThread('second', { references: ['<first@example.com>'] });
    await takeOf('outlook', other, second);
    await takeOf('outlook', other, inThread('answer', { direction: 'outbound' }));
    await takeOf('outlook', other, second);
    const messages = await room.messages(mailbox.workspace_id);
    expect(messages.map(({ body }) => body).sort()).toEqual(['answer', 'first', 'second']);
    expect(new Set(messages.map(({ conversation_id }) => conversation_id)).size).toBe(1);
  });

  it('stands once, though each mailbox has the thread in a conversation of its own', async () => {
    const mailbox = await openMailbox(room, providers, 'gmail');
    const other = await openMailbox(room, providers, 'outlook', { workspace_id: mailbox.workspace_id });
    await take(mailbox, inThread('first', { thread_id: 'gmail-thread' }));
    await takeOf('outlook', other, inThread('other'));
    const both = inThread('both');
    await take(mailbox, { ...both, thread_id: 'gmail-thread' });
    await takeOf('outlook', other, { ...both, provider_message_id: 'copy' });
    expect(await bodies(mailbox)).toEqual(['both', 'first', 'other']);
  });

  it.each(['second', 'copy'])('stands once after that one is somebody else’s, told by its %s id', async (id) => {
    const mailbox = await openMailbox(room, providers, 'gmail');
    const { workspace_id, external_account_id: external } = mailbox;
    const other = await openMailbox(room, providers, 'outlook', { workspace_id });
    const [first, second] = [inThread('first'), inThread('second', { references: ['<first@example.com>'] })];
    await take(mailbox, first, ...(id === 'copy' ? [second] : []));
    const told = { ...second, provider_message_id: id };
    await takeOf('outlook', other, told);
    await room.domain.accounts.disconnect(workspace_id, mailbox.channel_account_id);
    await room.account('gmail', { workspace_id, external, owner: room.bob });
    await takeOf('outlook', other, told);
    expect(await bodies(mailbox)).toEqual(['first', 'second']);
    await take(mailbox, first);
    await take(mailbox, first);
    expect(await bodies(mailbox)).toEqual(['first', 'first', 'second']);
  });

  it('comes to who has its mailbox later, though the conversation is that of another person', async () => {
    const mailbox = await openMailbox(room, providers, 'gmail');
    const { workspace_id } = mailbox;
    const other = await openMailbox(room, providers, 'outlook', { workspace_id });
    const external = other.external_account_id;
    const copy = { ...inThread('first'), provider_message_id: 'copy' };
    const second = inThread('second', { references: ['<first@example.com>'] });
    const tell = async () => {
      await takeOf('outlook', other, copy);
      await takeOf('outlook', other, second);
    };
    await take(mailbox, inThread('first'));
    await tell();
    await room.domain.accounts.disconnect(workspace_id, other.channel_account_id);
    await room.account('outlook', { workspace_id, external, owner: room.bob });
    await tell();
    await tell();
    expect(await bodies(mailbox)).toEqual(['first', 'first', 'second', 'second']);
    const ofBob = `select m.body from message m join conversation_inbox i using (workspace_id, conversation_id)
      where m.workspace_id = $1 and i.user_id = $2 order by 1`;
    const rows = await room.sql<{ body: string }>(ofBob, [workspace_id, room.bob]);
    expect(rows.map(({ body }) => body)).toEqual(['first', 'second']);
  });

  it('has the other mailboxes of its reader as nobody else', async () => {
    const mailbox = await openMailbox(room, providers, 'gmail');
    const { workspace_id } = mailbox;
    await room.account('outlook', { workspace_id, external: 'Me.Too@example.com', owner: room.ada });
    const party = (each: string) => ({ address: each, display_name: null });
    await take(mailbox, inThread('first', { to: [party('me.too@EXAMPLE.com'), party('bob@example.com')] }));
    const people = 'select handle from conversation_participant where workspace_id = $1 and not is_self order by 1';
    const handles = (await room.sql<{ handle: string }>(people, [workspace_id])).map(({ handle }) => handle);
    expect(handles).toContain('bob@example.com');
    expect(handles).not.toContain('me.too@example.com');
  });

  it('brings nothing there that comes once the mailbox is somebody else’s', async () => {
    const mailbox = await openMailbox(room, providers, 'gmail');
    const other = await openMailbox(room, providers, 'outlook', { workspace_id: mailbox.workspace_id });
    await take(mailbox, inThread('first', { thread_id: 'gmail-thread' }));
    await takeOf('outlook', other, inThread('second', { references: ['<first@example.com>'] }));
    const moved = 'update channel_account set owner_user_id = $2 where channel_account_id = $1';
    await room.sql(moved, [other.channel_account_id, room.bob]);
    await takeOf('outlook', other, inThread('answer'));
    const messages = await room.messages(mailbox.workspace_id);
    const [first, answer] = ['first', 'answer'].map((body) => messages.find((each) => each.body === body)!);
    expect(answer!.conversation_id).not.toBe(first!.conversation_id);
  });
});

describe('a mail that two mailboxes of a person hold', () => {
  it.each([
    ['gmail', 'outlook'],
    ['outlook', 'gmail'],
    ['outlook', 'outlook'],
  ] as const)('of %s and %s is answered in its conversation, whichever gets the answer first', async (...channels) => {
    const mailbox = await openMailbox(room, providers, channels[0]);
    const { workspace_id } = mailbox;
    const other = await openMailbox(room, providers, channels[1], { workspace_id });
    const arrives = async (at: 0 | 1, mail: object) => {
      await mailArrives(providers, channels[at], [mailbox, other][at]!, mail);
      await room.fetch([mailbox, other][at]!);
    };
    const first = { message_id: '<first@client.example>', text: 'Can you deliver?' };
    await arrives(0, first);
    await arrives(1, first);
    const references = [first.message_id];
    const answer = { message_id: '<answer@client.example>', references, subject: 'Re: Offer', text: 'Well?' };
    await arrives(1, answer);
    await arrives(0, answer);
    const messages = await room.messages(workspace_id);
    expect(messages.map(({ body }) => body.trim())).toEqual([first.text, answer.text]);
    expect(messages[1]!.conversation_id).toBe(messages[0]!.conversation_id);
  });
});
