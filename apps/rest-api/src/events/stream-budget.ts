import { TokenBuckets } from '#auth';

const MIB = 1024 * 1024;
/** Bytes a second, and in a moment after a pause, for the listeners of one workspace and for all. */
const OF_WORKSPACE = { perSecond: 24 * MIB, most: 48 * MIB };
const OF_ALL = { perSecond: 48 * MIB, most: 96 * MIB };

/**
 * Bounds what streams of events take of a process. A credential may have a thousand of them, and reads as fast as its
 * line carries: nothing that it asks for is a request that could be counted.
 */
export class StreamBudget {
  private readonly buckets: TokenBuckets;

  /** @param now milliseconds that only grow */
  constructor(now?: () => number) {
    this.buckets = new TokenBuckets(now);
  }

  /**
   * Counts bytes for a workspace, and gives whether its listeners have had all that they may have for now. What others
   * had counts for those alone who have had much themselves.
   */
  isSpent(workspaceId: string, bytes = 0): boolean {
    const own = this.buckets.owe(workspaceId, bytes, OF_WORKSPACE);
    const all = this.buckets.owe('all', bytes, OF_ALL);
    return own < 0 || (all < 0 && own < OF_WORKSPACE.most / 2);
  }
}
