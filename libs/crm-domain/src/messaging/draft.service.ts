import { newId } from '#platform';
import { judge } from '../access/judge.js';
import type { Claim } from '../actor.js';
import type { Db } from '../db/db.js';
import type { Stores } from '../db/stores.js';
import { invalid, notFound } from '../errors.js';
import { isUuid } from '../values/parse.js';
import { HANDLE_KINDS, type ChannelName } from './channel-name.js';
import { judgeCompose, type Compose, type Letter } from './compose.js';
import { recipientWire, type RecipientWire } from './conversation-wire.js';
import type { OwnMessage } from './draft.store.js';
import { holdDraft } from './own-draft.js';
import { userOf } from './user-of.js';

/** A draft as its writer is told of it: with each recipient the record that has the address, if any. */
export interface DraftWire {
  draft_id: string;
  recipients: RecipientWire[];
}

/** The user's own drafts (contract: Write rules 3 to 7). */
export class DraftService {
  constructor(private readonly db: Db) {}

  /** A new conversation, or the parent's. @throws DomainError unauthenticated, forbidden, validation, not_found */
  create(claim: Claim, compose: Compose & { channel: ChannelName }): Promise<DraftWire> {
    return this.write(claim, async (stores, user_id) => {
      const letter = judgeCompose(compose);
      const conversation_id = await place(stores, user_id, letter);
      const message_id = newId();
      await stores.drafts.insert({ message_id, conversation_id, user_id }, letter);
      await stores.drafts.tidy(conversation_id);
      return annotated(stores, message_id, letter);
    });
  }

  /** Only what is given changes. @throws DomainError unauthenticated, forbidden, validation, not_found, conflict */
  update(claim: Claim, draftId: string, changes: Compose): Promise<DraftWire> {
    return this.write(claim, async (stores, user_id) => {
      const draft = await holdDraft(stores, user_id, draftId);
      const letter = judgeCompose({ ...composeOf(draft), ...given(changes) });
      const stays = letter.reply_to === draft.reply_to && letter.channel === draft.channel;
      const conversation_id = stays ? draft.conversation_id : await place(stores, user_id, letter);
      const moved = { message_id: draftId, conversation_id: draft.conversation_id };
      if (conversation_id !== moved.conversation_id) await stores.drafts.unanswer(moved);
      await stores.drafts.update({ message_id: draftId, conversation_id, user_id }, letter);
      await stores.drafts.tidy(conversation_id);
      if (!stays) await stores.drafts.tidy(draft.conversation_id);
      return annotated(stores, draftId, letter);
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

/** The conversation a letter belongs into; held when it is there already. @throws DomainError not_found, validation */
async function place({ drafts }: Stores, userId: string, { channel, reply_to }: Letter): Promise<string> {
  if (!reply_to) {
    const conversation_id = newId();
    await drafts.start(conversation_id, channel, userId);
    return conversation_id;
  }
  const parent = isUuid(reply_to) ? await drafts.findParent(userId, reply_to) : undefined;
  if (!parent) throw notFound('Message');
  if (parent.channel !== channel) {
    const message = `must be a message on ${channel}; this one is on ${parent.channel}.`;
    throw invalid([{ path: 'reply_to', message, expected: `a message on ${channel}` }]);
  }
  // A draft can be answered, and its conversation may just have gone with it.
  if (!(await drafts.hold(parent.conversation_id))) throw notFound('Message');
  return parent.conversation_id;
}

async function annotated({ conversations }: Stores, draft_id: string, letter: Letter): Promise<DraftWire> {
  const { channel, recipients } = letter;
  const handles = recipients.map(({ handle }) => handle);
  const matches = await conversations.match(HANDLE_KINDS[channel], handles);
  return { draft_id, recipients: recipients.map((each) => recipientWire(each, matches)) };
}

function composeOf({ channel, body, subject, reply_to, recipients }: OwnMessage): Compose & { channel: ChannelName } {
  const of = (role: 'to' | 'cc') => recipients.filter((each) => each.role === role).map(({ address }) => address);
  return { channel, body, subject, reply_to, to: of('to'), cc: of('cc') };
}

/** What a caller left out is no change. */
function given(changes: Compose): Compose {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
