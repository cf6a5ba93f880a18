import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { LargeRecord, type Caller } from '#crm-domain';
import { LoadShedder } from '#platform';
import type { ConcurrencyLimiter } from './concurrency-limiter.js';
import { ConcurrencyLimits } from './concurrency-limits.js';

const { jest: clock } = import.meta as unknown as { jest: typeof jest };
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

describe('pages of one workspace', () => {
  let admission: LoadShedder;
  let pages: ConcurrencyLimiter;
  let begun: string[];
  let ends: ((error?: Error) => void)[];
  beforeEach(() => {
    admission = new LoadShedder(PLACES);
    [pages, begun, ends] = [new ConcurrencyLimits(admission).pages, [], []];
  });
  afterEach(() => clock.useRealTimers());

  const asks = (workspace_id: string, times = 1, { key = 'key', response }: Asking = {}) =>
    Array.from({ length: times }, (_, n) => {
      const caller = { workspace_id, api_key_id: key } as Caller;
      const work = () => {
        begun.push(`${workspace_id}${n}`);
        return new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())));
      };
      const page = pages.run(caller, response ?? aResponse(), work);
      page.catch(() => undefined);
      return page;
    });
  /** Lets the page end that was the nth to begin. */
  const end = async (nth: number) => {
    ends[nth]!();
    await settled();
  };
  const refusal = { kind: 'rate_limited', retryAfter: 1 };

  it('are worked on four at once, the others in their order when it is their turn, beside those of others', async () => {
    asks('a', 8);
    await settled();
    expect(begun).toEqual(['a0', 'a1', 'a2', 'a3']);
    asks('b', 5);
    await settled();
    expect(begun.slice(4)).toEqual(['b0', 'b1', 'b2', 'b3']);
    await end(2);
    expect(begun.slice(8)).toEqual(['a4']);
  });

  it('are refused when four are under way and 64 wait, by whatever key, and taken again when one has ended', async () => {
    asks('a', 4 + 64);
    await expect(asks('a', 1, { key: 'another' })[0]).rejects.toMatchObject(refusal);
    await end(0);
    asks('a');
    await expect(asks('a')[0]).rejects.toMatchObject(refusal);
    expect(begun).toHaveLength(5);
  });

  it('are refused in turns of the event loop, those of one request together', async () => {
    const due: (() => void)[] = [];
    jest.spyOn(admission, 'refuse').mockImplementation((answer) => void due.push(answer));
    asks('a', 4 + 64);
    await settled();
    const told: string[] = [];
    for (const page of asks('a', 20, { response: aResponse() })) page.catch(() => told.push('refused'));
    await settled();
    expect([due.length, told]).toEqual([1, []]);
    due[0]!();
    await settled();
    expect(told).toHaveLength(20);
  });

  it('hold no place of the service while they wait, and as many as are worked on', async () => {
    const request = () => admission.enter(aResponse());
    for (const response of Array.from({ length: 40 }, aResponse)) {
      expect(admission.enter(response)).toBe(true);
      asks('a', 1, { response });
    }
    for (let free = 4; free < PLACES; free++) expect(request()).toBe(true);
    expect(request()).toBe(false);
    await settled();
    await end(0);
    expect(begun).toHaveLength(5);
    expect(request()).toBe(false);
  });

  it('wait as one where one request asks for them', async () => {
    asks('a', 4);
    asks('a', 20, { response: aResponse() });
    asks('a', 63);
    await expect(asks('a')[0]).rejects.toMatchObject(refusal);
    for (let nth = 0; nth < 87; nth++) await end(nth);
    expect(begun).toHaveLength(87);
  });

  it('give back what each took, where those of one request take differently much', async () => {
    const caller = { workspace_id: 'a' } as Caller;
    const response = aResponse();
    asks('a', 4);
    for (const cost of [1, 4]) {
      const work = () => {
        begun.push(`of ${cost}`);
        return new Promise<void>((resolve) => ends.push(() => resolve()));
      };
      void pages.run(caller, response, work, cost);
    }
    await settled();
    for (let nth = 0; nth < 5; nth++) await end(nth);
    expect(begun.slice(4)).toEqual(['of 1', 'of 4']);
    asks('a', 1);
    await settled();
    expect(begun).toHaveLength(6);
    await end(5);
    expect(begun).toHaveLength(7);
    asks('a', 4);
    await settled();
    expect(begun).toHaveLength(10);
  });

  it('count as one more while they wait for each 64 KiB of a body, which may be long if it does not say', async () => {
    const KIB = 1024;
    asks('a', 4);
    asks('a', 1, { response: aResponse({ 'content-length': `${1024 * KIB}` }) });
    asks('a', 1, { response: aResponse({ 'transfer-encoding': 'chunked' }) });
    asks('a', 1, { response: aResponse({ 'content-length': `${1024 * KIB}` }) });
    await expect(asks('a', 1, { response: aResponse({ 'content-length': `${832 * KIB}` }) })[0]).rejects.toMatchObject(
      refusal,
    );
    asks('a', 13);
    await expect(asks('a')[0]).rejects.toMatchObject(refusal);
  });

  it('wait no longer when their caller leaves, or after ten seconds', async () => {
    clock.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    const response = aResponse();
    asks('a', 4);
    const [left] = asks('a', 1, { response });
    const [, next] = asks('a', 2);
    response.emit('close');
    await expect(left).rejects.toMatchObject(refusal);
    clock.advanceTimersByTime(9_999);
    await end(0);
    expect(begun).toHaveLength(5);
    clock.advanceTimersByTime(1);
    await expect(next).rejects.toMatchObject(refusal);
    await end(1);
    expect(begun).toHaveLength(5);
  });

  it('are not worked on when their caller has left before their turn, whether they had to wait or not', async () => {
    const gone = aResponse();
    Object.assign(gone, { _closed: true });
    const [left] = asks('a', 1, { response: gone });
    await expect(left).rejects.toMatchObject(refusal);
    asks('a', 4);
    const [late] = asks('a', 1, { response: gone });
    asks('a', 1);
    await settled();
    await end(0);
    await expect(late).rejects.toMatchObject(refusal);
    await settled();
    expect(begun).toEqual(['a0', 'a1', 'a2', 'a3', 'a0']);
  });

  it('give their turn back when they fail', async () => {
    const asked = asks('a', 5);
    await settled();
    const failure = new Error('gone');
    for (const fails of ends) fails(failure);
    for (const page of asked.slice(0, 4)) await expect(page).rejects.toBe(failure);
    await settled();
    await end(4);
    asks('a', 5);
    await settled();
    expect(begun).toHaveLength(9);
  });

  describe('where pages of others have all places', () => {
    const overloaded = { kind: 'unavailable', retryAfter: 1 };
    const ofOthers = async (each = 5) => {
      for (let at = 0; at < 8; at++) asks(`other${at}`, each);
      await settled();
      expect(begun).toHaveLength(32);
    };

    it('get the next ones that end, in the order of their workspaces, one each', async () => {
      await ofOthers();
      asks('a', 2);
      asks('b');
      asks('c');
      // There is one place less for each of the three that found none.
      for (let nth = 0; nth < 3; nth++) await end(nth);
      expect(begun).toHaveLength(32);
      // All four of the first workspace end: its fifth is behind those that waited before.
      for (let nth = 3; nth < 7; nth++) await end(nth);
      expect(begun.slice(32)).toEqual(['a0', 'b0', 'c0', 'other04']);
      await end(32);
      expect(begun.slice(36)).toEqual(['a1']);
    });

    it('are refused after a second, and at once beyond as many as may be under way', async () => {
      clock.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
      await ofOthers(4);
      const waiting = asks('a', 4);
      await expect(asks('a')[0]).rejects.toMatchObject(overloaded);
      clock.advanceTimersByTime(999);
      await settled();
      const [later] = asks('b');
      clock.advanceTimersByTime(1);
      for (const page of waiting) await expect(page).rejects.toMatchObject(overloaded);
      for (let nth = 0; nth < 32; nth++) await end(nth);
      expect(begun.slice(32)).toEqual(['b0']);
      await end(32);
      await later;
    });

    it('wait as 256 at most in all, counted by their bodies', async () => {
      await ofOthers(4);
      const large = () => aResponse({ 'content-length': `${1024 * 1024}` });
      const gone = Array.from({ length: 15 }, large);
      for (const [at, response] of gone.entries()) asks(`long${at}`, 1, { response });
      asks('a');
      await expect(asks('b', 1, { response: large() })[0]).rejects.toMatchObject(overloaded);
      for (const response of gone) response.emit('close');
      asks('c', 1, { response: large() });
      for (let nth = 0; nth < 32; nth++) await end(nth);
      expect(begun.slice(32)).toEqual(['a0', 'c0']);
    });

    it('are fewer at once for a while, but one at least', async () => {
      await ofOthers();
      for (let at = 0; at < 50; at++) asks(`a${at}`);
      for (let nth = 0; nth < 21; nth++) await end(nth);
      expect(begun).toHaveLength(32);
      await end(21);
      expect(begun).toHaveLength(33);
    });
  });
});

describe('writes of one workspace', () => {
  const admission = () => new LoadShedder(PLACES);
  const begins = async (limiter: ConcurrencyLimiter, headers: Record<string, string>[]) => {
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    for (const [at, each] of headers.entries()) {
      const work = () => new Promise<void>((resolve) => (begun.push(at), (ends[at] = resolve)));
      limiter.run({ workspace_id: 'a' } as Caller, aResponse(each), work).catch(() => undefined);
    }
    await settled();
    return { begun, ends };
  };
  const body = (kib: number) => ({ 'content-length': `${kib * 1024}` });

  it('are five at once, fewer the longer their bodies are, and one where that is the longest, in their order', async () => {
    const { writes } = new ConcurrencyLimits(admission());
    expect(
      (
        await begins(
          writes,
          Array.from({ length: 9 }, () => body(1)),
        )
      ).begun,
    ).toHaveLength(5);
    const another = new ConcurrencyLimits(admission()).writes;
    const { begun, ends } = await begins(another, [...Array.from({ length: 4 }, () => body(48)), body(1024), body(1)]);
    expect(begun).toEqual([0, 1]);
    const end = async (at: number) => {
      ends[at]!();
      await settled();
    };
    await end(1);
    expect(begun).toEqual([0, 1, 2]);
    await end(0);
    expect(begun).toEqual([0, 1, 2, 3]);
    await end(2);
    expect(begun).toHaveLength(4);
    await end(3);
    expect(begun).toEqual([0, 1, 2, 3, 4]);
    await end(4);
    expect(begun.at(-1)).toBe(5);
  });

  it('leave a connection to the database to others, with the pages of the same workspace, however few there are', async () => {
    const bothOf = async (connections?: number) => {
      const { pages, writes } = new ConcurrencyLimits(admission(), connections);
      const many = Array.from({ length: 20 }, () => ({}));
      const under = await Promise.all([begins(pages, many), begins(writes, many)]);
      return under.map(({ begun }) => begun.length);
    };
    expect([await bothOf(), await bothOf(10), await bothOf(30)]).toEqual([
      [4, 5],
      [4, 5],
      [4, 5],
    ]);
    expect([await bothOf(6), await bothOf(4), await bothOf(3)]).toEqual([
      [2, 3],
      [1, 2],
      [1, 1],
    ]);
  });

  it('are fewer in a small service, and calls of endpoints hold none of its places', async () => {
    const small = new LoadShedder(8);
    const { writes, calls } = new ConcurrencyLimits(small);
    expect((await begins(writes, [{}, {}, {}])).begun).toHaveLength(2);
    expect((await begins(calls, [{}, {}])).begun).toHaveLength(1);
    for (let free = 2; free < 8; free++) expect(small.enter(aResponse())).toBe(true);
    expect(small.enter(aResponse())).toBe(false);
  });

  it('let those behind begin when the first that waits goes away', async () => {
    const { writes } = new ConcurrencyLimits(admission());
    const first = aResponse(body(1024));
    const { begun } = await begins(writes, [body(1)]);
    writes.run({ workspace_id: 'a' } as Caller, first, () => Promise.resolve()).catch(() => undefined);
    const behind = await begins(writes, [body(1)]);
    expect([begun, behind.begun]).toEqual([[0], []]);
    first.emit('close');
    await settled();
    expect(behind.begun).toEqual([0]);
  });
});

describe('work that may find a large record', () => {
  const caller = { workspace_id: 'a' } as Caller;

  it('is done once where there is none, and again as a page that nothing stands beside, its bytes counted, where there is', async () => {
    const limits = new ConcurrencyLimits(new LoadShedder(PLACES));
    let free = () => {};
    const page = limits.pages.run(caller, aResponse(), () => new Promise<void>((resolve) => (free = resolve)));
    const asked: boolean[] = [];
    const weighed: number[] = [];
    const asking = () => ({
      caller,
      response: aResponse(),
      weight: { ...NO_WEIGHT, workOn: (bytes: number) => void weighed.push(bytes) },
    });
    const small = await limits.largeAlone(asking(), async (defersLarge) => asked.push(defersLarge));
    expect([small, asked, weighed]).toEqual([1, [true], []]);
    const large = limits.largeAlone(asking(), async (defersLarge) => {
      asked.push(defersLarge);
      if (defersLarge) throw new LargeRecord(70_000);
      return 'read';
    });
    await settled();
    expect([asked, weighed]).toEqual([[true, true], [70_000]]);
    free();
    expect([await page, await large, asked]).toEqual([undefined, 'read', [true, true, false]]);
    const failure = new Error('gone');
    await expect(limits.largeAlone(asking(), () => Promise.reject(failure))).rejects.toBe(failure);
  });

  it('is refused where the answers to its workspace have weighed too much, and what was foreseen is given back', async () => {
    const limits = new ConcurrencyLimits(new LoadShedder(PLACES));
    const failure = new Error('too heavy');
    const refuseHeavy = () => {
      throw failure;
    };
    const giveBack = jest.fn();
    const asking = { caller, response: aResponse(), weight: { ...NO_WEIGHT, refuseHeavy, giveBack } };
    const small = () => Promise.resolve('small');
    expect(await limits.largeAlone(asking, small)).toBe('small');
    const large = jest.fn(() => Promise.reject(new LargeRecord(70_000)));
    await expect(limits.largeAlone(asking, large)).rejects.toBe(failure);
    expect([large.mock.calls.length, giveBack.mock.calls.length]).toEqual([1, 1]);
  });
});

interface Asking {
  key?: string;
  response?: ServerResponse;
}

function aResponse(headers: Record<string, string> = {}): ServerResponse {
  return new ServerResponse(Object.assign(new IncomingMessage(new Socket()), { headers }));
}

/** Whoever has waited begins a turn of the event loop after the one before has ended. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}
