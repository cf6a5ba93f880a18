import type { Pool, PoolClient } from 'pg';
import { rowsOf } from './rows-query.js';
import type { Statement } from './session.js';

/** For how long statements may join a connection, in milliseconds since it was asked for. */
const OPEN_MS = 5;
/** Postgres does not know a statement of this name. */
const NOT_PREPARED = '26000';

/**
 * Lets brief statements that come at the same time share a connection of a pool. Each is sent without waiting for the answers
 * of those before it: one connection at work costs both sides less than ten that fall asleep and are woken
 * (docs/decisions/0011). Those that come later take another one, so that nobody waits long behind what turned out slow or
 * was lost, and whoever else waits for a connection gets one in turn.
 */
export class SharedConnections {
  private last?: SharedConnection;

  /** @param pool of connections with `pipeline` set @param clock milliseconds that only grow */
  constructor(
    private readonly pool: Pool,
    private readonly clock = () => performance.now(),
  ) {}

  /** The rows of a brief statement. @throws what Postgres or the driver says */
  rows(statement: Statement, values: unknown[]): Promise<unknown[]> {
    const now = this.clock();
    if (!this.last?.isOpen(now)) this.last = new SharedConnection(this.pool.connect(), now + OPEN_MS);
    return this.last.rows(statement, values);
  }
}

/** One of them, from the first statement until all are answered. */
class SharedConnection {
  private client?: PoolClient;
  private underWay = 0;
  private isOver = false;
  /** What the first statement that failed failed for. */
  private failure?: unknown;

  constructor(
    private readonly taken: Promise<PoolClient>,
    private readonly until: number,
  ) {}

  isOpen(now: number): boolean {
    return !this.isOver && this.failure === undefined && now < this.until;
  }

  async rows(statement: Statement, values: unknown[]): Promise<unknown[]> {
    this.underWay++;
    try {
      this.client ??= await this.taken;
      return await rowsOf(this.client, statement, values);
    } catch (error) {
      this.failure ??= error;
      // It was to be prepared by one that failed, and cannot do without.
      throw (error as { code?: string }).code === NOT_PREPARED ? this.failure : error;
    } finally {
      if (--this.underWay === 0) this.giveBack();
    }
  }

  private giveBack(): void {
    this.isOver = true;
    this.client?.release(this.failure !== undefined);
  }
}
