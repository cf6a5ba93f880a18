import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { PurgeService, SearchIndexService } from '#crm-domain';
import { logger } from '#platform';
import { Repeater, type RepeatedWork } from './repeated-work.js';

/** What this service does beside its requests: takes away what deletes have left, and keeps the search index in order. */
@Injectable()
export class BackgroundService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly works: readonly RepeatedWork[];
  private repeaters: Repeater[] = [];

  constructor(@Inject(PurgeService) purges: PurgeService, @Inject(SearchIndexService) index: SearchIndexService) {
    this.works = [
      { name: 'purge', every: 2000, round: async (signal) => (await purges.run(signal)) >= 0 },
      { name: 'search index', every: 1000, round: async () => (await index.tidy()) || notOwned() },
    ];
  }

  onApplicationBootstrap(): void {
    this.repeaters = this.works.map((work) => new Repeater(work));
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.repeaters.map((repeater) => repeater.stop()));
  }
}

function notOwned(): false {
  logger.warn(
    'The database user does not own the search index, so it is left to autovacuum; searches may be slower while much is written.',
  );
  return false;
}
