import { logger } from '../logger.js';

const MOST_REASONS = 20;

/** Warns of a failure once, not each time it happens again. */
export class LogOnce {
  private readonly told = new Set<string>();

  constructor(private readonly message: string) {}

  /** @param reason what tells one failure from another; logged where no other fields are given */
  warn(reason: string, fields: object = { reason }): void {
    this.tell('warn', reason, fields);
  }

  /** The same of a failure that nobody needs to look into. */
  note(reason: string, fields: object = { reason }): void {
    this.tell('info', reason, fields);
  }

  private tell(level: 'warn' | 'info', reason: string, fields: object): void {
    // Two failures may take turns, such as a refusal and a lost connection.
    if (this.told.has(reason)) return;
    if (this.told.size >= MOST_REASONS) this.told.clear();
    this.told.add(reason);
    logger[level](fields, this.message);
  }

  /** It worked: the next failure is a new one. */
  reset(): void {
    this.told.clear();
  }
}
