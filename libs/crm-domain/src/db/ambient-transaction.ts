import { AsyncLocalStorage } from 'node:async_hooks';
import type { Session } from './session.js';

/**
 * One open transaction that everything within a piece of work takes part in, however deep it calls. What runs side by
 * side in it takes turns; each part can fail on its own, which undoes that part alone.
 */
export class AmbientTransaction {
  private static readonly current = new AsyncLocalStorage<AmbientTransaction>();
  private last: Promise<unknown> = Promise.resolve();
  private isOpen = true;

  private constructor(
    private readonly session: Session,
    private readonly depth: number,
  ) {}

  /** The scope of whoever calls, if its work is not over yet. */
  static here(): AmbientTransaction | undefined {
    const scope = AmbientTransaction.current.getStore();
    return scope?.isOpen ? scope : undefined;
  }

  /** Makes a session the one of all work that `work` begins. */
  static open<T>(session: Session, work: () => Promise<T>): Promise<T> {
    return new AmbientTransaction(session, 0).around(work);
  }

  savepoint<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const inner = new AmbientTransaction(this.session, this.depth + 1);
    const turn = this.last.then(() => inner.undoable(work));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  /** Consumers of the feed have something to do, once the transaction is committed. */
  tell(workspaceId: string): void {
    this.session.wrote?.(workspaceId);
  }

  /**
   * Ends when all is over that `work` has begun: nothing of it may reach the connection when that belongs to another
   * request.
   */
  private async around<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await AmbientTransaction.current.run(this, work);
    } finally {
      this.isOpen = false;
      await this.last;
    }
  }

  private async undoable<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const name = `part_${this.depth}`;
    await this.session.query({ text: `savepoint ${name}` }, []);
    try {
      const result = await this.around(() => work(this.session));
      await this.session.query({ text: `release savepoint ${name}` }, []);
      return result;
    } catch (error) {
      // Where that fails the transaction is lost, and why is what the error says.
      await this.session.query({ text: `rollback to savepoint ${name}` }, []).catch(() => undefined);
      throw error;
    }
  }
}
