import { randomUUID } from 'node:crypto';
import { trustedClaim, type Actor, type Domain } from '#crm-domain';
import { isMail, type Party, type ReceivedMessage, type ReceivingAccount } from '#crm-domain/messaging';
import { newId } from '#platform';
import type { DevProviders } from '../dev-providers.js';
import { accountOf, connectDemoAccounts } from './demo-accounts.js';
import { demoPeople, type Contact } from './demo-people.js';
import { sendSome } from './send-some.js';
import { STORIES, type Story, type StoryMessage } from './stories.js';

const HOUR = 3_600_000;

export interface DemoSurroundings {
  providers: DevProviders;
  /** CREDENTIALS_KEYS of the services. */
  keys: string;
}

/**
 * Gives the first member of a workspace an account on every channel at the development providers. The first time it
 * also writes conversations with people of the workspace and sends a few answers. Gives the number of conversations
 * written.
 */
export async function loadConversations(
  domain: Domain,
  workspaceId: string,
  { providers, keys }: DemoSurroundings,
): Promise<number> {
  const [owner] = await domain.workspaces.members(workspaceId);
  if (!owner) return 0;
  const caller = trustedClaim(workspaceId, { origin: 'cli', request_id: newId(), name: 'Demo data' });
  const actor = await domain.access.authorize({ ...caller, user_id: owner.user_id }, null);
  return providers.quietly(async () => {
    const accounts = await connectDemoAccounts(domain, workspaceId, { owner, providers, keys });
    const { total } = await domain.conversations.list(actor, {}, { limit: 1, offset: 0 });
    if (total > 0) return 0;
    const people = await demoPeople(domain, caller);
    for (const [at, story] of STORIES.entries()) {
      const account = accounts.find(({ channel }) => channel === story.channel)!;
      await tell({ domain, actor, providers, account, owner }, story, people.of(story.channel, at));
    }
    await sendSome(domain, actor);
    return STORIES.length;
  });
}

interface Telling {
  domain: Domain;
  actor: Actor;
  providers: DevProviders;
  account: ReceivingAccount;
  owner: { name: string };
}

/** At the provider first, so that an answer finds what it answers; then here, at the times of the story. */
async function tell(telling: Telling, story: Story, contact: Contact): Promise<void> {
  const { domain, actor, account } = telling;
  const told: ReceivedMessage[] = [];
  for (const message of story.messages) {
    const next = await received(telling, { story, contact, message, before: told });
    told.push(next);
  }
  await domain.receiving.take(account, told);
  if (!story.archived && !story.starred) return;
  const external_id = isMail(story.channel) ? told[0]!.thread_id : contact.address.replace(/^\+/, '');
  const { conversations } = await domain.conversations.list(actor, {}, { limit: 100, offset: 0 });
  const { id } = conversations.find((each) => each.channel === story.channel && each.external_id === external_id)!;
  await domain.inboxes.mark(actor, id, { archived: story.archived, starred: story.starred });
}

interface Said {
  story: Story;
  contact: Contact;
  message: StoryMessage;
  before: readonly ReceivedMessage[];
}

async function received(telling: Telling, said: Said): Promise<ReceivedMessage> {
  const { account, owner } = telling;
  const { story, contact, message, before } = said;
  const mail = isMail(account.channel);
  const inbound = message.by === 'them';
  const us: Party = { address: account.address, display_name: owner.name };
  const them: Party = { address: contact.address, display_name: contact.name };
  const internet_message_id = mail ? `<${randomUUID()}@example.com>` : null;
  const { id, thread } = inbound
    ? await atProvider(telling, said, internet_message_id)
    : { id: `demo-${randomUUID()}`, thread: before[0]?.thread_id ?? '' };
  const { attachment } = message;
  return {
    direction: inbound ? 'inbound' : 'outbound',
    internet_message_id,
    mark: null,
    bears_mark_if_ours: true,
    reply_to: null,
    body_html: null,
    provider_message_id: id,
    thread_id: mail ? (before[0]?.thread_id ?? thread) : contact.address,
    references: before.flatMap((each) => each.internet_message_id ?? []),
    from: inbound ? them : us,
    to: [inbound ? us : them],
    cc: [],
    subject: story.subject ?? null,
    body: message.text,
    seen: !story.unread,
    sent_at: new Date(Date.now() - message.hours * HOUR),
    attachments: attachment
      ? [{ ...attachment, size: Buffer.byteLength(attachment.content), provider_attachment_id: null }]
      : [],
  };
}

function atProvider({ account, actor, owner, providers }: Telling, said: Said, message_id: string | null) {
  const { channel } = account;
  const { story, contact, message, before } = said;
  const to = { channel, account: accountOf(channel, actor.workspace_id, owner).external_account_id };
  const content = { ...to, from: contact.address, text: message.text };
  if (!isMail(channel)) return providers.inbound({ ...content, name: contact.name });
  const references = before.flatMap((each) => each.internet_message_id ?? []);
  return providers.inbound({
    ...content,
    from: `"${contact.name}" <${contact.address}>`,
    subject: story.subject,
    message_id,
    references,
    ...(references.length > 0 && { in_reply_to: references.at(-1) }),
    ...(message.attachment && { attachments: [message.attachment] }),
  });
}
