import { newId } from '#platform';
import { judge } from '../access/judge.js';
import type { Claim } from '../actor.js';
import type { Db } from '../db/db.js';
import type { Stores } from '../db/stores.js';
import { invalid, notFound } from '../errors.js';
import { isUuid } from '../values/parse.js';
import { HANDLE_KINDS, type ChannelName } from './channel-name.js';
import { answering, judgeCompose, lacking, type Compose, type Letter } from './compose.js';
import { recipientWire, type RecipientWire } from './conversation-wire.js';
import type { DraftPlace, OwnMessage, Parent } from './draft.store.js';
import { holdDraft } from './own-draft.js';
import { userOf } from './user-of.js';

/** A draft as its writer is told of it: with each recipient the record that has the address, if any. */
export interface DraftWire {
  draft_id: string;
  recipients: RecipientWire[];
  conversation_id: string;
  /** What stands in the way of sending it. */
  note?: string;
}

/** The user's own drafts (contract: Write rules 3 to 7). */
export class DraftService {
  constructor(private readonly db: Db) {}

  /** A new conversation, or the parent's, and then to whom the parent says. @throws DomainError unauthenticated, forbidden, validation, not_found */
  create(claim: Claim, compose: Compose & { channel: ChannelName }): Promise<DraftWire> {
    return this.write(claim, async (stores, user_id) => {
      const parent = await parentOf(stores, user_id, compose);
      const letter = judgeCompose(answering(compose, parent));
      const at = { message_id: newId(), conversation_id: await place(stores, user_id, letter, parent), user_id };
      await stores.drafts.insert(at, letter);
      await stores.drafts.tidy(at.conversation_id);
      return annotated(stores, at, letter);
    });
  }

  /** Only what is given changes; with `reply_to` also to whom it goes, where that is open. @throws DomainError unauthenticated, forbidden, validation, not_found, conflict */
  update(claim: Claim, draftId: string, changes: Compose): Promise<DraftWire> {
    return this.write(claim, async (stores, user_id) => {
      const draft = await holdDraft(stores, user_id, draftId);
      const compose = { ...composeOf(draft), ...given(changes) };
      const stays = compose.reply_to === draft.reply_to && compose.channel === draft.channel;
      const parent = stays && !changes.reply_to ? undefined : await parentOf(stores, user_id, compose);
      const letter = judgeCompose(answering(compose, parent));
      const conversation_id = stays ? draft.conversation_id : await place(stores, user_id, letter, parent);
      const moved = { message_id: draftId, conversation_id: draft.conversation_id };
      if (conversation_id !== moved.conversation_id) await stores.drafts.unanswer(moved);
      const at = { message_id: draftId, conversation_id, user_id };
      await stores.drafts.update(at, letter);
      await stores.drafts.tidy(conversation_id);
      if (!stays) await stores.drafts.tidy(draft.conversation_id);
      return annotated(stores, at, letter);
    });
  }

  /** With the last draft of a conversation that held nothing else, the conversation goes. @throws as update */
  delete(claim: Claim, draftId: string): Promise<{ draft_id: string; deleted: true }> {
    return this.write(claim, async (stores, user_id) => {
      const { conversation_id } = await holdDraft(stores, user_id, draftId);
      await stores.drafts.remove({ message_id: draftId, conversation_id, user_id });
      await stores.drafts.tidy(conversation_id);
      return { draft_id: draftId, deleted: true as const };
    });
  }

  private write<T>(claim: Claim, work: (stores: Stores, userId: string) => Promise<T>): Promise<T> {
    return this.db.write(claim.workspace_id, async (stores) => {
      judge(claim, await stores.access.find(claim), 'write:data');
      return work(stores, userOf(claim));
    });
  }
}

/** The message that is answered, if any. @throws DomainError not_found, validation */
async function parentOf({ drafts }: Stores, userId: string, compose: Compose): Promise<Parent | undefined> {
  const { channel, reply_to } = compose;
  if (typeof reply_to !== 'string') return undefined;
  const parent = isUuid(reply_to) ? await drafts.findParent(userId, reply_to) : undefined;
  if (!parent) throw notFound('Message');
  if (parent.channel === channel) return parent;
  const message = `must be a message on ${channel}; this one is on ${parent.channel}.`;
  throw invalid([{ path: 'reply_to', message, expected: `a message on ${channel}` }]);
}

/** The conversation a letter belongs into; held when it is there already. @throws DomainError not_found */
async function place({ drafts }: Stores, userId: string, { channel }: Letter, parent?: Parent): Promise<string> {
  if (!parent) {
    const conversation_id = newId();
    await drafts.start(conversation_id, channel, userId);
    return conversation_id;
  }
  // A draft can be answered, and its conversation may just have gone with it.
  if (!(await drafts.hold(parent.conversation_id))) throw notFound('Message');
  return parent.conversation_id;
}

async function annotated(stores: Stores, at: DraftPlace, letter: Letter): Promise<DraftWire> {
  const { channel, recipients } = letter;
  const { message_id: draft_id, conversation_id, user_id } = at;
  const handles = recipients.map(({ handle }) => handle);
  const matches = await stores.conversations.match(HANDLE_KINDS[channel], handles);
  const account = await stores.outbound.accountFor(user_id, channel, conversation_id);
  const annotation = recipients.map((each) => recipientWire(each, matches));
  const note = [
    ...lacking(letter).map(({ path, message }) => `${path} ${message}`),
    ...(account ? [] : [noAccount(channel)]),
  ].join(' ');
  return { draft_id, recipients: annotation, conversation_id, ...(note && { note }) };
}

function noAccount(channel: ChannelName): string {
  return `You have no ${channel} account to send from; connect one first, or the message will fail once it is sent.`;
}

/** Recipients there are none of are open, not an empty list. */
function composeOf({ channel, body, subject, reply_to, recipients }: OwnMessage): Compose & { channel: ChannelName } {
  const of = (role: 'to' | 'cc') => {
    const addresses = recipients.filter((each) => each.role === role).map(({ address }) => address);
    return addresses.length > 0 && { [role]: addresses };
  };
  return { channel, body, subject, reply_to, ...of('to'), ...of('cc') };
}

/** What a caller left out is no change. */
function given(changes: Compose): Compose {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
