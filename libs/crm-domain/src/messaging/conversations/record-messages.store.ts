import type { Session } from '../../db/session.js';
import { MAX_RELATED } from './conversation.statements.js';
import type { MessageRow, Place } from './conversation.store.js';
import { MESSAGES_OF_RECORD } from './record-messages.statements.js';

/** A message of one of the conversations of a record, and its place among those. */
export type RecordMessageRow = MessageRow & MessagePlace & { conversation_id: string; occurred_at: Date };

/** Where a message stands among others; the time as text, which is exact. */
export type MessagePlace = Omit<Place, 'has_older'>;

/** The newest conversations of a record, whose messages are looked at together. */
const MAX_CONVERSATIONS = 200;
/** Characters of a text, and recipients and attachments, that are read of a message. */
const BEGINNING = 2000;
const MAX_LISTED = 10;

const THE_END: MessagePlace = { sort_at: 'infinity', message_id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** Messages by the records whose addresses take part in their conversations. */
export class RecordMessageStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  /** Messages of the user's conversations with a record, the newest first, before a place; of each the beginning. */
  list(
    userId: string,
    recordId: string,
    { limit, before = THE_END }: { limit: number; before?: MessagePlace | undefined },
  ): Promise<RecordMessageRow[]> {
    const place = [before.sort_at, before.message_id];
    const values = [this.workspaceId, userId, recordId, MAX_RELATED, MAX_CONVERSATIONS, limit, ...place];
    return this.session.query<RecordMessageRow>(MESSAGES_OF_RECORD, [...values, BEGINNING, MAX_LISTED]);
  }
}
