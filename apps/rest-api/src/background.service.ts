import { Inject, Injectable, type OnApplicationBootstrap, type BeforeApplicationShutdown } from '@nestjs/common';
import { Domain } from '#crm-domain';
import { PollLoop, logger } from '#platform';
import { backgroundFailures, logFailure } from './background-loop.js';
import { ImportWorkers } from './imports/import-workers.service.js';

const DAY = 86_400_000;

interface RepeatedWork {
  name: string;
  /** Milliseconds of rest between two rounds. */
  every: number;
  /** One round. Gives false when the work can never succeed here and is not to be tried again. */
  round(signal: AbortSignal): Promise<boolean>;
}

/** For how many days the feed keeps events, and the audit log its entries. */
export interface Retention {
  events: number;
  audit: number;
}
/** Injection token of `Retention`. */
export const RETENTION = Symbol('retention');

/**
 * What this service does beside its requests: takes away what deletes and time have left, and keeps the search index
 * and the change feed in order.
 */
@Injectable()
export class BackgroundService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly works: readonly RepeatedWork[];
  private loops: PollLoop[] = [];

  constructor(
    @Inject(Domain) { purges, searchIndex, feed, idempotency, audit, imports }: Domain,
    @Inject(RETENTION) days: Retention,
    @Inject(ImportWorkers) workers: ImportWorkers,
  ) {
    const oldest = (kept: number) => new Date(Date.now() - kept * DAY);
    this.works = [
      { name: 'purge', every: 2000, round: async (signal) => (await purges.run(signal)) >= 0 },
      { name: 'feed order', every: 1000, round: async () => (await feed.sequence(), true) },
      { name: 'feed retention', every: 60_000, round: async () => (await feed.expire(oldest(days.events))) >= 0 },
      { name: 'audit retention', every: 600_000, round: async () => (await audit.expire(oldest(days.audit))) >= 0 },
      { name: 'waiting imports', every: 5000, round: async () => (await workers.sweep(), true) },
      { name: 'kept imports', every: 600_000, round: async () => (await imports.expire()) >= 0 },
      { name: 'kept answers', every: 60_000, round: async () => (await idempotency.tidy()) >= 0 },
      { name: 'search index', every: 1000, round: async () => (await searchIndex.tidy()) || notOwned() },
    ];
  }

  onApplicationBootstrap(): void {
    this.loops = this.works.map(loopOf);
    this.loops.forEach((loop, place) => loop.start(this.works[place]!.every));
  }

  /** Earlier than the pools of the database are closed. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }
}

function loopOf({ name, every, round }: RepeatedWork): PollLoop {
  const failures = backgroundFailures();
  return new PollLoop({
    pollMs: every,
    round: async (signal) => {
      if (!(await round(signal))) return 'end';
      failures.reset();
      return 'rest';
    },
    failed: (error) => logFailure(failures, name, error),
  });
}

function notOwned(): false {
  logger.warn(
    'The database user does not own the search index, so it is left to autovacuum; searches may be slower while much is written.',
  );
  return false;
}
