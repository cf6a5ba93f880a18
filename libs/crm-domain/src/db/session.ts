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
  /** Whether it, and all that follow it in its transaction, take the time they take: Postgres ends none of them. */
  unhurried?: true;
  /** What is sent in its place to a Citus, for all nodes. */
  onCitus?: string;
  /** The statement that this one has done somewhere else. */
  does?: string;
  /** The shard of a Citus that is held in its place while this runs there. */
  holds?: HeldShard;
}

/** A shard, and what the tables there are called elsewhere: a column may be called as one of them is. */
export interface HeldShard {
  /** Null where it may move: what is read as of one moment is read to its end where that was. */
  id: string | null;
  plainNames: ReadonlyMap<string, string>;
}

/** What a statement gives: names, and how each value is read. None where it gives no rows. */
export interface Columns {
  names: readonly string[];
  parsers: readonly ((text: string) => unknown)[];
}

/** Whose an organisation or an API key is, by its public part. */
export interface TenantNames {
  /** @throws UniqueViolation for a name that is taken */
  take(kind: 'organisation' | 'key', name: string, workspaceId: string): Promise<void>;
  find(kind: 'organisation' | 'key', name: string): Promise<string | undefined>;
}

/** @param name of the part, the same each time @param node where it is, as an operator knows it */
export type AskPart<T> = (part: Session, name: string, node?: string) => Promise<T>;

/** What each part of a database gave that could be reached, and why others could not. */
export interface FromParts<T> {
  found: T[];
  failure?: unknown;
  /** The nodes of those others. */
  away?: readonly string[];
}

/** Where a statement runs: the pool (each statement a transaction of its own) or one open transaction. */
export interface Session {
  query<Row>(statement: Statement, values: unknown[]): Promise<Row[]>;
  /** Says that an event was written: told on as soon as it is committed. */
  wrote?(workspaceId: string): void;
  /** Whether its statements run where the rows of the workspace are, whatever the database is. */
  isOnNode?: true;
  /** What a statement would give. */
  describe?(text: string): Promise<Columns>;
  /** Where tenants are spread over parts of a database: asks each of those that can be reached. */
  ofParts?<T>(ask: AskPart<T>): Promise<FromParts<T>>;
  /** Where tables split by workspace cannot say it: whose an organisation or a key is. */
  tenantNames?: TenantNames;
  /** TypeORM over the same connection; see TenantTable, which adds the workspace. */
  entities?(): EntityManager;
}

/** The row of a statement that always gives one. */
export function onlyRow<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (!row) throw new DomainError('unavailable', 'The database gave no answer where one was certain.');
  return row;
}

/**
 * Asks each part of a database that can be reached; most are in one piece.
 *
 * @throws the failure when none can be
 */
export async function ofParts<T>(session: Session, ask: AskPart<T>): Promise<FromParts<T>> {
  return session.ofParts ? session.ofParts(ask) : { found: [await ask(session, '')] };
}

/** The rows of a statement over all tenants, without those of parts that cannot be reached. */
export async function rowsOfParts<Row>(session: Session, statement: Statement, values: unknown[]): Promise<Row[]> {
  return rowsOfReached(session, statement, values, []);
}

/** The same for those whose work is not done without the missing ones. @param failures told why there are some */
export async function rowsOfReached<Row>(
  session: Session,
  statement: Statement,
  ...[values, failures]: [unknown[], unknown[]]
): Promise<Row[]> {
  const { found, failure } = await ofParts(session, (part) => part.query<Row>(statement, values));
  if (failure !== undefined) failures.push(failure);
  return found.flat();
}
