import type { Candidate, ChannelName } from '#crm-domain/messaging';

/** A message as it leaves. `message_id` is ours; every provider that can carry a mark of the sender carries it. */
export interface OutboundMessage {
  message_id: string;
  channel: ChannelName;
  subject: string | null;
  body: string;
  /** Addresses as the provider wants them: mail addresses, E.164 numbers, ids of people. */
  to: string[];
  cc: string[];
  /** The message that is answered; its thread id counts only in the mailbox it came from. */
  reply: ReplyContext | null;
}

export interface ReplyContext {
  provider_message_id: string | null;
  provider_thread_id: string | null;
  /** The RFC 5322 Message-ID, and those before it, oldest first. Mail only. */
  internet_message_id: string | null;
  references: string[];
  subject: string | null;
}

/** The account a message leaves from, with a token that is good now. */
export interface ChannelAccess {
  /** Mailbox address, phone_number_id, page id or Instagram account id. */
  external_account_id: string;
  address: string;
  display_name: string | null;
  token: string;
  /** Ends the call; after it nothing more is written. */
  signal: AbortSignal;
}

/** What the delivery row remembers of earlier attempts. */
export interface DeliveryTrace {
  provider_draft_id: string | null;
  provider_thread_id: string | null;
  /** By this process's clock. */
  transmit_started_at: Date | null;
  /** How often the delivery was begun, this time included. Without it, mail looks for the draft of an earlier time. */
  attempt?: number;
  /** By this process's clock; absent: not known. Nothing that is older can be the message, unless it bears our mark. */
  queued_at?: Date;
  /** Which of these ids of the provider are those of other messages that were sent from here. Absent: not known. */
  sentFromHere?: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Which transmission of the message this is, from 1; the first one where it is absent. */
  transmission?: number;
}

/** Ids that the provider gave; null where it gave none. */
export interface ProviderIds {
  provider_message_id: string | null;
  provider_thread_id: string | null;
  internet_message_id: string | null;
}

export interface Refusal {
  /** Stable and short, for example `invalid_recipient` or the provider's own number; shown as `failure_code`. */
  code: string;
  /** One sentence for people: never an address, a body or a token. */
  detail: string;
  http_status: number | null;
}

/** What is wrong with an account whose provider no longer takes its token, or no longer knows it. */
type AccountFault = 'reauth_required' | 'disconnected';

/**
 * The verdict over one answer (or its absence). `accepted`, `rejected` and `transient` are certain: transient means
 * that nothing was sent. Everything else is `ambiguous` and is reconciled, never sent again on suspicion.
 */
export type Outcome =
  | ({ kind: 'accepted' } & ProviderIds)
  // `looked`: mail had looked for what earlier attempts left, and there was nothing.
  | ({ kind: 'rejected'; looked?: true; account?: AccountFault } & Refusal)
  | ({
      kind: 'transient';
      looked?: true;
      retry_after_seconds: number | null;
      throttles: 'message' | 'account';
    } & Refusal)
  | ({ kind: 'ambiguous'; retry_after_seconds?: number | null } & Refusal);

/** Any answer that is no acceptance. */
export type Declined = Exclude<Outcome, { kind: 'accepted' }>;

/** What looking it up gave. `not_sent` is the provider's own proof; without proof the answer is `unknown`. */
export type Reconciled =
  | ({ kind: 'accepted' } & ProviderIds)
  // Without a mark only the words and the people tell: one of these, unless all of them are other messages that say the
  // same.
  | { kind: 'alike'; candidates: readonly Candidate[] }
  | ({ kind: 'rejected' } & Refusal)
  | { kind: 'not_sent' }
  // `looked` is false where the lookup itself failed, so that it says nothing at all. `account`: the provider refused
  // that.
  | ({ kind: 'unknown'; looked?: boolean; retry_after_seconds?: number | null; account?: AccountFault } & Refusal);

/** How the provider knows a draft. */
export interface DraftIds {
  provider_draft_id: string | null;
  provider_thread_id: string | null;
}

/**
 * What preparing gave: a draft at the provider, or the reason why there is none. Where a person may have sent the draft
 * of an earlier attempt, it is what looking that up gave.
 */
export type Prepared =
  | ({ kind: 'prepared' } & DraftIds)
  // `draft`: one of an earlier attempt that is not sent from here, and that a person may send.
  | (Declined & { draft?: DraftIds })
  | Extract<Reconciled, { kind: 'accepted' | 'alike' | 'unknown' }>;

/**
 * One provider. Every method makes its calls once, without retries of its own, and never throws for what a provider or
 * the network may do: it answers with a verdict.
 */
export interface Channel {
  name: ChannelName;
  /** Milliseconds to wait after a transmission before `reconcile` may be believed. */
  graceMs: number;
  /** Live transmissions an account may have at once. */
  concurrency: number;
  /**
   * Mail: makes the draft at the provider, or finds the one an earlier attempt made, which a person may have sent
   * meanwhile. Others have nothing to prepare.
   */
  prepare(message: OutboundMessage, access: ChannelAccess, trace: DeliveryTrace): Promise<Prepared>;
  /**
   * Mail, from the second attempt on: what earlier ones left, as `prepare` finds it; undefined where there is nothing that could be sent.
   * Makes nothing, so it is asked about what is not to be sent any more.
   */
  findEarlier?(message: OutboundMessage, access: ChannelAccess, trace: DeliveryTrace): Promise<Prepared | undefined>;
  /** The call after which the message may have left. */
  transmit(message: OutboundMessage, access: ChannelAccess, trace: DeliveryTrace): Promise<Outcome>;
  /** Whether a transmission that was begun has happened. */
  reconcile(message: OutboundMessage, access: ChannelAccess, trace: DeliveryTrace): Promise<Reconciled>;
}
