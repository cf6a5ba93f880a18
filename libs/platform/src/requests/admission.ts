import type { ServerResponse } from 'node:http';
import { countShedRequest, gauge } from '../metrics/metrics.js';

/** Of the places, how many are left while there is no end of refusing. */
const LEAST_SHARE = 4;
/** Milliseconds after which all of them are tried again. */
const TRIED_AGAIN_MS = 3000;

/**
 * Bounds how many requests a service works on at once. What comes on top would only wait, and make everybody wait: it is
 * to be refused at once, which costs little, and may come again.
 *
 * Little is not nothing: each step of an answer waits until all that came meanwhile was refused. So every refusal takes a
 * place away, down to a quarter of them. A request that finds half of them free gives one back; after 3 s all are back, and
 * go again within milliseconds where the flood goes on.
 */
export class Admission {
  private inside = 0;
  private places: number;
  private shrunkAt = 0;

  /** @param clock milliseconds that only grow */
  constructor(
    private readonly most: number,
    private readonly clock = () => performance.now(),
  ) {
    this.places = most;
    gauge('crm_http_requests_in_flight', 'Requests under way now', () => this.inside);
  }

  /** Takes a place until the answer is written or its caller gone; false when there is none. How slowly it is read is its caller's affair. */
  enter(response: ServerResponse): boolean {
    if (this.inside >= this.places && !this.triesAgain()) {
      if (this.places === this.most) this.shrunkAt = this.clock();
      this.places = Math.max(Math.ceil(this.most / LEAST_SHARE), this.places - 1);
      countShedRequest();
      return false;
    }
    if (this.inside * 2 < this.places) this.places = Math.min(this.most, this.places + 1);
    this.inside++;
    let isInside = true;
    const leave = () => {
      if (isInside) this.inside--;
      isInside = false;
    };
    response.once('prefinish', leave).once('close', leave);
    return true;
  }

  /** Whether there is room again because all places are back. */
  private triesAgain(): boolean {
    if (this.places < this.most && this.clock() - this.shrunkAt >= TRIED_AGAIN_MS) this.places = this.most;
    return this.inside < this.places;
  }
}

/** What a refused caller is told, and when to come again. */
export const SHED = { message: 'The service has more to do than it can. Try again shortly.', retryAfter: 1 } as const;
