import type { Actor, Domain } from '#crm-domain';
import type { ChannelName } from '#crm-domain/messaging';

interface Answer {
  channel: ChannelName;
  body: string;
  /** Stays a draft. */
  isDraft?: boolean;
}

const ANSWERS: readonly Answer[] = [
  { channel: 'outlook', body: 'Two years come with ten per cent off. I send you the figures tomorrow.' },
  { channel: 'facebook', body: 'Yes, from three days on. Write to us here and we find you a date.' },
  { channel: 'gmail', body: 'Thursday it is. Here are the figures for eight and for twelve people:', isDraft: true },
];

/** A few messages really leave, one of them in vain, and one waits as a draft: so the outbox has something to show. */
export async function sendSome(domain: Domain, actor: Actor): Promise<void> {
  for (const { channel, body, isDraft } of ANSWERS) {
    const { conversations } = await domain.conversations.list(
      actor,
      { channel, unread: true },
      { limit: 1, offset: 0 },
    );
    const { messages } = await domain.conversations.get(actor, conversations[0]!.id);
    const parent = messages.at(-1)!;
    const draft = { channel, body, reply_to: parent.id, to: [parent.from!.address] };
    const { draft_id } = await domain.drafts.create(actor, draft);
    if (isDraft) continue;
    await domain.outbound.send(actor, draft_id);
    await domain.inboxes.mark(actor, conversations[0]!.id, { read: true });
  }
  const subject = 'This address refuses everything';
  const vain = {
    channel: 'gmail' as const,
    subject,
    body: 'And so this mail fails.',
    to: ['reject@sandbox.example.com'],
  };
  const { draft_id } = await domain.drafts.create(actor, vain);
  await domain.outbound.send(actor, draft_id);
}
