import type { EntityManager } from 'typeorm';
import { DomainError } from '../errors.js';

/**
 * A statement as a store writes it. With a `name` it is prepared once per connection; without one Postgres plans it
 * with its values each time, which filters and full text search need.
 */
export interface Statement {
  name?: string;
  text: string;
  /** Whether it only reads, well under a millisecond and whatever its values: then it may share a connection. */
  pipelined?: true;
}

/** Where a statement runs: the pool (each statement a transaction of its own) or one open transaction. */
export interface Session {
  query<Row>(statement: Statement, values: unknown[]): Promise<Row[]>;
  /** Says that an event was written: told on as soon as it is committed. */
  wrote?(workspaceId: string): void;
  /** TypeORM over the same connection; see TenantTable, which adds the workspace. */
  entities?(): EntityManager;
}

/** The row of a statement that always gives one. */
export function onlyRow<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (!row) throw new DomainError('unavailable', 'The database gave no answer where one was certain.');
  return row;
}
