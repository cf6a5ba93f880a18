import type { IssuerMetadata } from '#auth';
import { DomainError } from '#crm-domain';
import type { GatewayLog } from '../gateway-options.js';

export const TIME_TO_LIVE = 60 * 60 * 1000;
export const PAUSE_AFTER_FAILURE = 2_000;

export interface MetadataSource {
  fetch(): Promise<IssuerMetadata>;
  log: GatewayLog;
  /** Milliseconds, never going back. */
  now?: () => number;
}

/**
 * The identity provider's metadata, kept for an hour. What is older is still served while it is fetched anew: a
 * provider that is away for a while must not take discovery with it. One fetch at a time, and a pause after a failed
 * one, so that a storm of clients does not become a storm on the provider.
 */
export class AuthorizationServer {
  private kept?: { metadata: IssuerMetadata; at: number };
  private fetching?: Promise<IssuerMetadata>;
  private failedAt = -Infinity;
  private readonly now: () => number;

  constructor(private readonly source: MetadataSource) {
    this.now = source.now ?? (() => performance.now());
  }

  /** @throws DomainError unavailable, when nothing was ever fetched and the provider does not answer */
  async metadata(): Promise<IssuerMetadata> {
    if (this.kept && this.now() - this.kept.at < TIME_TO_LIVE) return this.kept.metadata;
    const fetched = this.refresh();
    if (!this.kept) return fetched;
    fetched.catch(() => {});
    return this.kept.metadata;
  }

  private refresh(): Promise<IssuerMetadata> {
    if (this.now() - this.failedAt < PAUSE_AFTER_FAILURE) return Promise.reject(away());
    this.fetching ??= this.fetchOnce().finally(() => (this.fetching = undefined));
    return this.fetching;
  }

  private async fetchOnce(): Promise<IssuerMetadata> {
    try {
      const metadata = await this.source.fetch();
      this.kept = { metadata, at: this.now() };
      if (!metadata['registration_endpoint'])
        this.source.log.error({}, 'the identity provider offers no dynamic registration');
      return metadata;
    } catch (error) {
      this.failedAt = this.now();
      this.source.log.warn({ err: error }, "the identity provider's metadata cannot be fetched");
      throw away();
    }
  }
}

function away(): DomainError {
  const text = 'The identity provider cannot be reached just now.';
  return new DomainError('unavailable', text, [], PAUSE_AFTER_FAILURE / 1000);
}
