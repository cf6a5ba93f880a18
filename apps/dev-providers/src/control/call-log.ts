import type { Call } from '../http/routes.js';

/** A call of a provider and what became of it. */
export interface LoggedCall extends Pick<Call, 'channel' | 'call' | 'account'> {
  method: string;
  path: string;
  /** The status that was answered, or what happened to the connection instead. */
  outcome: number | 'reset' | 'hang';
  /** ISO 8601. */
  at: string;
}

const REMEMBERED = 10_000;

/** The latest calls, for tests that count them. */
export class CallLog {
  private calls: LoggedCall[] = [];

  add(call: LoggedCall): void {
    this.calls.push(call);
    if (this.calls.length > REMEMBERED) this.calls.shift();
  }

  list(): readonly LoggedCall[] {
    return this.calls;
  }

  clear(): void {
    this.calls = [];
  }
}
