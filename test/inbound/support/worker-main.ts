import { writeSync } from 'node:fs';
import { AccountTokens, CredentialVault, providerSettingsShape } from '#channels';
import { openDomain } from '#auth';
import { SyncService, type AccountKey } from '#crm-domain/messaging';
import { readSettings } from '#platform';
import { Fetcher } from '../../../libs/channels/src/inbound/fetcher.js';
import { GmailMailbox } from '../../../libs/channels/src/gmail/gmail-mailbox.js';
import { EventWorker } from '../../../libs/channels/src/inbound/event-worker.js';

/**
 * Moments of an event: claimed with nothing done, stored and not finished, finished. Moments of a page: fetched with
 * nothing stored, stored with how far it came.
 */
export type Moment = 'claimed' | 'stored' | 'finished' | 'fetched' | 'kept';

/** What a worker process is told, as JSON in WORKER. Without an account it works on events. */
export interface WorkerOrder {
  databaseUrl: string;
  /** Where it is killed; nowhere when missing. */
  strike?: Moment;
  account?: AccountKey;
  leaseMs: number;
}

const order = JSON.parse(process.env.WORKER!) as WorkerOrder;
const settings = readSettings(providerSettingsShape, process.env);
const domain = await openDomain({ url: order.databaseUrl, poolSize: 6, applicationName: 'crm-test-worker' });

function reached(moment: Moment): void {
  if (moment !== order.strike) return;
  // Written at once: after the blow nothing is.
  writeSync(1, `struck when ${moment}\n`);
  process.kill(process.pid, 'SIGKILL');
}

/** With a blow when the work is begun, and when it is done. */
function struck<A extends unknown[], R>(work: (...args: A) => Promise<R>, before?: Moment, after?: Moment) {
  return async (...args: A): Promise<R> => {
    if (before) reached(before);
    const result = await work(...args);
    if (after) reached(after);
    return result;
  };
}

async function fetchFrom(account: AccountKey): Promise<void> {
  const syncs = new SyncService(domain.db, domain.receiving, order.leaseMs);
  const tokens = new AccountTokens(domain.db, new CredentialVault(settings.CREDENTIALS_KEYS!), settings);
  const mailbox = new GmailMailbox(settings);
  const fetcher = new Fetcher({
    tokens,
    mailboxes: { gmail: { everyMs: mailbox.everyMs, page: struck(mailbox.page.bind(mailbox), undefined, 'fetched') } },
    syncs: {
      leaseMs: syncs.leaseMs,
      begin: (key) => syncs.begin(key),
      prolong: (...args) => syncs.prolong(...args),
      keep: struck((...args: Parameters<SyncService['keep']>) => syncs.keep(...args), undefined, 'kept'),
      keepRest: (...args) => syncs.keepRest(...args),
      pause: (...args) => syncs.pause(...args),
      end: (...args) => syncs.end(...args),
    },
  });
  await fetcher.fetch(account, new AbortController().signal);
  await domain.close();
}

function workOnEvents(): void {
  const { providerEvents: events, receiving, syncs } = domain;
  const nothing = async () => undefined;
  new EventWorker(
    {
      events: {
        acquireLeases: (...args) => events.acquireLeases(...args),
        finish: struck((...args: Parameters<typeof events.finish>) => events.finish(...args), undefined, 'finished'),
        fail: (...args) => events.fail(...args),
        wait: (...args) => events.wait(...args),
      },
      receiving: {
        accountsOf: (...args) => receiving.accountsOf(...args),
        take: struck((...args: Parameters<typeof receiving.take>) => receiving.take(...args), 'claimed', 'stored'),
        recognise: (...args) => receiving.recognise(...args),
        report: (...args) => receiving.report(...args),
        trouble: (...args) => receiving.trouble(...args),
      },
      syncs,
      fetchSoon: nothing,
      renewSoon: nothing,
    },
    { pollMs: 50, leaseMs: order.leaseMs },
  ).start();
}

if (order.account) await fetchFrom(order.account);
else workOnEvents();
