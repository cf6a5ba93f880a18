import type { Provenance } from '../../actor.js';
import type { Session } from '../../db/session.js';
import type { ChannelName } from '../channel-name.js';
import type { Lease } from './delivery-queue.store.js';
import type { ProviderIds, Refusal, Step } from './delivery-state.js';
import { FENCE } from './delivery-fence.statements.js';
import {
  ADOPT_THREAD,
  CONCLUDE,
  NOTE,
  OUTGOING,
  OVERRULE,
  POSTPONE,
  PROVEN,
  REQUEUE,
  SETTLE,
} from './delivery.statements.js';
import type { DeliveryState } from './outbox.store.js';

/** What names a lease; a statement that shows an old one changes nothing. */
export type LeaseKey = Pick<Lease, 'message_id' | 'lease_owner' | 'attempt'>;

/** A message as it goes out. */
export interface OutgoingRow {
  subject: string | null;
  body: string;
  /** Whoever sent it may still use the account it leaves from. */
  is_sender_allowed: boolean;
  /** The connection through which they sent it was revoked since, or lost the right to send. */
  is_client_revoked: boolean;
  /** A workspace without it sends nothing for now. */
  has_api_access: boolean;
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

/** A message of which an event tells, and who sent it. */
export interface ToldRow {
  message_id: string;
  conversation_id: string;
  channel: ChannelName;
  code: string | null;
  sent_by_user_id: string | null;
  /** That person's name. */
  sent_by: string | null;
  sent_via: Provenance;
}

/** A message whose fate was just written. */
export interface EndedRow extends ToldRow {
  channel_account_id: string | null;
  state: Ending['state'];
  thread_id: string | null;
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
  /** Of a chat: whether the person was erased. */
  is_erased: boolean;
  /** Of a failed one, and of one that is sent again, that which the provider said had failed. */
  provider_message_id: string | null;
  transmit_started_at: Date | null;
  /** The answer to its transmission may still come. */
  is_in_hand: boolean;
  /** As in `Lease`. */
  age_ms: number;
  transmitted_ms: number;
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

type Later = Extract<Step, { in_ms: number }>;

const HELD = 'workspace_id = $1 and message_id = $2 and lease_owner = $3 and attempt = $4';

/**
 * The way of one workspace's messages to their providers. Statements that end or move a delivery give nothing when the
 * lease is over.
 */
export class DeliveryStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  async findOutgoing(messageId: string): Promise<OutgoingRow | undefined> {
    const statement = { name: 'delivery-outgoing', text: OUTGOING };
    return (await this.session.query<OutgoingRow>(statement, [this.workspaceId, messageId]))[0];
  }

  /** Remembers the draft at the provider. */
  async keepDraft(key: LeaseKey, draft: { provider_draft_id: string | null; provider_thread_id: string | null }) {
    const text = `update message_delivery set provider_draft_id = $5, provider_thread_id = $6, updated_at = now()
      where ${HELD} and state = 'leased' returning 1`;
    const values = [...this.held(key), draft.provider_draft_id, draft.provider_thread_id];
    return (await this.session.query({ name: 'delivery-draft', text }, values)).length > 0;
  }

  /**
   * The fence: from its commit on the message may have left. Nothing when the lease is over, or it may not be sent any
   * more. `unseenMs`: for so long nobody else may look for it.
   */
  async fence(
    key: LeaseKey,
    { leaseMs, unseenMs }: { leaseMs: number; unseenMs: number },
  ): Promise<Pick<Lease, 'transmit_started_at' | 'transmit_count'> | undefined> {
    const values = [...this.held(key), leaseMs, unseenMs];
    const rows = await this.session.query<Lease>({ name: 'delivery-fence', text: FENCE }, values);
    return rows[0];
  }

  /** Gives it back, to be taken up again later. */
  async postpone(key: LeaseKey, step: Later): Promise<boolean> {
    const values = [...this.later(key.message_id, step), key.lease_owner, key.attempt];
    return (await this.session.query({ name: 'delivery-postpone', text: POSTPONE }, values)).length > 0;
  }

  /**
   * The same, whoever has the lease; the delivery has to be held.
   * @param failedId the provider's id of the transmission that has failed, if it gave one
   */
  async requeue(messageId: string, step: Later, failedId: string | null = null): Promise<boolean> {
    const values = [...this.later(messageId, step), failedId];
    return (await this.session.query({ name: 'delivery-requeue', text: REQUEUE }, values)).length > 0;
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

  /** Ends again what was accepted for its words alone, perhaps another message; the delivery has to be held. */
  async overrule(messageId: string, end: Ending): Promise<EndedRow | undefined> {
    const values = this.ending(messageId, end);
    const rows = await this.session.query<EndedRow>({ name: 'delivery-overrule', text: OVERRULE }, values);
    return rows[0];
  }

  /**
   * Holds the delivery that was accepted for its words alone, as the message that the provider calls so, and does not
   * bear this mark.
   */
  async findTaken({
    channel_account_id,
    mark,
    provider_message_id,
  }: Proof): Promise<{ message_id: string } | undefined> {
    const text = `select message_id
      from message_delivery
      where workspace_id = $1 and channel_account_id = $2 and provider_message_id = $3
        and is_by_words and state = 'accepted' and message_id is distinct from $4::uuid limit 1 for no key update`;
    const values = [this.workspaceId, channel_account_id, provider_message_id, mark];
    return (await this.session.query<{ message_id: string }>({ name: 'delivery-taken', text }, values))[0];
  }

  /** Holds the delivery that bears a mark of ours, or an id of the provider's, at this very account. */
  async findProven({ channel_account_id, mark, provider_message_id }: Proof): Promise<ProvenRow | undefined> {
    const values = [this.workspaceId, channel_account_id, mark, provider_message_id];
    return (await this.session.query<ProvenRow>({ name: 'delivery-proven', text: PROVEN }, values))[0];
  }

  /**
   * What became of a sent message afterwards; times only the first time they are told. What has reached the person did
   * not fail. Gives the message when this is the first to say that it did not reach them.
   */
  async note(messageId: string, { delivered_at, read_at, refusal }: Aftermath): Promise<ToldRow | undefined> {
    const values = [this.workspaceId, messageId, delivered_at, read_at, refusal?.code, refusal?.detail];
    return (await this.session.query<ToldRow>({ name: 'delivery-note', text: NOTE }, values))[0];
  }

  /**
   * Lets answers find the conversation, when it is the first message of a thread that nobody else has. That of
   * a chat is a person: where they take part already, answers find it by them.
   */
  async adoptThread({ conversation_id, channel_account_id, thread_id }: EndedRow): Promise<void> {
    const values = [this.workspaceId, conversation_id, channel_account_id, thread_id];
    await this.session.query({ name: 'delivery-thread', text: ADOPT_THREAD }, values);
  }

  /** The account sends nothing for a while. */
  async restAccount(accountId: string, forMs: number, code: string): Promise<void> {
    const text = `update channel_account
      set next_send_at = greatest(next_send_at, now() + $3 * interval '1 millisecond'),
        last_error_code = $4, updated_at = now() where workspace_id = $1 and channel_account_id = $2`;
    await this.session.query({ name: 'delivery-rest', text }, [this.workspaceId, accountId, forMs, code]);
  }

  private held({ message_id, lease_owner, attempt }: LeaseKey): unknown[] {
    return [this.workspaceId, message_id, lease_owner, attempt];
  }

  private later(messageId: string, { state, in_ms, not_sent_count, refusal }: Later): unknown[] {
    return [
      ...[this.workspaceId, messageId, state, in_ms, not_sent_count],
      ...[refusal?.code, refusal?.detail, refusal?.http_status],
    ];
  }

  private ending(messageId: string, { state, ids, refusal, is_by_words, sent_at }: Ending): unknown[] {
    return [
      ...[this.workspaceId, messageId, state],
      ...[ids.provider_message_id, ids.provider_thread_id, ids.internet_message_id],
      ...[refusal?.code, refusal?.detail, refusal?.http_status, is_by_words, sent_at],
    ];
  }
}
