import type { Db } from '../../crm-database.js';
import { SEARCH_CONNECTIONS } from '../../db/data-source.js';
import { SlowKeys } from '../../db/slow-keys.js';
import { SharedPlaces } from '../../db/turns.js';
import type { Stores } from '../../stores.js';

/** Milliseconds that a search waits for its turn. */
const MAX_WAIT = 10_000;

/**
 * The connections of a process for searches, of whatever kind: a search may take as long as a statement may, so that
 * one workspace must not take them all, nor several that search slowly, and reads and writes have others.
 */
export class Searches {
  private readonly places = new SharedPlaces('searches', SEARCH_CONNECTIONS, MAX_WAIT, new SlowKeys());

  constructor(private readonly db: Db) {}

  /** @throws DomainError unavailable when others have all places, or when it takes too long */
  run<T>(workspaceId: string, search: (stores: Stores) => Promise<T>): Promise<T> {
    return this.places.run(workspaceId, () => this.db.autocommit(workspaceId, search));
  }

  /** The process ends: no search waits for its turn any more. */
  end(): void {
    this.places.end();
  }
}
