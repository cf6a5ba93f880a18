import type { ServerResponse } from 'node:http';
import { countShedRequest, gauge } from '../metrics/metrics.js';
import { Places, Room, half } from './places.js';

/** Refusals that are written in one turn of the event loop, of those that may still wait. */
const REFUSED_AT_ONCE = 2;
/** Milliseconds that a refusal waits at most, and one turn: turns last long when there is much to do. */
const MAX_WAIT = 400;
/** Refusals that wait at most: callers who send without reading would fill the memory with them. */
const MAX_REFUSED = 2048;

/** A response whose request has a place. */
interface Admitted extends ServerResponse {
  /** Gives the place up. */
  leavePlace?: () => void;
  /** Who has the place, once that is known. */
  placeOf?: string;
}

/**
 * Bounds how many requests a service works on at once. What comes on top would only wait, and make everybody wait: it
 * is to be refused at once, which costs little, and may come again.
 *
 * Little is not nothing: what was let in takes its next step only when everything that came meanwhile was seen to. So
 * refusals wait, for a few turns of the event loop, and every one takes a place away, down to a third of them. A
 * request that finds half of them free gives one back; after 3 s all are back, and go again within milliseconds where
 * the flood goes on. A refused page takes a place away from pages alone: one caller's pages must not have the requests
 * of others refused.
 *
 * Nor must any other requests of one owner, a workspace for instance, which may come with many credentials and keep to
 * the rate of each: where three quarters of the places are taken, nobody gets more than half of them.
 */
export class LoadShedder {
  private readonly all: Places;
  private readonly files: Places;
  /** Pages have half of the places, as one costs what dozens of other requests do, and those would wait for it. */
  readonly pages: Room;
  readonly writes: Room;
  /**
   * Calls of endpoints elsewhere take no time here while they wait: they have a number of their own and none of the
   * places.
   */
  readonly calls: Room;
  private readonly shares = new Map<string, number>();
  private readonly refused: { answer: () => void; until: number }[] = [];
  private isAnswering = false;

  /** @param clock milliseconds that only grow */
  constructor(
    most: number,
    private readonly clock = () => performance.now(),
  ) {
    this.all = new Places(most, clock);
    this.files = new Places(most, clock);
    const bound = () => half(this.all.open);
    this.pages = new Room({ most: half(most), own: new Places(half(most), clock), all: this.all, bound });
    this.writes = new Room({ most, all: this.all });
    const calls = Math.max(1, Math.floor(most / 4));
    this.calls = new Room({ most: calls, own: new Places(calls, clock) });
    gauge('crm_http_requests_in_flight', 'Requests under way now', () => this.all.taken);
  }

  /**
   * Takes a place until the answer is written or its caller gone; false when there is none. How slowly it is read is
   * its caller's affair.
   */
  enter(response: Admitted): boolean {
    if (!this.all.take()) return this.shed();
    response.leavePlace = onceDone(response, () => {
      this.all.leave();
      this.count(response.placeOf, -1);
    });
    return true;
  }

  /**
   * Says whose request it is that has a place, in place of whoever it was said to be before. False when its owner has no
   * share left: then it has given the place up, and is to be refused.
   */
  belongs(response: Admitted, owner: string): boolean {
    if (!response.leavePlace) return true;
    const { taken, open } = this.all;
    const others = taken - 1;
    if (others * 4 >= open * 3 && (this.shares.get(owner) ?? 0) >= half(open)) {
      countShedRequest();
      this.leave(response);
      return false;
    }
    this.count(response.placeOf, -1);
    response.placeOf = owner;
    this.count(owner, 1);
    return true;
  }

  /**
   * Takes one of as many places that files alone have, until all of a file is written or its caller gone; false when
   * there is none.
   */
  enterFile(response: ServerResponse): boolean {
    if (!this.files.take()) return this.shed();
    onceDone(response, () => this.files.leave());
    return true;
  }

  /**
   * Gives up the place of a request before it is answered: its work takes places of its own, and holds none while it
   * waits.
   */
  leave(response: Admitted): void {
    response.leavePlace?.();
    response.leavePlace = undefined;
    response.placeOf = undefined;
  }

  /** Whether a request has a place now. */
  holds(response: Admitted): boolean {
    return response.leavePlace !== undefined;
  }

  /**
   * Does what answers a refused request, a few of them in each turn of the event loop: those that were let in take
   * their next step in between. None waits for longer than 400 ms, and beyond some there is nothing to spare by it,
   * only memory to fill.
   */
  refuse(answer: () => void): void {
    this.refused.push({ answer, until: this.clock() + MAX_WAIT });
    if (this.refused.length >= MAX_REFUSED) this.answerRefused(MAX_REFUSED);
    if (!this.isAnswering) this.answerSoon();
  }

  /** The same for a request that was let in and is refused for what it is: what is left to do for it needs no place. */
  turnAway(response: Admitted, answer: () => void): void {
    this.leave(response);
    this.refuse(answer);
  }

  /** Counts a request that is refused for want of a place. */
  shed(): false {
    countShedRequest();
    return false;
  }

  private count(owner: string | undefined, more: number): void {
    if (owner === undefined) return;
    const share = (this.shares.get(owner) ?? 0) + more;
    if (share > 0) this.shares.set(owner, share);
    else this.shares.delete(owner);
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
}

/** Once, when an answer is written or its caller gone, or when the function that is given back is called before. */
export function onceDone(response: ServerResponse, leave: () => void): () => void {
  let isInside = true;
  const once = () => {
    if (isInside) leave();
    isInside = false;
  };
  response.once('prefinish', once).once('close', once);
  return once;
}

/** What a refused caller is told, and when to come again. */
export const SHED = { message: 'The service has more to do than it can. Try again shortly.', retryAfter: 1 } as const;
