import type { ServerResponse } from 'node:http';
import { countShedRequest, gauge } from '../metrics/metrics.js';

/** Of the places, how many are left while there is no end of refusing. */
const LEAST_SHARE = 4;
/** Milliseconds after which all of them are tried again. */
const TRIED_AGAIN_MS = 3000;
/** Refusals that are written in one turn of the event loop, of those that may still wait. */
const REFUSED_AT_ONCE = 2;
/** Milliseconds that a refusal waits at most, and one turn: turns last long when there is much to do. */
const LONGEST_WAIT = 400;
/** Refusals that wait at most: callers who send without reading would fill the memory with them. */
const MOST_REFUSED = 2048;

/**
 * Bounds how many requests a service works on at once. What comes on top would only wait, and make everybody wait: it is
 * to be refused at once, which costs little, and may come again.
 *
 * Little is not nothing: what was let in takes its next step only when everything that came meanwhile was seen to. So refusals
 * wait, for a few turns of the event loop, and every one takes a place away, down to a quarter of them. A request that finds
 * half of them free gives one back; after 3 s all are back, and go again within milliseconds where the flood goes on.
 */
export class Admission {
  private inside = 0;
  private pages = 0;
  private places: number;
  private shrunkAt = 0;
  private readonly refused: { answer: () => void; until: number }[] = [];
  private isAnswering = false;

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
    if (this.inside >= this.places) this.triesAgain();
    if (this.inside >= this.places) return this.turnAway();
    if (this.inside * 2 < this.places) this.places = Math.min(this.most, this.places + 1);
    this.inside++;
    onceDone(response, () => this.inside--);
    return true;
  }

  /**
   * Whether a request for a page may have a place, which it takes beside: half of them, as a page costs what dozens of other
   * requests do, and those would wait for it.
   */
  enterPage(response: ServerResponse): boolean {
    if (this.pages >= this.mostPages) this.triesAgain();
    if (this.pages >= this.mostPages) return this.turnAway();
    this.pages++;
    onceDone(response, () => this.pages--);
    return true;
  }

  /**
   * Does what answers a refused request, a few of them in each turn of the event loop: those that were let in take their next
   * step in between. None waits for longer than 400 ms, and beyond some there is nothing to spare by it, only memory to fill.
   */
  refuse(answer: () => void): void {
    this.refused.push({ answer, until: this.clock() + LONGEST_WAIT });
    if (this.refused.length >= MOST_REFUSED) this.answerRefused(MOST_REFUSED);
    if (!this.isAnswering) this.answerSoon();
  }

  private answerSoon(): void {
    this.isAnswering = this.refused.length > 0;
    if (!this.isAnswering) return;
    setImmediate(() => {
      const now = this.clock();
      const mayWait = this.refused.findIndex(({ until }) => until > now);
      this.answerRefused(Math.max(REFUSED_AT_ONCE, mayWait < 0 ? this.refused.length : mayWait));
      this.answerSoon();
    });
  }

  private answerRefused(count: number): void {
    for (const { answer } of this.refused.splice(0, count)) answer();
  }

  private get mostPages(): number {
    return Math.max(1, Math.floor(this.places / 2));
  }

  private turnAway(): false {
    if (this.places === this.most) this.shrunkAt = this.clock();
    this.places = Math.max(Math.ceil(this.most / LEAST_SHARE), this.places - 1);
    countShedRequest();
    return false;
  }

  /** All places are back after a while. */
  private triesAgain(): void {
    if (this.places < this.most && this.clock() - this.shrunkAt >= TRIED_AGAIN_MS) this.places = this.most;
  }
}

/** Once, when an answer is written or its caller gone. */
export function onceDone(response: ServerResponse, leave: () => void): void {
  let isInside = true;
  const once = () => {
    if (isInside) leave();
    isInside = false;
  };
  response.once('prefinish', once).once('close', once);
}

/** What a refused caller is told, and when to come again. */
export const SHED = { message: 'The service has more to do than it can. Try again shortly.', retryAfter: 1 } as const;
