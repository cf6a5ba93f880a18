import type { Actor } from '../../actor.js';
import type { Db } from '../../crm-database.js';
import { notFound } from '../../errors.js';
import type { Stores } from '../../stores.js';
import { isUuid } from '../../values/parse.js';
import { addressOf } from '../address.js';
import { handleKind, type ChannelName, type HandleKind } from '../channel-name.js';
import type { SentFrom } from './sending-account.js';
import type { PageAsked } from '../conversations/conversation.store.js';
import { iso, recipientWire, type Matches, type RecipientWire } from '../conversations/conversation-wire.js';
import { viaWire, type ViaWire } from '../made-through.js';
import { userOf } from '../user-of.js';
import { missingForSend, type ValidatedDraft } from './compose.js';
import { digestOf } from './draft-digest.js';
import type { DraftHistory, OwnMessage } from './draft.store.js';
import { requireDraft } from './own-draft.js';

/** A draft as its owner reads it. */
export interface OwnDraftWire {
  draft_id: string;
  conversation_id: string;
  /** The number of its writes. */
  version: number;
  channel: ChannelName;
  subject: string | null;
  body: string;
  /** The text goes on; the draft itself has all of it. */
  shortened?: true;
  reply_to: string | null;
  to: RecipientWire[];
  cc: RecipientWire[];
  created_at: string;
  updated_at: string;
  /** Through what it was begun and last changed; null where that is not known. */
  created_via: ViaWire | null;
  updated_via: ViaWire | null;
  /** Since when it waits for its owner, because the client that wanted to send it may not do so by itself. */
  approval_asked_at: string | null;
  /** Why it cannot be sent yet. */
  note?: string;
}

/** The whole of one; whoever approves it says the digest of what they have seen. */
export type WholeDraftWire = OwnDraftWire & { digest: string };

/** What a person was shown of the account that a message would leave from. */
export interface ShownSender {
  id: string;
  /** Others read what leaves from it. */
  is_shared: boolean;
}

/** The account that a message would leave from. */
export interface Sender extends ShownSender {
  address: string;
  /** The conversation came in through another one, which this person cannot send through any more. */
  is_other: boolean;
}

/** A person's own drafts, begun wherever (contract: Write rules 6). */
export class DraftReader {
  constructor(private readonly db: Db) {}

  /** Those that wait for their owner first, then the last changed. @throws DomainError forbidden */
  async list(actor: Actor, page: PageAsked): Promise<{ drafts: OwnDraftWire[]; total: number }> {
    const user = userOf(actor);
    return this.db.autocommit(actor.workspace_id, async (stores) => {
      const [rows, total] = [await stores.draftLists.page(user, page), await stores.draftLists.count(user)];
      const matches = await matchesOf(stores, rows);
      const drafts = rows.map((row) => {
        const wire = draftWire(row.message_id, row, matches.get(handleKind(row.channel))!);
        return { ...wire, ...(row.is_body_cut && { shortened: true as const }) };
      });
      return { drafts, total };
    });
  }

  /** Ids of those in a conversation, the oldest first; of more than `most` those that come first in the list. */
  idsIn(actor: Actor, conversationId: string, most: number): Promise<string[]> {
    const user = userOf(actor);
    return this.db.autocommit(actor.workspace_id, ({ draftLists }) => draftLists.idsIn(user, conversationId, most));
  }

  /** @throws DomainError forbidden, not_found, conflict for what is no draft any more */
  async get(actor: Actor, draftId: string): Promise<WholeDraftWire> {
    const user = userOf(actor);
    return this.db.autocommit(actor.workspace_id, async (stores) => {
      const seen = isUuid(draftId) ? await stores.drafts.find(user, draftId) : undefined;
      if (!seen) throw notFound('Draft');
      requireDraft(seen);
      const row = await stores.drafts.read(user, draftId);
      if (!row) throw notFound('Draft');
      // It may have been sent between the two statements.
      requireDraft(row);
      const matches = await matchesOf(stores, [row]);
      return { ...draftWire(draftId, row, matches.get(handleKind(row.channel))!), digest: digestOf(row) };
    });
  }

  /**
   * Where a message of this person's would leave from at the moment. Undefined: they have no account on the channel.
   * @throws DomainError forbidden
   */
  async sender(actor: Actor, message: SentFrom): Promise<Sender | undefined> {
    const user = userOf(actor);
    const account = await this.db.autocommit(actor.workspace_id, ({ outbound }) => outbound.accountFor(user, message));
    if (!account) return undefined;
    const { channel_account_id: id, address, is_shared, is_other } = account;
    return { id, is_shared, address: addressOf(handleKind(message.channel), address), is_other };
  }

  /** A message of the person's own, a draft or what was one; undefined where there is none. @throws DomainError forbidden */
  async find(actor: Actor, messageId: string): Promise<OwnMessage | undefined> {
    const user = userOf(actor);
    if (!isUuid(messageId)) return undefined;
    return this.db.autocommit(actor.workspace_id, ({ drafts }) => drafts.read(user, messageId));
  }
}

/** The records behind the recipients of drafts, looked up once for each kind of address. */
async function matchesOf(
  { conversations }: Stores,
  drafts: readonly Pick<ValidatedDraft, 'channel' | 'recipients'>[],
): Promise<ReadonlyMap<HandleKind, Matches>> {
  const found = new Map<HandleKind, Matches>();
  for (const [kind, of] of Map.groupBy(drafts, ({ channel }) => handleKind(channel))) {
    const handles = new Set(of.flatMap(({ recipients }) => recipients.map(({ handle }) => handle)));
    found.set(kind, handles.size > 0 ? await conversations.match(kind, [...handles]) : new Map());
  }
  return found;
}

function draftWire(
  draft_id: string,
  draft: Parameters<typeof missingForSend>[0] & DraftHistory & { conversation_id: string },
  matches: Matches,
): OwnDraftWire {
  const { conversation_id, channel, subject, body, reply_to } = draft;
  const recipients = draft.recipients.map((each) => recipientWire(each, matches));
  const note = missingForSend(draft)
    .map(({ path, message }) => `${path} ${message}`)
    .join(' ');
  return {
    draft_id: draft_id.toLowerCase(),
    conversation_id,
    version: draft.version,
    channel,
    subject,
    body,
    reply_to,
    to: recipients.filter(({ role }) => role === 'to'),
    cc: recipients.filter(({ role }) => role === 'cc'),
    created_at: iso(draft.created_at)!,
    updated_at: iso(draft.updated_at)!,
    created_via: viaWire(draft.created_via),
    updated_via: viaWire(draft.updated_via),
    approval_asked_at: iso(draft.approval_asked_at),
    ...(note && { note }),
  };
}
