/** Somebody a message comes from or goes to, as the provider writes them. */
export interface Party {
  address: string;
  display_name: string | null;
}

/** What is kept of an attachment: not its bytes. */
export interface ReceivedAttachment {
  filename: string;
  content_type: string;
  /** Bytes; 0 where the provider does not say. */
  size: number;
  provider_attachment_id: string | null;
}

/** A message as its provider has it, in words all channels share. */
export interface ReceivedMessage {
  /** Outbound: sent from the account, by us or from elsewhere. */
  direction: 'inbound' | 'outbound';
  provider_message_id: string;
  /** The thread in its mailbox; for a chat, the other person. */
  thread_id: string;
  /** Mail alone: the RFC 5322 Message-ID, and those of the messages before it, oldest first. */
  internet_message_id: string | null;
  references: readonly string[];
  /** Mail alone: where its sender wants answers (Reply-To). */
  reply_addresses?: readonly string[] | undefined;
  /** Chats: the provider's id of the message that is answered. */
  reply_to: string | null;
  /**
   * Our own id of the message where the provider carries it. Believed of outbound messages alone: anybody can write
   * one.
   */
  mark: string | null;
  /** Whether our mark would be there if it had been sent from here; where it would not, its words and people tell. */
  bears_mark_if_ours: boolean;
  from: Party;
  to: readonly Party[];
  cc: readonly Party[];
  /** Of what went out, addresses that were not shown to the others. */
  bcc?: readonly string[] | undefined;
  subject: string | null;
  /** The subject before encoded words were decoded, where its provider may have decoded them already. */
  subject_as_told?: string | undefined;
  body: string;
  body_html: string | null;
  /** By the provider's clock. */
  sent_at: Date;
  /** Id of the event that brought it. Messages of the same second are ordered by it, as providers date by whole seconds. */
  told_by?: string;
  /** Whether its owner has read it at the provider. */
  seen: boolean;
  attachments: readonly ReceivedAttachment[];
}

/** What became of messages that were sent. */
export interface ReceivedStatus {
  status: 'sent' | 'delivered' | 'read' | 'failed';
  provider_message_ids: readonly string[];
  /** Chats: the other person, where the provider names them. */
  thread_id?: string | null;
  /** Our own id of the message where the provider carries it. */
  mark: string | null;
  /** Which of our transmissions of it, from 1, where the provider carries that. */
  transmission?: number | null;
  /** In place of ids: everything sent to somebody until then. */
  up_to: { address: string; until: Date } | null;
  at: Date;
  /**
   * Why it failed: a short code and a sentence of ours. `throttles`: it may be sent again, once this has waited;
   * absent: it may not.
   */
  failure: { code: string; detail: string; throttles?: 'message' | 'account' } | null;
}
