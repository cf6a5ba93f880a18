import { logger } from '#platform';

/** Work that a service does again and again in the background, beside its requests. */
export interface RepeatedWork {
  name: string;
  /** Milliseconds of rest between two rounds. */
  every: number;
  /** One round. Gives false when the work can never succeed here and is not to be tried again. */
  round(signal: AbortSignal): Promise<boolean>;
}

/** Does one work until it is stopped. A failure is told once, not each time it happens again. */
export class Repeater {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private timer?: NodeJS.Timeout;
  private told?: string;

  constructor(private readonly work: RepeatedWork) {
    this.rest();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.running;
  }

  private rest(): void {
    if (this.stopping.signal.aborted) return;
    this.timer = setTimeout(() => (this.running = this.round()), this.work.every).unref();
  }

  private async round(): Promise<void> {
    try {
      if (!(await this.work.round(this.stopping.signal))) return;
      this.told = undefined;
    } catch (error) {
      this.tell(error);
    }
    this.rest();
  }

  private tell(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    if (message === this.told) return;
    this.told = message;
    logger.warn({ work: this.work.name, err: error }, 'Work in the background failed; it is tried again.');
  }
}
