import { DomainError, type Claim } from '#crm-domain';
import { credentialOf } from './rate-limiter.js';

/** Pages of one credential that are worked on at once: a large one takes all of a process for tens of milliseconds. */
const MOST = 4;
/** Those that wait for their turn; the rest of a batch of 20 tool calls does. */
const MOST_WAITING = 16;

interface Turns {
  underWay: number;
  waiting: (() => void)[];
}

/** Bounds how many pages of records or events one credential has worked on at once. Counts in this process alone. */
export class PagesAtOnce {
  private readonly turns = new Map<string, Turns>();

  /**
   * Does the work when its turn comes, in the order of the calls. A page counts until its work has ended, whether its caller
   * is still there or not.
   * @throws DomainError rate_limited when 16 others of the credential wait already
   */
  async run<T>(claim: Claim, work: () => Promise<T>): Promise<T> {
    const credential = credentialOf(claim);
    const turns = this.turns.get(credential) ?? { underWay: 0, waiting: [] };
    this.turns.set(credential, turns);
    await turnOf(turns);
    try {
      return await work();
    } finally {
      const next = turns.waiting.shift();
      if (next) next();
      else if (--turns.underWay === 0) this.turns.delete(credential);
    }
  }
}

async function turnOf(turns: Turns): Promise<void> {
  if (turns.underWay < MOST) return void turns.underWay++;
  if (turns.waiting.length >= MOST_WAITING) {
    const sentence = `Too many pages at once with this credential: ${MOST} are worked on, and ${MOST_WAITING} may wait.`;
    throw new DomainError('rate_limited', sentence, [], 1);
  }
  // Whoever ends hands its turn over.
  await new Promise<void>((begin) => turns.waiting.push(begin));
}
