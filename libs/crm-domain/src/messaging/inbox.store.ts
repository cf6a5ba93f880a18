import type { Session } from '../db/session.js';
import { HIDDEN } from './conversation.statements.js';

/** A message that came or left, as inboxes see it. */
export interface Activity {
  conversation_id: string;
  at: Date;
  inbound: boolean;
  /** Whoever uses it gets the conversation into the inbox; a conversation without one takes it as its own. */
  channel_account_id: string | null;
  /** Who wrote the message here, if anybody did. */
  user_id: string | null;
}

/** What a person may change about a conversation in their inbox; what is not named stays. */
export interface InboxState {
  archived?: boolean;
  read?: boolean;
  starred?: boolean;
}

const NOW = `date_trunc('milliseconds', now())`;

const FOLLOW = `with moved as (
    update conversation set first_message_at = coalesce(first_message_at, $3), last_activity_at = greatest(last_activity_at, $3),
      last_inbound_at = case when $4 then greatest(last_inbound_at, $3) else last_inbound_at end,
      channel_account_id = coalesce(channel_account_id, $5)
    where workspace_id = $1 and conversation_id = $2 returning channel, last_activity_at, last_inbound_at
  ), users as (
    select owner_user_id as user_id from channel_account where workspace_id = $1 and channel_account_id = $5 and owner_user_id is not null
    union select user_id from channel_account_member where workspace_id = $1 and channel_account_id = $5
    union select $6::uuid where $6 is not null
  ), entered as (
    insert into conversation_inbox (workspace_id, user_id, conversation_id, channel, last_activity_at, last_inbound_at)
    select $1, users.user_id, $2, moved.channel, moved.last_activity_at, moved.last_inbound_at from moved, users on conflict do nothing)
  update conversation_inbox i set last_activity_at = moved.last_activity_at, last_inbound_at = moved.last_inbound_at from moved
    where i.workspace_id = $1 and i.conversation_id = $2`;

const time = (column: string, wish: string) =>
  `${column} = case when ${wish} then coalesce(${column}, ${NOW}) when not ${wish} then null else ${column} end`;

// Reading again after something new came in is a later reading.
const MARK = `update conversation_inbox set ${time('archived_at', '$4::boolean')}, ${time('starred_at', '$6::boolean')},
    last_read_at = case when $5::boolean then ${NOW} when not $5::boolean then null else last_read_at end
  where workspace_id = $1 and user_id = $2 and conversation_id = $3 and not ${HIDDEN('$3')} returning 1`;

/** Whose inbox a conversation is in, and how it stands there. */
export class InboxStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  /** With every message that came or left: the conversation moves up in the inboxes it is in, and enters those it has to be in. */
  async follow({ conversation_id, at, inbound, channel_account_id, user_id }: Activity): Promise<void> {
    await this.session.query({ name: 'inbox-follow', text: FOLLOW }, [
      ...[this.workspaceId, conversation_id, at, inbound, channel_account_id, user_id],
    ]);
  }

  /** Gives whether the conversation is there for this user. */
  async mark(userId: string, conversationId: string, { archived, read, starred }: InboxState): Promise<boolean> {
    const values = [this.workspaceId, userId, conversationId, archived, read, starred];
    return (await this.session.query({ name: 'inbox-mark', text: MARK }, values)).length > 0;
  }
}
