import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { SearchIndexService } from '#crm-domain';
import { logger } from '#platform';

const EVERY = 1000;

/** Tidies the search index each second while there is something to tidy. */
@Injectable()
export class SearchIndexWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private isStopped = false;
  private running: Promise<unknown> = Promise.resolve();
  private timer?: NodeJS.Timeout;

  constructor(@Inject(SearchIndexService) private readonly index: SearchIndexService) {}

  onApplicationBootstrap(): void {
    this.rest();
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private rest(): void {
    if (!this.isStopped) this.timer = setTimeout(() => (this.running = this.round()), EVERY).unref();
  }

  private async round(): Promise<void> {
    try {
      if (await this.index.tidy()) return this.rest();
      logger.warn(
        'The database user does not own the search index, so it is left to autovacuum; searches may be slower while much is written.',
      );
    } catch (error) {
      logger.warn({ err: error }, 'Tidying the search index failed; it is tried again.');
      this.rest();
    }
  }
}
