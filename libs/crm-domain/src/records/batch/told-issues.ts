import { DomainError, type Issue } from '../../errors.js';
import { failed, type ItemResult } from './batch.js';

/** Characters of the issues of all items that failed. */
const MAX_TOLD = 64 * 1024;

/**
 * Keeps what is told of failed items short: hundreds of them may each have dozens of issues, with lists of what is
 * allowed. First the lists are left out, then the issues; the sentence and the reason of an item stay.
 */
export class ToldIssues {
  private room = MAX_TOLD;

  /** A result as it is told, after those before it. */
  of(result: ItemResult): ItemResult {
    if (!failed(result) || !(result.error instanceof DomainError) || result.error.issues.length === 0) return result;
    const { kind, message, issues, reason, retryAfter } = result.error;
    if (this.fits(issues)) return result;
    const short = issues.map(({ allowed: _, ...issue }): Issue => issue);
    const told = this.fits(short) ? short : [];
    return { error: new DomainError(kind, message, told, retryAfter).because(reason) };
  }

  private fits(issues: readonly Issue[]): boolean {
    const { length } = JSON.stringify(issues);
    if (length > this.room) return false;
    this.room -= length;
    return true;
  }
}
