import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../db/db.js';
import { DomainError } from '../errors.js';

/** A write was planned from what is no longer true; nothing was written, and it is planned again. */
export class Outdated extends Error {}

const MOST_TRIES = 30;

/** Runs `work` until it was planned from the truth. @throws DomainError unavailable after many lost races */
export async function persevere<T>(db: Db, work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    try {
      return await db.retry(work);
    } catch (error) {
      if (!(error instanceof Outdated)) throw error;
      // The first tries at once: mostly the winner is through already.
      if (attempt > 2) await sleep(Math.random() * 10 * attempt);
    }
  }
  throw new DomainError(
    'unavailable',
    'Too many writers were at this record at once. Nothing was changed; try again.',
    [],
    1,
  );
}
