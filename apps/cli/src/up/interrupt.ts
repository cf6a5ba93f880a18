const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

// One Ctrl-C may come several times: from the terminal, and passed on by npm.
const SAME_PRESS = 700;

/** Ctrl-C and its kin: the first asks to stop in order, a later one is `again`. */
export class Interrupt {
  private since = 0;
  private wake!: () => void;
  readonly first = new Promise<undefined>((resolve) => (this.wake = () => resolve(undefined)));

  constructor(private readonly again: () => void) {
    for (const signal of SIGNALS) process.on(signal, this.note);
  }

  readonly happened = (): boolean => this.since > 0;

  private readonly note = (): void => {
    if (this.since === 0) {
      this.since = Date.now();
      this.wake();
    } else if (Date.now() - this.since > SAME_PRESS) this.again();
  };
}
