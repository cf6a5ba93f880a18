import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { performance as loop } from 'node:perf_hooks';
import { WorkTime, type Caller } from '#crm-domain';
import { LoadShedder } from '#platform';
import { AnswerWeight } from './answer-weight.js';
import { ConcurrencyLimits } from './concurrency-limits.js';
import { RateLimiter } from './rate-limiter.js';

const PLACES = 64;
const NO_WEIGHT = {
  expected: () => 0,
  foresee: () => undefined,
  workOn: () => undefined,
  spendTime: () => undefined,
  weigh: () => undefined,
  refuse: () => undefined,
  giveBack: () => undefined,
  refuseHeavy: () => undefined,
};

describe('pages of a credential', () => {
  it('count as more of those at once the longer the last one was, and are counted against its rate when they begin', async () => {
    const limits = new ConcurrencyLimits(new LoadShedder(PLACES));
    const MIB = 1024 * 1024;
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const ask = (name: string, bytes: number) => {
      const weight = { ...NO_WEIGHT, expected: () => bytes, foresee: () => void begun.push(name) };
      const work = () => new Promise<void>((resolve) => ends.push(resolve));
      void limits.page({ caller: { workspace_id: 'a' } as Caller, response: aResponse(), weight }, 'pages', work);
    };
    ask('large', 8 * MIB);
    ask('small', MIB / 4);
    ask('longer', MIB);
    ask('another', 0);
    await settled();
    expect(begun).toEqual(['large']);
    ends[0]!();
    await settled();
    expect(begun).toEqual(['large', 'small', 'longer']);
    ends[1]!();
    await settled();
    expect(begun).toEqual(['large', 'small', 'longer', 'another']);
  });

  it('are worked on by none who has used up more than it may, and give back what was counted where they fail', async () => {
    const limits = new ConcurrencyLimits(new LoadShedder(PLACES));
    const caller = { workspace_id: 'a' } as Caller;
    const refusal = new Error('too many');
    const refuse = () => {
      throw refusal;
    };
    let worked = 0;
    let given = 0;
    const giveBack = () => void given++;
    const weight = { ...NO_WEIGHT, giveBack };
    const work = async () => void worked++;
    const refused = { caller, response: aResponse(), weight: { ...weight, foresee: refuse } };
    await expect(limits.page(refused, 'pages', work)).rejects.toBe(refusal);
    expect([worked, given]).toEqual([0, 0]);
    const fails = () => Promise.reject(refusal);
    await expect(limits.page({ caller, response: aResponse(), weight }, 'pages', fails)).rejects.toBe(refusal);
    const left = aResponse();
    const leaves = async () => (Object.assign(left, { _closed: true }), fails());
    await expect(limits.page({ caller, response: left, weight }, 'pages', leaves)).rejects.toBe(refusal);
    expect([worked, given]).toEqual([0, 1]);
  });
});

describe('a request that makes many writes', () => {
  it('is one of the writes of its workspace: it holds a connection as they do', async () => {
    // Of two connections, writes get one.
    const limits = new ConcurrencyLimits(new LoadShedder(PLACES), 2);
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const work = (name: string) => () =>
      new Promise<void>((resolve) => {
        begun.push(name);
        ends.push(resolve);
      });
    const asking = () => ({ caller: { workspace_id: 'a' } as Caller, response: aResponse() });
    void limits.many(asking(), work('batch'));
    void limits.many(asking(), work('another'));
    await settled();
    void limits.write(asking(), work('write'));
    await settled();
    expect(begun).toEqual(['batch']);
    ends[0]!();
    await settled();
    expect(begun).toEqual(['batch', 'write']);
    ends[1]!();
    await settled();
    expect(begun).toEqual(['batch', 'write', 'another']);
    ends[2]!();
  });

  it('is counted for the records that it makes on the way', async () => {
    const limits = new ConcurrencyLimits(new LoadShedder(PLACES));
    const worked: number[] = [];
    const weight = { ...NO_WEIGHT, workOn: (bytes: number) => void worked.push(bytes) };
    const asking = { caller: { workspace_id: 'a' } as Caller, response: aResponse(), weight };
    await limits.many(asking, async () => WorkTime.workOn(7));
    await limits.write(asking, async () => WorkTime.workOn(8));
    await limits.write(asking, async () => undefined);
    expect(worked).toEqual([7, 8]);
  });
});

describe('pages that take long', () => {
  const caller = { workspace_id: 'a', api_key_id: 'key' } as Caller;
  let now: number;
  let idle: number;
  let clocks: { mockRestore(): void }[];
  beforeEach(() => {
    const { jest: spies } = import.meta as unknown as { jest: typeof jest };
    now = idle = 0;
    clocks = [
      spies.spyOn(performance, 'now').mockImplementation(() => now),
      spies.spyOn(loop, 'eventLoopUtilization').mockImplementation(() => ({ idle, active: 0, utilization: 0 })),
    ];
  });
  afterEach(() => clocks.forEach((clock) => clock.mockRestore()));
  const pass = async (ms: number, isIdle = true) => {
    await settled();
    now += ms;
    if (isIdle) idle += ms;
  };
  /** As how many requests of a second's 100 a page is counted beside itself. */
  const counted = async (work: () => Promise<void>) => {
    const limits = new ConcurrencyLimits(new LoadShedder(PLACES));
    const limiter = new RateLimiter({ reads: 100, writes: 100 }, () => 0);
    const weight = new AnswerWeight(limiter, caller, 'reads');
    await limits.page({ caller, response: aResponse(), weight }, 'pages', work).catch(() => undefined);
    return 99 - limiter.take(caller, 'reads').remaining;
  };

  it('are counted as all that the credential may ask for in the time beyond 100 ms, whether they succeed or fail', async () => {
    const fail = () => Promise.reject(new Error('stopped'));
    expect(await counted(() => pass(100))).toBe(0);
    expect(await counted(() => pass(400))).toBe(30);
    expect(await counted(() => pass(400).then(fail))).toBe(30);
  });

  it('are not counted for the time in which the process worked, be it for them or for others', async () => {
    expect(await counted(() => pass(5000, false))).toBe(0);
    expect(await counted(() => pass(5000, false).then(() => pass(400)))).toBe(30);
  });

  it('are counted for what they worked on beside their answer, whether they succeed or fail', async () => {
    const workOn = () => WorkTime.workOn(30 * 64 * 1024);
    expect(await counted(() => pass(5000, false).then(workOn))).toBe(30);
    expect(await counted(() => pass(300).then(workOn))).toBe(50);
    expect(
      await counted(() =>
        pass(100)
          .then(workOn)
          .then(() => Promise.reject(new Error('refused'))),
      ),
    ).toBe(30);
    workOn();
    expect(await counted(() => pass(100))).toBe(0);
  });

  it('are as large as what the last one worked on, though its answer was small', async () => {
    const limits = new ConcurrencyLimits(new LoadShedder(PLACES));
    const weight = new AnswerWeight(new RateLimiter({ reads: 100, writes: 100 }, () => 0), caller, 'reads');
    await limits.page({ caller, response: aResponse(), weight }, 'search', async () => WorkTime.workOn(2_000_000));
    weight.weigh(100);
    expect(weight.expected('search')).toBe(2_000_000);
  });

  it('are not counted for the time in which they waited for a place', async () => {
    const work = async () => {
      await pass(150);
      await WorkTime.paused(() => pass(5000));
      await pass(150);
    };
    expect(await counted(work)).toBe(20);
  });
});

function aResponse(): ServerResponse {
  return new ServerResponse(new IncomingMessage(new Socket()));
}

/** Whoever has waited begins a turn of the event loop after the one before has ended. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}
