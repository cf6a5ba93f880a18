import { newId } from '#platform';
import type { ChannelName, ReceivedMessage } from '#crm-domain';
import { vault } from '../delivery/support/stand-ins.js';
import { aReceivedMail } from './support/mailboxes.js';
import { Mailroom, type Connected } from './support/mailroom.js';

let room: Mailroom;
beforeAll(async () => {
  room = await Mailroom.start();
});
afterAll(() => room.stop());

async function arrives(at: Connected, channel: ChannelName, owner: string | null, change: Partial<ReceivedMessage>) {
  const { workspace_id, channel_account_id, external_account_id: address } = at;
  const account = { workspace_id, channel_account_id, channel, owner_user_id: owner, address };
  await room.domain.receiving.take(account, [{ ...aReceivedMail(newId()), ...change }]);
}

/** What stands in somebody's inbox, by the bodies of its messages. */
async function inboxOf(user: string, { workspace_id }: Connected): Promise<string[]> {
  const text = `select m.body from conversation_inbox i join message m using (workspace_id, conversation_id)
    where i.workspace_id = $1 and i.user_id = $2 order by 1`;
  return (await room.sql<{ body: string }>(text, [workspace_id, user])).map(({ body }) => body);
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
    await room.domain.db.write(workspace_id, ({ accounts }) => accounts.leave(leaver));
    expect([await inboxOf(room.ada, number), await inboxOf(leaver, number)]).toEqual([['first'], []]);
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
