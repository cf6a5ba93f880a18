import { newId } from '#platform';
import type { Db } from '../../crm-database.js';
import type { Stores } from '../../stores.js';
import { byText } from '../../values/keys.js';
import type { EventKey, NewProviderEvent, ProviderEventRow } from './provider-event.store.js';

/** Providers tell the same thing again for a week at most; so long has to be remembered what they told. */
const REMEMBERED_DAYS = 14;
const BATCH = 1000;

/** An index takes no key of any length. */
const MAX_ACCOUNT_LENGTH = 400;

/** What webhooks brought: kept at once, worked on afterwards, each thing once. */
export class ProviderEventService {
  /** The account that had its turn last in this process. */
  private last = '';

  constructor(private readonly db: Db) {}

  /** In one statement, so that all of a POST is kept or nothing. How many were new. */
  async keep(events: readonly Omit<NewProviderEvent, 'provider_event_id'>[]): Promise<number> {
    if (events.length === 0) return 0;
    const rows = events.map((event) => {
      const account = event.account.slice(0, MAX_ACCOUNT_LENGTH);
      return { provider_event_id: newId(), ...storable({ ...event, account }) };
    });
    return this.db.autocommit('', ({ providerEvents }) => providerEvents.insert(rows));
  }

  /** Takes what is due, in turns of the accounts and in the order in which it came; others find it again after `leaseMs`. */
  async acquireLeases(limit: number, leaseMs: number): Promise<ProviderEventRow[]> {
    const { last } = this;
    const claim = ({ providerEvents }: Stores) => providerEvents.acquireLeases(limit, leaseMs, last);
    const events = await this.db.autocommit('', claim);
    this.last = events.toSorted((one, other) => other.at - one.at)[0]?.account ?? last;
    return events.sort((one, other) => byText(one.provider_event_id, other.provider_event_id));
  }

  /**
   * It is over. Its text is deleted, unless it `keepsText` for whoever looks into it: then that is deleted with the
   * row.
   */
  finish(key: EventKey, { keepsText }: { keepsText: boolean }): Promise<void> {
    return this.db.autocommit('', ({ providerEvents }) => providerEvents.finish(key, keepsText));
  }

  /** To be taken up again after `inMs`; null gives it up. @param reason a code, never what the event says */
  fail(key: EventKey, reason: string, inMs: number | null): Promise<void> {
    return this.db.autocommit('', ({ providerEvents }) => providerEvents.fail(key, reason, inMs));
  }

  /** To be taken up again after `inMs`, as if it had not been tried. @param reason as with `fail` */
  wait(key: EventKey, reason: string, inMs: number): Promise<void> {
    return this.db.autocommit('', ({ providerEvents }) => providerEvents.wait(key, reason, inMs));
  }

  /** Forgets what was finished long ago. How many. */
  async purge(): Promise<number> {
    let forgotten = 0;
    for (let more = BATCH; more === BATCH; forgotten += more) {
      more = await this.db.autocommit('', ({ providerEvents }) => providerEvents.forget(REMEMBERED_DAYS, BATCH));
    }
    return forgotten;
  }
}

/** How JSON writes a backslash, NUL, and half of a surrogate pair. */
const ESCAPED = /\\(?:\\|u0000|ud[89a-f][0-9a-f]{2})/g;

/**
 * Postgres knows neither NUL nor halves of surrogate pairs; what people write may hold both, and so may the names of
 * its parts.
 */
function storable<T extends object>(content: T): T {
  const text = JSON.stringify(content).replace(ESCAPED, (escape) => {
    if (escape === '\\\\') return escape;
    return escape === '\\u0000' ? '' : '\ufffd';
  });
  return JSON.parse(text) as T;
}
