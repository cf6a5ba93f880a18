import { AsyncLocalStorage } from 'node:async_hooks';
import type { Session } from './session.js';

/**
 * One open transaction that everything within a piece of work takes part in, however deep it calls. What runs side by
 * side in it takes turns; each part can fail on its own, which undoes that part alone.
 */
export class Scope {
  private static readonly current = new AsyncLocalStorage<Scope>();
  private last: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly session: Session,
    private readonly depth: number,
    private readonly state: { isOpen: boolean },
  ) {}

  /** The scope of whoever calls, if its transaction is still open. */
  static here(): Scope | undefined {
    const scope = Scope.current.getStore();
    return scope?.state.isOpen ? scope : undefined;
  }

  /** Makes a session the one of all work that `work` begins. */
  static async open<T>(session: Session, work: () => Promise<T>): Promise<T> {
    const scope = new Scope(session, 0, { isOpen: true });
    try {
      return await Scope.current.run(scope, work);
    } finally {
      // What somebody left running must not reach the connection once it belongs to another request.
      scope.state.isOpen = false;
    }
  }

  part<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const inner = new Scope(this.session, this.depth + 1, this.state);
    const turn = this.last.then(() => Scope.current.run(inner, () => inner.undoable(work)));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private async undoable<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const name = `part_${this.depth}`;
    await this.session.query({ text: `savepoint ${name}` }, []);
    try {
      const result = await work(this.session);
      await this.session.query({ text: `release savepoint ${name}` }, []);
      return result;
    } catch (error) {
      await this.session.query({ text: `rollback to savepoint ${name}` }, []);
      throw error;
    }
  }
}
