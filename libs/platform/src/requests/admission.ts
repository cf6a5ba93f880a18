import type { ServerResponse } from 'node:http';
import { countShedRequest, gauge } from '../metrics/metrics.js';

/** The share of the places that is left in a flood. */
const FLOOD_SHARE = 4;
const SECOND_MS = 1000;

/**
 * Bounds how many requests a service works on at once. What comes on top would only wait, and make everybody wait: it is
 * to be refused at once, which costs little, and may come again.
 *
 * Little is not nothing: each step of an answer waits until all that came meanwhile was refused. So while more are refused
 * in a second than there are places, a quarter of the places is left.
 */
export class Admission {
  private inside = 0;
  private second = -1;
  /** In this second, and whether the one before it was a flood. */
  private refused = 0;
  private wasFlood = false;

  /** @param clock milliseconds that only grow */
  constructor(
    private readonly most: number,
    private readonly clock = () => performance.now(),
  ) {
    gauge('crm_http_requests_in_flight', 'Requests under way now', () => this.inside);
  }

  /** Takes a place until the answer is written or its caller gone; false when there is none. How slowly it is read is its caller's affair. */
  enter(response: ServerResponse): boolean {
    if (this.inside >= this.places()) {
      this.refused++;
      countShedRequest();
      return false;
    }
    this.inside++;
    let isInside = true;
    const leave = () => {
      if (isInside) this.inside--;
      isInside = false;
    };
    response.once('prefinish', leave).once('close', leave);
    return true;
  }

  private places(): number {
    const second = Math.floor(this.clock() / SECOND_MS);
    if (second !== this.second) {
      this.wasFlood = second === this.second + 1 && this.isFlood();
      this.second = second;
      this.refused = 0;
    }
    return this.wasFlood || this.isFlood() ? Math.ceil(this.most / FLOOD_SHARE) : this.most;
  }

  private isFlood(): boolean {
    return this.refused > this.most;
  }
}

/** What a refused caller is told, and when to come again. */
export const SHED = { message: 'The service has more to do than it can. Try again shortly.', retryAfter: 1 } as const;
