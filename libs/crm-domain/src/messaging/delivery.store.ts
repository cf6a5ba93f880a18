import type { Provenance } from '../actor.js';
import type { Session } from '../db/session.js';
import type { ChannelName } from './channel-name.js';
import type { Lease } from './delivery-queue.store.js';
import type { ProviderIds, Refusal, Step } from './delivery-state.js';
import type { DeliveryState } from './outbox.store.js';

/** What names a lease; a statement that shows an old one changes nothing. */
export type LeaseKey = Pick<Lease, 'message_id' | 'lease_owner' | 'attempt'>;

/** A message as it goes out. */
export interface OutgoingRow {
  subject: string | null;
  body: string;
  recipients: { role: 'to' | 'cc'; handle: string; address: string }[];
  /** The message that is answered; its provider ids only where they are from this very account. */
  reply: {
    provider_message_id: string | null;
    provider_thread_id: string | null;
    internet_message_id: string | null;
    references: string[];
    subject: string | null;
  } | null;
}

/** A message whose fate was just written. */
export interface EndedRow {
  message_id: string;
  conversation_id: string;
  channel: ChannelName;
  channel_account_id: string | null;
  state: Ending['state'];
  code: string | null;
  thread_id: string | null;
  sent_by_user_id: string | null;
  /** That person's name. */
  sent_by: string | null;
  sent_via: Provenance;
}

/** A delivery that a provider speaks of. */
export interface ProvenRow {
  message_id: string;
  state: DeliveryState;
  attempt: number;
  transmit_count: number;
  last_error_code: string | null;
  last_error: string | null;
  last_status: number | null;
  is_by_words: boolean;
  /** Of a failed one, that which the provider said had failed. */
  provider_message_id: string | null;
  transmit_started_at: Date | null;
}

/** Of what a provider speaks: by our mark, which is the message's id, or where there is none by its own id. */
export interface Proof {
  channel_account_id: string;
  mark: string | null;
  provider_message_id: string | null;
}

export interface Ending {
  state: 'accepted' | 'rejected';
  ids: ProviderIds;
  refusal: Refusal | null;
  is_by_words: boolean;
  /** By the provider, of what left otherwise than by a transmission of ours; else it was sent when that began. */
  sent_at?: Date;
}

export interface Aftermath {
  delivered_at: Date | null;
  read_at: Date | null;
  refusal: Refusal | null;
}

const HELD = 'workspace_id = $1 and message_id = $2 and lease_owner = $3 and attempt = $4';

// At most that many older messages stand in a reply's References; mail servers refuse endless headers.
const REFERENCES = 20;

const OUTGOING = `select m.subject, m.body, (select coalesce(json_agg(json_build_object('role', r.role, 'handle', r.handle, 'address', r.address)
      order by r.role desc, r.position), '[]') from message_recipient r where r.workspace_id = $1 and r.message_id = $2) as recipients,
    case when p.message_id is not null then json_build_object(
      'provider_message_id', case when c.channel_account_id = d.channel_account_id then p.provider_message_id end,
      'provider_thread_id', case when c.channel_account_id = d.channel_account_id then c.external_id end,
      'internet_message_id', p.internet_message_id, 'subject', p.subject,
      'references', (select coalesce(json_agg(o.internet_message_id order by o.sort_at, o.message_id), '[]') from (
        select internet_message_id, sort_at, message_id from message where workspace_id = $1 and conversation_id = p.conversation_id
          and internet_message_id is not null and (sort_at, message_id) < (p.sort_at, p.message_id)
        order by sort_at desc, message_id desc limit ${REFERENCES}) o)) end as reply
  from message_delivery d join message m on m.workspace_id = $1 and m.message_id = $2
    left join message p on p.workspace_id = $1 and p.message_id = m.reply_to_message_id
    left join conversation c on c.workspace_id = $1 and c.conversation_id = p.conversation_id
  where d.workspace_id = $1 and d.message_id = $2 and m.status = 'pending'`;

// Delivery and message in one statement. The delivery decides: whoever ends a message takes its delivery first. What was sent was
// sent when the attempt began: an answer to it may be here before we know.
const END = ({ when, from, undo = '' }: { when: string; from: string; undo?: string }) => `with d as (
    update message_delivery set state = $3, finished_at = now(), lease_owner = null, lease_until = null, updated_at = now(),
      provider_message_id = ${undo ? '$4' : 'coalesce($4, provider_message_id)'}, provider_thread_id = coalesce($5, provider_thread_id),
      last_error_code = $7, last_error = $8, last_status = $9, is_by_words = $10
    where workspace_id = $1 and message_id = $2 ${when}
    returning channel, channel_account_id, state, last_error_code, provider_thread_id, sent_by_user_id, sent_via, transmit_started_at)
  update message m set status = case $3 when 'accepted' then 'sent' else 'failed' end, failure_code = $7, failure_detail = $8,
    sent_at = case $3 when 'accepted' then date_trunc('milliseconds', coalesce($11, d.transmit_started_at, now())) end, updated_at = date_trunc('milliseconds', now()),
    ${undo || 'provider_message_id = coalesce($4, m.provider_message_id), internet_message_id = coalesce($6, m.internet_message_id)'}
  from d where m.workspace_id = $1 and m.message_id = $2 and m.status in (${from})
  returning m.message_id, m.conversation_id, d.channel, d.channel_account_id, d.state, d.last_error_code as code,
    d.provider_thread_id as thread_id, d.sent_by_user_id, d.sent_via,
    (select name from app_user where user_id = d.sent_by_user_id) as sent_by`;

const CONCLUDE = END({ when: 'and lease_owner = $12 and attempt = $13 and finished_at is null', from: `'pending'` });
const SETTLE = END({ when: '', from: `'pending', 'failed'` });
// What was told of the message that has the same words is not told of this one.
const OVERRULE = END({
  ...{ when: 'and is_by_words and (state <> $3 or provider_message_id is distinct from $4)', from: `'sent'` },
  undo: 'provider_message_id = $4, internet_message_id = $6, delivered_at = null, read_at = null',
});

/** The way of one workspace's messages to their providers. Statements that end or move a delivery give nothing when the lease is over. */
export class DeliveryStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  async findOutgoing(messageId: string): Promise<OutgoingRow | undefined> {
    const rows = await this.session.query<OutgoingRow>({ name: 'delivery-outgoing', text: OUTGOING }, [
      ...[this.workspaceId, messageId],
    ]);
    return rows[0];
  }

  /** Remembers the draft at the provider. */
  async keepDraft(key: LeaseKey, draft: { provider_draft_id: string | null; provider_thread_id: string | null }) {
    const text = `update message_delivery set provider_draft_id = $5, provider_thread_id = $6, updated_at = now()
      where ${HELD} and state = 'leased' returning 1`;
    const values = [...this.held(key), draft.provider_draft_id, draft.provider_thread_id];
    return (await this.session.query({ name: 'delivery-draft', text }, values)).length > 0;
  }

  /** The fence: from its commit on the message may have left. `unseenMs`: for so long nobody else may look for it. */
  async fence(
    key: LeaseKey,
    { leaseMs, unseenMs }: { leaseMs: number; unseenMs: number },
  ): Promise<Pick<Lease, 'transmit_started_at' | 'transmit_count'> | undefined> {
    const text = `update message_delivery set state = 'transmitting', transmit_started_at = now(), transmit_count = transmit_count + 1,
        not_sent_count = 0, lease_until = now() + $5 * interval '1 millisecond', run_at = now() + $6 * interval '1 millisecond', updated_at = now()
      where ${HELD} and state = 'leased' and lease_until > now() returning transmit_started_at, transmit_count`;
    const values = [...this.held(key), leaseMs, unseenMs];
    const rows = await this.session.query<Lease>({ name: 'delivery-fence', text }, values);
    return rows[0];
  }

  /** Gives it back, to be taken up again later. */
  async postpone(key: LeaseKey, step: Extract<Step, { in_ms: number }>): Promise<boolean> {
    const text = `update message_delivery set state = $5, run_at = now() + $6 * interval '1 millisecond', not_sent_count = $7,
        last_error_code = coalesce($8, last_error_code), last_error = coalesce($9, last_error), last_status = coalesce($10, last_status),
        lease_owner = null, lease_until = null, updated_at = now()
      where ${HELD} and finished_at is null returning 1`;
    const { state, in_ms, not_sent_count, refusal } = step;
    const values = [
      ...[...this.held(key), state, in_ms, not_sent_count],
      ...[refusal?.code, refusal?.detail, refusal?.http_status],
    ];
    return (await this.session.query({ name: 'delivery-postpone', text }, values)).length > 0;
  }

  /** Ends delivery and message together, under a lease. */
  async conclude(key: LeaseKey, end: Ending): Promise<EndedRow | undefined> {
    const values = [...this.ending(key.message_id, end), key.lease_owner, key.attempt];
    const rows = await this.session.query<EndedRow>({ name: 'delivery-conclude', text: CONCLUDE }, values);
    return rows[0];
  }

  /** Ends both on a provider's word, whoever has the lease; the delivery has to be held. */
  async settle(messageId: string, end: Ending): Promise<EndedRow | undefined> {
    const values = this.ending(messageId, end);
    const rows = await this.session.query<EndedRow>({ name: 'delivery-settle', text: SETTLE }, values);
    return rows[0];
  }

  /** Ends once more what was accepted for its words alone, and was perhaps another message; the delivery has to be held. */
  async overrule(messageId: string, end: Ending): Promise<EndedRow | undefined> {
    const values = this.ending(messageId, end);
    const rows = await this.session.query<EndedRow>({ name: 'delivery-overrule', text: OVERRULE }, values);
    return rows[0];
  }

  /** Holds the delivery that bears a mark of ours, or an id of the provider's, at this very account. */
  async findProven({ channel_account_id, mark, provider_message_id }: Proof): Promise<ProvenRow | undefined> {
    const text = `select message_id, state, attempt, transmit_count, last_error_code, last_error, last_status, is_by_words,
        provider_message_id, transmit_started_at from message_delivery
      where workspace_id = $1 and channel_account_id = $2 and (message_id = $3 or $3::uuid is null and provider_message_id = $4)
      for no key update`;
    const values = [this.workspaceId, channel_account_id, mark, provider_message_id];
    const rows = await this.session.query<ProvenRow>({ name: 'delivery-proven', text }, values);
    return rows[0];
  }

  /** What became of a sent message afterwards; times only the first time they are told. What has reached the person did not fail. */
  async note(messageId: string, { delivered_at, read_at, refusal }: Aftermath): Promise<void> {
    const isThere = 'coalesce(delivered_at, read_at, $3, $4) is not null';
    const text = `update message set delivered_at = coalesce(delivered_at, $3), read_at = coalesce(read_at, $4),
        failure_code = case when ${isThere} then null else coalesce($5, failure_code) end,
        failure_detail = case when ${isThere} then null else coalesce($6, failure_detail) end, updated_at = date_trunc('milliseconds', now())
      where workspace_id = $1 and message_id = $2 and status = 'sent'`;
    const values = [this.workspaceId, messageId, delivered_at, read_at, refusal?.code, refusal?.detail];
    await this.session.query({ name: 'delivery-note', text }, values);
  }

  /** Lets answers find the conversation, when it is the first message of a thread that nobody else has. */
  async adoptThread({ conversation_id, channel_account_id, thread_id }: EndedRow): Promise<void> {
    const text = `update conversation c set external_id = $4
      where c.workspace_id = $1 and c.conversation_id = $2 and c.channel_account_id = $3 and c.external_id is null and not exists (
        select 1 from conversation o where o.workspace_id = $1 and o.channel_account_id = $3 and o.external_id = $4)`;
    const values = [this.workspaceId, conversation_id, channel_account_id, thread_id];
    await this.session.query({ name: 'delivery-thread', text }, values);
  }

  /** The account sends nothing for a while. */
  async restAccount(accountId: string, forMs: number, code: string): Promise<void> {
    const text = `update channel_account set next_send_at = greatest(next_send_at, now() + $3 * interval '1 millisecond'),
        last_error_code = $4, updated_at = now() where workspace_id = $1 and channel_account_id = $2`;
    await this.session.query({ name: 'delivery-rest', text }, [this.workspaceId, accountId, forMs, code]);
  }

  private held({ message_id, lease_owner, attempt }: LeaseKey): unknown[] {
    return [this.workspaceId, message_id, lease_owner, attempt];
  }

  private ending(messageId: string, { state, ids, refusal, is_by_words, sent_at }: Ending): unknown[] {
    return [
      ...[this.workspaceId, messageId, state],
      ...[ids.provider_message_id, ids.provider_thread_id, ids.internet_message_id],
      ...[refusal?.code, refusal?.detail, refusal?.http_status, is_by_words, sent_at],
    ];
  }
}
