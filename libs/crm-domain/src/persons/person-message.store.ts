import type { Session } from '../db/session.js';

/** How far a message is, and whether it is the person's alone. */
export interface Correspondence {
  status: string;
  conversation_id: string;
  is_alone: boolean;
}

const OF_MESSAGE = `(select m.conversation_id from message m
  where m.workspace_id = $1 and m.message_id = $2 and m.status <> 'pending')`;
/** Of the rows of a table, whose keys begin with $2, the conversation. */
const CONVERSATION_OF: Readonly<Record<string, string>> = {
  message: OF_MESSAGE,
  message_attachment: OF_MESSAGE,
  conversation_participant: '$2',
};

/** Messages of a person, and who takes part in their conversations. */
export class PersonMessageStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  /** How far a message is, if it is still there. It stays as it is until this transaction ends. */
  async hold(messageId: string): Promise<string | undefined> {
    const text = `select status from message where workspace_id = $1 and message_id = $2 for update`;
    const [row] = await this.session.query<{ status: string }>({ text }, [this.workspaceId, messageId]);
    return row?.status;
  }

  /** A draft that says something else: whoever has read it before sends it no more at the version that they know. */
  async raiseDraftVersion(messageId: string): Promise<void> {
    const text = `update message set version = version + 1
      where workspace_id = $1 and message_id = $2 and status = 'draft'`;
    await this.session.query({ text }, [this.workspaceId, messageId]);
  }

  /** How far a message is, and whether it is from one of these addresses or goes to no other. */
  async correspondence(messageId: string, handles: readonly string[]): Promise<Correspondence | undefined> {
    const text = `select m.status, m.conversation_id, coalesce(m.from_handle = any($3::text[]), false)
        or (m.direction = 'outbound' and not exists (select 1 from message_recipient r
          where r.workspace_id = $1 and r.message_id = $2 and r.handle <> all($3::text[]))) as is_alone
      from message m where m.workspace_id = $1 and m.message_id = $2 for update`;
    const values = [this.workspaceId, messageId, handles];
    const [row] = await this.session.query<Correspondence>({ text }, values);
    return row;
  }

  /**
   * Whether a row is of a conversation in which one of these addresses takes part: a message that is not on its way, one
   * of its attachments, or somebody who takes part as well.
   */
  async isBesideThem(table: string, [id]: readonly string[], handles: readonly string[]): Promise<boolean> {
    const conversation = CONVERSATION_OF[table];
    if (conversation === undefined) return false;
    const text = `select 1 from conversation_participant p
      where p.workspace_id = $1 and p.conversation_id = ${conversation} and p.handle = any($3::text[])
      limit 1`;
    return (await this.session.query({ text }, [this.workspaceId, id, handles])).length > 0;
  }

  /** Whether nobody else takes part in a conversation but its own account. */
  async isAlone(conversationId: string, handles: readonly string[]): Promise<boolean> {
    const text = `select 1 from conversation_participant
      where workspace_id = $1 and conversation_id = $2 and not is_self and handle <> all($3::text[]) limit 1`;
    return (await this.session.query({ text }, [this.workspaceId, conversationId, handles])).length === 0;
  }

  async attachments(messageId: string): Promise<string[]> {
    const text = 'select attachment_id from message_attachment where workspace_id = $1 and message_id = $2';
    const rows = await this.session.query<{ attachment_id: string }>({ text }, [this.workspaceId, messageId]);
    return rows.map(({ attachment_id }) => attachment_id);
  }

  async deleteAttachments(messageId: string): Promise<void> {
    const text = 'delete from message_attachment where workspace_id = $1 and message_id = $2';
    await this.session.query({ text }, [this.workspaceId, messageId]);
  }

  async deleteDraft(messageId: string): Promise<void> {
    const text = 'delete from message where workspace_id = $1 and message_id = $2';
    await this.session.query({ text }, [this.workspaceId, messageId]);
  }

  /**
   * Other numbers and WhatsApp ids of the same people: WhatsApp may know somebody by another one than was written to, and
   * its conversation, which is with one person alone, is called after that.
   */
  async otherNumbers(numbers: readonly string[]): Promise<string[]> {
    const rows = await this.session.query<{ handle: string }>({ text: OTHER_NUMBERS }, [this.workspaceId, numbers]);
    return rows.map(({ handle }) => handle);
  }
}

// A conversation that holds only drafts may hold some to several people.
const OTHER_NUMBERS = `with theirs as (
    select p.conversation_id from conversation_participant p
      where p.workspace_id = $1 and p.kind = 'phone' and p.handle = any($2::text[])
    union
    select c.conversation_id from channel_account a
      join conversation c on c.workspace_id = $1 and c.channel_account_id = a.channel_account_id
      where a.workspace_id = $1 and a.channel = 'whatsapp' and c.external_id = any($2::text[])
  ), begun as (
    select c.conversation_id, c.external_id from theirs
      join conversation c on c.workspace_id = $1 and c.conversation_id = theirs.conversation_id
      where c.channel = 'whatsapp' and c.first_message_at is not null
  ), numbers as (
    select external_id as handle from begun
    union
    select p.handle from begun
      join conversation_participant p on p.workspace_id = $1 and p.conversation_id = begun.conversation_id
      where p.kind = 'phone' and not p.is_self
  )
  select handle from numbers where handle not like 'erased-%' and handle <> all($2::text[]) order by handle`;
