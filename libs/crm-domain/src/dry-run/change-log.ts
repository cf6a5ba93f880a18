import { AsyncLocalStorage } from 'node:async_hooks';

/** What is no record and has no event of its own: a view, a draft, ... as it was before and is after a write. */
export interface Noted {
  /** What it is, in the singular. */
  type: 'view' | 'webhook' | 'automation' | 'draft' | 'message';
  id: string;
  before: object | null;
  after: object | null;
}

/** Gathers what the writes within a piece of work leave behind. Whoever writes tells it; mostly nobody listens. */
export class ChangeLog {
  private static readonly current = new AsyncLocalStorage<ChangeLog>();

  /** Ids of events, in the order in which they were made. Those of a part that was undone are among them. */
  readonly eventIds: string[] = [];
  readonly noted: Noted[] = [];

  constructor(private readonly isDryRun = false) {}

  of<T>(work: () => Promise<T>): Promise<T> {
    return ChangeLog.current.run(this, work);
  }

  /** An event is about to be written. */
  static event(id: string): void {
    ChangeLog.current.getStore()?.eventIds.push(id);
  }

  /** Something without events was written. */
  static note(type: Noted['type'], id: string, change: Pick<Noted, 'before' | 'after'>): void {
    ChangeLog.current.getStore()?.noted.push({ type, id, ...change });
  }

  /** Whether nothing of what is done now is kept. */
  static isOfDryRun(): boolean {
    return ChangeLog.current.getStore()?.isDryRun === true;
  }
}
