import {
  Inject,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { JobQueue, logger } from '#platform';
import { Domain } from './domain.js';
import { FeedDispatcher } from './events/feed-dispatcher.js';

/** The queue of background work, and the calls that events make through it. What runs jobs says so before the application starts. */
@Module({})
export class JobQueueModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private dispatcher?: FeedDispatcher;
  private told?: string;

  constructor(
    @Inject(JobQueue) private readonly queue: JobQueue,
    @Inject(Domain) private readonly domain: Domain,
  ) {}

  static forRoot(databaseUrl: string): DynamicModule {
    const queue = { provide: JobQueue, useFactory: () => new JobQueue(databaseUrl) };
    return { module: JobQueueModule, global: true, providers: [queue], exports: [JobQueue] };
  }

  onApplicationBootstrap(): void {
    this.queue.start();
    this.dispatcher = new FeedDispatcher(this.domain.db, this.queue, (error) => this.tell(error));
  }

  async onApplicationShutdown(): Promise<void> {
    this.dispatcher?.stop();
    await this.queue.stop();
  }

  /** Once, not with every event. */
  private tell(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (reason === this.told) return;
    this.told = reason;
    logger.warn({ reason }, 'Webhooks and automations could not be called; they are tried again.');
  }
}
