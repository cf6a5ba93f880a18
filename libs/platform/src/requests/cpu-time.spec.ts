import { setTimeout as sleep } from 'node:timers/promises';
import { CpuTime } from './cpu-time.js';

let used = 0;
/** As if the thread had worked for so many milliseconds. */
const work = (ms: number) => void (used += ms * 1000);
beforeEach(() => {
  // The first requests of a process are not told.
  for (let at = 0; at < 501; at++) CpuTime.begin(() => undefined);
  jest.spyOn(process, 'threadCpuUsage').mockImplementation(() => ({ user: used / 2, system: used / 2 }));
});
afterEach(() => jest.restoreAllMocks());

/** A request that takes these milliseconds, one turn each, in which others have theirs. */
function request(...turns: number[]): Promise<number> {
  return new Promise((resolve) =>
    CpuTime.begin(async () => {
      for (const ms of turns) {
        work(ms);
        CpuTime.mark();
        await sleep(1);
      }
      resolve(CpuTime.take());
    }),
  );
}

it('gives each of several requests what it took, though they take turns', async () => {
  expect(await Promise.all([request(10, 20, 30), request(1, 1, 1), request(7)])).toEqual([60, 3, 7]);
});

it('leaves out what is no part of any request', async () => {
  const one = request(5, 5);
  work(1000);
  CpuTime.begin(() => undefined);
  expect(await one).toBe(10);
});

it('leaves out what nobody marks while a request waits', async () => {
  const waiting = new Promise<number>((resolve) =>
    CpuTime.begin(async () => {
      work(5);
      CpuTime.mark();
      await sleep(5);
      CpuTime.resume();
      work(2);
      resolve(CpuTime.take());
    }),
  );
  work(1000);
  expect(await waiting).toBe(7);
});

it('adds what was done for a request outside of it', async () => {
  const account = new Promise<(ms: number) => void>((resolve) => CpuTime.begin(() => resolve(CpuTime.account())));
  (await account)(3);
  expect(CpuTime.take()).toBe(0);
  const later = new Promise<number>((resolve) =>
    CpuTime.begin(() => {
      const charge = CpuTime.account();
      setTimeout(() => resolve(CpuTime.take()), 5);
      CpuTime.mark();
      charge(3);
    }),
  );
  expect(await later).toBe(3);
});

it('gives what was taken once', () => {
  expect.assertions(2);
  CpuTime.begin(() => {
    work(9);
    expect(CpuTime.take()).toBe(9);
    expect(CpuTime.take()).toBe(0);
  });
});

it('gives nothing outside of requests', () => {
  work(9);
  expect(CpuTime.take()).toBe(0);
});
