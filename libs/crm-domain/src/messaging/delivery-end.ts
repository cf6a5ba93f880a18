import { trustedClaim } from '../actor.js';
import { UniqueViolation } from '../db/pg-errors.js';
import type { Stores } from '../db/stores.js';
import { findOwn } from './alike.js';
import type { Lease } from './delivery-queue.store.js';
import {
  answerSettles,
  canBeOfLast,
  effectOf,
  type Certain,
  type Fact,
  type ProviderIds,
  type Refusal,
  type Step,
  type Verdict,
} from './delivery-state.js';
import type { EndedRow, Ending, Proof, ProvenRow } from './delivery.store.js';

/** What a provider tells later, in a webhook, an echo or a sync. `delivered_at` and `read_at` imply that it took the message. */
export type ProviderWord = Proof & { workspace_id: string } & (
    | ({
        kind: 'accepted';
        is_by_words?: true;
        sent_at?: Date;
        delivered_at?: Date;
        read_at?: Date;
      } & Partial<ProviderIds>)
    // `at` is by the provider's clock.
    | ({ kind: 'rejected'; at: Date } & Refusal)
  );

const NO_IDS: ProviderIds = { provider_message_id: null, provider_thread_id: null, internet_message_id: null };

/** Writes with the provider's ids. An echo that was stored as a message of its own keeps them: then it writes without. */
export async function withIds<T>(
  write: (idsOf: (given: Partial<ProviderIds>) => ProviderIds) => Promise<T>,
): Promise<T> {
  try {
    return await write((given) => ({ ...NO_IDS, ...given }));
  } catch (error) {
    if (error instanceof UniqueViolation) return write(() => NO_IDS);
    throw error;
  }
}

/** Of what says the same, that which is this message; where that is not certain, it was not found. */
export async function certain(
  stores: Stores,
  lease: Lease,
  { verdict, callMs }: { verdict: Verdict; callMs: number },
): Promise<Certain> {
  if (verdict.kind !== 'alike') return verdict;
  const found = await findOwn(stores, lease, { candidates: verdict.candidates, callMs });
  if (found) return { kind: 'accepted', is_by_words: true, ...found };
  const detail = 'Only messages of the same words that may be others were found at the provider so far.';
  return { kind: 'unknown', code: 'only_others_found', detail, http_status: null };
}

/** Takes the step that a verdict led to, and has the account rest where it asks for that. False when the lease is over. */
export async function take(stores: Stores, lease: Lease, step: Step, ids: ProviderIds): Promise<boolean> {
  const { deliveries } = stores;
  const account = lease.channel_account_id;
  if (!('in_ms' in step)) {
    const refusal = step.state === 'rejected' ? step.refusal : null;
    const ending = { state: step.state, ids, refusal, is_by_words: step.state === 'accepted' && step.is_by_words };
    return tellEnd(stores, lease.workspace_id, await deliveries.conclude(lease, ending));
  }
  if (account && step.rest_ms !== null && step.refusal)
    await deliveries.restAccount(account, step.rest_ms, step.refusal.code);
  return deliveries.postpone(lease, step);
}

/**
 * Writes down what a transmission or a look has shown though its lease is over. False when that is known already, or says nothing about where the delivery stands now.
 */
export async function takeLate(stores: Stores, lease: Lease, fact: Fact, ids: ProviderIds): Promise<boolean> {
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
  const ending = endingOf(fact, ids);
  if (found.is_by_words) return overrule(stores, lease, ending);
  const isTold = await tellEnd(stores, lease.workspace_id, await deliveries.settle(message_id, ending));
  const refusal = kind === 'accepted' && found.attempt === lease.attempt ? toldMeanwhile(fact, found) : null;
  if (refusal) await deliveries.note(message_id, { delivered_at: null, read_at: null, refusal });
  return isTold;
}

function saidBy(fact: Fact | ProviderWord): 'accepted' | 'alike' | 'rejected' {
  if (fact.kind !== 'accepted') return 'rejected';
  return fact.is_by_words ? 'alike' : 'accepted';
}

function endingOf(fact: Fact | ProviderWord, ids: ProviderIds): Ending {
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
 * Why the message did not reach the person, when its provider told that before its acceptance was written. What was told of another id
 * was of an earlier transmission.
 */
function toldMeanwhile({ provider_message_id: id = null }: Partial<ProviderIds>, found: ProvenRow): Refusal | null {
  const { state, last_error_code: code, last_error: detail, last_status: http_status } = found;
  if (state !== 'rejected' || code === null || detail === null) return null;
  const isOfAnother = id !== null && found.provider_message_id !== null && id !== found.provider_message_id;
  return isOfAnother ? null : { code, detail, http_status };
}

/** Takes a provider's word. False when it is not about a message that this account was to send. */
export async function believe(stores: Stores, word: ProviderWord, ids: ProviderIds): Promise<boolean> {
  const { deliveries } = stores;
  const found = await deliveries.findProven(word);
  if (!found) return false;
  if (word.kind === 'rejected' && !canBeOfLast(word, found)) return true;
  const effect = effectOf(saidBy(word), found);
  // What is sent though it was given up may have been sent by a person, from the draft that was left.
  const sent_at = word.kind === 'accepted' && found.state === 'rejected' ? word.sent_at : undefined;
  const ending = { ...endingOf(word, ids), sent_at };
  const hasFailed = word.provider_message_id !== null && word.provider_message_id === found.provider_message_id;
  const refusal = ending.refusal ?? (hasFailed ? toldMeanwhile(word, found) : null);
  if (effect === 'end') await tellEnd(stores, word.workspace_id, await deliveries.settle(found.message_id, ending));
  else if (found.is_by_words && isProof(word)) await overrule(stores, { ...word, ...found }, ending);
  const { delivered_at = null, read_at = null } = word.kind === 'accepted' ? word : {};
  if (effect !== 'nothing') await deliveries.note(found.message_id, { delivered_at, read_at, refusal });
  return true;
}

/** Our mark shows which message it is; an id may be that of another one with the same words. */
function isProof(word: ProviderWord): boolean {
  return word.kind === 'accepted' && word.mark !== null && !word.is_by_words;
}

/** What belongs to the end of a message: its thread, and the event. */
async function tellEnd(stores: Stores, workspaceId: string, ended: EndedRow | undefined): Promise<boolean> {
  if (!ended) return false;
  const { message_id, conversation_id, channel, state, code, thread_id, sent_by_user_id, sent_by, sent_via } = ended;
  if (thread_id && state === 'accepted') await stores.deliveries.adoptThread(ended);
  const claim = { ...trustedClaim(workspaceId, sent_via), user_id: sent_by_user_id };
  const kind = state === 'accepted' ? 'message.sent' : 'message.failed';
  const data = { conversation_id, channel, ...(code !== null && { failure_code: code }) };
  await stores.events.add(claim, { kind, subject_id: message_id, actor_name: sent_by, data });
  return true;
}
