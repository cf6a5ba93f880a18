import {
  Inject,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { JobQueue, LogOnce } from '#platform';
import { Domain } from './domain.js';
import { FeedDispatcher } from './events/feed-dispatcher.js';

/**
 * The queue of background work, and the calls that events make through it. What runs jobs says so before the
 * application starts.
 */
@Module({})
export class JobQueueModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private dispatcher?: FeedDispatcher;
  private readonly failures = new LogOnce('Webhooks and automations could not be called; they are tried again.');

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

  private tell(error: unknown): void {
    this.failures.warn(error instanceof Error ? error.message : String(error));
  }
}
