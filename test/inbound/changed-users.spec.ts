import { newId } from '#platform';
import type { ChannelName, ReceivedMessage } from '#crm-domain/messaging';
import { eventually } from '../support/eventually.js';
import { LOCK_WAITS } from '../support/lock-waits.js';
import { vault } from '../delivery/support/stand-ins.js';
import { aReceivedMail } from './support/mailboxes.js';
import { Mailroom, type Connected } from './support/mailroom.js';

let room: Mailroom;
beforeAll(async () => {
  room = await Mailroom.start();
});
afterAll(() => room.stop());

async function arrives(
  at: Connected,
  channel: ChannelName,
  owner: string | null,
  { and, ...change }: Partial<ReceivedMessage> & { and?: () => Promise<void> },
) {
  const { workspace_id, channel_account_id, external_account_id: address } = at;
  const account = { workspace_id, channel_account_id, channel, owner_user_id: owner, address };
  await room.domain.receiving.take(account, [{ ...aReceivedMail(newId()), ...change }], and);
}

/** What stands in somebody's inbox, by the bodies of its messages. */
async function inboxOf(user: string, { workspace_id }: Connected): Promise<string[]> {
  const text = `select m.body from conversation_inbox i join message m using (workspace_id, conversation_id)
    where i.workspace_id = $1 and i.user_id = $2 order by 1`;
  return (await room.sql<{ body: string }>(text, [workspace_id, user])).map(({ body }) => body);
}

const share = ({ workspace_id, channel_account_id }: Connected, users: string[]) =>
  room.domain.accounts.setMembers(workspace_id, channel_account_id, users);

async function isWaiting(): Promise<boolean> {
  return (await room.sql(LOCK_WAITS)).length > 0;
}

describe('a conversation', () => {
  it('of a shared number is no longer shown to who does not use it any more', async () => {
    const number = await room.account('whatsapp', { members: [room.ada, room.bob], external: '15550100777' });
    const chat = { thread_id: '15550003333', subject: null };
    await arrives(number, 'whatsapp', null, { ...chat, body: 'first' });
    expect(await inboxOf(room.bob, number)).toEqual(['first']);
    await room.domain.accounts.setMembers(number.workspace_id, number.channel_account_id, [room.ada]);
    await arrives(number, 'whatsapp', null, { ...chat, body: 'second' });
    expect([await inboxOf(room.ada, number), await inboxOf(room.bob, number)]).toEqual([['first', 'second'], []]);
  });

  it('of a shared number is not shown again to who left the workspace and came back', async () => {
    const workspace_id = await room.newWorkspace();
    const leaver = await room.newMember(workspace_id);
    const number = await room.account('whatsapp', {
      workspace_id,
      members: [room.ada, leaver],
      external: '15550100778',
    });
    await arrives(number, 'whatsapp', null, { thread_id: '15550003333', subject: null, body: 'first' });
    await room.domain.db.transaction(workspace_id, ({ accounts }) => accounts.leave(leaver));
    expect([await inboxOf(room.ada, number), await inboxOf(leaver, number)]).toEqual([['first'], []]);
  });

  it.each<[string, (number: Connected, leaver: string) => Promise<unknown>]>([
    [
      'is no longer in the list',
      ({ workspace_id, channel_account_id }) =>
        room.domain.accounts.setMembers(workspace_id, channel_account_id, [room.ada]),
    ],
    [
      'leaves the workspace',
      ({ workspace_id }, leaver) => room.domain.db.transaction(workspace_id, ({ accounts }) => accounts.leave(leaver)),
    ],
  ])('of a shared number is not shown to who %s while its message comes in', async (_, goes) => {
    const workspace_id = await room.newWorkspace();
    const leaver = await room.newMember(workspace_id);
    const number = await room.account('whatsapp', { workspace_id, members: [room.ada, leaver], external: newId() });
    let removal: Promise<unknown> | undefined;
    const and = async () => {
      let isOver = false;
      removal = goes(number, leaver).finally(() => (isOver = true));
      await eventually(async () => isOver || (await isWaiting()));
    };
    await arrives(number, 'whatsapp', null, { thread_id: '15550003333', subject: null, body: 'first', and });
    await removal;
    expect([await inboxOf(room.ada, number), await inboxOf(leaver, number)]).toEqual([['first'], []]);
  });

  it('of a shared number that came in while nobody used it is given to those who use it later', async () => {
    const workspace_id = await room.newWorkspace();
    const leaver = await room.newMember(workspace_id);
    const number = await room.account('whatsapp', { workspace_id, members: [leaver], external: newId() });
    await room.domain.db.transaction(workspace_id, ({ accounts }) => accounts.leave(leaver));
    await arrives(number, 'whatsapp', null, { thread_id: '15550003333', subject: null, body: 'over the weekend' });
    await share(number, [room.ada, room.bob]);
    for (const user of [room.ada, room.bob]) expect(await inboxOf(user, number)).toEqual(['over the weekend']);
    await share(number, []);
    expect(await inboxOf(room.ada, number)).toEqual([]);
    await share(number, [room.bob]);
    expect(await inboxOf(room.bob, number)).toEqual(['over the weekend']);
    await share(number, [room.bob, room.ada]);
    expect(await inboxOf(room.ada, number)).toEqual([]);
  });

  it('of a shared number that nobody used is its owner’s from when somebody connects it, and no other', async () => {
    const workspace_id = await room.newWorkspace();
    const number = await room.account('whatsapp', { workspace_id, members: [room.ada], external: '15550100779' });
    await arrives(number, 'whatsapp', null, { thread_id: '15550003333', subject: null, body: 'before' });
    await share(number, []);
    await arrives(number, 'whatsapp', null, { thread_id: '15550004444', subject: null, body: 'over the weekend' });
    await room.domain.accounts.disconnect(workspace_id, number.channel_account_id);
    await room.account('whatsapp', { workspace_id, owner: room.bob, external: '15550100779' });
    expect(await inboxOf(room.bob, number)).toEqual(['before', 'over the weekend']);
    expect(await inboxOf(room.ada, number)).toEqual([]);
  });

  it('of a shared number that comes in while its first user is added is given to them', async () => {
    const number = await room.account('whatsapp', { workspace_id: await room.newWorkspace(), external: newId() });
    let adding: Promise<void> | undefined;
    const and = async () => {
      let isOver = false;
      adding = share(number, [room.ada]).finally(() => (isOver = true));
      await eventually(async () => isOver || (await isWaiting()));
    };
    await arrives(number, 'whatsapp', null, { thread_id: '15550003333', subject: null, body: 'first', and });
    await adding;
    expect(await inboxOf(room.ada, number)).toEqual(['first']);
  });

  it('of a shared number is given among the thousand newest that nobody had; the next thousand the next time', async () => {
    const number = await room.account('whatsapp', { workspace_id: await room.newWorkspace(), external: newId() });
    await room.sql(
      `insert into conversation (workspace_id, conversation_id, channel, channel_account_id, external_id, first_message_at, last_activity_at)
       select $1, gen_random_uuid(), 'whatsapp', $2, n::text, t, t from (select n, timestamptz '2026-01-01' + n * interval '1 minute' as t from generate_series(1, 1001) n) x`,
      [number.workspace_id, number.channel_account_id],
    );
    const given = async () => {
      const text = `select c.external_id from conversation c join conversation_inbox i using (workspace_id, conversation_id)
        where c.workspace_id = $1 and i.user_id = $2 order by c.last_activity_at`;
      return (await room.sql<{ external_id: string }>(text, [number.workspace_id, room.ada])).map(
        (row) => row.external_id,
      );
    };
    await share(number, [room.ada]);
    const first = await given();
    expect([first.length, first[0]]).toEqual([1000, '2']);
    await share(number, [room.ada]);
    expect(await given()).toHaveLength(1001);
  });

  it('of a mailbox that becomes somebody else’s stays with who had it, and goes on without them', async () => {
    const mailbox = await room.account('gmail', { owner: room.ada, workspace_id: await room.newWorkspace() });
    const { workspace_id, channel_account_id, external_account_id } = mailbox;
    await arrives(mailbox, 'gmail', room.ada, {
      thread_id: 't1',
      internet_message_id: '<1@example.com>',
      body: 'hers',
    });
    await room.domain.accounts.disconnect(workspace_id, channel_account_id);
    const account = {
      channel: 'gmail' as const,
      external_account_id,
      address: external_account_id,
      display_name: null,
    };
    const seal = (id: string) => vault.seal({ workspace_id, channel_account_id: id }, { access_token: 'none' });
    await room.domain.accounts.connect(workspace_id, { ...account, owner_user_id: room.bob }, { seal });
    await arrives(mailbox, 'gmail', room.bob, { thread_id: 't1', references: ['<1@example.com>'], body: 'his' });
    expect([await inboxOf(room.ada, mailbox), await inboxOf(room.bob, mailbox)]).toEqual([['hers'], ['his']]);
  });

  it('goes on when its owner connects the mailbox again', async () => {
    const mailbox = await room.account('gmail', { owner: room.ada, workspace_id: await room.newWorkspace() });
    await arrives(mailbox, 'gmail', room.ada, { thread_id: 't2', body: 'before' });
    await room.domain.accounts.disconnect(mailbox.workspace_id, mailbox.channel_account_id);
    await room.account('gmail', { ...mailbox, owner: room.ada, external: mailbox.external_account_id });
    await arrives(mailbox, 'gmail', room.ada, { thread_id: 't2', body: 'since' });
    expect(await inboxOf(room.ada, mailbox)).toEqual(['before', 'since']);
    expect(await room.sql('select 1 from conversation where workspace_id = $1', [mailbox.workspace_id])).toHaveLength(
      1,
    );
  });
});

it('a mail is not taken for one that a stranger sent before with its Message-ID', async () => {
  const mailbox = await room.account('gmail', { owner: room.ada, workspace_id: await room.newWorkspace() });
  const internet_message_id = '<order-1001@shop.example.com>';
  const sent_at = new Date();
  const from = (address: string) => ({ internet_message_id, from: { address, display_name: null }, sent_at });
  await arrives(mailbox, 'gmail', room.ada, { ...from('eve@example.net'), thread_id: 't1', body: 'of a stranger' });
  await arrives(mailbox, 'gmail', room.ada, { ...from('Shop@example.com'), thread_id: 't2', body: 'of the shop' });
  await arrives(mailbox, 'gmail', room.ada, { ...from('shop@example.com'), thread_id: 't3', body: 'of the shop' });
  expect(await inboxOf(room.ada, mailbox)).toEqual(['of a stranger', 'of the shop']);
  const text = 'select conversation_id from conversation where workspace_id = $1';
  expect(await room.sql(text, [mailbox.workspace_id])).toHaveLength(2);
});
