import { Shed } from '#auth';
import { SharedPlaces } from '#crm-domain';

/** Notifications that are read and looked up at a time. */
const AT_ONCE = 4;
/** Milliseconds that one waits for that at most: Graph gives up after 3 s, and asks again. */
const PATIENCE = 2000;
/** Notifications that wait or are looked at: of one address, and of all together. */
const [MOST_OF_ONE, MOST] = [64, 1024];

/**
 * Takes what comes from senders who are not known until it is read, and looked up in the database. They share a few
 * places, whichever their addresses are, and none of those in which requests with a credential are worked on. An address
 * that sends nothing else has the next place that becomes free.
 */
export class UnprovedSenders {
  private readonly places = new SharedPlaces('notifications', AT_ONCE, PATIENCE);
  private readonly taken = new Map<string, number>();
  private all = 0;

  /** @throws Shed, DomainError unavailable */
  async run(address: string, work: () => Promise<void>): Promise<void> {
    const own = this.taken.get(address) ?? 0;
    if (own >= MOST_OF_ONE || this.all >= MOST) throw new Shed();
    this.count(address, 1);
    try {
      await this.places.run(address, work);
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
