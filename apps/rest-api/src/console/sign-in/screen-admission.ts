import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { Shed, TokenBuckets } from '#auth';
import { DomainError } from '#crm-domain';
import type { LoadShedder } from '#platform';

/** Seconds' worth of screens that may be opened at once. */
const BURST = 4;

/**
 * What screens may take of a process: so many a second with one cookie, and the share of one workspace for each address
 * and, once that is known, for each person.
 */
export class ScreenAdmission {
  private readonly buckets: TokenBuckets;

  /** @param perSecond with one cookie; 0 means any number */
  constructor(
    private readonly admission: LoadShedder,
    private readonly perSecond: number,
    now?: () => number,
  ) {
    this.buckets = new TokenBuckets(now);
  }

  /** Before the database is asked whose session it is. @throws Shed; DomainError rate_limited */
  arrive(response: Response, network: string, token: string | undefined): void {
    this.demandShare(response, `address ${network}`);
    const { perSecond } = this;
    if (!token || perSecond === 0) return;
    // Whoever sends a file can look at pages meanwhile.
    const kind = response.req.method === 'PUT' ? 'parts' : 'screens';
    const key = `${kind} ${createHash('sha256').update(token).digest('base64')}`;
    const { granted } = this.buckets.take(key, { perSecond, most: BURST * perSecond });
    if (!granted) throw new DomainError('rate_limited', `${perSecond} screens a second can be opened.`, [], 1);
  }

  /** From now on it is the person's, from however many addresses. @throws Shed */
  belongs(response: Response, userId: string): void {
    this.demandShare(response, `person ${userId}`);
  }

  private demandShare(response: Response, owner: string): void {
    if (!this.admission.belongs(response, owner)) throw new Shed();
  }
}
