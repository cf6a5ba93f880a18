import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { Shed, TokenBuckets } from '#auth';
import { DomainError } from '#crm-domain';
import { lengthOf, type LoadShedder } from '#platform';

/** Bytes of a form that count as one more screen: reading it takes as long. */
const FORM_BYTES_OF_ONE = 16 * 1024;
/** Seconds' worth of screens that may be opened at once. */
const BURST = 4;

/**
 * What screens may take of a process: so many a second with one cookie and by one person, and as many places at once from
 * one address, or of one person once that is known, as one workspace may have.
 */
export class ScreenAdmission {
  private readonly buckets: TokenBuckets;

  /** @param perSecond with one cookie and by one person; 0 means any number */
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
    if (token) this.spend(response, createHash('sha256').update(token).digest('base64'));
  }

  /**
   * From now on it is the person's, from however many addresses and with however many cookies. A form counts by its
   * length as well.
   *
   * @throws Shed; DomainError rate_limited
   */
  belongs(response: Response, userId: string): void {
    this.demandShare(response, `person ${userId}`);
    this.spend(response, `person ${userId}`);
  }

  private spend({ req }: Response, whose: string): void {
    const { perSecond } = this;
    if (perSecond === 0) return;
    // Whoever sends a file can look at pages meanwhile; its bytes are counted apart.
    const isFile = req.method === 'PUT';
    const key = `${isFile ? 'parts' : 'screens'} ${whose}`;
    const refill = { perSecond, most: BURST * perSecond };
    const { granted } = this.buckets.take(key, refill);
    const message = `Too many screens at once: ${perSecond} screens a second can be opened.`;
    if (!granted) throw new DomainError('rate_limited', message, [], 1);
    // Of a form, which is refused above its limit before this; another request may say any length and send nothing.
    if (req.method === 'POST') this.buckets.owe(key, Math.floor((lengthOf(req) ?? 0) / FORM_BYTES_OF_ONE), refill);
  }

  private demandShare(response: Response, owner: string): void {
    if (!this.admission.belongs(response, owner)) throw new Shed();
  }
}
