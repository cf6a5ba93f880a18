import type { ChannelName } from '../channel-name.js';
import type { ConversationRow, MatchRow, MessageRow, PersonRow, RecipientRow } from './conversation.store.js';
import { addressOf } from '../address.js';
import { viaWire, type ViaWire } from '../made-through.js';

/** A record that has an address, or the word that none has (contract: Recipient annotation). */
export type Match =
  { match: 'record'; object: string; record_id: string; display_name: string | null } | { match: 'none' };

export type RecipientWire = { address: string; role: 'to' | 'cc' } & Match;

/** A conversation as the contract shows it (section Messaging resources); all but its first six fields is ours. */
export interface ConversationWire {
  id: string;
  channel: ChannelName;
  external_id: string | null;
  archived_at: string | null;
  last_read_at: string | null;
  starred_at: string | null;
  unread: boolean | null;
  last_activity_at: string;
  subject: string | null;
  /** By a draft of this workspace, so that its subject is ours; null where it is not in the inbox. */
  begun_here: boolean | null;
  people: { address: string; display_name: string | null }[];
}

/** One of all those a record takes part in; where it is not in the inbox everything private is null or empty. */
export type RecordConversationWire = ConversationWire & { in_my_inbox: boolean };

/** A message as the contract shows it. What is not so, or not known, is left out. */
export interface MessageWire {
  id: string;
  channel: ChannelName;
  direction: 'inbound' | 'outbound';
  status: MessageRow['status'];
  /** Of a draft: the number of its writes. */
  version?: number;
  /** Not written through this service, but by a stranger or in a mailbox itself. */
  from_outside: boolean;
  from: ({ address: string } & Match) | null;
  /** Where its sender wants answers, if elsewhere. */
  reply_addresses?: string[];
  author?: { id: string; name: string };
  to: RecipientWire[];
  cc: RecipientWire[];
  subject: string | null;
  body: string;
  /** Something of this message was left out, to keep the whole short. */
  shortened?: true;
  /** How many characters of the text are shown, where that is not all of it. */
  next_offset?: number;
  reply_to: string | null;
  attachments: { filename: string; content_type: string; size: number }[];
  created_at: string;
  /** Through what it was drafted, and last changed as a draft; of messages that were drafted here. */
  created_via?: ViaWire;
  updated_via?: ViaWire;
  /** Of drafts alone: when it was last changed, and since when it waits for its owner to send it. */
  updated_at?: string;
  approval_asked_at?: string;
  queued_at?: string;
  sent_at?: string;
  delivered_at?: string;
  read_at?: string;
  failure_code?: string;
  failure_detail?: string;
}

/** The records behind addresses; empty when nobody looked. */
export type Matches = ReadonlyMap<string, MatchRow>;

/** As RFC 6838 restricts the names of types; parameters may follow. */
const MEDIA_TYPE = /^[a-z\d][\w.!#$&^+-]{0,126}\/[a-z\d][\w.!#$&^+-]{0,126}(?=[ \t]*(;|$))/i;

export function conversationWire(row: ConversationRow): ConversationWire {
  const { conversation_id: id, channel, external_id, unread, subject, begun_here } = row;
  return {
    id,
    channel,
    external_id,
    archived_at: iso(row.archived_at),
    last_read_at: iso(row.last_read_at),
    starred_at: iso(row.starred_at),
    unread,
    last_activity_at: iso(row.last_activity_at)!,
    subject,
    begun_here,
    people: row.people.map(personWire),
  };
}

function personWire({ kind, handle, display_name }: PersonRow) {
  return { address: addressOf(kind, handle), display_name };
}

export function recipientWire({ role, handle, address }: RecipientRow, matches: Matches): RecipientWire {
  return { address, role, ...matchOf(matches.get(handle)) };
}

export function messageWire(row: MessageRow, kind: PersonRow['kind'], matches: Matches): MessageWire {
  const { message_id: id, channel, direction, status, subject, body, reply_to_message_id: reply_to, from_handle } = row;
  // What was sent from a mailbox itself quotes what it answers.
  const from_outside = direction === 'inbound' || (status === 'sent' && row.queued_at === null);
  const recipients = row.recipients.map((each) => recipientWire(each, matches));
  return {
    id,
    channel,
    direction,
    status,
    ...(status === 'draft' && { version: row.version }),
    from_outside,
    from: from_handle === null ? null : { address: addressOf(kind, from_handle), ...matchOf(matches.get(from_handle)) },
    ...(row.reply_handles && { reply_addresses: row.reply_handles.map((handle) => addressOf(kind, handle)) }),
    ...(row.author_user_id && { author: { id: row.author_user_id, name: row.author_name ?? '' } }),
    to: recipients.filter(({ role }) => role === 'to'),
    cc: recipients.filter(({ role }) => role === 'cc'),
    subject,
    body,
    ...((row.is_body_cut || row.are_lists_cut) && { shortened: true as const }),
    ...(row.is_body_cut && { next_offset: body.length }),
    reply_to,
    attachments: row.attachments.map(attachmentWire),
    ...fateOf(row),
    ...draftedBy(row),
  };
}

/** Who drafted it. */
function draftedBy(row: MessageRow): Partial<MessageWire> {
  const [created_via, updated_via] = [viaWire(row.created_via), viaWire(row.updated_via)];
  const made = { ...(created_via && { created_via }), ...(updated_via && { updated_via }) };
  if (row.status !== 'draft') return made;
  const asked = row.approval_asked_at && { approval_asked_at: iso(row.approval_asked_at)! };
  return { ...made, updated_at: iso(row.updated_at)!, ...asked };
}

function attachmentWire({ filename, content_type, size }: MessageRow['attachments'][number]) {
  // It came with the message and is shown as a fact: nothing but a media type is, not even its parameters.
  return { filename, content_type: MEDIA_TYPE.exec(content_type)?.[0] ?? 'application/octet-stream', size };
}

/** When what happened to a message, and why it failed. */
function fateOf(row: MessageRow): Pick<MessageWire, 'created_at'> {
  const { created_at, queued_at, sent_at, delivered_at, read_at, failure_code, failure_detail } = row;
  const times = Object.entries({ queued_at, sent_at, delivered_at, read_at }).map(([key, time]) => [key, iso(time)]);
  const known = [...times, ['failure_code', failure_code], ['failure_detail', failure_detail]];
  return { created_at: iso(created_at)!, ...Object.fromEntries(known.filter(([, value]) => value !== null)) };
}

function matchOf(row: MatchRow | undefined): Match {
  if (!row) return { match: 'none' };
  const { object, record_id, display_name } = row;
  return { match: 'record', object, record_id, display_name };
}

/** A time as it is told. */
export function iso(time: Date | string | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
