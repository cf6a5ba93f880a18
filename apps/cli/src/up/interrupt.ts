const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

// One Ctrl-C may come several times: from the terminal, and passed on by npm.
const SAME_PRESS = 700;

/** Ctrl-C and its kin: the first asks to stop in order, a later one ends the process at once. */
export class Interrupt {
  private since = 0;
  private wake!: () => void;
  readonly first = new Promise<void>((resolve) => (this.wake = resolve));

  /** `leave` is called right before the process ends at once. */
  constructor(private readonly leave: () => void) {
    for (const signal of SIGNALS) process.on(signal, this.note);
  }

  readonly happened = (): boolean => this.since > 0;

  private readonly note = (): void => {
    if (this.since === 0) {
      this.since = Date.now();
      this.wake();
    } else if (Date.now() - this.since > SAME_PRESS) {
      this.leave();
      process.exit(130);
    }
  };
}
