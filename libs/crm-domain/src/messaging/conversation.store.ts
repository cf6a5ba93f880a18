import { onlyRow, type Session } from '../db/session.js';
import type { ChannelName, HandleKind } from './channel-name.js';
import { FIND, LIST, LIST_OF_RECORD, MATCH, THREAD } from './conversation.statements.js';

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

/** Records that refer to one and whose conversations are looked for with its own. */
const MOST_RELATED = 1000;

export interface PageRow<Row> {
  total: number;
  rows: Row[];
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
  author_user_id: string | null;
  author_name: string | null;
  from_handle: string | null;
  subject: string | null;
  body: string;
  shortened: boolean;
  reply_to_message_id: string | null;
  failure_code: string | null;
  failure_detail: string | null;
  created_at: Date;
  queued_at: Date | null;
  sent_at: Date | null;
  delivered_at: Date | null;
  read_at: Date | null;
  recipients: RecipientRow[];
  attachments: { filename: string; content_type: string; size: number }[];
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
  archived?: boolean;
  starred?: boolean;
  unread?: boolean;
  channel?: ChannelName;
}

export interface PageAsked {
  limit: number;
  offset: number;
}

// More than a client passes on whole; what is older is counted and not read.
const MOST_MESSAGES = 500;
const MOST_CHARACTERS = 200_000;
const BEGINNING = 2000;
// Recipients and attachments that are read of a message: of a stranger's mail there may be hundreds.
const NEWEST = 50;
const MOST_OF_NEWEST = 100;
const MOST_OF_OTHERS = 25;

/** Conversations as one user may see them. */
export class ConversationStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  /** Those in the user's inbox, the newest first. */
  async list(userId: string, filter: ConversationFilter, page: PageAsked): Promise<PageRow<ConversationRow>> {
    const { archived = false, starred, unread, channel } = filter;
    const values = [this.workspaceId, userId, page.limit, page.offset, archived, starred, unread, channel];
    return onlyRow(await this.session.query<PageRow<ConversationRow>>(LIST, values));
  }

  /** All that the record takes part in, and on demand those that refer to it, wherever they are, the newest first. */
  async listOfRecord(userId: string, of: RecordAsked, page: PageAsked): Promise<PageRow<RecordConversationRow>> {
    const { record_id, include_related } = of;
    const values = [this.workspaceId, userId, page.limit, page.offset, record_id, include_related, MOST_RELATED];
    return onlyRow(await this.session.query<PageRow<RecordConversationRow>>(LIST_OF_RECORD, values));
  }

  async find(
    userId: string,
    conversationId: string,
  ): Promise<(ConversationRow & { total_messages: number }) | undefined> {
    const values = [this.workspaceId, userId, conversationId];
    const [row] = await this.session.query<ConversationRow & { total_messages: number }>(FIND, values);
    return row;
  }

  /** The newest messages that the user may see, in their order. */
  thread(userId: string, conversationId: string): Promise<MessageRow[]> {
    const bounds = [MOST_MESSAGES, MOST_CHARACTERS, BEGINNING, NEWEST, MOST_OF_NEWEST, MOST_OF_OTHERS];
    const values = [this.workspaceId, userId, conversationId, ...bounds];
    return this.session.query<MessageRow>(THREAD, values);
  }

  /** Of each address that a record has, the oldest such record. */
  async match(kind: HandleKind, handles: readonly string[]): Promise<Map<string, MatchRow>> {
    const rows = await this.session.query<MatchRow>(MATCH, [this.workspaceId, kind, handles]);
    return new Map(rows.map((row) => [row.handle, row]));
  }
}
