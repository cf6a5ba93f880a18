import { createHash } from 'node:crypto';
import { TokenBuckets } from '#auth';
import { DomainError } from '#crm-domain';

/** Bounds how many pages a second are asked for with one cookie, before the database is asked whose it is. */
export class SessionLimiter {
  private readonly buckets: TokenBuckets;

  /** @param perSecond with one cookie; 0 means any number */
  constructor(
    private readonly perSecond: number,
    now?: () => number,
  ) {
    this.buckets = new TokenBuckets(now);
  }

  /** @throws DomainError rate_limited */
  spend(token: string): void {
    const { perSecond } = this;
    if (perSecond === 0) return;
    const key = createHash('sha256').update(token).digest('base64');
    const { granted } = this.buckets.take(key, { perSecond, most: perSecond });
    if (granted) return;
    throw new DomainError('rate_limited', `Too many pages at once: ${perSecond} a second can be opened.`, [], 1);
  }
}
