import { trustedClaim } from '#crm-domain';
import type { ReceivedMessage } from '#crm-domain/messaging';
import { OPERATOR } from '#crm-domain/people';
import { newId } from '#platform';
import { aReceivedMail } from '../inbound/support/mailboxes.js';
import { Mailroom, type Connected } from '../inbound/support/mailroom.js';

const EMAIL = 'zelda@quix.example';

let room: Mailroom;
beforeAll(async () => {
  room = await Mailroom.start();
});
afterAll(() => room?.stop());

const take = async (channel: 'gmail' | 'outlook', mailbox: Connected, mail: ReceivedMessage) => {
  const accounts = await room.domain.receiving.accountsOf(channel, mailbox.external_account_id);
  await room.domain.receiving.take(accounts[0]!, [mail]);
};

async function erase(workspace_id: string): Promise<void> {
  const { domain } = room;
  const caller = trustedClaim(workspace_id, { origin: 'cli', request_id: newId() });
  const data = { name: 'Zelda Quixworth', email_addresses: [EMAIL] };
  await domain.recordWriter.create(caller, 'people', { data: data as never, path: 'data' });
  const { id } = await domain.persons.erase(workspace_id, OPERATOR, { email: EMAIL });
  for (;;) {
    await room.sql('update person_erasure set lease_until = now() where workspace_id = $1', [workspace_id]);
    await domain.personEraser.run(id, new AbortController().signal);
    await domain.purges.run();
    const { state, finished_at } = await domain.persons.get(workspace_id, id.erasure_id);
    if (finished_at === null) continue;
    expect(state).toBe('completed');
    return;
  }
}

describe('a mail of an erased person', () => {
  it.each(['gmail', 'outlook'] as const)(
    'stays empty when a mailbox of %s shows it again under an id that it was stored once with another',
    async (channel) => {
      const workspace_id = await room.newWorkspace();
      const mailbox = await room.account('gmail', { workspace_id, owner: room.ada });
      const other = await room.account(channel, { workspace_id, owner: room.ada });
      const from = { address: EMAIL, display_name: 'Zelda Quixworth' };
      const mail = (id: string) => ({ ...aReceivedMail(id), from, internet_message_id: '<one@quix.example>' });
      const [first, moved, copy] = ['first', 'moved', 'copy'].map((id) => ({ ...mail(id), sent_at: new Date(0) }));
      const tell = async () => {
        await take('gmail', mailbox, first!);
        await take('gmail', mailbox, moved!);
        await take(channel, other, copy!);
      };
      await tell();
      expect((await room.messages(workspace_id)).map(({ body }) => body)).toEqual(['Good morning']);
      await erase(workspace_id);
      await tell();
      const stored = await room.messages(workspace_id);
      expect(stored.map(({ provider_message_id, body }) => [provider_message_id, body])).toEqual([
        ['first', '[erased]'],
      ]);
      expect(stored[0]!.from_handle).toMatch(/@erased\.invalid$/);
    },
  );
});
