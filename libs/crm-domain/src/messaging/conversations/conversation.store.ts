import type { Provenance } from '../../actor.js';
import { onlyRow, type Session } from '../../db/session.js';
import type { ChannelName, HandleKind } from '../channel-name.js';
import {
  FIND,
  LIST,
  LIST_OF_RECORD,
  MAX_RELATED,
  PLACE,
  SEARCH,
  THREAD,
  THREAD_TO,
} from './conversation.statements.js';
import { MATCH } from './match.statements.js';
import { FORMATTED, HTML } from './formatted.statements.js';

export interface PersonRow {
  kind: HandleKind;
  handle: string;
  display_name: string | null;
}

/** Times are Dates, or text where the row came as JSON. */
type Time = Date | string | null;

/** A conversation as one user sees it; what is private is null where it is not in their inbox. */
export interface ConversationRow {
  conversation_id: string;
  channel: ChannelName;
  external_id: string | null;
  archived_at: Time;
  last_read_at: Time;
  starred_at: Time;
  unread: boolean | null;
  last_activity_at: Date | string;
  subject: string | null;
  /** By a draft of ours, whose subject it then has. */
  begun_here: boolean | null;
  /** Everybody but ourselves, the first few. */
  people: PersonRow[];
}

export type RecordConversationRow = ConversationRow & { in_my_inbox: boolean };

/** Whose conversations are asked for. */
interface RecordAsked {
  record_id: string;
  /** Those of the records that refer to it as well. */
  include_related: boolean;
}

export interface PageRow<Row> {
  total: number;
  rows: Row[];
}

/** `is_cut`: more records refer to this one, or there are more conversations, than were looked at. */
export interface RecordPageRow extends PageRow<RecordConversationRow> {
  is_cut: boolean;
}

export interface RecipientRow {
  role: 'to' | 'cc';
  kind: HandleKind;
  handle: string;
  address: string;
}

export interface MessageRow {
  message_id: string;
  channel: ChannelName;
  direction: 'inbound' | 'outbound';
  status: 'draft' | 'pending' | 'sent' | 'failed';
  /** Of a draft. */
  version: number;
  author_user_id: string | null;
  author_name: string | null;
  from_handle: string | null;
  /** Where its sender wants answers, if elsewhere. */
  reply_handles: string[] | null;
  subject: string | null;
  body: string;
  /** The text goes on, or there are more recipients or attachments. */
  is_body_cut: boolean;
  are_lists_cut: boolean;
  reply_to_message_id: string | null;
  failure_code: string | null;
  failure_detail: string | null;
  created_at: Date;
  updated_at: Date;
  created_via: Provenance | null;
  updated_via: Provenance | null;
  approval_asked_at: Date | null;
  queued_at: Date | null;
  sent_at: Date | null;
  delivered_at: Date | null;
  read_at: Date | null;
  recipients: RecipientRow[];
  attachments: { filename: string; content_type: string; size: number }[];
}

/** Where a message stands in its thread; the time as text, which is exact. */
export interface Place {
  sort_at: string;
  message_id: string;
  has_older: boolean;
}

/** The record an address belongs to. */
export interface MatchRow {
  handle: string;
  object: string;
  record_id: string;
  display_name: string | null;
}

/** What is left undefined is not asked for. */
export interface ConversationFilter {
  archived?: boolean | undefined;
  starred?: boolean | undefined;
  unread?: boolean | undefined;
  channel?: ChannelName | undefined;
  /** Words that must all be in the subject, or in the name or address of somebody who takes part. */
  query?: string | undefined;
}

export interface PageAsked {
  limit: number;
  offset: number;
}

// More than a client passes on whole; what is older is on the next page.
const MAX_MESSAGES = 500;
const MAX_CHARACTERS = 200_000;
const BEGINNING = 2000;
// Recipients and attachments that are read of a message: of a stranger's mail there may be hundreds.
const NEWEST = 50;
const MAX_OF_NEWEST = 100;
const MAX_OF_OTHERS = 25;
// Of a message that is asked for alone: more than is stored of any.
const WHOLE_TEXT = 1_000_000;
const WHOLE_LIST = 1000;

const THE_END = { sort_at: 'infinity', message_id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** Conversations as one user may see them. */
export class ConversationStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  /**
   * Whoever has the account from now on begins conversations of their own: those of before are not theirs, nor are
   * theirs for who had it. Those of a shared account that nobody has in their inbox stay with it.
   */
  async partFromAccount(channel_account_id: string, { isShared }: { isShared: boolean }): Promise<void> {
    const text = `update conversation c set channel_account_id = null, external_id = null
      where c.workspace_id = $1 and c.channel_account_id = $2 and (not $3::boolean or exists (select 1
        from conversation_inbox i
        where i.workspace_id = $1 and i.conversation_id = c.conversation_id))`;
    await this.session.query({ text }, [this.workspaceId, channel_account_id, isShared]);
  }

  /** Those in the user's inbox, the newest first. */
  async list(userId: string, filter: ConversationFilter, page: PageAsked): Promise<PageRow<ConversationRow>> {
    const { archived = false, starred, unread, channel, query } = filter;
    const values = [this.workspaceId, userId, page.limit, page.offset, archived, starred, unread, channel];
    const patterns = patternsOf(query ?? '');
    if (patterns.length === 0) return onlyRow(await this.session.query<PageRow<ConversationRow>>(LIST, values));
    return onlyRow(await this.session.query<PageRow<ConversationRow>>(SEARCH, [...values, patterns]));
  }

  /** All that the record takes part in, and on demand those that refer to it, wherever they are, the newest first. */
  async listOfRecord(userId: string, of: RecordAsked, page: PageAsked): Promise<RecordPageRow> {
    const { record_id, include_related } = of;
    const values = [this.workspaceId, userId, page.limit, page.offset, record_id, include_related, MAX_RELATED];
    return onlyRow(await this.session.query<RecordPageRow>(LIST_OF_RECORD, values));
  }

  async find(
    userId: string,
    conversationId: string,
  ): Promise<(ConversationRow & { total_messages: number }) | undefined> {
    const values = [this.workspaceId, userId, conversationId];
    const [row] = await this.session.query<ConversationRow & { total_messages: number }>(FIND, values);
    return row;
  }

  /** Where a message of the conversation stands, if the user may see it. */
  async place(userId: string, conversationId: string, messageId: string): Promise<Place | undefined> {
    const [row] = await this.session.query<Place>(PLACE, [this.workspaceId, userId, conversationId, messageId]);
    return row;
  }

  /** The newest messages that the user may see, of all or of those before a place, in their order. */
  async thread(
    userId: string,
    conversationId: string,
    { limit = MAX_MESSAGES, before }: { limit?: number | undefined; before?: Place | undefined } = {},
  ): Promise<{ messages: MessageRow[]; has_more: boolean }> {
    const { sort_at, message_id } = before ?? THE_END;
    const bounds = [limit + 1, MAX_CHARACTERS, BEGINNING, NEWEST, MAX_OF_NEWEST, MAX_OF_OTHERS];
    const values = [this.workspaceId, userId, conversationId, ...bounds, sort_at, message_id];
    const rows = await this.session.query<MessageRow>(THREAD, values);
    return { messages: rows.slice(-limit), has_more: rows.length > limit };
  }

  /** The message at a place, whole. */
  message(userId: string, conversationId: string, { sort_at, message_id }: Place): Promise<MessageRow[]> {
    const bounds = [1, WHOLE_TEXT, 0, 1, WHOLE_LIST, 0];
    const values = [this.workspaceId, userId, conversationId, ...bounds, sort_at, message_id];
    return this.session.query<MessageRow>(THREAD_TO, values);
  }

  /** The HTML of a mail of the conversation, if it has any. It is a stranger's. */
  async html(userId: string, conversationId: string, messageId: string): Promise<string | null> {
    const values = [this.workspaceId, userId, conversationId, messageId];
    const [row] = await this.session.query<{ body_html: string | null }>(HTML, values);
    return row?.body_html ?? null;
  }

  /** Of each address that a record has, the oldest such record. */
  async match(kind: HandleKind, handles: readonly string[]): Promise<Map<string, MatchRow>> {
    const rows = await this.session.query<MatchRow>(MATCH, [this.workspaceId, kind, handles]);
    return new Map(rows.map((row) => [row.handle, row]));
  }

  /** Which of these messages of a conversation also have a formatted text. */
  async formatted(userId: string, conversationId: string, messageIds: readonly string[]): Promise<ReadonlySet<string>> {
    const values = [this.workspaceId, userId, conversationId, messageIds];
    const rows = await this.session.query<{ message_id: string }>(FORMATTED, values);
    return new Set(rows.map(({ message_id }) => message_id));
  }
}

/** Words that a search looks for; more do not make it find better. */
const MAX_WORDS = 10;

/** Whether words are looked for. */
export function hasWords({ query }: ConversationFilter): boolean {
  return patternsOf(query ?? '').length > 0;
}

/** What each word of a query has to be like. */
function patternsOf(query: string): string[] {
  // Postgres has no text with a NUL, so none holds one.
  const words = query.replaceAll('\0', ' ').split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  return words.map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`);
}
