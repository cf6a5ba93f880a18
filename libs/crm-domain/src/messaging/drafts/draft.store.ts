import type { Provenance } from '../../actor.js';
import type { Session } from '../../db/session.js';
import { HIDDEN } from '../conversations/conversation.statements.js';
import type { ChannelName } from '../channel-name.js';
import type { Answered, ValidatedDraft } from './compose.js';
import type { MessageRow, RecipientRow } from '../conversations/conversation.store.js';

/** Where a message stands; the stamp changes with every write of it. */
export type Standing = Pick<MessageRow, 'status' | 'failure_code'> & { conversation_id: string; stamp: string };

/** Who wrote a draft and when, and how often. */
export type DraftHistory = Pick<
  MessageRow,
  'version' | 'created_at' | 'updated_at' | 'created_via' | 'updated_via' | 'approval_asked_at'
>;

/** The same in full, with the message that it answers, if any, and the subject of that. */
export type OwnMessage = Standing &
  ValidatedDraft &
  DraftHistory & {
    parent_subject: string | null;
    /** The account that it would have left from when it was last written; null: none, or not known. */
    sender_account_id: string | null;
    /** The account that it was sent from; null: none, or it was not sent. */
    sent_from_account_id: string | null;
    answered: Answered | null;
    /** What it answers is a draft itself, of which everything may still change. */
    answers_draft: boolean;
  };

/** The message that is answered. */
export interface Parent extends Answered {
  conversation_id: string;
  channel: ChannelName;
  is_draft: boolean;
  subject: string | null;
}

/** Where a letter is kept. */
export interface DraftPlace {
  message_id: string;
  conversation_id: string;
  user_id: string;
}

/** The same, through what it is written, and the account that it would leave from. */
export type DraftWrite = DraftPlace & { via: Provenance; sender_account_id: string | null };

const NOW = `date_trunc('milliseconds', now())`;

const PEOPLE = (message: string) => `(select coalesce(json_agg(json_build_object('role', r.role, 'handle', r.handle)
      order by r.role desc, r.position), '[]')
      from message_recipient r where r.workspace_id = $1 and r.message_id = ${message})`;

const READ = `select m.status, m.failure_code, m.conversation_id, m.xmin::text as stamp, m.version, m.channel, m.body, m.subject,
  m.reply_to_message_id as reply_to, m.created_at, m.updated_at, m.created_via, m.updated_via,
  m.approval_asked_at, m.sender_account_id, (select d.channel_account_id
    from message_delivery d where d.workspace_id = $1 and d.message_id = m.message_id) as sent_from_account_id,
  p.subject as parent_subject, coalesce(p.status = 'draft', false) as answers_draft,
    case when p.message_id is not null then json_build_object('direction', p.direction, 'from_handle', p.from_handle,
      'reply_handles', p.reply_handles, 'recipients', ${PEOPLE('p.message_id')}) end as answered,
    (select coalesce(json_agg(json_build_object('role', r.role, 'kind', r.kind, 'handle', r.handle,
      'address', r.address)
      order by r.role desc, r.position), '[]')
        from message_recipient r
        where r.workspace_id = $1 and r.message_id = m.message_id) as recipients
  from message m left join message p on p.workspace_id = $1 and p.message_id = m.reply_to_message_id
  where m.workspace_id = $1 and m.author_user_id = $2 and m.message_id = $3`;

const PARENT = `select m.conversation_id, m.channel, m.direction, m.from_handle, m.reply_handles,
    m.status = 'draft' as is_draft, m.subject,
    ${PEOPLE('m.message_id')} as recipients
  from message m
    join conversation_inbox i on i.workspace_id = $1 and i.user_id = $2 and i.conversation_id = m.conversation_id
  where m.workspace_id = $1 and m.message_id = $3 and (m.status <> 'draft' or m.author_user_id = $2)
    and not ${HIDDEN('m.conversation_id')}`;

const START = `with started as (
    insert into conversation (workspace_id, conversation_id, channel, created_by_user_id)
      values ($1, $2, $3, $4)
      returning last_activity_at)
  insert into conversation_inbox (workspace_id, user_id, conversation_id, channel, last_activity_at)
    select $1, $4, $2, $3, last_activity_at from started`;

const UPDATE = `with changed as (
    update message set conversation_id = $4, channel = $5, subject = $6, body = $7, reply_to_message_id = $8,
      updated_via = $9, updated_at = ${NOW}, version = version + 1, sender_account_id = $10
    where workspace_id = $1 and author_user_id = $2 and message_id = $3 and status = 'draft' returning message_id)
  delete from message_recipient r using changed where r.workspace_id = $1 and r.message_id = changed.message_id`;

const ADDRESS = `insert into message_recipient (workspace_id, message_id, role, position, kind, handle, address)
  select $1, $2, x.role, x.position, x.kind, x.handle, x.address
  from unnest($3::text[], $4::text[], $5::text[], $6::text[]) with ordinality x(role, kind, handle, address, position)`;

// While a conversation holds only drafts, those who are to get them are the ones who take part.
const TIDY = `with c as (
    select conversation_id
      from conversation
      where workspace_id = $1 and conversation_id = $2 and first_message_at is null
  ), drafts as (
    select m.message_id, m.subject, m.created_at
      from c
      join message m on m.workspace_id = $1 and m.conversation_id = c.conversation_id
  ), people as (
    select distinct r.kind, r.handle
      from drafts
      join message_recipient r on r.workspace_id = $1 and r.message_id = drafts.message_id
  ), titled as (
    update conversation set subject = (select subject from drafts order by created_at, message_id limit 1) from c
    where conversation.workspace_id = $1 and conversation.conversation_id = c.conversation_id
  ), gone as (
    delete from conversation_participant p using c where p.workspace_id = $1 and p.conversation_id = c.conversation_id
      and not exists (select 1 from people where people.kind = p.kind and people.handle = p.handle))
  insert into conversation_participant (workspace_id, conversation_id, kind, handle)
    select $1, c.conversation_id, people.kind, people.handle from c, people on conflict do nothing`;

/**
 * Drafts and where they stand. Whoever changes one holds its conversation, so that drafts of one conversation change in
 * turn.
 */
export class DraftStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  /** A draft of the user's own, or another message, in a conversation that the user sees. */
  async find(userId: string, messageId: string): Promise<Standing | undefined> {
    const text = `select m.status, m.failure_code, m.conversation_id, m.xmin::text as stamp
      from message m
      join conversation_inbox i on i.workspace_id = $1 and i.user_id = $2 and i.conversation_id = m.conversation_id
      where m.workspace_id = $1 and m.message_id = $3
        and (m.author_user_id = $2 or m.status <> 'draft' and not ${HIDDEN('m.conversation_id')})`;
    const [row] = await this.session.query<Standing>({ name: 'draft-find', text }, [
      ...[this.workspaceId, userId, messageId],
    ]);
    return row;
  }

  async read(userId: string, messageId: string): Promise<OwnMessage | undefined> {
    const values = [this.workspaceId, userId, messageId];
    const [row] = await this.session.query<OwnMessage>({ name: 'draft-read', text: READ }, values);
    return row;
  }

  /** Nobody else changes drafts of this conversation until the transaction ends. Gives whether it is still there. */
  async hold(conversationId: string): Promise<boolean> {
    const text = 'select 1 from conversation where workspace_id = $1 and conversation_id = $2 for update';
    const rows = await this.session.query({ name: 'draft-hold', text }, [this.workspaceId, conversationId]);
    return rows.length > 0;
  }

  /** The same, unless somebody else has it at this moment. */
  async holdIfFree(conversationId: string): Promise<boolean> {
    const text = 'select 1 from conversation where workspace_id = $1 and conversation_id = $2 for update skip locked';
    const rows = await this.session.query({ name: 'draft-hold-free', text }, [this.workspaceId, conversationId]);
    return rows.length > 0;
  }

  /** A message that the user may see. */
  async findParent(userId: string, messageId: string): Promise<Parent | undefined> {
    const values = [this.workspaceId, userId, messageId];
    const [row] = await this.session.query<Parent>({ name: 'draft-parent', text: PARENT }, values);
    return row;
  }

  /** A conversation that only its author sees, until something is sent. */
  async start(conversationId: string, channel: ChannelName, userId: string): Promise<void> {
    const values = [this.workspaceId, conversationId, channel, userId];
    await this.session.query({ name: 'draft-start', text: START }, values);
  }

  async insert(
    { message_id, conversation_id, user_id, via, sender_account_id }: DraftWrite,
    letter: ValidatedDraft,
  ): Promise<void> {
    const text = `insert into message (workspace_id, author_user_id, message_id, conversation_id, channel, subject,
      body, reply_to_message_id, created_via, updated_via, sender_account_id, direction, status)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, 'outbound', 'draft')`;
    const { channel, subject, body, reply_to } = letter;
    await this.session.query({ name: 'draft-insert', text }, [
      ...[this.workspaceId, user_id, message_id, conversation_id, channel, subject, body, reply_to],
      ...[JSON.stringify(via), sender_account_id],
    ]);
    await this.address(message_id, letter.recipients);
  }

  /** Of a draft whose conversation is held. */
  async update(
    { message_id, conversation_id, user_id, via, sender_account_id }: DraftWrite,
    letter: ValidatedDraft,
  ): Promise<void> {
    const { channel, subject, body, reply_to } = letter;
    await this.session.query({ name: 'draft-update', text: UPDATE }, [
      ...[this.workspaceId, user_id, message_id, conversation_id, channel, subject, body, reply_to],
      ...[JSON.stringify(via), sender_account_id],
    ]);
    await this.address(message_id, letter.recipients);
  }

  /** Drafts of any owner of an account do not say any more that they leave from it, when it becomes a shared one. */
  async forgetSender(accountId: string): Promise<void> {
    const text = `update message set sender_account_id = null
      where workspace_id = $1 and status = 'draft' and sender_account_id = $2`;
    await this.session.query({ text }, [this.workspaceId, accountId]);
  }

  /** Of a draft whose conversation is held: it waits for its owner from now on, or still. */
  async askApproval({ message_id, user_id }: DraftPlace): Promise<void> {
    const text = `update message set approval_asked_at = ${NOW}, version = version + 1
      where workspace_id = $1 and author_user_id = $2 and message_id = $3 and status = 'draft'
        and approval_asked_at is null`;
    await this.session.query({ name: 'draft-ask-approval', text }, [this.workspaceId, user_id, message_id]);
  }

  async remove({ message_id, conversation_id, user_id }: DraftPlace): Promise<void> {
    const text = `delete
      from message
      where workspace_id = $1 and author_user_id = $2 and message_id = $3 and status = 'draft'`;
    await this.session.query({ name: 'draft-remove', text }, [this.workspaceId, user_id, message_id]);
    await this.unanswer({ message_id, conversation_id });
  }

  /** A message goes from a conversation: what answers it there then answers nothing. */
  async unanswer({ message_id, conversation_id }: Omit<DraftPlace, 'user_id'>): Promise<void> {
    const text = `update message
      set reply_to_message_id = null, version = version + 1
      where workspace_id = $1 and conversation_id = $2 and reply_to_message_id = $3`;
    const values = [this.workspaceId, conversation_id, message_id];
    await this.session.query({ name: 'draft-unanswer', text }, values);
  }

  /** A conversation in which nothing is left goes; of one that holds only drafts the people and the subject are set. */
  async syncParticipants(conversationId: string): Promise<void> {
    const text = `delete from conversation c where c.workspace_id = $1 and c.conversation_id = $2
        and not exists (select 1 from message m where m.workspace_id = $1 and m.conversation_id = $2) returning 1`;
    const values = [this.workspaceId, conversationId];
    const gone = await this.session.query({ name: 'draft-empty', text }, values);
    if (gone.length === 0) await this.session.query({ name: 'draft-tidy', text: TIDY }, values);
  }

  private async address(messageId: string, recipients: readonly RecipientRow[]): Promise<void> {
    if (recipients.length === 0) return;
    const column = (of: (each: RecipientRow) => string) => recipients.map(of);
    await this.session.query({ name: 'draft-address', text: ADDRESS }, [
      ...[this.workspaceId, messageId, column(({ role }) => role), column(({ kind }) => kind)],
      ...[column(({ handle }) => handle), column(({ address }) => address)],
    ]);
  }
}
