import pg, { type Pool, type PoolClient } from 'pg';
import { NoAnswer } from './no-answer.js';
import { rowsOf } from './rows-query.js';
import type { Statement } from '../session.js';
import { WorkTime } from '../work-time.js';

/** For how long statements may join a connection, in milliseconds since it was asked for. */
const OPEN_MS = 5;
/** Postgres does not know a statement of this name. */
const NOT_PREPARED = '26000';
/** Waited for a lock, or ran, for as long as it may: those behind would do the same, one after the other. */
const TOO_LONG = new Set(['55P03', '57014']);

/**
 * Lets brief statements that come at the same time share a connection of a pool. Each is sent without waiting for the
 * answers of those before it: one connection at work costs both sides less than ten that fall asleep and are woken
 * (docs/decisions/0011). Those that come later take another one, so that nobody waits long behind what turned out slow
 * or was lost, and whoever else waits for a connection gets one in turn.
 */
export class PipelinedReads {
  private last?: SharedConnection;
  private readonly awaited = new Set<SharedConnection>();

  /** @param pool of connections with `pipeline` set @param clock milliseconds that only grow */
  constructor(
    private readonly pool: Pool,
    private readonly clock = () => performance.now(),
  ) {}

  /** Statements that wait for a connection beyond the one of each that the pool knows of. */
  get waiting(): number {
    return [...this.awaited].reduce((sum, { underWay }) => sum + underWay - 1, 0);
  }

  /** The rows of a brief statement, which only reads. @throws what Postgres or the driver says */
  async rows(statement: Statement, values: unknown[]): Promise<unknown[]> {
    const connection = this.open();
    try {
      return await connection.rows(statement, values);
    } catch (error) {
      // One connection was lost, and many with it who had no part in that.
      if (connection.isLost) return rowsOf(this.pool, statement, values);
      throw error;
    }
  }

  private open(): SharedConnection {
    const now = this.clock();
    if (this.last?.isOpen(now)) return this.last;
    const taken = this.pool.connect();
    const connection = new SharedConnection(taken, now + OPEN_MS);
    this.awaited.add(connection);
    const settled = () => void this.awaited.delete(connection);
    taken.then(settled, settled);
    return (this.last = connection);
  }
}

/** One of them, from the first statement until all are answered. */
class SharedConnection {
  underWay = 0;
  private client?: PoolClient;
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

  /** Whether it was taken, and then lost: another one may do, but not with a server that gives no answer. */
  get isLost(): boolean {
    if (!this.client || this.failure === undefined || this.failure instanceof NoAnswer) return false;
    return !(this.failure instanceof pg.DatabaseError) || this.failure.severity === 'FATAL';
  }

  async rows(statement: Statement, values: unknown[]): Promise<unknown[]> {
    this.underWay++;
    try {
      this.client ??= await WorkTime.paused(() => this.taken);
      return await rowsOf(this.client, statement, values);
    } catch (error) {
      if (this.failure === undefined) this.fail(error);
      // It was to be prepared by one that failed, and cannot do without; or it is not waited for any more.
      throw codeOf(error) === NOT_PREPARED || TOO_LONG.has(codeOf(this.failure)) ? this.failure : error;
    } finally {
      if (--this.underWay === 0) this.giveBack();
    }
  }

  private fail(error: unknown): void {
    this.failure = error;
    if (TOO_LONG.has(codeOf(error))) (this.client as unknown as pg.Client).connection.stream.destroy();
  }

  private giveBack(): void {
    this.isOver = true;
    this.client?.release(this.failure !== undefined);
  }
}

function codeOf(error: unknown): string {
  return (error as { code?: string } | undefined)?.code ?? '';
}
