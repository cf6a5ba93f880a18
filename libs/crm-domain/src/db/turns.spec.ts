import { performance as loop } from 'node:perf_hooks';
import { SlowKeys } from './slow-keys.js';
import { SharedPlaces, Turns } from './turns.js';
import { WorkTime } from './work-time.js';

const { jest: clock } = import.meta as unknown as { jest: typeof jest };

describe('work with one key', () => {
  let turns: Turns;
  let begun: string[];
  let ends: (() => void)[];
  beforeEach(() => {
    [turns, begun, ends] = [new Turns(1000), [], []];
  });
  afterEach(() => clock.useRealTimers());
  const work = (key: string) =>
    turns.run(key, () => {
      begun.push(key);
      return new Promise<number>((resolve) => ends.push(() => resolve(begun.length)));
    });
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('follows each other, whatever becomes of the one before, beside that with other keys', async () => {
    const failed = turns.run('a', () => Promise.reject(new Error('gone')));
    const asked = [work('a'), work('a'), work('b')];
    await expect(failed).rejects.toThrow('gone');
    await settled();
    expect(begun).toEqual(['b', 'a']);
    ends[1]!();
    await settled();
    expect(begun).toEqual(['b', 'a', 'a']);
    ends[0]!();
    ends[2]!();
    expect(await Promise.all(asked)).toEqual([2, 3, 3]);
    void work('a');
    expect(begun).toHaveLength(4);
  });

  it('waits no longer than it may, where that is said', async () => {
    clock.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    for (let time = 0; time < 3; time++) void work('a');
    clock.advanceTimersByTime(999);
    await settled();
    expect(begun).toHaveLength(1);
    clock.advanceTimersByTime(1);
    await settled();
    expect(begun).toHaveLength(3);
  });
});

describe('work that shares three places', () => {
  let places: SharedPlaces;
  let begun: string[];
  let ends: ((error?: Error) => void)[];
  beforeEach(() => {
    [places, begun, ends] = [new SharedPlaces('searches', 3, 1000), [], []];
  });
  afterEach(() => clock.useRealTimers());
  const work = (key: string, times = 1) =>
    Array.from({ length: times }, () =>
      places.run(key, () => {
        begun.push(key);
        return new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())));
      }),
    );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (nth: number) => {
    ends[nth]!();
    await settled();
  };

  it('has two of them with one key, and the third begins at once with another', async () => {
    const asked = work('a', 4);
    await settled();
    expect(begun).toEqual(['a', 'a']);
    asked.push(...work('b', 2));
    await settled();
    expect(begun).toEqual(['a', 'a', 'b']);
    for (let nth = 0; nth < 6; nth++) await end(nth);
    await Promise.all(asked);
    expect(begun).toHaveLength(6);
  });

  it('begins with a third key when one piece has ended, whatever became of it, however much waits with the others', async () => {
    const asked = [...work('a', 9), ...work('b', 9)];
    asked[0]!.catch(() => undefined);
    asked.push(...work('c'));
    await settled();
    expect(begun).toEqual(['a', 'a', 'b']);
    ends[0]!(new Error('gone'));
    await settled();
    expect(begun.slice(3)).toEqual(['c']);
    // With each a place is left for the next.
    await end(3);
    expect(begun).toHaveLength(4);
    asked.push(...work('d'));
    await settled();
    expect(begun.slice(4)).toEqual(['d']);
    for (let nth = 1; nth < 20; nth++) if (nth !== 3) await end(nth);
    expect((await Promise.allSettled(asked)).filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });

  it('is refused instead of waiting when the process begins to end; what has begun comes to its end', async () => {
    const asked = work('a', 4);
    await settled();
    expect(begun).toEqual(['a', 'a']);
    const busy = { kind: 'unavailable', message: 'Too many searches at once. Try again in a second.' };
    const [, , third, fourth] = asked.map((each) => each.catch((error: unknown) => error));
    places.end();
    // At once, not for having waited too long.
    expect(await Promise.race([Promise.all([third, fourth]), settled()])).toMatchObject([busy, busy]);
    const [later] = work('b');
    await settled();
    expect(begun).toEqual(['a', 'a', 'b']);
    await expect(work('c')[0]).rejects.toMatchObject(busy);
    for (let nth = 0; nth < 3; nth++) await end(nth);
    await Promise.all([asked[0], asked[1], later]);
  });

  it('is not timed while it waits', async () => {
    let idle = 0;
    const clockOfWork = clock
      .spyOn(loop, 'eventLoopUtilization')
      .mockImplementation(() => ({ idle, active: 0, utilization: 0 }));
    try {
      const asked = work('a', 2);
      const time = new WorkTime();
      const timed = time.of(() => work('a')[0]!);
      await settled();
      idle = 5000;
      await end(0);
      idle = 5300;
      await end(2);
      await timed;
      expect(time.seconds).toBeCloseTo(0.3);
      await end(1);
      await Promise.all(asked);
    } finally {
      clockOfWork.mockRestore();
    }
  });

  it('takes turns between keys of which each has more to do', async () => {
    void [...work('a', 3), ...work('b', 3), ...work('c', 3), ...work('d', 3)];
    await settled();
    expect(begun).toEqual(['a', 'a', 'b']);
    for (let nth = 0; nth < 9; nth++) await end(nth);
    expect(begun.slice(3)).toEqual(['c', 'd', 'a', 'b', 'c', 'd', 'b', 'c', 'd']);
  });

  it('is refused when no place becomes free in time, and takes none afterwards', async () => {
    clock.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    void work('a', 2);
    const [late] = work('a');
    const refused = expect(late).rejects.toMatchObject({ kind: 'unavailable', retryAfter: 1 });
    clock.advanceTimersByTime(1000);
    await refused;
    await end(0);
    await end(1);
    expect(begun).toEqual(['a', 'a']);
  });
});

describe('work that shares three places, and takes long with some keys', () => {
  let now: number;
  let places: SharedPlaces;
  let begun: string[];
  let ends: Map<string, (() => void)[]>;
  beforeEach(() => {
    [now, begun, ends] = [0, [], new Map()];
    places = new SharedPlaces('searches', 3, 1000, new SlowKeys(() => now));
  });
  afterEach(async () => {
    for (let left = [...ends.values()].flat(); left.length > 0; left = [...ends.values()].flat()) {
      ends.clear();
      for (const each of left) each();
      await settled();
    }
  });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const work = async (key: string, times = 1) => {
    for (let time = 0; time < times; time++)
      void places.run(key, () => {
        begun.push(key);
        return new Promise<void>((resolve) => ends.set(key, [...(ends.get(key) ?? []), resolve]));
      });
    await settled();
  };
  const end = async (key: string) => {
    ends.get(key)!.shift()!();
    await settled();
  };
  /** Work with each of the keys that takes so many milliseconds. */
  const takes = async (ms: number, ...keys: string[]) => {
    for (const key of keys) {
      await work(key);
      now += ms;
      await end(key);
    }
    begun = [];
  };

  it('has one place with a key of which a piece took a second, and two with another', async () => {
    await takes(1000, 'slow');
    await takes(999, 'other');
    await work('slow', 3);
    expect(begun).toEqual(['slow']);
    await end('slow');
    await work('other', 3);
    expect(begun).toEqual(['slow', 'slow', 'other']);
    await end('slow');
    await end('slow');
    expect(begun.slice(3)).toEqual(['slow', 'other']);
  });

  it('leaves a place to others by all those keys together, however many they are', async () => {
    const slow = ['a', 'b', 'c', 'd'];
    await takes(8000, ...slow);
    for (const key of slow) await work(key, 2);
    expect(begun).toEqual(['a', 'b']);
    await work('new');
    expect(begun).toEqual(['a', 'b', 'new']);
    await end('new');
    expect(begun).toHaveLength(3);
    await end('a');
    expect(begun.slice(3)).toEqual(['c']);
  });

  it('is remembered for sixty times as long as it took', async () => {
    await takes(8000, 'slow');
    now += 480_000 - 1;
    await work('slow', 2);
    expect(begun).toHaveLength(1);
    await end('slow');
    await end('slow');
    now += 1;
    await work('slow', 2);
    expect(begun).toHaveLength(4);
  });
});
