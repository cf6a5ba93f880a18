import type { DeliveryNumbers } from './delivery-numbers.js';
import type { DeliveryState } from './outbox.store.js';

/** Ids a provider gave; null where it gave none. */
export interface ProviderIds {
  provider_message_id: string | null;
  provider_thread_id: string | null;
  internet_message_id: string | null;
}

/** Why something did not happen: a short code and a sentence for people, without addresses or text of the message. */
export interface Refusal {
  code: string;
  detail: string;
  http_status: number | null;
}

/**
 * What is known after an attempt or a look. `accepted` and `rejected` are final. `transient` and `not_sent` are certain
 * that nothing left. `ambiguous` is a transmission without a credible answer, `unknown` a look that proved nothing; where
 * `looked` is false the look itself failed. `alike` is a look that found the same words to the same people: this message, or
 * another one that says the same.
 */
export type Verdict = Certain | { kind: 'alike'; candidates: readonly ProviderIds[] };

/** One that is about this very message. */
export type Certain =
  | ({ kind: 'accepted' } & ProviderIds)
  | ({ kind: 'rejected'; account?: 'reauth_required' | 'disconnected' } & Refusal)
  | ({ kind: 'transient'; retry_after_seconds: number | null; throttles: 'message' | 'account' } & Refusal)
  | { kind: 'not_sent' }
  | ({ kind: 'ambiguous' } & Refusal)
  | ({ kind: 'unknown'; looked?: boolean } & Refusal);

/** Where a delivery stands when a verdict is passed on it. */
export interface Standing {
  attempt: number;
  transmit_count: number;
  not_sent_count: number;
  /** Milliseconds since it was queued, and since its last transmission began. */
  age_ms: number;
  transmitted_ms: number;
}

/** What becomes of a delivery: it is over, or it is taken up again after some milliseconds, for sending or for a look. */
export type Step =
  | { state: 'accepted'; ids: ProviderIds }
  | { state: 'rejected'; refusal: Refusal }
  | { state: 'queued' | 'unknown'; in_ms: number; not_sent_count: number; refusal: Refusal | null };

export interface Circumstances {
  numbers: DeliveryNumbers;
  /** How long after a transmission its channel may be believed. */
  graceMs: number;
  /** From 0 to 1. */
  chance?: number;
}

const OUTCOME_UNKNOWN: Refusal = {
  code: 'outcome_unknown',
  detail: 'The provider never said whether it took the message. It may have arrived; it was not sent a second time.',
  http_status: null,
};
const RETRIES_EXHAUSTED: Refusal = {
  code: 'retries_exhausted',
  detail: 'The provider could not take the message for so long that it was given up. It was not sent.',
  http_status: null,
};

/** What follows from a verdict. A message whose transmission may have happened is never queued again without proof. */
export function nextStep(verdict: Certain, standing: Standing, { numbers, graceMs, chance }: Circumstances): Step {
  switch (verdict.kind) {
    case 'accepted':
      return { state: 'accepted', ids: verdict };
    case 'rejected':
      return { state: 'rejected', refusal: verdict };
    case 'transient': {
      const in_ms = waitOf(verdict.retry_after_seconds, standing.attempt, { numbers, chance });
      return again(standing, numbers, { in_ms, refusal: verdict });
    }
    case 'ambiguous':
      return { state: 'unknown', in_ms: graceMs, not_sent_count: 0, refusal: verdict };
    case 'not_sent':
      if (standing.not_sent_count + 1 >= numbers.looks) return again(standing, numbers, { in_ms: 0, refusal: null });
      return look(numbers, standing.not_sent_count + 1, null);
    case 'unknown':
      // While nobody can look, the proof may still be there to be found.
      if (standing.transmitted_ms >= (verdict.looked === false ? numbers.giveUpMs : numbers.unknownMs))
        return { state: 'rejected', refusal: OUTCOME_UNKNOWN };
      return look(numbers, 0, verdict);
  }
}

/** Milliseconds until a failed attempt is made again: what the provider asked for, or ever longer, never two at one beat. */
function waitOf(
  retryAfterSeconds: number | null,
  attempt: number,
  { numbers, chance = Math.random() }: Pick<Circumstances, 'chance'> & { numbers: DeliveryNumbers },
): number {
  if (retryAfterSeconds !== null) return Math.max(1, retryAfterSeconds) * 1000;
  const wait = Math.min(2 ** Math.min(attempt - 1, 30) * numbers.retryMs, numbers.retryMostMs);
  return Math.round(wait * (0.8 + 0.4 * chance));
}

function again(
  { age_ms, transmit_count }: Standing,
  { giveUpMs, transmits }: DeliveryNumbers,
  { in_ms, refusal }: { in_ms: number; refusal: Refusal | null },
): Step {
  const isOver = age_ms + in_ms > giveUpMs || transmit_count >= transmits;
  if (isOver) return { state: 'rejected', refusal: RETRIES_EXHAUSTED };
  return { state: 'queued', in_ms, not_sent_count: 0, refusal };
}

function look({ lookMs }: DeliveryNumbers, not_sent_count: number, refusal: Refusal | null): Step {
  return { state: 'unknown', in_ms: lookMs, not_sent_count, refusal };
}

/**
 * What a provider's later word does to a delivery: it ends it, it is only noted beside it, or it means nothing. A word on
 * a message that was never handed over is not about ours; of what has ended only `outcome_unknown` can still turn out well.
 */
export function effectOf(
  says: 'accepted' | 'rejected',
  {
    state,
    transmit_count,
    last_error_code,
  }: { state: DeliveryState; transmit_count: number; last_error_code: string | null },
): 'end' | 'note' | 'nothing' {
  if (transmit_count === 0) return 'nothing';
  if (state === 'accepted') return 'note';
  if (state === 'transmitting' || state === 'unknown') return 'end';
  // Waiting to be sent again, after the provider had shown or said that nothing left: an old refusal is no news.
  if (state !== 'rejected') return says === 'accepted' ? 'end' : 'nothing';
  return says === 'accepted' && last_error_code === OUTCOME_UNKNOWN.code ? 'end' : 'nothing';
}
