import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountKey, ChannelName, Domain } from '#crm-domain';
import type { JobKind, JobQueue } from '#platform';
import { INSTAGRAM_ANSWERS } from './instagram/instagram-answers.js';
import { MESSENGER_ANSWERS } from './messenger/messenger-answers.js';
import type { ProviderSettings } from './provider-settings.js';
import { Announcer } from './sync/announcer.js';
import { Fetcher } from './sync/fetcher.js';
import { GmailMailbox } from './sync/gmail-mailbox.js';
import type { Mailbox } from './sync/mailbox.js';
import { MetaMailbox } from './sync/meta-mailbox.js';
import { OutlookMailbox } from './sync/outlook-mailbox.js';
import { GmailAnnouncements, OutlookAnnouncements, type Announcements } from './sync/push.js';
import type { AccountTokens } from './tokens/account-tokens.js';
import { EventWorker, type EventTimes } from './webhooks/event-worker.js';

const ACCOUNT_SYNC: JobKind<AccountKey> = { name: 'account-sync', retries: 3, expires: 900 };
const SYNC_SWEEP: JobKind = { name: 'sync-sweep', retries: 0, expires: 60 };
const PUSH_RENEWAL: JobKind = { name: 'push-renewal', retries: 0, expires: 600 };
const EVENT_PURGE: JobKind = { name: 'provider-event-purge', retries: 1, expires: 600 };

/** New tokens that providers have not given yet are waited for so many milliseconds when the process is to end. */
const TOKENS_WITHIN_MS = 15_000;
const FETCHES_AT_ONCE = 4;
const SWEPT_AT_ONCE = 500;

export interface InboundOptions {
  domain: Pick<Domain, 'providerEvents' | 'receiving' | 'syncs'>;
  tokens: AccountTokens;
  jobs: JobQueue;
  settings: ProviderSettings;
  /** Where Graph's notifications go, and Gmail's topic; without them accounts are only looked into now and then. */
  graphWebhookUrl?: string;
  gmailTopic?: string;
  times?: Partial<EventTimes>;
}

/** Everything by which messages come in: what webhooks brought, fetching, and the renewal of what providers tell us. */
export class Inbound {
  private readonly events: EventWorker;
  private readonly announcer: Announcer;
  private readonly fetched: readonly ChannelName[];

  /** Gives the job queue its work; to be made before that starts. */
  constructor(private readonly options: InboundOptions) {
    const { domain, tokens, jobs, settings } = options;
    const { providerEvents, receiving, syncs } = domain;
    const mailboxes = mailboxesFor(settings);
    const fetcher = new Fetcher({ syncs, tokens, mailboxes });
    this.announcer = new Announcer({ syncs, tokens, announcements: announcementsFor(options) });
    const fetchSoon = (account: AccountKey) => this.fetchSoon(account);
    const renewSoon = () => jobs.send(PUSH_RENEWAL, {});
    this.events = new EventWorker({ events: providerEvents, receiving, syncs, fetchSoon, renewSoon }, options.times);
    const fetch = async (account: AccountKey, signal: AbortSignal) => {
      if (await fetcher.fetch(account, signal)) await renewSoon();
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
    for (const account of due) await this.fetchSoon(account);
  }

  /** Has providers go on telling us. */
  renew(signal = new AbortController().signal): Promise<void> {
    return this.announcer.renewAll(signal);
  }

  private fetchSoon(account: AccountKey): Promise<void> {
    return this.options.jobs.send(ACCOUNT_SYNC, account, { key: account.channel_account_id });
  }
}

/** WhatsApp keeps nothing that could be fetched. */
function mailboxesFor(settings: ProviderSettings): Partial<Record<ChannelName, Mailbox>> {
  const { META_GRAPH_BASE_URL, INSTAGRAM_BASE_URL } = settings;
  return {
    gmail: new GmailMailbox(settings),
    outlook: new OutlookMailbox(settings),
    facebook: new MetaMailbox({ platform: 'messenger', base: META_GRAPH_BASE_URL, table: MESSENGER_ANSWERS }),
    instagram: new MetaMailbox({ platform: 'instagram', base: INSTAGRAM_BASE_URL, table: INSTAGRAM_ANSWERS }),
  };
}

function announcementsFor(options: InboundOptions): Partial<Record<ChannelName, Announcements>> {
  const { settings, graphWebhookUrl, gmailTopic } = options;
  return {
    ...(gmailTopic && { gmail: new GmailAnnouncements(settings, gmailTopic) }),
    ...(graphWebhookUrl && { outlook: new OutlookAnnouncements(settings, graphWebhookUrl) }),
  };
}
