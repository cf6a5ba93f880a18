import { rowsOfReached, type Session } from '../../db/session.js';
import type { ChannelAccountEntity } from '../accounts/channel-account.entity.js';
import { handleKind, type ChannelName } from '../channel-name.js';
import type { Awakening, MessageRows, NewConversation, Placed, Placing, Times } from './receiving.js';
import { DELIVERED_UP_TO, INSERT_MESSAGE, NOTE, OWN, PLACE } from './receive.statements.js';

/** An account that something comes in through. */
export interface ReceivingAccount {
  workspace_id: string;
  channel_account_id: string;
  channel: ChannelName;
  owner_user_id: string | null;
  address: string;
}

/** An account that a webhook names. */
export interface NamedAccount extends ReceivingAccount {
  /** Nothing new comes in through one that is not; what was sent through it may still be told of. */
  is_connected: boolean;
}

type FoundAccount = ReceivingAccount & Pick<ChannelAccountEntity, 'status' | 'created_at' | 'updated_at'>;

/** A message of ours that a provider speaks of, and whether it was known to have been taken. */
export interface OwnMessage {
  message_id: string;
  is_settled: boolean;
  /** Whether a transmission from here may have been taken. */
  may_have_left: boolean;
  /** What its provider calls what it took; null where that is not known. */
  accepted_as: string | null;
  /** Of those it goes to. */
  handles: string[];
}

/** What finds a message of ours: by its mark, or by what the provider calls it. */
export interface OwnSought {
  mark: string | null;
  provider_message_id: string;
  internet_message_id: string | null;
}

/** What comes in through one workspace's accounts. */
export class ReceiveStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  /** Those of all workspaces: a webhook names the account alone. @param failures told why some are missing */
  async accountsOf(channel: ChannelName, externalAccountId: string, failures: unknown[]): Promise<NamedAccount[]> {
    const text = `select workspace_id, channel_account_id, channel, owner_user_id, address, status, created_at, updated_at
      from channel_account where channel = $1 and external_account_id = $2`;
    const values = [channel, externalAccountId];
    const statement = { name: 'receive-accounts', text };
    return withConnected(await rowsOfReached<FoundAccount>(this.session, statement, values, failures));
  }

  /**
   * Until the transaction ends nobody else in the same line is served, and the users of the account stay the same.
   *
   * @returns the time of the database, and when the account was connected first
   */
  async queueUp({ channel_account_id }: ReceivingAccount, line: string): Promise<Times> {
    const text = `select pg_advisory_xact_lock(hashtextextended($3, 0)), clock_timestamp() as now,
      (select created_at from channel_account where workspace_id = $1 and channel_account_id = $2 for key share)
        as connected_at`;
    const values = [this.workspaceId, channel_account_id, `receive ${this.workspaceId} ${line}`];
    return (await this.session.query<Times>({ name: 'receive-line', text }, values))[0]!;
  }

  async findOwn(account: ReceivingAccount, sought: OwnSought): Promise<OwnMessage | undefined> {
    const { mark, provider_message_id, internet_message_id } = sought;
    const draft_id = account.channel === 'outlook' ? provider_message_id : null;
    const key = [this.workspaceId, account.channel_account_id];
    const values = [...key, mark, provider_message_id, internet_message_id, draft_id];
    return (await this.session.query<OwnMessage>(OWN, values))[0];
  }

  /** The conversation a message belongs to, and whether the message itself is there already. */
  async place(
    account: ReceivingAccount,
    { thread_id, references, reply_to, person }: Placing,
    { message, attachments }: Pick<MessageRows, 'message' | 'attachments'>,
  ): Promise<Placed | undefined> {
    const { channel_account_id, owner_user_id, channel } = account;
    const { provider_message_id, internet_message_id, from_handle, direction, sent_at, subject, body } = message;
    const values = [
      ...[this.workspaceId, channel_account_id, owner_user_id, thread_id, references],
      ...[reply_to, person?.kind, person?.handle, provider_message_id, internet_message_id, from_handle],
      ...[direction, sent_at, subject, body, attachments.map(({ filename }) => filename)],
      ...[attachments.map(({ size }) => size), channel],
    ];
    return (await this.session.query<Placed>(PLACE, values))[0];
  }

  /** The thread's first message is here: its conversation is now known by its name at the provider. */
  async adopt(conversationId: string, accountId: string, externalId: string): Promise<void> {
    const text = `update conversation c set external_id = $4, channel_account_id = $3
      where c.workspace_id = $1 and c.conversation_id = $2 and c.external_id is null
        and (c.channel_account_id is null or c.channel_account_id = $3)
        and not exists (select 1
          from conversation o
          where o.workspace_id = $1 and o.channel_account_id = $3 and o.external_id = $4)`;
    await this.session.query({ name: 'receive-adopt', text }, [
      this.workspaceId,
      conversationId,
      accountId,
      externalId,
    ]);
  }

  async insertConversation(account: ReceivingAccount, conversation: NewConversation): Promise<void> {
    const text = `insert into conversation (workspace_id, conversation_id, channel, channel_account_id, external_id,
      subject, last_activity_at)
      values ($1, $2, $3, $4, $5, $6, $7)`;
    const { conversation_id, external_id, subject, sent_at } = conversation;
    const values = [this.workspaceId, conversation_id, account.channel, account.channel_account_id];
    await this.session.query({ name: 'receive-conversation', text }, [...values, external_id, subject, sent_at]);
  }

  /** From now on the account knows a stored mail by this id, too, whatever becomes of what it says. */
  async insertCopy({ channel_account_id }: ReceivingAccount, id: string, messageId: string): Promise<void> {
    const text = `insert into message_copy (workspace_id, channel_account_id, provider_message_id, message_id)
      values ($1, $2, $3, $4) on conflict do nothing`;
    const values = [this.workspaceId, channel_account_id, id, messageId];
    await this.session.query({ name: 'receive-copy', text }, values);
  }

  /** With its recipients, attachments and participants, in one statement. */
  async insertMessage(
    account: ReceivingAccount,
    { conversation_id, thread_id }: { conversation_id: string; thread_id: string | null },
    rows: MessageRows,
  ): Promise<void> {
    const { message, recipients, attachments, participants } = rows;
    const values = [message, recipients, attachments, participants].map((part) => JSON.stringify(part));
    await this.session.query(INSERT_MESSAGE, [
      ...[this.workspaceId, conversation_id, account.channel, ...values],
      ...[account.channel_account_id, thread_id, account.owner_user_id],
    ]);
  }

  /**
   * What somebody archived before it comes back with what is new; what its owner read elsewhere is read. What nobody
   * can have seen comes back and is unread, although it was sent before.
   */
  async awaken(conversationId: string, { inbound, sent_at, reader, isUnseen }: Awakening): Promise<void> {
    const text = `update conversation_inbox
      set archived_at = case when $3 and archived_at < $4 or $6 then null else archived_at end,
        last_read_at = case when user_id = $5 then greatest(last_read_at, $4)
          when $6 and last_read_at >= $4 then $4::timestamptz - interval '1 millisecond' else last_read_at end
      where workspace_id = $1 and conversation_id = $2
        and ($3 and archived_at < $4 or user_id = $5 and (last_read_at < $4 or last_read_at is null)
          or $6 and (archived_at is not null or last_read_at >= $4))`;
    const values = [this.workspaceId, conversationId, inbound, sent_at, reader, isUnseen];
    await this.session.query({ name: 'receive-awaken', text }, values);
  }

  /** What a provider tells of a message of ours that was settled without it. */
  async complete(messageId: string, internetMessageId: string | null): Promise<void> {
    const text = `update message set internet_message_id = $3
      where workspace_id = $1 and message_id = $2 and internet_message_id is null and $3::text is not null`;
    await this.session.query({ name: 'receive-complete', text }, [this.workspaceId, messageId, internetMessageId]);
  }

  /** Of messages that went out elsewhere than here: what became of them. Whether there is one. */
  async note(
    account: ReceivingAccount,
    providerMessageId: string,
    { delivered_at, read_at }: { delivered_at: Date | null; read_at: Date | null },
  ): Promise<boolean> {
    const values = [this.workspaceId, account.channel_account_id, providerMessageId, delivered_at, read_at];
    return (await this.session.query(NOTE, values)).length > 0;
  }

  /** Everything that was sent to somebody until then. */
  async noteUpTo(
    account: ReceivingAccount,
    to: { handle: string; until: Date },
    { delivered_at, read_at }: { delivered_at: Date | null; read_at: Date | null },
  ): Promise<void> {
    const kind = handleKind(account.channel);
    const values = [this.workspaceId, account.channel_account_id, to.handle, to.until, delivered_at, read_at, kind];
    await this.session.query(DELIVERED_UP_TO, values);
  }

  async trouble(accountId: string, code: string): Promise<void> {
    const text = `update channel_account
      set last_error_code = $3, updated_at = now()
      where workspace_id = $1 and channel_account_id = $2`;
    await this.session.query({ name: 'receive-trouble', text }, [this.workspaceId, accountId, code]);
  }
}

/**
 * Where the provider has taken its access from one workspace and another one has it, the page or number may have changed
 * hands: what is said to the new owner is not shown to the earlier one, also when the new owner has no access any more.
 * To whom had it last it may only have to be given again, and nothing is lost until then.
 */
function withConnected(accounts: readonly FoundAccount[]): NamedAccount[] {
  const isActive = accounts.some(({ status }) => status === 'active');
  // Nothing happens to an account that nobody can open: it was last changed when its access was taken.
  const isFollowed = ({ updated_at: taken }: FoundAccount) =>
    accounts.some(
      (other) => other.created_at > taken || (other.status === 'reauth_required' && other.updated_at > taken),
    );
  return accounts.map((found) => {
    const { status, created_at: _begun, updated_at: _changed, ...account } = found;
    const mayComeBack = status === 'reauth_required' && !isActive && !isFollowed(found);
    return { ...account, is_connected: status === 'active' || mayComeBack };
  });
}
