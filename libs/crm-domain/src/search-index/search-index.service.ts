import type { Db } from '../crm-database.js';

// Insufficient privilege, and a server that cannot write (a standby).
const NOT_OURS = new Set(['42501', '55000', '25006']);

/**
 * Keeps the list short in which the search index collects new words: a search reads it from end to end, and without
 * this some request would now and then have to work it off in passing.
 */
export class SearchIndexService {
  private seen: string | null = null;

  constructor(private readonly db: Db) {}

  /**
   * Works the list off if anything was written since the last time. Gives false when this database user may not do so.
   */
  async tidy(): Promise<boolean> {
    try {
      const writes = await this.db.system.searchWrites();
      if (writes !== this.seen) await this.db.system.cleanPendingList();
      this.seen = writes;
      return true;
    } catch (error) {
      if (NOT_OURS.has(String((error as { code?: unknown }).code))) return false;
      throw error;
    }
  }
}
