import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../crm-database.js';
import { DomainError } from '../../errors.js';

/** A write was planned from what is no longer true; nothing was written, and it is planned again. */
export class StalePlanError extends Error {}

const MAX_TRIES = 30;

/** Runs `work` until it was planned from the truth. @throws DomainError unavailable after many lost races */
export async function retryStalePlans<T>(db: Db, work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    try {
      return await db.retry(work);
    } catch (error) {
      if (!(error instanceof StalePlanError)) throw error;
      // The first tries at once: mostly the winner is through already.
      if (attempt > 2) await sleep(Math.random() * 10 * attempt);
    }
  }
  throw new DomainError(
    'unavailable',
    'Too many requests changed this record at the same time. Nothing was changed; try again.',
    [],
    1,
  );
}
