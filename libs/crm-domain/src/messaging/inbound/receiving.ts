import type { HandleKind } from '../channel-name.js';

/** What places a message in a conversation. */
export interface Placing {
  thread_id: string;
  /** Mail: what it refers to, the nearest last. */
  references: readonly string[];
  /** Chats: the provider's id of the message it answers. */
  reply_to: string | null;
  /** Chats: the other person. */
  person: { kind: HandleKind; handle: string } | null;
}

export interface NewConversation {
  conversation_id: string;
  external_id: string;
  subject: string | null;
  sent_at: Date;
}

/** A message with all that belongs to it, as rows. */
export interface MessageRows {
  message: {
    message_id: string;
    direction: 'inbound' | 'outbound';
    author_user_id: string | null;
    from_handle: string;
    reply_handles: readonly string[] | null;
    subject: string | null;
    body: string;
    body_html: string | null;
    provider_message_id: string;
    internet_message_id: string | null;
    answers: string | null;
    sent_at: Date;
  };
  recipients: readonly { role: 'to' | 'cc'; position: number; kind: HandleKind; handle: string; address: string }[];
  attachments: readonly {
    attachment_id: string;
    filename: string;
    content_type: string;
    size: number;
    provider_attachment_id: string | null;
  }[];
  participants: readonly { kind: HandleKind; handle: string; display_name: string | null; is_self: boolean }[];
}

/** By the database's clock. `connected_at` is null for an account that is gone. */
export interface Times {
  now: Date;
  connected_at: Date | null;
}

/** The conversation of a message that came in. */
export interface Placed {
  conversation_id: string;
  /** Whether it is called after the thread of the message. */
  is_named: boolean;
  /** Whether the message is there already. */
  is_known: boolean;
  /** Which message it is, where the account does not know it by this id yet. */
  copy_of: string | null;
}

/** What a message that came in changes in the inboxes. */
export interface Awakening {
  inbound: boolean;
  sent_at: Date;
  /** Who has read it already, elsewhere. */
  reader: string | null;
  /** Whether nobody can have seen it, whatever they did to the conversation since it was sent. */
  isUnseen: boolean;
}
