import { findJwksUri } from './issuer-metadata.js';
import { keysReader, type Keys, type SigningKey } from './load-keys.js';
import { KeysUnavailable } from './token-errors.js';

export interface JwksSourceOptions {
  issuer: string;
  jwksUri?: string;
  /** Milliseconds since the epoch. */
  clock?: () => number;
  fetchTimeoutMs?: number;
  /** Told of every failed fetch; for the log. */
  onFailure?: (error: Error) => void;
}

/** After this the document is asked for again, so that a withdrawn key dies. */
const FRESH_MS = 600_000;
/** As long as the provider does not answer, the last document serves this long. */
const STALE_MS = 3_600_000;
/** An unknown key id may cause a fetch this often and no more, or junk tokens would be a tool against the provider. */
const COOLDOWN_MS = 30_000;
/** Requests that may wait for an unknown key at a time. */
const MOST_WAITING = 8;
/** Rest after a failed fetch. */
const PAUSE_MS = 2000;

/** The identity provider's keys, fetched once for everybody who waits. One per issuer and process. */
export class JwksSource {
  private keys: Keys = new Map();
  private fetchedAt = -Infinity;
  private triedAt = -Infinity;
  private failing = false;
  private waiting = 0;
  private read: (() => Promise<Keys>) | undefined;
  private flight: Promise<void> | undefined;
  private readonly now: () => number;

  constructor(private readonly options: JwksSourceOptions) {
    this.now = options.clock ?? Date.now;
  }

  /**
   * The key with this id, or null when the provider has none.
   *
   * @throws KeysUnavailable
   */
  async find(kid: string): Promise<SigningKey | null> {
    if (this.age() >= FRESH_MS) await this.renew();
    const known = this.usable().get(kid);
    if (known) return known;
    if (this.now() - this.triedAt >= (this.failing ? PAUSE_MS : COOLDOWN_MS)) await this.waitForNew();
    // A key that appeared while the provider is away would be unknown here: no ground to call the token bad.
    if (this.failing) throw this.unavailable();
    return this.keys.get(kid) ?? null;
  }

  /** Fetches before the first request needs it; a provider that is away does not keep the process from starting. */
  async warm(): Promise<void> {
    if (this.age() >= FRESH_MS) await this.renew();
  }

  /** Whether there are keys that may still be trusted. */
  get areUsable(): boolean {
    return this.age() < STALE_MS;
  }

  private age(): number {
    return this.now() - this.fetchedAt;
  }

  /** Keys that may still be trusted. */
  private usable(): Keys {
    if (this.areUsable) return this.keys;
    throw this.unavailable();
  }

  /** Once the provider fails, requests that can be served with the last keys do not wait for the next attempt. */
  private async renew(): Promise<void> {
    if (this.failing && this.now() - this.triedAt < PAUSE_MS) return;
    const beside = this.failing && this.age() < STALE_MS;
    const attempt = this.fetchOnce();
    if (!beside) await attempt;
  }

  /**
   * Anybody can send an unknown id, and each waits in a place of those that serve other credentials: few wait, and none
   * for a provider that failed the last time, which is asked beside.
   *
   * @throws KeysUnavailable
   */
  private async waitForNew(): Promise<void> {
    const attempt = this.fetchOnce();
    if (this.failing || this.waiting >= MOST_WAITING) throw this.unavailable();
    this.waiting++;
    await attempt.finally(() => this.waiting--);
  }

  private fetchOnce(): Promise<void> {
    this.flight ??= this.fetch().finally(() => (this.flight = undefined));
    return this.flight;
  }

  private async fetch(): Promise<void> {
    try {
      this.keys = await this.load();
      this.fetchedAt = this.now();
      this.failing = false;
    } catch (error) {
      this.failing = true;
      // The keys may have moved: the metadata is asked again.
      this.read = undefined;
      this.options.onFailure?.(error instanceof Error ? error : new Error(String(error)));
    } finally {
      this.triedAt = this.now();
    }
  }

  private async load(): Promise<Keys> {
    const { issuer, jwksUri, fetchTimeoutMs } = this.options;
    this.read ??= keysReader(jwksUri ?? (await findJwksUri(issuer, fetchTimeoutMs)), fetchTimeoutMs);
    return this.read();
  }

  private unavailable(): KeysUnavailable {
    const rest = Math.max(0, this.triedAt + PAUSE_MS - this.now());
    return new KeysUnavailable(Math.max(1, Math.ceil(rest / 1000)));
  }
}
