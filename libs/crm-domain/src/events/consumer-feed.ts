import type { Db } from '../crm-database.js';
import type { Stores } from '../stores.js';
import type { FeedFilter } from './event.store.js';
import type { FeedPage, FeedService } from './feed.service.js';

/** Events that a consumer reads at once. */
export const WINDOW = 100;

interface Consumer {
  workspace_id: string;
  /** The position behind which it goes on. */
  from: number;
  filter: FeedFilter;
}

/**
 * The feed for webhooks and automations. A workspace may have a hundred of them, all of which want the same events, and
 * these may be large: those that ask for the same get them from one read, and one read of a workspace is under way at a
 * time.
 */
export class ConsumerFeed {
  private readonly pages = new Map<string, Promise<FeedPage>>();

  constructor(
    private readonly db: Db,
    private readonly feed: FeedService,
  ) {}

  /** The next events for a consumer, who changes nothing in them. */
  async next({ workspace_id, from, filter }: Consumer): Promise<FeedPage> {
    const key = JSON.stringify([workspace_id, from, filter]);
    const page =
      this.pages.get(key) ?? this.inTurn(workspace_id, () => this.feed.next(workspace_id, from, WINDOW, filter));
    this.pages.set(key, page);
    try {
      return await page;
    } finally {
      if (this.pages.get(key) === page) this.pages.delete(key);
    }
  }

  /** Reads what a consumer wants to know beside events, in the turns of its workspace. */
  read<T>(workspaceId: string, work: (stores: Stores) => Promise<T>): Promise<T> {
    return this.inTurn(workspaceId, () => this.db.autocommit(workspaceId, work));
  }

  private inTurn<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
    return this.db.inTurn(`consumers ${workspaceId}`, work);
  }
}
