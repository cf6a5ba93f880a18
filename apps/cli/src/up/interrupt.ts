const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

// One Ctrl-C may arrive several times: from the terminal, and passed on by npm.
const SAME_PRESS = 700;

/**
 * Ctrl-C and its kin: the first asks to stop in order, a later Ctrl-C is `again`. Other signals are repeated by
 * programs, not people.
 */
export class Interrupt {
  private since = 0;
  private wake!: () => void;
  readonly first = new Promise<undefined>((resolve) => (this.wake = () => resolve(undefined)));

  constructor(
    private readonly again: () => void,
    private readonly now: () => number = Date.now,
  ) {
    for (const signal of SIGNALS) process.on(signal, this.note);
  }

  readonly happened = (): boolean => this.since > 0;

  private readonly note = (signal: NodeJS.Signals): void => {
    if (this.since === 0) {
      this.since = this.now();
      this.wake();
    } else if (signal === 'SIGINT' && this.now() - this.since > SAME_PRESS) this.again();
  };
}
