import type { DeliveryNumbers } from './delivery-numbers.js';
import type { DeliveryState } from './outbox.store.js';

/** Ids a provider gave; null where it gave none. */
export interface ProviderIds {
  provider_message_id: string | null;
  provider_thread_id: string | null;
  internet_message_id: string | null;
}

/**
 * A message that a provider shows, with its time by the provider in milliseconds after the transmission began;
 * negative: before.
 */
export type Candidate = ProviderIds & { after_ms: number };

/** Why something did not happen: a short code and a sentence for people, without addresses or text of the message. */
export interface Refusal {
  code: string;
  detail: string;
  http_status: number | null;
}

/**
 * What is known after an attempt or a look. `accepted` and `rejected` are final. `transient` and `not_sent` are certain
 * that nothing left. `ambiguous` is a transmission without a credible answer, `unknown` a look that proved nothing;
 * where `looked` is false the look itself failed. `alike` is a look that found the same words to the same people: this
 * message, or another one that says the same. `retry_after_seconds` is what the provider asked for; null or absent
 * where it did not.
 */
export type Verdict = Certain | { kind: 'alike'; candidates: readonly Candidate[] };

/** About this very message. `is_by_words`: no answer or mark says so, only its words, people and time. */
export type Certain =
  | ({ kind: 'accepted'; is_by_words?: true } & ProviderIds)
  // `looked` is false where nobody could look at the draft of an earlier attempt.
  | ({ kind: 'rejected'; looked?: boolean } & Refusal)
  // `looked`: the attempt had looked for what earlier ones left, and there was nothing.
  | ({
      kind: 'transient';
      looked?: true;
      retry_after_seconds: number | null;
      throttles: 'message' | 'account';
    } & Refusal)
  | { kind: 'not_sent' }
  | ({ kind: 'ambiguous'; retry_after_seconds?: number | null } & Refusal)
  | ({ kind: 'unknown'; looked?: boolean; retry_after_seconds?: number | null } & Refusal);

/** A verdict that can settle a message whatever became of the lease under which it was passed. */
export type Fact = Extract<Certain, { kind: 'accepted' | 'rejected' | 'transient' }>;

/** Where a delivery stands when a verdict is passed on it. */
export interface Standing {
  attempt: number;
  transmit_count: number;
  not_sent_count: number;
  /** As in `Lease`. */
  age_ms: number;
  transmitted_ms: number;
  /** A draft of an earlier attempt may be at the provider, not looked at in this one: a person may have sent it. */
  has_unseen_draft?: boolean;
}

/**
 * What becomes of a delivery: it is over, or it is taken up again after some milliseconds, for sending or for a look.
 * The account sends nothing for `rest_ms`; null: it goes on.
 */
export type Step =
  | { state: 'accepted'; ids: ProviderIds; is_by_words: boolean }
  | { state: 'rejected'; refusal: Refusal }
  | {
      state: 'queued' | 'unknown';
      in_ms: number;
      rest_ms: number | null;
      not_sent_count: number;
      refusal: Refusal | null;
    };

export interface Circumstances {
  numbers: DeliveryNumbers;
  /** How long after a transmission its channel may be believed. */
  graceMs: number;
  /** From 0 to 1. */
  chance?: number;
}

export const OUTCOME_UNKNOWN: Refusal = {
  code: 'outcome_unknown',
  detail:
    'The provider never confirmed whether it accepted the message. It may have been delivered, so do not send it again before you know.',
  http_status: null,
};
const RETRIES_EXHAUSTED: Refusal = {
  code: 'retries_exhausted',
  detail: 'Every attempt to send the message failed for too long, so it was given up. It was not sent.',
  http_status: null,
};

/** What follows from a verdict. A message whose transmission may have happened is never queued again without proof. */
export function nextStep(verdict: Certain, standing: Standing, { numbers, graceMs, chance }: Circumstances): Step {
  switch (verdict.kind) {
    case 'accepted':
      return { state: 'accepted', ids: verdict, is_by_words: verdict.is_by_words === true };
    case 'rejected':
      return { state: 'rejected', refusal: standing.has_unseen_draft ? OUTCOME_UNKNOWN : verdict };
    case 'transient': {
      const asked = askedMs(verdict, numbers);
      const in_ms = waitOf(asked, standing.attempt, { numbers, chance });
      const rest_ms = verdict.throttles === 'account' ? (asked ?? in_ms) : null;
      return again(standing, numbers, { in_ms, rest_ms, refusal: verdict });
    }
    case 'ambiguous': {
      const rest_ms = askedMs(verdict, numbers);
      return { state: 'unknown', in_ms: Math.max(graceMs, rest_ms ?? 0), rest_ms, not_sent_count: 0, refusal: verdict };
    }
    case 'not_sent':
      if (standing.not_sent_count + 1 >= numbers.looks)
        return again(standing, numbers, { in_ms: 0, rest_ms: null, refusal: null });
      return look(numbers, standing.not_sent_count + 1, { rest_ms: null, refusal: null });
    case 'unknown':
      // While nobody can look, the proof may still be there to be found.
      if (standing.transmitted_ms >= (verdict.looked === false ? numbers.giveUpMs : numbers.unknownMs))
        return { state: 'rejected', refusal: OUTCOME_UNKNOWN };
      return look(numbers, 0, { rest_ms: askedMs(verdict, numbers), refusal: verdict });
  }
}

/** Milliseconds the provider asked to wait: a second at least, and no more than may be asked for. */
function askedMs(
  { retry_after_seconds: seconds = null }: { retry_after_seconds?: number | null },
  { askedMostMs }: DeliveryNumbers,
): number | null {
  return seconds === null ? null : Math.min(Math.max(1, seconds) * 1000, askedMostMs);
}

/**
 * Milliseconds until a failed attempt is made again. At first what the provider asked for; it doubles with every
 * attempt, since one that always asks for a second may refuse for a day. Without a wish of the provider, never two at
 * one beat.
 */
function waitOf(
  asked: number | null,
  attempt: number,
  { numbers, chance = Math.random() }: Pick<Circumstances, 'chance'> & { numbers: DeliveryNumbers },
): number {
  const doubled = Math.min(2 ** Math.min(attempt - 1, 30) * (asked ?? numbers.retryMs), numbers.retryMostMs);
  return asked === null ? Math.round(doubled * (0.8 + 0.4 * chance)) : Math.max(asked, doubled);
}

type Wait = Pick<Extract<Step, { in_ms: number }>, 'rest_ms' | 'refusal'>;

/** Giving up counts time alone: an attempt that the provider refused to take is certain to have sent nothing. */
function again(
  { age_ms, has_unseen_draft }: Standing,
  { giveUpMs }: DeliveryNumbers,
  wait: Wait & { in_ms: number },
): Step {
  if (age_ms + wait.in_ms > giveUpMs)
    return { state: 'rejected', refusal: has_unseen_draft ? OUTCOME_UNKNOWN : RETRIES_EXHAUSTED };
  return { state: 'queued', not_sent_count: 0, ...wait };
}

function look({ lookMs }: DeliveryNumbers, not_sent_count: number, wait: Wait): Step {
  return { state: 'unknown', in_ms: Math.max(lookMs, wait.rest_ms ?? 0), not_sent_count, ...wait };
}

/** Whether the last transmission may have happened, as far as is written down. */
export function isInDoubt(state: DeliveryState): boolean {
  return state === 'transmitting' || state === 'unknown';
}

interface LaterStanding {
  state: DeliveryState;
  last_error_code: string | null;
  /** It is accepted for its words alone. */
  is_by_words: boolean;
}

/**
 * What a provider's later word does to a delivery: it ends it, it is only noted beside it, or it means nothing. That
 * the provider took it stands against every refusal, also where it was never handed over: a person may have sent its
 * draft. Nothing else is about such a one; of others only `outcome_unknown` can still change of what has ended as
 * failed. `alike`: it took one of the same words, which stands against nothing that is certain.
 */
export function effectOf(
  says: 'accepted' | 'alike' | 'rejected',
  { state, transmit_count, last_error_code }: Pick<Standing, 'transmit_count'> & Omit<LaterStanding, 'is_by_words'>,
): 'end' | 'note' | 'nothing' {
  if (transmit_count === 0 && says !== 'accepted') return 'nothing';
  if (state === 'accepted') return 'note';
  if (isInDoubt(state)) return 'end';
  // Waiting to be sent again, after the provider had shown or said that nothing left: an old refusal is no news, and
  // words are no proof.
  return says === 'accepted' || (state === 'rejected' && last_error_code === OUTCOME_UNKNOWN.code) ? 'end' : 'nothing';
}

/**
 * Whether the answer to a transmission settles the message though the lease under which it was made is over. An
 * acceptance is proof that the message is with the provider: it stands against every refusal, whichever came first. A
 * refusal is about its own transmission alone: it ends what was not handed over again since, explains what was given up
 * as unknown, and stands against words, which may be those of another message. So does one after which it can be tried
 * again, where it does not wait for that already.
 */
export function answerSettles(
  answer: { kind: Fact['kind']; transmit_count: number },
  { state, transmit_count, last_error_code, is_by_words }: Pick<Standing, 'transmit_count'> & LaterStanding,
): boolean {
  if (state === 'accepted' && !is_by_words) return false;
  if (answer.kind === 'accepted') return true;
  if (answer.transmit_count !== transmit_count) return false;
  if (state === 'accepted') return true;
  if (state === 'rejected') return last_error_code === OUTCOME_UNKNOWN.code;
  return answer.kind === 'rejected' || isInDoubt(state);
}
