import { TokenBuckets } from '#auth';
import { DomainError } from '#crm-domain';
import { networkOf } from '../../http/address.js';

/**
 * Keeps anybody from making sign-ins without end: each is a call of the identity provider when it ends. Counted for
 * each address, which is one for all behind a proxy that TRUSTED_PROXIES does not name. Not for all of them together: a
 * few addresses would then keep everybody else out.
 */
export class SignInLimiter {
  private readonly buckets: TokenBuckets;

  /** @param perSecond of one address; 0 means any number */
  constructor(
    private readonly perSecond: number,
    now?: () => number,
  ) {
    this.buckets = new TokenBuckets(now);
  }

  /** Of somebody nobody knows yet. @throws DomainError rate_limited */
  spend(address: string | undefined): void {
    this.take(`address ${networkOf(address ?? '')}`);
  }

  /** Of somebody who is signed in. @throws DomainError rate_limited */
  spendOf(userId: string): void {
    this.take(`user ${userId}`);
  }

  private take(key: string): void {
    const { perSecond } = this;
    if (perSecond === 0) return;
    const { granted, tokens } = this.buckets.take(key, { perSecond, most: 4 * perSecond });
    if (granted) return;
    const wait = Math.max(1, Math.ceil((1 - tokens) / perSecond));
    throw new DomainError('rate_limited', 'Too many sign-ins are being made. Try again in a moment.', [], wait);
  }
}
