import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { ExportMaker } from '#crm-domain/operations';
import { backgroundFailures, backgroundLoop } from '../background-loop.js';

/** Milliseconds between two looks for an export that another process was asked for, and for files that have expired. */
const LOOK_EVERY = 2000;
const TIDY_EVERY = 60_000;

/**
 * Makes exports of different workspaces, three at once in this process, beside any number of processes that do the same.
 * One of the three is kept for small ones: an export of a million records takes minutes.
 */
@Injectable()
export class ExportWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly failures = backgroundFailures();
  private readonly making = [{}, {}, { small: true }].map((which) =>
    backgroundLoop('exports', LOOK_EVERY, (signal) => this.maker.makeNext(signal, which), this.failures),
  );
  private readonly tidying = backgroundLoop('expired exports', TIDY_EVERY, async () => {
    await this.maker.tidy();
    return false;
  });

  constructor(@Inject(ExportMaker) private readonly maker: ExportMaker) {}

  onApplicationBootstrap(): void {
    for (const loop of this.making) loop.start(LOOK_EVERY);
    this.tidying.start(TIDY_EVERY);
  }

  /** What is under way is left to another process, or to the next one. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([...this.making, this.tidying].map((loop) => loop.stop()));
  }

  /** There is something to do. */
  wake(): void {
    for (const loop of this.making) loop.wake();
  }
}
