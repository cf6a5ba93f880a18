import { newId } from '#platform';
import type { AccessPolicy } from '../../access/access-policy.js';
import type { Caller, Provenance } from '../../actor.js';
import type { Db } from '../../crm-database.js';
import { ChangeLog } from '../../dry-run/change-log.js';
import type { Stores } from '../../stores.js';
import { UniqueViolation } from '../../db/pg-errors.js';
import { conflict, invalid, notFound } from '../../errors.js';
import { isUuid } from '../../values/parse.js';
import type { ExpectedVersions } from '../../version-mismatch.js';
import { handleKind, type ChannelName } from '../channel-name.js';
import {
  answering,
  isAsAnswered,
  validateDraft,
  missingForSend,
  type AnsweredSubject,
  requireSamePerson,
  type Compose,
  type ValidatedDraft,
} from './compose.js';
import { recipientWire, type RecipientWire } from '../conversations/conversation-wire.js';
import type { DraftPlace, OwnMessage, Parent } from './draft.store.js';
import { contentOf, lockDraft } from './own-draft.js';
import { noteOf } from './draft-note.js';
import type { SendingAccount } from './sending-account.js';
import { madeThrough } from '../made-through.js';
import { userOf } from '../user-of.js';

/** A draft as its writer is told of it: with each recipient the record that has the address, if any. */
export interface DraftWire {
  draft_id: string;
  recipients: RecipientWire[];
  conversation_id: string;
  /** The number of its writes. */
  version: number;
  /** Why it cannot be sent yet, or would fail once it is sent; that it goes elsewhere than to who wrote. */
  note?: string;
}

/** The user's own drafts (contract: Write rules 3 to 7). */
export class DraftService {
  constructor(
    private readonly db: Db,
    private readonly policy: AccessPolicy,
  ) {}

  /**
   * A new conversation, or the parent's, and then to whom the parent says.
   *
   * @param message_id made by whoever asks, so that asking twice makes one draft
   * @throws DomainError unauthenticated, forbidden, validation, not_found, conflict where there is such a message already
   */
  create(
    caller: Caller,
    compose: Compose & { channel: ChannelName },
    message_id: string = newId(),
  ): Promise<DraftWire> {
    const made = this.write(caller, async (stores, user_id, via) => {
      const parent = await parentOf(stores, user_id, compose);
      const letter = validateDraft(answering(compose, parent));
      requireSamePerson(letter, parent);
      const conversation_id = await place(stores, user_id, letter, parent);
      const account = await stores.outbound.accountFor(user_id, { ...letter, conversation_id });
      const at = { message_id, conversation_id, user_id, via, sender_account_id: idOf(account) };
      await stores.drafts.insert(at, letter);
      await stores.drafts.syncParticipants(at.conversation_id);
      ChangeLog.note('draft', at.message_id, { before: null, after: contentOf(letter) });
      const written = { ...at, version: 1, account, earlier: undefined, kept: false };
      return annotated(stores, written, { ...letter, ...subjectOf(parent) }, parent);
    });
    return made.catch((error: unknown) => {
      if (!(error instanceof UniqueViolation) || error.constraint !== 'message_pkey') throw error;
      throw conflict('changed_meanwhile', 'This message was saved already. Look for it before you write it again.');
    });
  }

  /**
   * Only what is given changes; with `reply_to` also to whom it goes, where that is open or came from what it answered
   * before.
   *
   * @throws DomainError unauthenticated, forbidden, validation, not_found, conflict, version_mismatch
   */
  update(caller: Caller, draftId: string, changes: Compose, expected?: ExpectedVersions): Promise<DraftWire> {
    return this.write(caller, async (stores, user_id, via) => {
      const draft = await lockDraft(stores, user_id, draftId, expected);
      if (changes.reply_to?.toLowerCase() === draftId.toLowerCase()) throw invalid([OWN_ANSWER]);
      const turns = !!changes.reply_to && changes.reply_to !== draft.reply_to && changes.to === undefined;
      const follows = turns && isAsAnswered(draft, draft.answered);
      const compose = { ...composeOf(draft, follows), ...given(changes) };
      const stays = compose.reply_to === draft.reply_to && compose.channel === draft.channel;
      const parent = stays && !changes.reply_to ? undefined : await parentOf(stores, user_id, compose);
      const letter = validateDraft(answering(compose, parent));
      requireSamePerson(letter, parent ?? (stays ? draft.answered : undefined));
      const conversation_id = stays ? draft.conversation_id : await place(stores, user_id, letter, parent);
      const moved = { message_id: draftId, conversation_id: draft.conversation_id };
      if (conversation_id !== moved.conversation_id) await stores.drafts.unanswer(moved);
      const account = await stores.outbound.accountFor(user_id, { ...letter, conversation_id });
      const at = { message_id: draftId, conversation_id, user_id, via, sender_account_id: idOf(account) };
      await stores.drafts.update(at, letter);
      await stores.drafts.syncParticipants(conversation_id);
      if (!stays) await stores.drafts.syncParticipants(draft.conversation_id);
      ChangeLog.note('draft', draftId, { before: contentOf(draft), after: contentOf(letter) });
      const { answers_draft, parent_subject } = stays ? draft : subjectOf(parent);
      const earlier = letter.channel === draft.channel ? draft.sender_account_id : undefined;
      const kept = turns && !follows && draft.recipients.some(({ role }) => role === 'to');
      const written = { ...at, version: draft.version + 1, account, earlier, kept };
      return annotated(stores, written, { ...letter, answers_draft, parent_subject }, parent);
    });
  }

  /** With the last draft of a conversation that held nothing else, the conversation goes. @throws as update */
  delete(caller: Caller, draftId: string, expected?: ExpectedVersions): Promise<{ draft_id: string; deleted: true }> {
    return this.write(caller, async (stores, user_id) => {
      const draft = await lockDraft(stores, user_id, draftId, expected);
      const { conversation_id } = draft;
      await stores.drafts.remove({ message_id: draftId, conversation_id, user_id });
      await stores.drafts.syncParticipants(conversation_id);
      ChangeLog.note('draft', draftId, { before: contentOf(draft), after: null });
      return { draft_id: draftId, deleted: true as const };
    });
  }

  private write<T>(caller: Caller, work: (stores: Stores, userId: string, via: Provenance) => Promise<T>): Promise<T> {
    return this.db.transaction(caller.workspace_id, async (stores) => {
      const actor = this.policy.authorize(caller, await stores.access.find(caller), 'write:data');
      return work(stores, userOf(actor), madeThrough(actor));
    });
  }
}

const OWN_ANSWER = { path: 'reply_to', message: 'A draft cannot answer itself.', expected: 'another message' };

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
async function place(
  { drafts }: Stores,
  userId: string,
  { channel, reply_to }: ValidatedDraft,
  parent?: Parent,
): Promise<string> {
  if (!parent) {
    const conversation_id = newId();
    await drafts.start(conversation_id, channel, userId);
    return conversation_id;
  }
  const { conversation_id, is_draft } = parent;
  // A draft can be answered, and may just have gone, or its conversation with it.
  if (!(await drafts.hold(conversation_id))) throw notFound('Message');
  const found = is_draft && reply_to ? await drafts.findParent(userId, reply_to) : parent;
  if (found?.conversation_id !== conversation_id) throw notFound('Message');
  return conversation_id;
}

/** A draft that was just written. */
interface Written extends DraftPlace {
  version: number;
  /** What it would leave from. */
  account: SendingAccount | undefined;
  /** The id of what it would have left from before; null: none, or another channel. */
  earlier: string | null | undefined;
  /** To whom it goes stayed, though it answers another message now. */
  kept: boolean;
}

async function annotated(
  stores: Stores,
  { message_id: draft_id, conversation_id, version, ...written }: Written,
  letter: Parameters<typeof missingForSend>[0],
  parent: Parent | undefined,
): Promise<DraftWire> {
  const { channel, recipients } = letter;
  const handles = recipients.map(({ handle }) => handle);
  const matches = await stores.conversations.match(handleKind(channel), handles);
  const annotation = recipients.map((each) => recipientWire(each, matches));
  const note = noteOf({ ...written, letter, parent });
  return { draft_id, recipients: annotation, conversation_id, version, ...(note && { note }) };
}

function subjectOf(parent: Parent | undefined): AnsweredSubject {
  return { answers_draft: parent?.is_draft, parent_subject: parent?.subject };
}

function idOf(account: SendingAccount | undefined): string | null {
  return account?.channel_account_id ?? null;
}

/** Recipients there are none of are open, not an empty list; all of them with `isOpen`. */
function composeOf(draft: OwnMessage, isOpen: boolean): Compose & { channel: ChannelName } {
  const { channel, body, subject, reply_to, recipients } = draft;
  if (isOpen) return { channel, body, subject, reply_to };
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
