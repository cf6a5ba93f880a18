import type { Session } from '../../db/session.js';
import type { PageAsked } from '../conversations/conversation.store.js';
import type { ValidatedDraft } from './compose.js';
import type { DraftHistory } from './draft.store.js';

/** A draft in a list of them, of whose text the beginning is there. */
export type ListedDraft = ValidatedDraft &
  DraftHistory & { message_id: string; conversation_id: string; is_body_cut: boolean };

/** Characters of each text in a list. */
const BEGINNING = 2000;

// Those that wait for their owner come first; `message_drafts` has them in this order.
const PAGE = `select m.message_id, m.conversation_id, m.channel, m.subject, left(m.body, ${BEGINNING}) as body,
    char_length(m.body) > ${BEGINNING} as is_body_cut, m.reply_to_message_id as reply_to,
    m.version, m.created_at, m.updated_at, m.created_via, m.updated_via, m.approval_asked_at,
    (select coalesce(json_agg(json_build_object('role', r.role, 'kind', r.kind, 'handle', r.handle,
      'address', r.address) order by r.role desc, r.position), '[]')
      from message_recipient r where r.workspace_id = $1 and r.message_id = m.message_id) as recipients
  from message m
    join conversation_inbox i on i.workspace_id = $1 and i.user_id = $2 and i.conversation_id = m.conversation_id
  where m.workspace_id = $1 and m.author_user_id = $2 and m.status = 'draft'
  order by (m.approval_asked_at is null), m.updated_at desc, m.message_id desc limit $3 offset $4`;

const COUNT = `select count(*)::int as total
  from message m
    join conversation_inbox i on i.workspace_id = $1 and i.user_id = $2 and i.conversation_id = m.conversation_id
  where m.workspace_id = $1 and m.author_user_id = $2 and m.status = 'draft'`;

const IN_CONVERSATION = `select message_id
  from (select message_id, created_at from message
    where workspace_id = $1 and author_user_id = $2 and status = 'draft' and conversation_id = $3
    order by (approval_asked_at is null), updated_at desc, message_id desc limit $4) m
  order by created_at, message_id`;

/** The drafts of one person. */
export class DraftListStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  page(userId: string, { limit, offset }: PageAsked): Promise<ListedDraft[]> {
    const values = [this.workspaceId, userId, limit, offset];
    return this.session.query<ListedDraft>({ name: 'draft-list', text: PAGE }, values);
  }

  /** Ids of those in a conversation, the oldest first; of more than `most` those that a page shows first. */
  async idsIn(userId: string, conversationId: string, most: number): Promise<string[]> {
    const values = [this.workspaceId, userId, conversationId, most];
    const statement = { name: 'draft-conversation', text: IN_CONVERSATION };
    const rows = await this.session.query<{ message_id: string }>(statement, values);
    return rows.map(({ message_id }) => message_id);
  }

  async count(userId: string): Promise<number> {
    const [row] = await this.session.query<{ total: number }>({ name: 'draft-count', text: COUNT }, [
      ...[this.workspaceId, userId],
    ]);
    return row!.total;
  }
}
