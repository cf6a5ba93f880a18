import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '#crm-domain';
import { isMail, mayHaveDraft, type DeliveryService, type Lease, type Verdict } from '#crm-domain/messaging';
import { countDelivery, logger } from '#platform';
import type { Channel, ChannelAccess, DeliveryTrace, OutboundMessage, Outcome, Prepared } from '../contract/channel.js';
import { beforeSending } from '../provider/answer-table.js';
import { deadline } from '../provider/deadline.js';
import type { AccountTokens } from '../tokens/account-tokens.js';
import { draftOf, isNews, messageOf, traceOf } from './outgoing.js';
import { reasonOf } from './reason-of.js';
import { stopwatch } from './stopwatch.js';
import { BROKEN, ENDING, LATE, NO_ACCOUNT, refusalOf, unlooked } from './verdicts.js';

type Declined = Extract<Outcome, { kind: 'rejected' | 'transient' }>;

/** What an attempt needs; of the service only the steps of one delivery. */
export interface DeliveryTools {
  deliveries: Pick<DeliveryService, 'numbers' | 'outgoing' | 'keepDraft' | 'fence' | 'conclude' | 'sentFromHere'>;
  channels: Record<Lease['channel'], Channel>;
  accounts: Pick<AccountTokens, 'accessTo' | 'reconsider'>;
}

/** A verdict, and the lease as it was when it was passed. `isBroken`: an error stands in for what nobody has said. */
interface Carried {
  lease: Lease;
  verdict: Verdict;
  isBroken?: boolean;
}

interface Ready {
  kind: 'ready';
  /** It is not to be sent any more; but its draft is looked at, which a person may have sent. */
  refusal: Declined | undefined;
  message: OutboundMessage;
  account: { workspace_id: string; channel_account_id: string };
  access: Omit<ChannelAccess, 'signal'>;
}

/**
 * Milliseconds between two tries to write: at first, at most while the database is away, and at most after any other
 * error.
 */
const [FIRST_WAIT, MAX_WAIT, MAX_WAIT_OTHERWISE] = [250, 2000, 30_000];

/**
 * Attempts and looks after which, when a message is old enough as well, nobody begins another: they may all have ended
 * the process.
 */
const MAX_BEGUN = 100;

/** Takes one delivery as far as it goes: to the provider, or to what the provider knows of it. */
export class DeliveryAttempt {
  private isEnding = false;

  constructor(private readonly tools: DeliveryTools) {}

  /**
   * From now on no transmission begins: its answer might come after the process is gone. What is transmitted or looked
   * for goes on.
   */
  end(): void {
    this.isEnding = true;
  }

  /**
   * Gives what was written down; undefined when nothing was: the lease was over, or the message is not to be sent any
   * more.
   */
  async deliver(lease: Lease): Promise<Verdict | undefined> {
    const carried = await this.carry(lease);
    const verdict = carried && (await this.conclude(carried));
    if (verdict) countDelivery(lease.channel, verdict.kind);
    return verdict;
  }

  /**
   * An error that nobody expects leads to a verdict as well: else the message would be tried again for ever, whatever
   * its age.
   */
  private async carry(lease: Lease): Promise<Carried | undefined> {
    try {
      return lease.state === 'unknown' ? await this.lookUp(lease) : await this.send(lease);
    } catch (error) {
      return broken(lease, error);
    }
  }

  private async send(lease: Lease): Promise<Carried | undefined> {
    if (lease.attempt > MAX_BEGUN && lease.age_ms > this.tools.deliveries.numbers.giveUpMs)
      return { lease, verdict: BROKEN.leased };
    const ready = await this.ready(lease);
    if (ready?.kind !== 'ready') return ready && { lease, verdict: unlooked(ready) };
    const { deliveries, channels } = this.tools;
    const channel = channels[lease.channel];
    const call = [ready.message, this.timed(ready), this.traceOf(lease)] as const;
    // What is not to be sent any more gets no draft.
    const prepared = await (ready.refusal ? channel.findEarlier?.(...call) : channel.prepare(...call));
    if (!prepared) return declined(lease, ready);
    // Kept also where it is not sent from here: what a person sends is known by it.
    const draft = prepared.kind === 'prepared' ? prepared : 'draft' in prepared && prepared.draft;
    if (draft && isNews(draft, lease) && !(await deliveries.keepDraft(lease, draft))) return undefined;
    if (prepared.kind !== 'prepared') return { lease, verdict: await this.unprepared(ready, prepared) };
    // Making a draft may take long: what was revoked or disconnected meanwhile counts.
    const still = isMail(lease.channel) ? await this.ready(lease) : ready;
    if (still?.kind !== 'ready' || still.refusal) return declined(lease, still);
    if (this.isEnding) return { lease, verdict: ENDING };
    const elapsed = stopwatch();
    const fenced = await deliveries.fence({ ...lease, ...draftOf(prepared) }, channel.graceMs);
    if (!fenced) return declined(lease, await this.ready(lease));
    if (this.isEnding) return { lease: fenced, verdict: ENDING };
    // A process that was stopped for long may have been given up by now, and its message with it.
    if (elapsed() > deliveries.numbers.fenceMs) return { lease: fenced, verdict: LATE };
    return this.transmit(fenced, still);
  }

  /** Of this attempt nothing has left, whatever is unclear; a person may have sent the draft of an earlier one. */
  private async unprepared(ready: Ready, found: Exclude<Prepared, { kind: 'prepared' }>): Promise<Verdict> {
    if (found.kind === 'accepted' || found.kind === 'alike' || found.kind === 'unknown') return found;
    const outcome = await this.reconsidered(ready, found);
    if (outcome.kind === 'accepted') return outcome;
    const isUnlooked = found.kind === 'rejected' && found.account && !found.looked;
    return isUnlooked ? unlooked(beforeSending(outcome)) : beforeSending(outcome);
  }

  /** From here on the message may have left, whatever goes wrong. */
  private async transmit(lease: Lease, ready: Ready): Promise<Carried> {
    let outcome: Outcome;
    try {
      outcome = await this.tools.channels[lease.channel].transmit(ready.message, this.timed(ready), traceOf(lease));
    } catch (error) {
      return broken(lease, error);
    }
    try {
      return { lease, verdict: await this.patiently(() => this.reconsidered(ready, outcome)) };
    } catch (error) {
      // Only a refusal is reconsidered, and what was refused has not left.
      return { ...broken(lease, error), verdict: BROKEN.leased };
    }
  }

  private async lookUp(lease: Lease): Promise<Carried | undefined> {
    if (lease.attempt > MAX_BEGUN && lease.transmitted_ms > this.tools.deliveries.numbers.giveUpMs)
      return { lease, verdict: BROKEN.unknown };
    const elapsed = stopwatch();
    const ready = await this.ready(lease);
    if (!ready) return undefined;
    // An account that cannot be opened tells nothing about the message; one that is closed may never be open again.
    if (ready.kind !== 'ready')
      return { lease, verdict: { ...ready, kind: 'unknown', looked: ready.kind === 'rejected' } };
    const { message, account, access } = ready;
    const ageMs = lease.transmitted_ms + elapsed();
    // The database's clock may differ from ours, with which the provider's is compared.
    const begun = lease.transmit_started_at && new Date(Date.now() - ageMs);
    const trace = { ...this.traceOf(lease), transmit_started_at: begun };
    const verdict = await this.tools.channels[lease.channel].reconcile(message, this.timed(ready), trace);
    if (verdict.kind === 'unknown' && verdict.account && verdict.http_status === 401)
      await this.tools.accounts.accessTo(account, access.token);
    return { lease, verdict };
  }

  private async ready(lease: Lease): Promise<Ready | Declined | undefined> {
    const { workspace_id, channel_account_id } = lease;
    const account = channel_account_id && { workspace_id, channel_account_id };
    // The token first: whoever may use the account afterwards may use this token as well.
    const opened = account ? await this.tools.accounts.accessTo(account) : NO_ACCOUNT;
    const found = await this.tools.deliveries.outgoing(lease);
    if (!found || !account) return found && NO_ACCOUNT;
    // What may have left is looked for all the same.
    const refusal = lease.state === 'leased' ? refusalOf(found) : undefined;
    if (refusal && (opened.kind === 'rejected' || refusal.kind === 'transient' || !mayHaveDraft(lease))) return refusal;
    if (opened.kind !== 'open') return opened;
    return { kind: 'ready', refusal, message: messageOf(lease, found), account, access: opened.access };
  }

  private reconsidered({ account, access }: Ready, outcome: Outcome): Promise<Outcome> {
    return this.tools.accounts.reconsider(account, outcome, access.token);
  }

  private conclude({ lease, verdict, isBroken }: Carried): Promise<Verdict | undefined> {
    const { deliveries, channels } = this.tools;
    const write = () => deliveries.conclude(lease, verdict, channels[lease.channel].graceMs);
    // Where this fails as well, the lease runs out, and others take it up. What is certain not to have left would then be
    // taken for what may have, if only the answer to its fence was lost.
    if (isBroken && verdict.kind !== 'transient') return write();
    return this.patiently(write, verdict.kind === 'accepted' || verdict.kind === 'rejected');
  }

  /**
   * What the provider has said must not be lost to a database that is away: it cannot be asked again. So this goes on
   * for as long as anybody would try to send the message, past the end of the lease, and while the process ends for as
   * long as it waits. A final word is kept through every error: also a changed password or a failure of a pooler
   * passes.
   */
  private async patiently<T>(write: () => Promise<T>, isFinal = false): Promise<T> {
    const elapsed = stopwatch();
    for (let wait = FIRST_WAIT; ; wait *= 2) {
      try {
        return await write();
      } catch (error) {
        const isAway = error instanceof DomainError && error.kind === 'unavailable';
        if (!(isAway || isFinal) || elapsed() > this.tools.deliveries.numbers.giveUpMs) throw error;
        if (!isAway)
          logger.warn({ reason: reasonOf(error) }, 'The answer of a provider could not be stored; this is retried.');
        wait = Math.min(wait, isAway ? MAX_WAIT : MAX_WAIT_OTHERWISE);
        await sleep(wait);
      }
    }
  }

  private traceOf(lease: Lease): DeliveryTrace {
    return { ...traceOf(lease), sentFromHere: (ids) => this.tools.deliveries.sentFromHere(lease, ids) };
  }

  private timed({ access }: Ready): ChannelAccess {
    return { ...access, signal: deadline(this.tools.deliveries.numbers.callMs) };
  }
}

/** What was taken back since it was last asked for; nothing where only the lease is over. */
function declined(lease: Lease, now: Ready | Declined | undefined): Carried | undefined {
  const verdict = now?.kind === 'ready' ? now.refusal : now;
  return verdict && { lease, verdict };
}

function broken(lease: Lease, error: unknown): Carried {
  const { workspace_id, message_id, channel, attempt } = lease;
  logger.warn(
    { workspace_id, message_id, channel, attempt, reason: reasonOf(error) },
    'A delivery was interrupted by an error.',
  );
  return { lease, verdict: BROKEN[lease.state], isBroken: true };
}
