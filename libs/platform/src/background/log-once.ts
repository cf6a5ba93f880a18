import { logger } from '../logger.js';

/** Warns of a failure once, not each time it happens again. */
export class LogOnce {
  private last?: string;

  constructor(private readonly message: string) {}

  /** @param reason what tells one failure from another; logged where no other fields are given */
  warn(reason: string, fields: object = { reason }): void {
    if (reason !== this.last) logger.warn(fields, this.message);
    this.last = reason;
  }

  /** It worked: the next failure is a new one. */
  reset(): void {
    this.last = undefined;
  }
}
