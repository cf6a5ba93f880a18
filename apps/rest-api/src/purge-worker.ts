import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { PurgeService } from '#crm-domain';
import { logger } from '#platform';

const EVERY = 2000;

/** Takes away in the background what deletes have left; rests while there is nothing. */
@Injectable()
export class PurgeWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly stop = new AbortController();
  private running: Promise<unknown> = Promise.resolve();
  private timer?: NodeJS.Timeout;

  constructor(@Inject(PurgeService) private readonly purges: PurgeService) {}

  onApplicationBootstrap(): void {
    this.timer = setTimeout(() => this.round(), EVERY).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stop.abort();
    clearTimeout(this.timer);
    await this.running;
  }

  private round(): void {
    this.running = this.purges
      .run(this.stop.signal)
      .catch((error: unknown) => logger.warn({ err: error }, 'Purging failed; it is tried again.'))
      .finally(() => {
        if (!this.stop.signal.aborted) this.timer = setTimeout(() => this.round(), EVERY).unref();
      });
  }
}
