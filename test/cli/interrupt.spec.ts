import { Interrupt } from '../../apps/cli/src/up/interrupt.js';

describe('a request to stop', () => {
  let [cuts, now] = [0, 0];
  let interrupt: Interrupt;

  beforeEach(() => {
    [cuts, now] = [0, 1];
    interrupt = new Interrupt(
      () => (cuts += 1),
      () => now,
    );
    process.emit('SIGTERM', 'SIGTERM');
    now += 10_000;
  });
  afterEach(() => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.removeAllListeners(signal);
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
