import type { AccessPolicy } from '../../access/access-policy.js';
import type { Actor } from '../../actor.js';
import type { Db } from '../../crm-database.js';
import type { Stores } from '../../stores.js';
import { notFound } from '../../errors.js';
import type { SchemaCache } from '../../objects/schema-cache.js';
import { authorizeAndFind, type RecordAddress } from '../../records/authorize-and-find.js';
import { orSurvivor } from '../../records/merging/survivor.js';
import type { Searches } from '../../records/query/searches.js';
import { isUuid } from '../../values/parse.js';
import { recordIdOf } from '../../values/record-slug.js';
import { handleKind } from '../channel-name.js';
import {
  hasWords,
  type ConversationFilter,
  type MessageRow,
  type PageAsked,
  type Place,
} from './conversation.store.js';
import {
  conversationWire,
  messageWire,
  type ConversationWire,
  type MessageWire,
  type RecordConversationWire,
} from './conversation-wire.js';
import { userOf } from '../user-of.js';

/** A page of conversations. */
export interface ConversationPage<Row = ConversationWire> {
  conversations: Row[];
  total: number;
}

/** A conversation with messages of it in their order; `has_more` says whether there are older ones than these. */
export type Thread = ConversationWire & {
  total_messages: number;
  messages: MessageWire[];
  has_more: boolean;
};

/** Which messages of a conversation are wanted: the newest, of all or of those before one. */
export interface ThreadPage {
  limit?: number | undefined;
  before?: string | undefined;
}

/** Conversations as the inbox shows them (contract: Conversation rules). What one may not see is missing. */
export class ConversationService {
  constructor(
    private readonly db: Db,
    private readonly searches: Searches,
    private readonly schemas: SchemaCache,
    private readonly policy: AccessPolicy,
  ) {}

  /** The user's inbox, the newest first; archived ones only when they are asked for. @throws DomainError forbidden */
  async list(actor: Actor, filter: ConversationFilter, page: PageAsked): Promise<ConversationPage> {
    const user = userOf(actor);
    const work = ({ conversations }: Stores) => conversations.list(user, filter, page);
    const { workspace_id } = actor;
    const { rows, total } = await (hasWords(filter)
      ? this.searches.run(workspace_id, work)
      : this.db.autocommit(workspace_id, work));
    return { conversations: rows.map(conversationWire), total };
  }

  /**
   * Everything a record takes part in by the addresses it has now, in the whole workspace, archived or not, the newest
   * first. With `include_related` also what the records take part in that refer to it, as the people of a company do;
   * asked without it, an empty answer says how much that would be. Of very many such records the oldest 1,000 are
   * looked at, and of very many conversations the 10,000 begun last; `is_cut` says so. @throws DomainError not_found for the record, forbidden
   */
  listOfRecord(
    actor: Actor,
    { include_related = false, ...at }: RecordAddress & { include_related?: boolean },
    page: PageAsked,
  ): Promise<ConversationPage<RecordConversationWire> & { total_related?: number; is_cut: boolean }> {
    return orSurvivor(this.db, actor.workspace_id, at, (there) =>
      this.listAt(actor, { include_related, ...there }, page),
    );
  }

  private listAt(
    actor: Actor,
    { include_related, ...at }: RecordAddress & { include_related: boolean },
    page: PageAsked,
  ): ReturnType<ConversationService['listOfRecord']> {
    const user = userOf(actor);
    return this.db.autocommit(actor.workspace_id, async ({ records, conversations }) => {
      const found = await records.find(actor, recordIdOf(at.record) ?? null);
      const { row } = await authorizeAndFind(this.schemas, this.policy, {
        caller: actor,
        found,
        at,
        needs: 'read:data',
      });
      const { record_id } = row;
      const { rows, total, is_cut } = await conversations.listOfRecord(user, { record_id, include_related }, page);
      const shown = rows.map(({ in_my_inbox, ...each }) => ({ ...conversationWire(each), in_my_inbox }));
      if (total > 0 || include_related) return { conversations: shown, total, is_cut };
      const none = { limit: 0, offset: 0 };
      const related = await conversations.listOfRecord(user, { record_id, include_related: true }, none);
      return { conversations: shown, total, total_related: related.total, is_cut: related.is_cut };
    });
  }

  /**
   * One conversation of the user's inbox, its newest messages or those before one of them. Reading it here does not
   * mark it as read.
   *
   * @throws DomainError not_found, forbidden
   */
  get(actor: Actor, conversationId: string, { limit, before }: ThreadPage = {}): Promise<Thread> {
    return this.read(actor, conversationId, async ({ conversations }, user, conversation) => {
      const place = before === undefined ? undefined : await placeOf(conversations, user, conversation, before);
      return conversations.thread(user, conversation, { limit, before: place });
    });
  }

  /** The same with one message alone, whole. @throws DomainError not_found, forbidden */
  getMessage(actor: Actor, conversationId: string, messageId: string): Promise<Thread> {
    return this.read(actor, conversationId, async ({ conversations }, user, conversation) => {
      const place = await placeOf(conversations, user, conversation, messageId);
      const messages = await conversations.message(user, conversation, place);
      // It may have been a draft that is gone by now.
      if (messages[0]?.message_id !== place.message_id) throw notFound('Message');
      return { messages, has_more: place.has_older };
    });
  }

  /** Which of these messages of a conversation also have a formatted text. @throws DomainError forbidden */
  formatted(actor: Actor, conversationId: string, messageIds: readonly string[]): Promise<ReadonlySet<string>> {
    const user = userOf(actor);
    const work = ({ conversations }: Stores) => conversations.formatted(user, conversationId, messageIds);
    return this.db.autocommit(actor.workspace_id, work);
  }

  /**
   * The HTML of a mail as it came, null where it has none. It is not safe to be shown as it is.
   *
   * @throws DomainError not_found, forbidden
   */
  getHtml(actor: Actor, conversationId: string, messageId: string): Promise<string | null> {
    const user = userOf(actor);
    return this.db.autocommit(actor.workspace_id, async ({ conversations }) => {
      const row = isUuid(conversationId) ? await conversations.find(user, conversationId) : undefined;
      if (!row) throw notFound('Conversation');
      const { message_id } = await placeOf(conversations, user, row.conversation_id, messageId);
      return conversations.html(user, row.conversation_id, message_id);
    });
  }

  private read(actor: Actor, conversationId: string, messagesOf: MessagesOf): Promise<Thread> {
    const user = userOf(actor);
    return this.db.autocommit(actor.workspace_id, async (stores) => {
      const { conversations } = stores;
      const row = isUuid(conversationId) ? await conversations.find(user, conversationId) : undefined;
      if (!row) throw notFound('Conversation');
      const { messages: rows, has_more } = await messagesOf(stores, user, row.conversation_id);
      const handles = rows.flatMap(({ from_handle, recipients }) => [
        ...(from_handle === null ? [] : [from_handle]),
        ...recipients.map(({ handle }) => handle),
      ]);
      const kind = handleKind(row.channel);
      const matches = await conversations.match(kind, [...new Set(handles)]);
      const messages = rows.map((each) => messageWire(each, kind, matches));
      // One may have come in since they were counted.
      const total_messages = Math.max(row.total_messages, messages.length);
      return { ...conversationWire(row), total_messages, messages, has_more };
    });
  }
}

type MessagesOf = (
  stores: Stores,
  userId: string,
  conversationId: string,
) => Promise<{ messages: MessageRow[]; has_more: boolean }>;

/** Of another conversation, or a draft of somebody else, it is missing as well. @throws DomainError not_found */
async function placeOf(
  conversations: Stores['conversations'],
  userId: string,
  conversationId: string,
  messageId: string,
): Promise<Place> {
  const place = isUuid(messageId) ? await conversations.place(userId, conversationId, messageId) : undefined;
  if (!place) throw notFound('Message');
  return place;
}
