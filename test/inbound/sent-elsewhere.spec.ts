import type { ReceivedMessage } from '#crm-domain/messaging';
import { newId } from '#platform';
import { aReceivedMail } from './support/mailboxes.js';
import { Mailroom } from './support/mailroom.js';
import type { Sending } from './support/message-under-way.js';

let room: Mailroom;
beforeAll(async () => {
  room = await Mailroom.start();
});
afterAll(() => room.stop());

const party = (address: string) => ({ address, display_name: null });

/** A mail to Mara that has this state, and what its provider shows of its draft after that has left. */
async function sentByHand(channel: 'gmail' | 'outlook', wish: Partial<Sending>, to: string, bcc?: string[]) {
  const workspace_id = await room.newWorkspace();
  const mine = await room.account(channel, { workspace_id, owner: room.ada, external: `${newId()}@example.com` });
  const draft = newId();
  const id = await room.sending(mine, { channel, to: 'mara@example.com', ids: { draft }, ...wish });
  const mail: ReceivedMessage = {
    ...aReceivedMail(channel === 'outlook' ? draft : newId()),
    direction: 'outbound',
    mark: channel === 'gmail' ? id : null,
    from: party(mine.external_account_id),
    to: [party(to)],
    bcc,
    body: 'Another text',
  };
  const [account] = await room.domain.receiving.accountsOf(channel, mine.external_account_id);
  await room.domain.receiving.take(account!, [mail]);
  const stored = (await room.messages(workspace_id)).map(({ body, status }) => `${body}: ${status}`);
  return { status: (await room.message(id)).status, stored: stored.sort() };
}

it('a mail of Gmail that was sent from a second draft of ours is another one, since each has an id of its own', async () => {
  const taken = { state: 'accepted', ids: { message: 'the-first' } } as const;
  expect(await sentByHand('gmail', taken, 'mara@example.com')).toEqual({
    status: 'sent',
    stored: ['Another text: sent', 'Good morning: sent'],
  });
});

describe.each(['gmail', 'outlook'] as const)('the draft of a mail of ours in %s that a person has sent', (channel) => {
  const changed = { state: 'rejected', code: 'draft_changed' } as const;

  it.each([
    ['waits', { state: 'queued' } as const, 'pending'],
    ['has failed', changed, 'failed'],
  ])('to somebody else is another mail, while ours %s', async (_what, wish, status) => {
    expect(await sentByHand(channel, wish, 'boss@example.com')).toEqual({
      status,
      stored: ['Another text: sent', `Good morning: ${status}`],
    });
  });

  it('to its people is our mail, whatever it says', async () => {
    const sent = { status: 'sent', stored: ['Good morning: sent'] };
    expect(await sentByHand(channel, { state: 'queued' }, 'Mara@Example.com')).toEqual(sent);
    expect(await sentByHand(channel, changed, 'mara@example.com')).toEqual(sent);
    expect(await sentByHand(channel, changed, 'boss@example.com', ['mara@example.com'])).toEqual(sent);
  });

  it('is our mail where its person was erased: nothing of it is stored again', async () => {
    const erased = { ...changed, to: 'erased-0a1b2c-1@erased.invalid', body: '[erased]' };
    expect(await sentByHand(channel, erased, 'mara@example.com')).toEqual({
      status: 'sent',
      stored: ['[erased]: sent'],
    });
  });

  it('is our mail where it may have left from here, however its provider writes its people', async () => {
    for (const wish of [{ state: 'unknown' }, { state: 'rejected', code: 'outcome_unknown' }] as const)
      expect((await sentByHand(channel, wish, 'mara.lind@example.com')).status).toBe('sent');
  });
});
