import type { AccountKey, ProviderEventRow, ProviderEventService, ReceiveService, SyncService } from '#crm-domain';
import { logger } from '#platform';
import { gmailFacts } from './gmail-events.js';
import { lifecycleOf } from './graph-events.js';
import { messengerFacts } from './messenger-facts.js';
import { whatsappFacts } from './whatsapp-facts.js';
import type { Fact } from './fact.js';

export interface EventTools {
  events: Pick<ProviderEventService, 'claim' | 'finish' | 'fail'>;
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
}

const USUAL: EventTimes = {
  ...{ pollMs: 2000, leaseMs: 30_000, retryMs: 5000, retryMostMs: 900_000 },
  ...{ attempts: 12, looks: 5 },
};
/** Few, because requests want connections to the database, too, and events of one person wait for each other. */
const AT_ONCE = 4;

type Outcome = 'done' | 'too early';

/** Works on what webhooks brought, beside any number of processes that do the same. */
export class EventWorker {
  private readonly times: EventTimes;
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private rouse: () => void = () => undefined;
  private isRoused = false;
  private told?: string;

  constructor(
    private readonly tools: EventTools,
    times: Partial<EventTimes> = {},
  ) {
    this.times = { ...USUAL, ...times };
  }

  start(): void {
    this.running = this.run();
  }

  /** Something was just stored by this process. */
  wake(): void {
    this.isRoused = true;
    this.rouse();
  }

  /** What is in hand is finished. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.rouse();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      this.isRoused = false;
      const taken = await this.round().catch((error: unknown) => this.tell(error));
      if (taken !== AT_ONCE) await this.rest();
    }
  }

  private async rest(): Promise<void> {
    if (this.isRoused || this.stopping.signal.aborted) return;
    await new Promise<void>((resume) => {
      const timer = setTimeout(resume, this.times.pollMs).unref();
      this.rouse = () => {
        clearTimeout(timer);
        resume();
      };
    });
  }

  private async round(): Promise<number> {
    const events = await this.tools.events.claim(AT_ONCE, this.times.leaseMs);
    this.told = undefined;
    await Promise.all(events.map((event) => this.work(event)));
    return events.length;
  }

  private async work(event: ProviderEventRow): Promise<void> {
    const { events } = this.tools;
    const { attempts, looks } = this.times;
    try {
      const outcome = await this.apply(event);
      if (outcome === 'done' || event.attempt >= looks) await events.finish(event);
      else await events.fail(event, 'too_early', this.pauseAfter(event.attempt));
    } catch (error) {
      const reason = codeOf(error);
      const isOver = event.attempt >= attempts;
      const { provider_event_id, channel } = event;
      if (isOver) logger.error({ event: provider_event_id, channel, reason }, 'What a provider told was given up.');
      await events
        .fail(event, reason, isOver ? null : this.pauseAfter(event.attempt))
        .catch((lost: unknown) => this.tell(lost));
    }
  }

  private async apply({ channel, payload }: ProviderEventRow): Promise<Outcome> {
    if (channel === 'outlook') return this.applyToSubscription(payload);
    const outcomes: Outcome[] = [];
    for (const fact of factsOf(channel, payload)) {
      const accounts = await this.tools.receiving.accountsOf(channel, fact.external_account_id);
      const each = [];
      for (const account of accounts) each.push(await this.applyTo(account, fact));
      // A message has gone out through one of them; the others know nothing of it, now and later.
      outcomes.push(accounts.length === 0 || each.includes('done') ? 'done' : 'too early');
    }
    return outcomes.includes('too early') ? 'too early' : 'done';
  }

  private async applyTo(
    account: Awaited<ReturnType<ReceiveService['accountsOf']>>[number],
    fact: Fact,
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

  private async applyToSubscription(payload: unknown): Promise<Outcome> {
    const said = lifecycleOf(payload);
    if (!said) return 'done';
    for (const account of await this.tools.syncs.subscribed([said.subscription_id])) {
      if (said.lifecycle === 'subscriptionRemoved' || said.lifecycle === 'reauthorizationRequired') {
        await this.tools.syncs.dropPush(account);
        await this.tools.renewSoon();
      }
      await this.tools.fetchSoon(keyOf(account));
    }
    return 'done';
  }

  private pauseAfter(attempt: number): number {
    return Math.min(2 ** Math.min(attempt - 1, 20) * this.times.retryMs, this.times.retryMostMs);
  }

  /** A failure is told once, not each time it happens again. */
  private tell(error: unknown): undefined {
    const reason = codeOf(error);
    if (reason !== this.told) logger.warn({ reason }, 'What webhooks brought cannot be worked on; it is tried again.');
    this.told = reason;
  }
}

function factsOf(channel: ProviderEventRow['channel'], payload: unknown): Fact[] {
  if (channel === 'whatsapp') return whatsappFacts(payload);
  if (channel === 'facebook' || channel === 'instagram') return messengerFacts(channel, payload);
  return gmailFacts(payload);
}

function keyOf({ workspace_id, channel_account_id }: AccountKey): AccountKey {
  return { workspace_id, channel_account_id };
}

/** Never the message of an error, which may quote what it failed over. */
function codeOf(error: unknown): string {
  const { kind, code, name } = error as { kind?: unknown; code?: unknown; name?: unknown };
  return String(kind ?? code ?? name).slice(0, 100);
}
