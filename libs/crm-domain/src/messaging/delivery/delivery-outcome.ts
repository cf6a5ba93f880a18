import { UniqueViolation } from '../../db/pg-errors.js';
import type { Stores } from '../../stores.js';
import { findOwn } from './alike.js';
import type { DeliveryNumbers } from './delivery-numbers.js';
import type { Lease } from './delivery-queue.store.js';
import {
  OUTCOME_UNKNOWN,
  answerSettles,
  effectOf,
  isInDoubt,
  nextStep,
  type Certain,
  type Fact,
  type ProviderIds,
  type Refusal,
  type Step,
  type Verdict,
} from './delivery-state.js';
import { tellEnd, tellUndelivered } from './delivery-events.js';
import type { Aftermath, Ending, Proof, ProvenRow } from './delivery.store.js';
import { MessageUnderWay } from './message-under-way.js';
import { canBeOfLast, isOfFailed } from './which-transmission.js';

type FailureTold = { at: Date; transmission: number | null } & Refusal;

/**
 * What a provider tells later, in a webhook, an echo or a sync. `delivered_at` and `read_at` imply that it took the
 * message.
 */
export type ProviderReport = Proof & { workspace_id: string } & (
    | ({
        kind: 'accepted';
        transmission?: number | null;
        is_by_words?: true;
        sent_at?: Date;
        delivered_at?: Date;
        read_at?: Date;
      } & Partial<ProviderIds>)
    // `at` is by the provider's clock; `transmission` counts from 1, and is null where the provider does not tell it.
    // `transient`: nothing was sent, and it may be sent again.
    | ((FailureTold & { kind: 'rejected' }) | (FailureTold & { kind: 'transient'; throttles: 'message' | 'account' }))
  );

const NO_IDS: ProviderIds = { provider_message_id: null, provider_thread_id: null, internet_message_id: null };

/**
 * Writes with the provider's ids. An echo that was stored as a message of its own keeps them: then it writes without.
 */
export async function withIds<T>(
  write: (idsOf: (given: Partial<ProviderIds>) => ProviderIds) => Promise<T>,
  isAgain = false,
): Promise<T> {
  try {
    return await write((given) => ({ ...NO_IDS, ...given }));
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    // Another conversation became that of the thread at the same moment, which is seen by now.
    if (error.constraint === 'conversation_external' && !isAgain) return withIds(write, true);
    return write(() => NO_IDS);
  }
}

/** Of what says the same, that which is this message; where that is not certain, it was not found. */
export async function resolveLookalike(
  stores: Stores,
  lease: Lease,
  { verdict, callMs }: { verdict: Verdict; callMs: number },
): Promise<Certain> {
  if (verdict.kind !== 'alike') return verdict;
  const found = await findOwn(stores, lease, { candidates: verdict.candidates, callMs });
  if (found) return { kind: 'accepted', is_by_words: true, ...found };
  const detail = 'So far, the provider shows only messages with the same text that may be other messages.';
  return { kind: 'unknown', code: 'only_others_found', detail, http_status: null };
}

/**
 * Takes the step that a verdict led to, and has the account rest where it asks for that. False when the lease is over.
 */
export function applyStep(stores: Stores, lease: Lease, step: Step, ids: ProviderIds): Promise<boolean> {
  const { deliveries } = stores;
  if ('in_ms' in step) return putOff(stores, lease, step, () => deliveries.postpone(lease, step));
  const refusal = step.state === 'rejected' ? step.refusal : null;
  const ending = { state: step.state, ids, refusal, is_by_words: step.state === 'accepted' && step.is_by_words };
  return deliveries.conclude(lease, ending).then((ended) => tellEnd(stores, lease.workspace_id, ended));
}

async function putOff(
  { deliveries }: Stores,
  { channel_account_id }: Pick<Lease, 'channel_account_id'>,
  { rest_ms, refusal }: Extract<Step, { in_ms: number }>,
  write: () => Promise<boolean>,
): Promise<boolean> {
  if (channel_account_id && rest_ms !== null && refusal)
    await deliveries.restAccount(channel_account_id, rest_ms, refusal.code);
  return write();
}

/**
 * Writes down what a transmission or a look has shown though its lease is over, and the step that follows where it is
 * certain that nothing left. False when that is known already, or says nothing about where the delivery stands now.
 */
export async function applyLateStep(
  stores: Stores,
  lease: Lease,
  { fact, step }: { fact: Fact; step: Step },
  ids: ProviderIds,
): Promise<boolean> {
  const { deliveries } = stores;
  const { message_id, channel_account_id, transmit_count } = lease;
  if (channel_account_id === null) return false;
  const found = await deliveries.findProven({ channel_account_id, mark: message_id, provider_message_id: null });
  if (!found) return false;
  const { kind } = fact;
  const settles =
    lease.state === 'transmitting'
      ? answerSettles({ kind, transmit_count }, found)
      : effectOf(saidBy(fact), found) === 'end';
  if (!settles) return false;
  const taken = fact.kind === 'accepted' && lease.state === 'transmitting' ? fact : null;
  if (taken && isOfFailed({ ...taken, transmission: transmit_count }, found)) return false;
  const waits = fact.kind === 'transient' && isInDoubt(found.state);
  if (waits && 'in_ms' in step) return putOff(stores, lease, step, () => deliveries.requeue(message_id, step));
  const refusal = waits && step.state === 'rejected' ? step.refusal : null;
  const ending = { ...endingOf(fact, ids, found), ...(refusal && { refusal }) };
  if (found.is_by_words) return overrule(stores, lease, ending);
  const isTold = await tellEnd(stores, lease.workspace_id, await deliveries.settle(message_id, ending));
  const isLast = kind === 'accepted' && found.transmit_count === transmit_count;
  const told = isLast ? toldMeanwhile(fact, found, found.attempt === lease.attempt) : null;
  if (told) await note(stores, lease, { delivered_at: null, read_at: null, refusal: told });
  return isTold;
}

/** What became of a message after it was accepted; that it did not reach the person is told once. */
async function note(
  stores: Stores,
  { workspace_id, message_id }: Pick<Lease, 'workspace_id' | 'message_id'>,
  after: Aftermath,
): Promise<void> {
  await tellUndelivered(stores, workspace_id, await stores.deliveries.note(message_id, after));
}

function saidBy(fact: Fact | ProviderReport): 'accepted' | 'alike' | 'rejected' {
  if (fact.kind !== 'accepted') return 'rejected';
  return fact.is_by_words ? 'alike' : 'accepted';
}

function endingOf(fact: Fact | ProviderReport, given: ProviderIds, { is_erased }: ProvenRow): Ending {
  // The thread of a chat is the address of the person.
  const ids = is_erased ? { ...given, provider_thread_id: null } : given;
  if (fact.kind !== 'accepted') return { state: 'rejected', ids, refusal: fact, is_by_words: false };
  return { state: 'accepted', ids, refusal: null, is_by_words: fact.is_by_words === true };
}

/** Puts what is certain in the place of what words said. That it was sent is told already. */
async function overrule(
  stores: Stores,
  { workspace_id, message_id }: Pick<Lease, 'workspace_id' | 'message_id'>,
  ending: Ending,
): Promise<boolean> {
  const ended = await stores.deliveries.overrule(message_id, ending);
  if (ending.state === 'rejected') return tellEnd(stores, workspace_id, ended);
  return ended !== undefined;
}

/**
 * Why the message did not reach the person, when its provider told that before its acceptance was written. What was
 * told of another id was of an earlier transmission; of one that waits to be sent again, or that others have had in hand
 * since, only what was told of this very id.
 */
function toldMeanwhile(
  { provider_message_id: id = null }: Partial<ProviderIds>,
  found: ProvenRow,
  isOnlyOurs = true,
): Refusal | null {
  const { state, provider_message_id: toldId, last_error_code: code, last_error: detail, last_status } = found;
  // That nobody knew was no word of the provider's.
  if (state === 'accepted' || code === null || detail === null || code === OUTCOME_UNKNOWN.code) return null;
  // An answer may name no id. While its transmission is not over, what was told is of an earlier one.
  const isLikely = toldId === null ? isOnlyOurs && state === 'rejected' : !isInDoubt(state);
  const isOfThis = id !== null && toldId !== null ? id === toldId : isLikely;
  return isOfThis ? { code, detail, http_status: last_status } : null;
}

/**
 * Takes a provider's word. False when it is not about a message that this account was to send.
 * @throws MessageUnderWay when it could be sent again, and the answer to its transmission may still come: an acceptance
 * stands against that
 */
export async function applyProviderReport(
  stores: Stores,
  word: ProviderReport,
  { ids, numbers }: { ids: ProviderIds; numbers: DeliveryNumbers },
): Promise<boolean> {
  const { deliveries } = stores;
  const found = await deliveries.findProven(word);
  if (!found) return false;
  if (word.kind !== 'accepted' && !canBeOfLast(word, found)) return true;
  if (word.kind === 'transient' && isInDoubt(found.state)) return sendAgain(stores, word, { found, numbers });
  const hasFailed = word.provider_message_id !== null && word.provider_message_id === found.provider_message_id;
  const isTaken = word.kind === 'accepted' && (word.delivered_at ?? word.read_at) === undefined;
  if (isTaken && isOfFailed({ transmission: null, ...word }, found)) return true;
  const effect = effectOf(saidBy(word), found);
  // What is sent though it was given up or never handed over may have been sent by a person, from its draft.
  const isByHand = found.state === 'rejected' || found.transmit_count === 0;
  const sent_at = word.kind === 'accepted' && isByHand ? word.sent_at : undefined;
  const ending = { ...endingOf(word, ids, found), sent_at };
  const refusal = ending.refusal ?? (hasFailed ? toldMeanwhile(word, found) : null);
  if (effect === 'end') await tellEnd(stores, word.workspace_id, await deliveries.settle(found.message_id, ending));
  else if (found.is_by_words && isProof(word)) await overrule(stores, { ...word, ...found }, ending);
  const { delivered_at = null, read_at = null } = word.kind === 'accepted' ? word : {};
  if (effect !== 'nothing') await note(stores, { ...word, ...found }, { delivered_at, read_at, refusal });
  return true;
}

/**
 * Takes back what words said of a message of the provider's, when that shows whose it is: another one's. Whether ours
 * was taken is then not known any more. It was told as sent; now it is told as failed.
 */
export async function takeBackWords(stores: Stores, proof: Proof & { workspace_id: string }): Promise<void> {
  const found = await stores.deliveries.findTaken(proof);
  if (!found) return;
  const ending = { state: 'rejected', ids: NO_IDS, refusal: OUTCOME_UNKNOWN, is_by_words: false } as const;
  await overrule(stores, { ...proof, ...found }, ending);
}

/** As after the same answer to its transmission. */
async function sendAgain(
  stores: Stores,
  word: Extract<ProviderReport, { kind: 'transient' }>,
  { found, numbers }: { found: ProvenRow; numbers: DeliveryNumbers },
): Promise<true> {
  if (found.is_in_hand) throw new MessageUnderWay();
  const verdict = { ...word, retry_after_seconds: null };
  // What is certain has no grace.
  const step = nextStep(verdict, { ...found, not_sent_count: 0 }, { numbers, graceMs: 0 });
  const { message_id } = found;
  if ('in_ms' in step)
    await putOff(stores, word, step, () => stores.deliveries.requeue(message_id, step, word.provider_message_id));
  else {
    const refusal = step.state === 'rejected' ? step.refusal : word;
    const ended = await stores.deliveries.settle(message_id, { ...endingOf(word, NO_IDS, found), refusal });
    await tellEnd(stores, word.workspace_id, ended);
  }
  return true;
}

/** Our mark shows which message it is; an id may be that of another one with the same words. */
function isProof(word: ProviderReport): boolean {
  return word.kind === 'accepted' && word.mark !== null && !word.is_by_words;
}
