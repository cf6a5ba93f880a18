import { Interrupt } from '../../apps/cli/src/up/interrupt.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

describe('a request to stop', () => {
  let [cuts, now] = [0, 0];
  let interrupt: Interrupt;
  /** Who else in this process listens: they are not to hear of a signal that nobody sent. */
  let others: NodeJS.SignalsListener[][];

  beforeEach(() => {
    others = SIGNALS.map((signal) => process.rawListeners(signal) as NodeJS.SignalsListener[]);
    for (const signal of SIGNALS) process.removeAllListeners(signal);
    [cuts, now] = [0, 1];
    interrupt = new Interrupt(
      () => (cuts += 1),
      () => now,
    );
    process.emit('SIGTERM', 'SIGTERM');
    now += 10_000;
  });
  afterEach(() => {
    SIGNALS.forEach((signal, at) => {
      process.removeAllListeners(signal);
      for (const listener of others[at]!) process.on(signal, listener);
    });
  });

  it('is not cut short by a signal that a program passed on late', async () => {
    process.emit('SIGTERM', 'SIGTERM');
    process.emit('SIGHUP', 'SIGHUP');
    await interrupt.first;
    expect(cuts).toBe(0);
  });

  it('is cut short by another Ctrl-C', () => {
    process.emit('SIGINT', 'SIGINT');
    expect(cuts).toBe(1);
  });
});
