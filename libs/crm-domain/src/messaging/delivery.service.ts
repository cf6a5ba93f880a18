import { trustedClaim } from '../actor.js';
import type { Db } from '../db/db.js';
import { UniqueViolation } from '../db/pg-errors.js';
import type { Stores } from '../db/stores.js';
import { DELIVERY_NUMBERS, type DeliveryNumbers } from './delivery-numbers.js';
import type { Lease, Wish } from './delivery-queue.store.js';
import { effectOf, nextStep, type ProviderIds, type Refusal, type Step, type Verdict } from './delivery-state.js';
import type { Aftermath, EndedRow, OutgoingRow, Proof } from './delivery.store.js';

/** What a provider tells later, in a webhook, an echo or a sync. `delivered_at` and `read_at` imply that it took the message. */
export type ProviderWord = Proof & { workspace_id: string } & (
    | ({ kind: 'accepted'; delivered_at?: Date; read_at?: Date } & Partial<ProviderIds>)
    | ({ kind: 'rejected' } & Refusal)
  );

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

class LeaseOver extends Error {}

/**
 * The deliveries of sent messages: who has one in hand, what may be done with it, and how it ends. The rows are the state
 * machine; each change is conditional on the lease, so a process that was given up changes nothing any more.
 */
export class DeliveryService {
  constructor(
    private readonly db: Db,
    readonly numbers: DeliveryNumbers = DELIVERY_NUMBERS,
  ) {}

  /** Takes what is due, of any workspace, the oldest first. */
  claim(wish: Omit<Wish, 'leaseMs'>): Promise<Lease[]> {
    const { leaseMs } = this.numbers;
    return this.db.retry(() => this.db.read('', ({ deliveryQueue }) => deliveryQueue.claim({ ...wish, leaseMs })));
  }

  /** Gives back what dead processes had in hand. How many. */
  release(): Promise<number> {
    return this.db.retry(() => this.db.read('', ({ deliveryQueue }) => deliveryQueue.release()));
  }

  /** The message of a lease; undefined when it is not to be sent any more. */
  outgoing({ workspace_id, message_id }: Lease): Promise<OutgoingRow | undefined> {
    return this.db.read(workspace_id, ({ deliveries }) => deliveries.findOutgoing(message_id));
  }

  /** Remembers the draft at the provider. False when the lease is over. */
  keepDraft(lease: Lease, draft: Pick<Lease, 'provider_draft_id' | 'provider_thread_id'>): Promise<boolean> {
    return this.db.read(lease.workspace_id, ({ deliveries }) => deliveries.keepDraft(lease, draft));
  }

  /**
   * Must be committed before the first byte of a transmission: from then on the message may have left. Gives the lease as
   * it now is; undefined when it is over.
   */
  async fence(lease: Lease, graceMs: number): Promise<Lease | undefined> {
    const { leaseMs, callMs } = this.numbers;
    const unseenMs = callMs + graceMs;
    const fenced = await this.db.read(lease.workspace_id, ({ deliveries }) =>
      deliveries.fence(lease, { leaseMs, unseenMs }),
    );
    return fenced && { ...lease, ...fenced, not_sent_count: 0, transmitted_ms: 0 };
  }

  /** Writes down what a verdict leads to, delivery and message together. Undefined when the lease is over: then nothing was written. */
  async conclude(lease: Lease, verdict: Verdict, graceMs: number): Promise<Step | undefined> {
    const step = nextStep(verdict, lease, { numbers: this.numbers, graceMs });
    const write = (ids: ProviderIds) =>
      this.db.write(lease.workspace_id, async (stores) => {
        if (!(await take(stores, lease, step, ids))) throw new LeaseOver();
        await tellAccount(stores, lease, verdict, step);
        return step;
      });
    return unlessTaken(verdict.kind === 'accepted' ? verdict : NO_IDS, write).catch((error: unknown) => {
      if (error instanceof LeaseOver) return undefined;
      throw error;
    });
  }

  /**
   * Takes a provider's word for what became of a message, whoever has it in hand: it settles what is under way or unknown,
   * and turns a `failed` for want of any answer into `sent`. The mark comes from outside and may be anything.
   * @returns whether the message is one that this account was to send
   */
  async settleFromProvider(word: ProviderWord): Promise<boolean> {
    const { workspace_id, kind } = word;
    const mark = word.mark !== null && UUID.test(word.mark) ? word.mark : null;
    const refusal = kind === 'rejected' ? word : null;
    const write = (ids: ProviderIds) =>
      this.db.write(workspace_id, async (stores) => {
        const found = await stores.deliveries.findProven({ ...word, mark });
        const effect = found ? effectOf(kind, found) : 'nothing';
        if (effect === 'end')
          await end(
            stores,
            workspace_id,
            await stores.deliveries.settle(found!.message_id, { state: kind, ids, refusal }),
          );
        if (effect !== 'nothing') await stores.deliveries.note(found!.message_id, aftermathOf(word));
        return found !== undefined;
      });
    return unlessTaken({ ...NO_IDS, ...word }, write);
  }
}

const NO_IDS: ProviderIds = { provider_message_id: null, provider_thread_id: null, internet_message_id: null };

/** An echo may have been stored as a message of its own before its delivery was known to be ours; then it keeps the ids. */
async function unlessTaken<T>(ids: ProviderIds, write: (ids: ProviderIds) => Promise<T>): Promise<T> {
  try {
    return await write(ids);
  } catch (error) {
    if (error instanceof UniqueViolation) return write(NO_IDS);
    throw error;
  }
}

/** Takes a step. False when the lease is over. */
async function take(stores: Stores, lease: Lease, step: Step, ids: ProviderIds): Promise<boolean> {
  if ('in_ms' in step) return stores.deliveries.postpone(lease, step);
  const refusal = step.state === 'rejected' ? step.refusal : null;
  return end(stores, lease.workspace_id, await stores.deliveries.conclude(lease, { state: step.state, ids, refusal }));
}

/** What belongs to the end of a message: its thread, and the event. */
async function end(stores: Stores, workspaceId: string, ended: EndedRow | undefined): Promise<boolean> {
  if (!ended) return false;
  const { message_id, conversation_id, channel, state, code, thread_id, sent_by_user_id, sent_by, sent_via } = ended;
  if (thread_id && state === 'accepted') await stores.deliveries.adoptThread(ended);
  const claim = { ...trustedClaim(workspaceId, sent_via), user_id: sent_by_user_id };
  const kind = state === 'accepted' ? 'message.sent' : 'message.failed';
  const data = { conversation_id, channel, ...(code !== null && { failure_code: code }) };
  await stores.events.add(claim, { kind, subject_id: message_id, actor_name: sent_by, data });
  return true;
}

/** What an attempt has shown about the account itself. */
async function tellAccount(stores: Stores, lease: Lease, verdict: Verdict, step: Step): Promise<void> {
  const account = lease.channel_account_id;
  if (!account) return;
  if (verdict.kind === 'transient' && verdict.throttles === 'account' && 'in_ms' in step)
    await stores.deliveries.restAccount(account, step.in_ms, verdict.code);
  if (verdict.kind === 'rejected' && verdict.account)
    await stores.deliveries.closeAccount(account, verdict.account, verdict.code);
}

function aftermathOf(word: ProviderWord): Aftermath {
  if (word.kind === 'rejected') return { delivered_at: null, read_at: null, refusal: word };
  return { delivered_at: word.delivered_at ?? null, read_at: word.read_at ?? null, refusal: null };
}
