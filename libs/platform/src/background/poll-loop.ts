/** What follows a round: another one at once, one after a rest, or none. */
export type AfterRound = 'again' | 'rest' | 'end';

export interface PollLoopOptions {
  /** Milliseconds of rest between two rounds. */
  pollMs: number;
  /** One round. The signal is aborted when the loop is to stop. */
  round(signal: AbortSignal): Promise<AfterRound>;
  /** Told of a round that failed. The next one follows after a rest. */
  failed(error: unknown): void;
}

/** Work in the background, one round after the other; `wake` ends a rest. */
export class PollLoop {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private endRest: () => void = () => undefined;
  private isWoken = false;

  constructor(private readonly options: PollLoopOptions) {}

  /** @param afterMs milliseconds until the first round */
  start(afterMs = 0): void {
    this.running = this.run(afterMs);
  }

  /** Asks for a round soon: after the one under way, if there is one. */
  wake(): void {
    this.isWoken = true;
    this.endRest();
  }

  /** Begins no more rounds and waits for the one under way. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.endRest();
    await this.running;
  }

  private async run(afterMs: number): Promise<void> {
    const { pollMs, round, failed } = this.options;
    const { signal } = this.stopping;
    if (afterMs > 0) await this.rest(afterMs);
    let after: AfterRound = 'again';
    while (after !== 'end' && !signal.aborted) {
      this.isWoken = false;
      after = await round(signal).catch((error: unknown) => {
        failed(error);
        return 'rest' as const;
      });
      if (after === 'rest') await this.rest(pollMs);
    }
  }

  private async rest(ms: number): Promise<void> {
    if (this.isWoken || this.stopping.signal.aborted) return;
    await new Promise<void>((resume) => {
      const timer = setTimeout(resume, ms).unref();
      this.endRest = () => {
        clearTimeout(timer);
        resume();
      };
    });
  }
}
