import { setTimeout as sleep } from 'node:timers/promises';
import type { Domain } from '#crm-domain';
import type { AccountKey, ChannelName } from '#crm-domain/messaging';
import type { JobKind, JobQueue } from '#platform';
import type { PushAddresses } from '../channel-descriptor.js';
import { partsOfChannels } from '../registry.js';
import type { ProviderSettings } from '../settings/provider-settings.js';
import { PushRenewer } from './push-renewer.js';
import { Fetcher } from './fetcher.js';
import type { AccountTokens } from '../tokens/account-tokens.js';
import { EventWorker, type EventTimes } from './event-worker.js';

const FETCHES_AT_ONCE = 4;
// A first fetch may take a quarter of an hour, and a tenant may connect a hundred mailboxes in one: a place is left for
// the others.
const ACCOUNT_SYNC: JobKind<AccountKey> = {
  name: 'account-sync',
  retries: 3,
  expires: 900,
  ofOneTenant: FETCHES_AT_ONCE - 1,
};
const SYNC_SWEEP: JobKind = { name: 'sync-sweep', retries: 0, expires: 60 };
const PUSH_RENEWAL: JobKind = { name: 'push-renewal', retries: 0, expires: 600 };
const EVENT_PURGE: JobKind = { name: 'provider-event-purge', retries: 1, expires: 600 };

/** New tokens that providers have not given yet are waited for so many milliseconds when the process is to end. */
const TOKENS_WITHIN_MS = 15_000;
const SWEPT_AT_ONCE = 500;
/** The accounts of a tenant behind it have the same turn. */
const LAST_TURN = 10;

/** Without addresses for providers to tell news to, accounts are only looked into now and then. */
export interface InboundOptions extends PushAddresses {
  domain: Pick<Domain, 'providerEvents' | 'receiving' | 'syncs'>;
  tokens: AccountTokens;
  jobs: JobQueue;
  settings: ProviderSettings;
  times?: Partial<EventTimes>;
  /** Milliseconds between two tries to keep what was fetched while a message of the same words is being sent. */
  lookMs?: number;
}

/** Everything by which messages come in: what webhooks brought, fetching, and the renewal of what providers tell us. */
export class Inbound {
  private readonly events: EventWorker;
  private readonly renewer: PushRenewer;
  private readonly fetched: readonly ChannelName[];

  /** Gives the job queue its work; to be made before that starts. */
  constructor(private readonly options: InboundOptions) {
    const { domain, tokens, jobs, settings } = options;
    const { providerEvents, receiving, syncs } = domain;
    const mailboxes = partsOfChannels((channel) => channel.mailbox?.(settings));
    const pushSubscriptions = partsOfChannels((channel) => channel.pushSubscriptions?.(settings, options));
    const fetcher = new Fetcher({ syncs, tokens, mailboxes }, options.lookMs);
    this.renewer = new PushRenewer({ syncs, tokens, pushSubscriptions });
    const fetchSoon = (account: AccountKey) => this.fetchSoon(account);
    const renewSoon = () => jobs.send(PUSH_RENEWAL, {});
    this.events = new EventWorker({ events: providerEvents, receiving, syncs, fetchSoon, renewSoon }, options.times);
    const fetch = async (account: AccountKey, signal: AbortSignal) => {
      const end = await fetcher.fetch(account, signal);
      if (end === 'whole for the first time') await renewSoon();
      // Behind all that wait. Where this process ends, the next sweep does it.
      if (end === 'more' && !signal.aborted) await this.fetchSoon(account, 1 - LAST_TURN);
    };
    jobs.work(ACCOUNT_SYNC, fetch, FETCHES_AT_ONCE);
    this.fetched = Object.keys(mailboxes) as ChannelName[];
    jobs.work(SYNC_SWEEP, () => this.sweep());
    jobs.work(PUSH_RENEWAL, (_nothing, signal) => this.renew(signal));
    jobs.work(EVENT_PURGE, async () => void (await providerEvents.purge()));
    jobs.repeat(SYNC_SWEEP, '* * * * *');
    jobs.repeat(PUSH_RENEWAL, '*/10 * * * *');
    jobs.repeat(EVENT_PURGE, '17 * * * *');
  }

  start(): void {
    this.events.start();
  }

  /** A webhook has just stored something. */
  wake(): void {
    this.events.wake();
  }

  /** Waits for what is in hand, and for new tokens. */
  async stop(): Promise<void> {
    await this.events.stop();
    await Promise.race([this.options.tokens.late.ended(), sleep(TOKENS_WITHIN_MS, undefined, { ref: false })]);
  }

  /** Has every account fetched from whose time has come. */
  async sweep(): Promise<void> {
    const due = await this.options.domain.syncs.due(this.fetched, SWEPT_AT_ONCE);
    for (const { turn, ...account } of due) await this.fetchSoon(account, 1 - Math.min(turn, LAST_TURN));
  }

  /** Has providers go on telling us. */
  renew(signal = new AbortController().signal): Promise<void> {
    return this.renewer.renewAll(signal);
  }

  private fetchSoon(account: AccountKey, priority = 0): Promise<void> {
    const { workspace_id: tenant, channel_account_id: key } = account;
    return this.options.jobs.send(ACCOUNT_SYNC, account, { key, tenant, priority });
  }
}
