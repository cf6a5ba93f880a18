import type { Request, Response } from 'express';
import { Shed } from '#auth';
import { SharedPlaces } from '#crm-domain';
import type { LoadShedder } from '#platform';
import { addressOf, networkOf } from './address.js';

/** Milliseconds that work waits for its turn at most: Graph gives up after 3 s, and asks again. */
const PATIENCE = 2000;
/** Requests that wait or are worked on: of one address, and of all together. */
const [MOST_OF_ONE, MOST] = [64, 1024];

/**
 * Works for callers who are not known before that work is done. They share a few places, whatever their addresses are,
 * and none of those in which other requests are worked on. An address that asks for nothing else has the next place that
 * becomes free.
 */
export class UnprovedCallers {
  private readonly places: SharedPlaces;
  private readonly taken = new Map<string, number>();
  private all = 0;

  /** @param of what is done, as a refusal calls it, in the plural @param atOnce how many are done at a time */
  constructor(
    private readonly admission: Pick<LoadShedder, 'leave' | 'refuse'>,
    of: string,
    atOnce: number,
  ) {
    this.places = new SharedPlaces(of, atOnce, PATIENCE);
  }

  /** @throws Shed, DomainError unavailable; what `work` throws */
  async run<T>(request: Request, response: Response, work: () => Promise<T>): Promise<T> {
    const address = networkOf(addressOf(request) ?? '');
    this.admission.leave(response);
    if ((this.taken.get(address) ?? 0) >= MOST_OF_ONE || this.all >= MOST) {
      await new Promise<void>((answer) => this.admission.refuse(answer));
      throw new Shed();
    }
    this.count(address, 1);
    try {
      return await this.places.run(address, work);
    } finally {
      this.count(address, -1);
    }
  }

  private count(address: string, more: number): void {
    this.all += more;
    const own = (this.taken.get(address) ?? 0) + more;
    if (own > 0) this.taken.set(address, own);
    else this.taken.delete(address);
  }
}
