import type { Provenance } from '../../actor.js';
import { onlyRow, type Session, type Statement } from '../../db/session.js';
import { maySendThrough } from '../accounts/account-use.statements.js';
import type { ApprovalRule } from '../drafts/approval.js';
import type { SendingAccount, SentFrom } from '../drafts/sending-account.js';

/** A message that goes out: whose it is, who pressed send, and what is known of it only now. */
export interface Queued {
  message_id: string;
  conversation_id: string;
  user_id: string;
  subject: string | null;
  channel_account_id: string | null;
  /** Where it comes from; null without an account. */
  from_handle: string | null;
  /** Who is to get this and other messages in the order in which they were sent; null: they may overtake each other. */
  recipient: string | null;
  via: Provenance;
  /** Of the draft as it was judged. */
  stamp: string;
}

// The account that the answered message came in through comes first, or left from, else the conversation's: an answer
// leaves through the number or mailbox that was written to. $2 the user, $3 the channel, $4 the conversation, $5 the
// answered message.
const ACCOUNT = `select a.channel_account_id, a.address, a.external_account_id, a.owner_user_id is null as is_shared,
      coalesce(a.channel_account_id <> home.account, false) as is_other,
      (select b.address from channel_account b
        where b.workspace_id = $1 and b.channel = $3 and b.status = 'reauth_required' and a.status = 'active'
          and a.channel_account_id is distinct from home.account
          and ${maySendThrough('$2', 'b')}
          and (b.owner_user_id is null, b.created_at, b.channel_account_id)
            < (a.owner_user_id is null, a.created_at, a.channel_account_id)
        order by b.owner_user_id is null, b.created_at, b.channel_account_id limit 1) as instead_of
    from channel_account a
    cross join lateral (select coalesce(
        (select coalesce(m.received_through, d.channel_account_id, m.sender_account_id) from message m
          left join message_delivery d on d.workspace_id = $1 and d.message_id = m.message_id
          where m.workspace_id = $1 and m.message_id = $5 and m.conversation_id = $4 and m.channel = $3),
        (select c.channel_account_id from conversation c
          where c.workspace_id = $1 and c.conversation_id = $4 and c.channel = $3)) as account) home
  where a.workspace_id = $1 and a.channel = $3 and a.status <> 'disconnected'
    and ${maySendThrough('$2')}
  order by coalesce(a.channel_account_id = home.account, false) desc, a.status = 'active' desc,
    a.owner_user_id is null,
    a.created_at, a.channel_account_id limit 1`;

// Its place in the line is that in which it was queued; its transaction may have begun before that of the one before it.
// An erasure does not hold the conversation, and may have changed what was judged.
const QUEUE = `with at as (select clock_timestamp() as t), queued as (
    update message set status = 'pending', subject = $4, from_handle = $5,
      queued_at = date_trunc('milliseconds', now()),
      updated_at = date_trunc('milliseconds', now())
    where workspace_id = $1 and author_user_id = $2 and message_id = $3 and status = 'draft'
      and xmin::text = $9
    returning message_id, channel, queued_at
  ), delivery as (
    insert into message_delivery (workspace_id, message_id, channel, channel_account_id, state,
      sent_by_user_id, sent_via, recipient, created_at, is_behind)
    select $1, message_id, channel, $6, 'queued', $2, $7, $8, at.t, exists (select 1 from message_delivery d
        where d.workspace_id = $1 and d.lane = coalesce($6::uuid, $1) and d.recipient = $8
          and d.finished_at is null)
      from queued, at)
  select queued_at, pg_notify('message_delivery', '') from queued`;

// Until now people of other drafts may have stood there, and the subject of one; who takes part from now on, and what it is
// called, only what was sent says.
const JOIN = `with stray as (
    delete from conversation_participant p using conversation c
    where p.workspace_id = $1 and p.conversation_id = $2 and c.workspace_id = $1 and c.conversation_id = $2
      and c.first_message_at is null
      and not exists (select 1 from message_recipient r
        where r.workspace_id = $1 and r.message_id = $3 and r.kind = p.kind and r.handle = p.handle)),
  titled as (update conversation set subject = $5::text
    where workspace_id = $1 and conversation_id = $2 and first_message_at is null)
  insert into conversation_participant (workspace_id, conversation_id, kind, handle, is_self)
    select $1::uuid, $2::uuid, 'email', $4::text, true where $4 is not null
    union all
    select distinct $1::uuid, $2::uuid, kind, handle, false
      from message_recipient
      where workspace_id = $1 and message_id = $3
  on conflict do nothing
  returning (select first_message_at is not null
    from conversation c
    where c.workspace_id = $1 and c.conversation_id = $2) as has_begun`;

/** The moment in which a draft becomes a message that will leave. */
export class OutboundStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  /** The account through which the user sends this, if there is any: their own, else one they share. */
  accountFor(userId: string, message: SentFrom): Promise<SendingAccount | undefined> {
    return this.account({ name: 'outbound-account', text: ACCOUNT }, userId, message);
  }

  /** The same; its users stay the same until the transaction ends. */
  lockAccountFor(userId: string, message: SentFrom): Promise<SendingAccount | undefined> {
    return this.account({ name: 'outbound-account-lock', text: `${ACCOUNT} for key share of a` }, userId, message);
  }

  /** Whether a person has to approve what the user sends through a client; null: through none. */
  async approvalRule(userId: string, clientId: string | null): Promise<ApprovalRule> {
    const text = `select w.drafts_need_approval as workspace,
        case when $3::text is not null then coalesce(c.approval, 'as_workspace') end as connection
      from workspace w
      left join connection c on c.workspace_id = $1 and c.user_id = $2 and c.client_id = $3
      where w.workspace_id = $1`;
    return onlyRow(
      await this.session.query<ApprovalRule>({ name: 'outbound-approval', text }, [this.workspaceId, userId, clientId]),
    );
  }

  /** Until the transaction ends nothing else to the same person is queued: each sees those before it. */
  async queueUp({ channel_account_id, recipient }: Pick<Queued, 'channel_account_id' | 'recipient'>): Promise<void> {
    const text = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';
    const line = `send ${this.workspaceId} ${channel_account_id} ${recipient}`;
    await this.session.query({ name: 'outbound-line', text }, [line]);
  }

  /**
   * Draft to pending, and its delivery beside it; deliverers hear of it with the commit. Nothing when it is no draft, or
   * another one by now.
   */
  async queue(queued: Queued): Promise<Date | undefined> {
    const { message_id, user_id, subject, from_handle, channel_account_id, via, recipient, stamp } = queued;
    const [row] = await this.session.query<{ queued_at: Date }>({ name: 'outbound-queue', text: QUEUE }, [
      ...[this.workspaceId, user_id, message_id, subject, from_handle],
      ...[channel_account_id, JSON.stringify(via), recipient, stamp],
    ]);
    return row?.queued_at;
  }

  /**
   * Those it goes to take part in its conversation, and so does the mailbox it comes from; with its first message the
   * conversation gets its subject. Gives whether somebody did
   * not take part yet where others already write to each other.
   */
  async join({ message_id, conversation_id, subject }: Queued, mailbox: string | null): Promise<boolean> {
    const values = [this.workspaceId, conversation_id, message_id, mailbox, subject];
    const joined = await this.session.query<{ has_begun: boolean }>({ name: 'outbound-join', text: JOIN }, values);
    return joined.some(({ has_begun }) => has_begun);
  }

  private async account(
    statement: Statement,
    userId: string,
    { channel, conversation_id, reply_to }: SentFrom,
  ): Promise<SendingAccount | undefined> {
    const values = [this.workspaceId, userId, channel, conversation_id, reply_to];
    return (await this.session.query<SendingAccount>(statement, values))[0];
  }
}
