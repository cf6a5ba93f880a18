import type { ServerResponse } from 'node:http';
import { countShedRequest, gauge } from '../metrics/metrics.js';

/**
 * Bounds how many requests a service works on at once. What comes on top would only wait, and make everybody wait: it is
 * to be refused at once, which costs next to nothing, and may come again.
 */
export class Admission {
  private inside = 0;

  constructor(private readonly most: number) {
    gauge('crm_http_requests_in_flight', 'Requests under way now', () => this.inside);
  }

  /** Takes a place until the answer is written or its caller gone; false when there is none. How slowly it is read is its caller's affair. */
  enter(response: ServerResponse): boolean {
    if (this.inside >= this.most) {
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
}

/** What a refused caller is told, and when to come again. */
export const SHED = { message: 'The service has more to do than it can. Try again shortly.', retryAfter: 1 } as const;
