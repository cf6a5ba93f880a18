import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { PersonEraser } from '#crm-domain/operations';
import { backgroundLoop } from '../background-loop.js';

/** Milliseconds between two looks for an erasure that another process was asked for, or has left. */
const LOOK_EVERY = 2000;

/** Erases people, one at a time in this process, beside any number of processes that do the same. */
@Injectable()
export class PersonWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly erasing = backgroundLoop('erasures', LOOK_EVERY, (signal) => this.eraser.runNext(signal));

  constructor(@Inject(PersonEraser) private readonly eraser: PersonEraser) {}

  onApplicationBootstrap(): void {
    this.erasing.start(LOOK_EVERY);
  }

  /** What is under way is left to another process, or to the next one. */
  beforeApplicationShutdown(): Promise<void> {
    return this.erasing.stop();
  }

  /** There is something to do. */
  wake(): void {
    this.erasing.wake();
  }
}
