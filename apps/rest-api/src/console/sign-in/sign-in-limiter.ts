import { TokenBuckets } from '#auth';
import { DomainError } from '#crm-domain';
import { networkOf } from '../../http/address.js';

/**
 * Keeps anybody from making sign-ins without end: each takes a row, and a call of the identity provider when it ends.
 * Counted for each address, which is one for all behind a proxy that TRUSTED_PROXIES does not name, and for all of
 * them together, so that within the ten minutes of a sign-in its row is not pushed out by those of others.
 */
export class SignInLimiter {
  private readonly buckets: TokenBuckets;

  /** @param perSecond of one address, and half of what all may make together; 0 means any number */
  constructor(
    private readonly perSecond: number,
    now?: () => number,
  ) {
    this.buckets = new TokenBuckets(now);
  }

  /** Of somebody nobody knows yet. @throws DomainError rate_limited */
  spend(address: string | undefined): void {
    // First its own: who is over it takes nothing from the others.
    this.take(`address ${networkOf(address ?? '')}`, this.perSecond);
    this.take('all', 2 * this.perSecond);
  }

  /** Of somebody who is signed in. @throws DomainError rate_limited */
  spendOf(userId: string): void {
    this.take(`user ${userId}`, this.perSecond);
  }

  private take(key: string, perSecond: number): void {
    if (perSecond === 0) return;
    const { granted, tokens } = this.buckets.take(key, { perSecond, most: 4 * perSecond });
    if (granted) return;
    const wait = Math.max(1, Math.ceil((1 - tokens) / perSecond));
    throw new DomainError('rate_limited', 'Too many sign-ins are being made. Try again in a moment.', [], wait);
  }
}
