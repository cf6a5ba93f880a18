import type { ReceivedMessage } from '#crm-domain/messaging';
import { newId } from '#platform';
import type { StandIns } from '../../delivery/support/stand-ins.js';
import type { Connected, Mailroom, Wish } from './mailroom.js';

type MailChannel = 'gmail' | 'outlook';

/** A mailbox of Ada's that is at the provider, too; in a workspace of its own unless told otherwise. */
export async function openMailbox(
  room: Mailroom,
  providers: StandIns,
  channel: MailChannel,
  wish: Wish = {},
): Promise<Connected> {
  const external = wish.external ?? `${newId()}@example.com`;
  const seal = await providers.account(channel, external);
  const workspace_id = wish.workspace_id ?? (await room.newWorkspace());
  return room.account(channel, { owner: room.ada, ...wish, external, seal, workspace_id });
}

/** Somebody writes to it, at the provider. */
export function mailArrives(
  providers: StandIns,
  channel: MailChannel,
  { external_account_id: account }: Connected,
  mail: object = {},
): Promise<{ id: string; thread: string }> {
  const from = '"Mara Lind" <mara@example.com>';
  return providers.control('inbound', { channel, account, from, subject: 'Offer', text: 'Hello', ...mail });
}

/** A mail as a provider's answer is read. */
export function aReceivedMail(id: string): ReceivedMessage {
  const party = (address: string) => ({ address, display_name: null });
  return {
    direction: 'inbound',
    provider_message_id: id,
    thread_id: id,
    internet_message_id: null,
    references: [],
    reply_to: null,
    mark: null,
    bears_mark_if_ours: false,
    from: party('mara@example.com'),
    to: [party('mara@example.com')],
    cc: [],
    subject: 'Hello',
    body: 'Good morning',
    body_html: null,
    sent_at: new Date(),
    seen: false,
    attachments: [],
  };
}
