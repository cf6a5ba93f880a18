import { setTimeout as sleep } from 'node:timers/promises';
import { PollLoop, type AfterRound } from './poll-loop.js';

const NEVER = 3_600_000;

describe('a poll loop', () => {
  let loop: PollLoop;
  let rounds: number;
  const failures: unknown[] = [];
  const open = (pollMs: number, round: (nth: number) => Promise<AfterRound>) => {
    rounds = 0;
    failures.length = 0;
    loop = new PollLoop({ pollMs, round: () => round(++rounds), failed: (error) => failures.push(error) });
  };
  const until = async (count: number) => {
    while (rounds < count) await sleep(1);
  };
  afterEach(() => loop.stop());

  it('goes on at once while there is more, and rests then', async () => {
    open(NEVER, async (nth) => (nth < 3 ? 'again' : 'rest'));
    loop.start();
    await until(3);
    await sleep(20);
    expect(rounds).toBe(3);
  });

  it('does another round after a rest, after a failure as well', async () => {
    open(1, async (nth) => {
      if (nth === 1) throw new Error('lost');
      return 'rest';
    });
    loop.start();
    await until(3);
    expect(failures).toEqual([new Error('lost')]);
  });

  it('is woken from its rest, before the first round too', async () => {
    open(NEVER, async () => 'rest');
    loop.start(NEVER);
    await sleep(5);
    expect(rounds).toBe(0);
    loop.wake();
    await until(1);
    loop.wake();
    await until(2);
  });

  it('does one more round when it is woken during one, however often', async () => {
    let finish: () => void = () => undefined;
    open(NEVER, async (nth) => {
      if (nth === 1) await new Promise<void>((resolve) => (finish = resolve));
      return 'rest';
    });
    loop.start();
    await until(1);
    loop.wake();
    loop.wake();
    finish();
    await until(2);
    await sleep(20);
    expect(rounds).toBe(2);
  });

  it('ends when a round says so', async () => {
    open(1, async () => 'end');
    loop.start();
    await until(1);
    loop.wake();
    await sleep(20);
    expect(rounds).toBe(1);
  });

  it('waits for the round under way when it is stopped, and does no other', async () => {
    let finish: () => void = () => undefined;
    open(1, async () => {
      await new Promise<void>((resolve) => (finish = resolve));
      return 'again';
    });
    loop.start();
    await until(1);
    let isStopped = false;
    const stopped = loop.stop().then(() => (isStopped = true));
    await sleep(20);
    expect(isStopped).toBe(false);
    finish();
    await stopped;
    expect(rounds).toBe(1);
  });
});
