import type { DataSource } from 'typeorm';
import { Database } from './db/database.js';
import { Stores } from './stores.js';
import { SystemStore } from './system.store.js';

/** The database as this domain uses it: its stores, and what is asked across all workspaces. */
export class Db extends Database<Stores> {
  readonly system = new SystemStore(this.anywhere);

  /** `name` is that of its pool in the metrics. */
  constructor(source: DataSource, name?: string) {
    super(source, (session, workspaceId) => new Stores(session, workspaceId), name);
  }
}
