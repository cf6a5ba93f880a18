import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Claim } from '#crm-domain';
import { Admission } from '#platform';
import { PagesAtOnce } from './pages-at-once.js';

const { jest: clock } = import.meta as unknown as { jest: typeof jest };
const PLACES = 64;

describe('pages of one workspace', () => {
  let admission: Admission;
  let pages: PagesAtOnce;
  let begun: string[];
  let ends: ((error?: Error) => void)[];
  beforeEach(() => {
    admission = new Admission(PLACES);
    [pages, begun, ends] = [new PagesAtOnce(admission), [], []];
  });
  afterEach(() => clock.useRealTimers());

  const asks = (workspace_id: string, times = 1, { key = 'key', response }: Asking = {}) =>
    Array.from({ length: times }, (_, n) => {
      const claim = { workspace_id, api_key_id: key } as Claim;
      const work = () => {
        begun.push(`${workspace_id}${n}`);
        return new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())));
      };
      const page = pages.run(claim, response ?? aResponse(), work);
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

  it('count as one more while they wait for each 64 KiB of a body, which may be long if it does not say', async () => {
    const KIB = 1024;
    asks('a', 4);
    asks('a', 1, { response: aResponse({ 'content-length': `${1024 * KIB}` }) });
    asks('a', 1, { response: aResponse({ 'transfer-encoding': 'chunked' }) });
    asks('a', 1, { response: aResponse({ 'content-length': `${20 * KIB}`, 'content-encoding': 'gzip' }) });
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

  it('are refused where pages of others have all places, and fewer at once while that is so, but one at least', async () => {
    for (let at = 0; at < 8; at++) asks(`other${at}`, 5);
    await settled();
    for (let time = 0; time < 100; time++)
      await expect(asks('a')[0]).rejects.toMatchObject({ kind: 'unavailable', retryAfter: 1 });
    await end(0);
    expect(begun).toHaveLength(32);
    for (let nth = 1; nth < 32; nth++) await end(nth);
    expect(begun).toHaveLength(40);
    asks('a');
    await settled();
    expect(begun).toHaveLength(41);
  });
});

interface Asking {
  key?: string;
  response?: ServerResponse;
}

function aResponse(headers: Record<string, string> = {}): ServerResponse {
  return new ServerResponse(Object.assign(new IncomingMessage(new Socket()), { headers }));
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
