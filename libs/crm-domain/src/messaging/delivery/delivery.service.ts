import type { Db } from '../../crm-database.js';
import type { Stores } from '../../stores.js';
import { isUuid } from '../../values/parse.js';
import { isMail } from '../channel-name.js';
import {
  applyProviderReport,
  resolveLookalike,
  takeBackWords,
  applyStep,
  applyLateStep,
  withIds,
  type ProviderReport,
} from './delivery-outcome.js';
import { DELIVERY_NUMBERS, type DeliveryNumbers } from './delivery-numbers.js';
import type { CaughtUp, Lease, LeaseRequest } from './delivery-queue.store.js';
import { nextStep, type Certain, type Fact, type ProviderIds, type Verdict } from './delivery-state.js';
import type { OutgoingRow, Proof } from './delivery.store.js';

class NothingWritten extends Error {}

function isFact(verdict: Certain): verdict is Fact {
  return ['accepted', 'rejected', 'transient'].includes(verdict.kind);
}

/**
 * Whether an earlier attempt may have left a draft at the provider, which a person may have sent. One that ended without
 * the id of a draft may have made one all the same.
 */
export function mayHaveDraft({ channel, attempt, provider_draft_id }: Lease): boolean {
  return provider_draft_id !== null || (isMail(channel) && attempt > 1);
}

/** Whether such a draft may be there at which this attempt has not looked. */
function hasUnseenDraft(lease: Lease, said: Verdict): boolean {
  if (lease.state !== 'leased' || !mayHaveDraft(lease)) return false;
  return said.kind === 'rejected' ? said.looked === false : !(said.kind === 'transient' && said.looked);
}

/**
 * The deliveries of sent messages: who has one in hand, what may be done with it, and how it ends. The rows are the
 * state machine. Whatever is done with one is conditional on the lease, so a process that was given up does nothing any
 * more; what it has learnt from a provider is a fact and settles the message all the same.
 */
export class DeliveryService {
  private caughtUp: CaughtUp | undefined;

  constructor(
    private readonly db: Db,
    readonly numbers: DeliveryNumbers = DELIVERY_NUMBERS,
  ) {}

  /** Takes what is due, of any workspace, the oldest first. */
  acquireLeases(wish: Omit<LeaseRequest, 'leaseMs'>): Promise<Lease[]> {
    const { leaseMs } = this.numbers;
    return this.db.retry(() =>
      this.db.autocommit('', ({ deliveryQueue }) => deliveryQueue.acquireLeases({ ...wish, leaseMs })),
    );
  }

  /** Gives back what dead processes had in hand, and what nothing is before any more. How many. */
  async release(): Promise<number> {
    const { unknownMs, caughtUpAtOnce: most } = this.numbers;
    return this.db.retry(() =>
      this.db.autocommit('', async ({ deliveryQueue }) => {
        const released = await deliveryQueue.release();
        const { count, next } = await deliveryQueue.catchUp({ unknownMs, most }, this.caughtUp);
        this.caughtUp = next;
        return released + count;
      }),
    );
  }

  /** The message of a lease; undefined when it is not to be sent any more. */
  outgoing({ workspace_id, message_id }: Lease): Promise<OutgoingRow | undefined> {
    return this.db.autocommit(workspace_id, ({ deliveries }) => deliveries.findOutgoing(message_id));
  }

  /** Which of these ids are those of other messages that were sent from here, in whatever workspace the account is. */
  async sentFromHere(
    { workspace_id, channel_account_id, message_id }: Lease,
    ids: readonly string[],
  ): Promise<ReadonlySet<string>> {
    if (channel_account_id === null) return new Set();
    return this.db.autocommit(workspace_id, async ({ alike }) => {
      const accounts = await alike.accounts({ workspace_id, channel_account_id });
      return new Set(await alike.sent(accounts, ids, message_id));
    });
  }

  /** Remembers the draft at the provider. False when the lease is over. */
  keepDraft(lease: Lease, draft: Pick<Lease, 'provider_draft_id' | 'provider_thread_id'>): Promise<boolean> {
    return this.db.autocommit(lease.workspace_id, ({ deliveries }) => deliveries.keepDraft(lease, draft));
  }

  /**
   * Must be committed before the first byte of a transmission: from then on the message may have left. Gives the lease
   * as it now is; undefined when it is over.
   * @throws DomainError unavailable: somebody else holds the delivery, and nothing was handed over
   */
  async fence(lease: Lease, graceMs: number): Promise<Lease | undefined> {
    const { leaseMs, callMs } = this.numbers;
    const unseenMs = callMs + graceMs;
    const fenced = await this.db.autocommit(lease.workspace_id, ({ deliveries }) =>
      deliveries.fence(lease, { leaseMs, unseenMs }),
    );
    return fenced && { ...lease, ...fenced, state: 'transmitting', not_sent_count: 0, transmitted_ms: 0 };
  }

  /**
   * Writes down what a verdict leads to, delivery and message together. When the lease is over, an acceptance or a
   * refusal still settles the message, and what certainly did not leave waits to be sent again; nothing else is done.
   * Gives the verdict as it was then understood; undefined when nothing was written.
   * @throws DomainError unavailable: what was said is not written yet, and may be said again
   */
  async conclude(lease: Lease, said: Verdict, graceMs: number): Promise<Certain | undefined> {
    const has_unseen_draft = hasUnseenDraft(lease, said);
    const written = await this.decide(lease, said, (stores, verdict, ids) => {
      const step = nextStep(verdict, { ...lease, has_unseen_draft }, { numbers: this.numbers, graceMs });
      return applyStep(stores, lease, step, ids);
    });
    if (written || lease.state === 'leased') return written;
    return this.decide(lease, said, async (stores, verdict, ids) => {
      if (!isFact(verdict)) return false;
      const step = nextStep(verdict, lease, { numbers: this.numbers, graceMs });
      return applyLateStep(stores, lease, { fact: verdict, step }, ids);
    });
  }

  /**
   * Understands a verdict and writes what follows from it in one transaction, of which nothing stays where `write`
   * gives false.
   */
  private async decide(
    lease: Lease,
    said: Verdict,
    write: (stores: Stores, verdict: Certain, ids: ProviderIds) => Promise<boolean>,
  ): Promise<Certain | undefined> {
    const { callMs } = this.numbers;
    try {
      return await withIds((idsOf) =>
        this.db.transaction(lease.workspace_id, async (stores) => {
          const verdict = await resolveLookalike(stores, lease, { verdict: said, callMs });
          const ids = idsOf(verdict.kind === 'accepted' ? verdict : {});
          if (!(await write(stores, verdict, ids))) throw new NothingWritten();
          return verdict;
        }),
      );
    } catch (error) {
      if (error instanceof NothingWritten) return undefined;
      throw error;
    }
  }

  /**
   * A message of the provider's has shown whose it is: that which bears the mark, or null: none of ours. What was
   * accepted for its words as this one is not known to have left any more.
   */
  async takeBackWords(told: Proof & { workspace_id: string }): Promise<void> {
    const find = ({ deliveries }: Stores) => deliveries.findTaken(told);
    if (!(await this.db.autocommit(told.workspace_id, find))) return;
    await this.db.transaction(told.workspace_id, (stores) => takeBackWords(stores, told));
  }

  /**
   * Takes a provider's word for what became of a message, whoever has it in hand: it settles what is under way or
   * unknown, and that the provider took it turns `failed` into `sent`. What may be sent again waits for that, as after
   * an answer. The mark comes from outside and may be anything.
   * @returns whether the message is one that this account was to send
   * @throws MessageUnderWay when it may be sent again, and the answer to its transmission may still come
   */
  settleFromProvider(word: ProviderReport): Promise<boolean> {
    const mark = word.mark !== null && isUuid(word.mark) ? word.mark : null;
    return withIds((idsOf) => {
      const ids = idsOf(word);
      return this.db.transaction(word.workspace_id, (stores) =>
        applyProviderReport(stores, { ...word, mark }, { ids, numbers: this.numbers }),
      );
    });
  }
}
