import { trustedClaim } from '#crm-domain';
import { CpuTime } from '#platform';
import { AnswerWeight } from './answer-weight.js';
import { RateLimiter } from './rate-limiter.js';

const READS = 10;
let used = 0;
const caller = { ...trustedClaim('workspace', { origin: 'rest-api', request_id: 'r' }), api_key_id: 'key' };

beforeEach(() => {
  // The first requests of a process are not told.
  for (let at = 0; at < 501; at++) CpuTime.begin(() => undefined);
  jest.spyOn(process, 'threadCpuUsage').mockImplementation(() => ({ user: used, system: 0 }));
});
afterEach(() => jest.restoreAllMocks());

/** 64 KiB, which count as one request. */
const ONE = 64 * 1024;

it('of answers that take less CPU time than is free counts for the workspace alone, which they fill', () => {
  const limiter = new RateLimiter({ reads: READS, writes: READS, countsCpu: true }, () => 0);
  const answer = () =>
    CpuTime.begin(() => {
      used += 4900;
      new AnswerWeight(limiter, caller, 'reads').weigh(100);
    });
  // Three more requests each, of the twenty that all answers to a workspace may weigh in a second.
  for (let time = 0; time < 6; time++) answer();
  expect(() => limiter.refuseHeavy(caller, 'reads')).not.toThrow();
  answer();
  expect(() => limiter.refuseHeavy(caller, 'reads')).toThrow('The answers to this workspace take more');
  expect(limiter.take(caller, 'reads')).toMatchObject({ granted: true, remaining: READS - 1 });
});

describe('a piece of an answer that is made while it is sent', () => {
  let now = 0;
  const limiter = (countsCpu: boolean) => new RateLimiter({ reads: READS, writes: READS, countsCpu }, () => now);
  const weigh = (counted: RateLimiter, bytes: number, ms = 0) =>
    new Promise<{ bytes: number; wait: number }>((resolve) => {
      CpuTime.begin(() => {
        used += ms * 1000;
        resolve(new AnswerWeight(counted, caller, 'reads').weighPiece(bytes));
      });
    });

  it('counts at once, and waits where less than half of what its credential may ask for is left', async () => {
    const counted = limiter(true);
    expect(await weigh(counted, 5 * ONE)).toEqual({ bytes: 5 * ONE, wait: 0 });
    expect(await weigh(counted, 3 * ONE)).toEqual({ bytes: 3 * ONE, wait: 0.3 });
    expect(counted.take(caller, 'reads')).toMatchObject({ granted: true, remaining: 1 });
  });

  it('waits for the other credentials of its workspace', async () => {
    const counted = limiter(true);
    counted.weigh({ ...caller, api_key_id: 'other' }, 'reads', 18 * ONE);
    expect(await weigh(counted, 0)).toEqual({ bytes: 0, wait: 0.4 });
    now += 400;
    expect((await weigh(counted, 0)).wait).toBeCloseTo(0);
  });

  it('takes as much of a process as bytes do that are sent in its CPU time, and counts so where that counts', async () => {
    const counted = limiter(true);
    expect((await weigh(counted, ONE, 8)).bytes).toBe(5 * ONE);
    expect(counted.take(caller, 'reads').remaining).toBe(READS - 6);
    const uncounted = limiter(false);
    expect((await weigh(uncounted, ONE, 8)).bytes).toBe(5 * ONE);
    expect(uncounted.take(caller, 'reads').remaining).toBe(READS - 2);
  });
});
