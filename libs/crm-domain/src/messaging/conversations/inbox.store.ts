import { onlyRow, type Session } from '../../db/session.js';
import { HIDDEN, MAY_SEE } from './conversation.statements.js';

/** A message that came or left, as inboxes see it. */
export interface Activity {
  conversation_id: string;
  at: Date;
  inbound: boolean;
  /**
   * The account it came or left through. If it is that of the conversation, its users get the conversation into their
   * inboxes.
   */
  channel_account_id: string | null;
}

/** What a person may change about a conversation in their inbox; what is not named stays. */
export interface InboxState {
  archived?: boolean | undefined;
  read?: boolean | undefined;
  starred?: boolean | undefined;
  /** It is not archived when something came in since it was read. */
  onlyIfRead?: boolean | undefined;
}

const NOW = `date_trunc('milliseconds', now())`;

// A conversation without an account takes this one if that shows nobody what is not theirs: all who have the
// conversation use the account, and what was said before is not handed to a shared one, whose users may be others
// tomorrow.
const FOLLOW = `with account as (
    select owner_user_id from channel_account where workspace_id = $1 and channel_account_id = $5
  ), users as (
    select owner_user_id as user_id from account where owner_user_id is not null
    union select user_id from channel_account_member where workspace_id = $1 and channel_account_id = $5
  ), present as (
    select user_id from conversation_inbox where workspace_id = $1 and conversation_id = $2
  ), moved as (
    update conversation
      set first_message_at = coalesce(first_message_at, $3), last_activity_at = greatest(last_activity_at, $3),
      last_inbound_at = case when $4 then greatest(last_inbound_at, $3) else last_inbound_at end,
      channel_account_id = case
        when channel_account_id is null and not exists (table present except table users)
          and (first_message_at is null or exists (select 1 from account where owner_user_id is not null)) then $5
        else channel_account_id end
    where workspace_id = $1 and conversation_id = $2
    returning channel, channel_account_id, last_activity_at, last_inbound_at
  ), entered as (
    insert into conversation_inbox (workspace_id, user_id, conversation_id, channel, last_activity_at, last_inbound_at)
    select $1, users.user_id, $2, moved.channel, moved.last_activity_at, moved.last_inbound_at
      from moved, users
      where moved.channel_account_id = $5
      on conflict do nothing)
  update conversation_inbox i
    set last_activity_at = moved.last_activity_at, last_inbound_at = moved.last_inbound_at from moved
    where i.workspace_id = $1 and i.conversation_id = $2`;

const time = (column: string, wish: string) =>
  `${column} = case when ${wish} then coalesce(${column}, ${NOW}) when not ${wish} then null else ${column} end`;

// With $7, what came in since it was read keeps it in the inbox.
const ARCHIVE = '($4::boolean and not ($7::boolean and coalesce(last_inbound_at > last_read_at, false)))';

// Reading again after something new came in is a later reading.
const MARK = `update conversation_inbox set ${time('archived_at', ARCHIVE)}, ${time('starred_at', '$6::boolean')},
    last_read_at = case when $5::boolean then ${NOW} when not $5::boolean then null else last_read_at end
  where workspace_id = $1 and user_id = $2 and conversation_id = $3 and not ${HIDDEN('$3')}
  returning archived_at is not null as is_archived`;

/** $3 a conversation of the user's or null. The newest of each: what is older changes when it becomes one of them. */
const STAMP = `select md5(concat(
    (select string_agg(concat_ws(' ', i.conversation_id, i.last_activity_at, i.last_read_at, i.archived_at,
        i.starred_at), ',' order by i.last_activity_at desc, i.conversation_id)
      from (select * from conversation_inbox where workspace_id = $1 and user_id = $2
        order by last_activity_at desc limit 50) i),
    (select string_agg(concat_ws(' ', m.message_id, m.status, m.version, m.updated_at, m.delivered_at, m.read_at),
        ',' order by m.sort_at desc, m.message_id)
      from (select n.* from message n
        join conversation_inbox i on i.workspace_id = $1 and i.user_id = $2 and i.conversation_id = n.conversation_id
        where n.workspace_id = $1 and n.conversation_id = $3 and ${MAY_SEE('n')} order by n.sort_at desc limit 50) m),
    (select string_agg(concat_ws(' ', d.message_id, d.version), ',' order by d.message_id)
      from (select message_id, version from message
        where workspace_id = $1 and author_user_id = $2 and status = 'draft'
        order by (approval_asked_at is null), updated_at desc, message_id desc limit 50) d))) as stamp`;

/** Whose inbox a conversation is in, and how it stands there. */
export class InboxStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  /**
   * With every message that came or left: the conversation moves up in the inboxes it is in, and enters those it has to
   * be in. An earlier statement of the transaction has locked the account `for key share`, so that its users are those
   * of this moment.
   */
  async follow({ conversation_id, at, inbound, channel_account_id }: Activity): Promise<void> {
    const values = [this.workspaceId, conversation_id, at, inbound, channel_account_id];
    await this.session.query({ name: 'inbox-follow', text: FOLLOW }, values);
  }

  /** Gives how the conversation stands then; undefined where it is not there for this user. */
  async mark(
    userId: string,
    conversationId: string,
    { archived, read, starred, onlyIfRead = false }: InboxState,
  ): Promise<{ is_archived: boolean } | undefined> {
    const values = [this.workspaceId, userId, conversationId, archived, read, starred, onlyIfRead];
    const [row] = await this.session.query<{ is_archived: boolean }>({ name: 'inbox-mark', text: MARK }, values);
    return row;
  }

  /** Changes with the newest conversations and drafts of a user, and the newest messages of one conversation. */
  async stamp(userId: string, conversationId: string | null): Promise<string> {
    const statement = { name: 'inbox-stamp', text: STAMP };
    return onlyRow(await this.session.query<{ stamp: string }>(statement, [this.workspaceId, userId, conversationId]))
      .stamp;
  }
}
