import type { Session } from '../../db/session.js';
import type { AccountKey } from '../accounts/channel-account.entity.js';

/**
 * A message that may have left without a word of its provider, so that only its words, its people and its time tell
 * which it is.
 */
export interface OpenRow extends AccountKey {
  message_id: string;
  subject: string | null;
  body: string;
  provider_thread_id: string | null;
  transmit_started_at: Date;
  /** The answer to its transmission may still come. */
  is_in_hand: boolean;
  /** It was given up; nobody looks for it any more. */
  is_over: boolean;
}

/**
 * Which transmissions: to exactly these people (null: to anybody), begun about then, at most so many milliseconds
 * before and after.
 */
export interface OpenSought {
  handles: readonly string[] | null;
  at: Date;
  before_ms: number;
  after_ms: number;
}

/** So many of one account are compared. */
const MAX_COUNT = 50;

const OPEN = `select m.message_id, m.subject, m.body, d.provider_thread_id, d.transmit_started_at,
    d.state = 'transmitting' and coalesce(d.lease_until > now(), false) as is_in_hand,
    d.state = 'rejected' as is_over
  from message_delivery d join message m on m.workspace_id = $1 and m.message_id = d.message_id
  where d.workspace_id = $1 and d.channel_account_id = $2
    and (d.state in ('transmitting', 'unknown') or d.state = 'rejected' and d.last_error_code = 'outcome_unknown')
    and d.transmit_started_at between $4::timestamptz - $5 * interval '1 millisecond'
    and $4::timestamptz + $6 * interval '1 millisecond'
    and ($3::text[] is null
      or (select array_agg(distinct h collate "C" order by h collate "C") from unnest($3::text[]) h)
      = (select array_agg(distinct r.handle collate "C" order by r.handle collate "C") from message_recipient r
        where r.workspace_id = $1 and r.message_id = m.message_id))
  order by abs(extract(epoch from d.transmit_started_at - $4::timestamptz)), d.message_id limit ${MAX_COUNT}`;

const SENT_FROM_HERE = `select d.provider_message_id as id from message_delivery d
  where d.workspace_id = $1 and d.channel_account_id = $2 and d.provider_message_id = any ($3::text[])
    and d.message_id is distinct from $4::uuid`;

const STORED = `select o.provider_message_id as id
  from message o
  join conversation c on c.workspace_id = $1 and c.conversation_id = o.conversation_id
  where o.workspace_id = $1 and o.provider_message_id = any ($3::text[]) and o.message_id is distinct from $4::uuid
    and coalesce(o.received_through, c.channel_account_id) = $2`;

/**
 * What is compared where a provider shows a message without our mark. Every statement is about one workspace, except
 * that which finds them.
 */
export class AlikeStore {
  constructor(private readonly session: Session) {}

  /**
   * An account, and those of other workspaces that are or were the same account of the provider: what left through any
   * of them is seen through all.
   */
  async accounts({ workspace_id, channel_account_id }: AccountKey): Promise<AccountKey[]> {
    const own = `select channel, external_account_id
      from channel_account
      where workspace_id = $1 and channel_account_id = $2`;
    const key = [workspace_id, channel_account_id];
    const [named] = await this.session.query<{ channel: string; external_account_id: string }>(
      { name: 'alike-account', text: own },
      key,
    );
    const text = `select workspace_id, channel_account_id from channel_account
      where channel = $1 and external_account_id = $2`;
    const values = [named?.channel, named?.external_account_id];
    const rows = await this.session.query<AccountKey>({ name: 'alike-accounts', text }, values);
    return [{ workspace_id, channel_account_id }, ...rows.filter((row) => row.workspace_id !== workspace_id)];
  }

  /** Until the transaction ends nobody else decides over what is found through these accounts. */
  async queueUp(accounts: readonly AccountKey[]): Promise<void> {
    const text = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';
    const [first] = accounts.map(({ channel_account_id }) => channel_account_id).sort();
    await this.session.query({ name: 'alike-line', text }, [`alike ${first}`]);
  }

  /** Those of one account that may have left, that which was begun nearest to the time first. */
  async open({ workspace_id, channel_account_id }: AccountKey, sought: OpenSought): Promise<OpenRow[]> {
    const { handles, at, before_ms, after_ms } = sought;
    const values = [workspace_id, channel_account_id, handles, at, before_ms, after_ms];
    const rows = await this.session.query<OpenRow>({ name: 'alike-open', text: OPEN }, values);
    return rows.map((row) => ({ ...row, workspace_id, channel_account_id }));
  }

  /** To whom a message goes, as handles, and what it says. */
  async said(workspaceId: string, messageId: string): Promise<{ body: string; handles: string[] } | undefined> {
    const text = `select m.body,
      array(select r.handle from message_recipient r where r.workspace_id = $1 and r.message_id = $2) as handles
      from message m where m.workspace_id = $1 and m.message_id = $2`;
    const values = [workspaceId, messageId];
    return (await this.session.query<{ body: string; handles: string[] }>({ name: 'alike-said', text }, values))[0];
  }

  /**
   * Which of a provider's ids are those of messages that were sent from here through these accounts, other than this one.
   */
  async sent(accounts: readonly AccountKey[], ids: readonly string[], except: string | null): Promise<string[]> {
    const found: string[] = [];
    for (const account of accounts)
      found.push(...(await this.ids({ name: 'alike-sent', text: SENT_FROM_HERE }, account, ids, except)));
    return found;
  }

  /**
   * Which are stored as messages of the account, wherever those were sent from, other than this one. The conversation of one
   * may belong to another account, or to none since the account has another owner.
   */
  async stored(account: AccountKey, ids: readonly string[], except: string | null): Promise<string[]> {
    return this.ids({ name: 'alike-stored', text: STORED }, account, ids, except);
  }

  private async ids(
    statement: { name: string; text: string },
    { workspace_id, channel_account_id }: AccountKey,
    ...[ids, except]: [readonly string[], string | null]
  ): Promise<string[]> {
    const values = [workspace_id, channel_account_id, ids, except];
    return (await this.session.query<{ id: string }>(statement, values)).map(({ id }) => id);
  }
}
