import { DomainError } from '#crm-domain';
import { DELIVERY_NUMBERS, MessageUnderWay } from '#crm-domain/messaging';
import type {
  AccountKey,
  ProviderEventRow,
  ProviderEventService,
  ReceiveService,
  SyncService,
} from '#crm-domain/messaging';
import { LogOnce, PollLoop, logger, type AfterRound } from '#platform';
import type { SubscriptionNews } from '../channel-descriptor.js';
import { CHANNEL_DESCRIPTORS } from '../registry.js';
import type { InboundEvent } from '../contract/inbound-event.js';

export interface EventTools {
  events: Pick<ProviderEventService, 'acquireLeases' | 'finish' | 'fail' | 'wait'>;
  receiving: Pick<ReceiveService, 'accountsOf' | 'take' | 'recognise' | 'report' | 'trouble'>;
  syncs: Pick<SyncService, 'subscribed' | 'dropPush'>;
  /** Has an account fetched from before long. */
  fetchSoon(account: AccountKey): Promise<void>;
  /** Has what providers tell us renewed before long. */
  renewSoon(): Promise<void>;
}

/** Milliseconds, and counts of tries. */
export interface EventTimes {
  /** So often it is looked for events, whatever was or was not heard. */
  pollMs: number;
  /** An event whose worker died is taken up again after this. */
  leaseMs: number;
  /** The first pause after a failure; it doubles. */
  retryMs: number;
  retryMostMs: number;
  attempts: number;
  /** How often to look again for the message a status is about. */
  looks: number;
  /**
   * An event waits so long for a message that is under way, or for a node of the database, and its tries until then do
   * not count: some hour longer than such a message is looked for.
   */
  underWayMs: number;
}

const USUAL: EventTimes = {
  pollMs: 2000,
  leaseMs: 30_000,
  retryMs: 5000,
  retryMostMs: 900_000,
  attempts: 12,
  looks: 5,
  underWayMs: DELIVERY_NUMBERS.giveUpMs + 3_600_000,
};
/** Few, because requests want connections to the database, too, and events of one person wait for each other. */
const AT_ONCE = 4;

/** `told nothing`: nothing in it was understood, or there was nothing to understand. */
type Outcome = 'done' | 'too early' | 'told nothing';

/** Works on what webhooks brought, beside any number of processes that do the same. */
export class EventWorker {
  private readonly times: EventTimes;
  private readonly loop: PollLoop;
  private readonly failures = new LogOnce('Inbound events cannot be processed at the moment; this is retried.');

  constructor(
    private readonly tools: EventTools,
    times: Partial<EventTimes> = {},
  ) {
    this.times = { ...USUAL, ...times };
    this.loop = new PollLoop({
      pollMs: this.times.pollMs,
      round: () => this.round(),
      failed: (error) => this.failures.warn(codeOf(error)),
    });
  }

  start(): void {
    this.loop.start();
  }

  /** Something was just stored by this process. */
  wake(): void {
    this.loop.wake();
  }

  /** What is in hand is finished. */
  stop(): Promise<void> {
    return this.loop.stop();
  }

  private async round(): Promise<AfterRound> {
    const events = await this.tools.events.acquireLeases(AT_ONCE, this.times.leaseMs);
    this.failures.reset();
    const lines = [...Map.groupBy(events, lineOf).values()];
    await Promise.all(
      lines.map(async (line) => {
        for (const event of line) await this.work(event);
      }),
    );
    return events.length === AT_ONCE ? 'again' : 'rest';
  }

  private async work(event: ProviderEventRow): Promise<void> {
    const { events } = this.tools;
    const { attempts, looks, underWayMs } = this.times;
    try {
      const outcome = await this.apply(event);
      if (outcome === 'too early' && event.attempt < looks)
        await events.fail(event, 'too_early', this.pauseAfter(event.attempt));
      else await events.finish(event, { keepsText: outcome === 'told nothing' });
    } catch (error) {
      const reason = codeOf(error);
      const waits = (error instanceof MessageUnderWay || isAway(error)) && event.age_ms < underWayMs;
      const isOver = !waits && event.attempt >= attempts;
      const { provider_event_id, channel } = event;
      if (isOver)
        logger.error(
          { event: provider_event_id, channel, reason },
          'An inbound event was abandoned after its last attempt.',
        );
      const told = waits
        ? events.wait(event, reason, this.pauseAt(event.age_ms))
        : events.fail(event, reason, isOver ? null : this.pauseAfter(event.attempt));
      await told.catch((lost: unknown) => this.failures.warn(codeOf(lost)));
    }
  }

  private async apply({ channel, payload, provider_event_id: told_by }: ProviderEventRow): Promise<Outcome> {
    const { facts, subscription } = CHANNEL_DESCRIPTORS[channel];
    if (subscription) return this.applyToSubscription(subscription(payload));
    const told = (facts?.(payload) ?? []).map((fact) =>
      fact.kind === 'message' ? { ...fact, message: { ...fact.message, told_by } } : fact,
    );
    if (told.length === 0) return 'told nothing';
    const outcomes: Outcome[] = [];
    const failures: unknown[] = [];
    for (const fact of told) {
      const accounts = await this.tools.receiving.accountsOf(channel, fact.external_account_id, failures);
      const each = [];
      for (const account of accounts)
        each.push(await this.applyTo(account, fact).catch((error: unknown) => void failures.push(error)));
      // A message has gone out through one of them; the others know nothing of it, now and later.
      outcomes.push(accounts.length === 0 || each.includes('done') ? 'done' : 'too early');
    }
    // Only now, so that no workspace holds back what is another's; all take it a second time without harm.
    if (failures.length > 0) throw worstOf(failures);
    return outcomes.includes('too early') ? 'too early' : 'done';
  }

  private async applyTo(
    account: Awaited<ReturnType<ReceiveService['accountsOf']>>[number],
    fact: InboundEvent,
  ): Promise<Outcome> {
    const { receiving } = this.tools;
    if (fact.kind === 'status') return (await receiving.report(account, fact.status)) ? 'done' : 'too early';
    if (!account.is_connected) {
      if (fact.kind === 'message') await receiving.recognise(account, [fact.message]);
    } else if (fact.kind === 'message') await receiving.take(account, [fact.message]);
    else if (fact.kind === 'changed') await this.tools.fetchSoon(keyOf(account));
    else await receiving.trouble(account, fact.code);
    return 'done';
  }

  private async applyToSubscription(said: SubscriptionNews | undefined): Promise<Outcome> {
    if (!said) return 'done';
    const failures: unknown[] = [];
    const accounts = await this.tools.syncs.subscribed([said.subscription_id], failures);
    if (accounts.length === 0 && failures.length > 0) throw failures[0];
    for (const account of accounts) {
      if (said.lifecycle === 'subscriptionRemoved' || said.lifecycle === 'reauthorizationRequired') {
        await this.tools.syncs.dropPush(account);
        await this.tools.renewSoon();
      }
      await this.tools.fetchSoon(keyOf(account));
    }
    return 'done';
  }

  /** As long as it has waited already, so that the pause doubles as well. */
  private pauseAt(ageMs: number): number {
    return Math.min(Math.max(ageMs, this.times.retryMs), this.times.retryMostMs);
  }

  private pauseAfter(attempt: number): number {
    return Math.min(2 ** Math.min(attempt - 1, 20) * this.times.retryMs, this.times.retryMostMs);
  }
}

/**
 * What one person says, and what is told of what they were sent, is taken in one after the other: an answer finds what it
 * quotes, and by which number the person is known.
 */
function lineOf({ channel, payload, provider_event_id }: ProviderEventRow): string {
  const [fact] = CHANNEL_DESCRIPTORS[channel].facts?.(payload) ?? [];
  const { thread_id } = fact?.kind === 'message' ? fact.message : fact?.kind === 'status' ? fact.status : {};
  return fact && thread_id ? `${fact.external_account_id} ${thread_id}` : provider_event_id;
}

/** What passes when the database, or a node of it, is back. */
function isAway(error: unknown): boolean {
  return error instanceof DomainError && error.kind === 'unavailable';
}

function keyOf({ workspace_id, channel_account_id }: AccountKey): AccountKey {
  return { workspace_id, channel_account_id };
}

/** What will not pass by itself; a message that is under way will. */
function worstOf(failures: readonly unknown[]): unknown {
  return failures.find((error) => !(error instanceof MessageUnderWay)) ?? failures[0];
}

/** Never the message of an error, which may quote what it failed over. */
function codeOf(error: unknown): string {
  const { kind, code, name } = error as { kind?: unknown; code?: unknown; name?: unknown };
  return String(kind ?? code ?? name).slice(0, 100);
}
