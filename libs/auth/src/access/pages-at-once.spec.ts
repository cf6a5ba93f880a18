import type { Claim } from '#crm-domain';
import { PagesAtOnce } from './pages-at-once.js';

describe('pages of one workspace', () => {
  let pages: PagesAtOnce;
  let begun: string[];
  let ends: ((error?: Error) => void)[];
  beforeEach(() => {
    [pages, begun, ends] = [new PagesAtOnce(), [], []];
  });

  const asks = (workspace_id: string, times = 1, { key = 'key', request }: { key?: string; request?: string } = {}) =>
    Array.from({ length: times }, (_, n) => {
      const claim = { workspace_id, api_key_id: key } as Claim;
      const work = () => {
        begun.push(`${workspace_id}${n}`);
        return new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())));
      };
      return pages.run(claim, work, request);
    });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const refusal = { kind: 'rate_limited', retryAfter: 1 };

  it('are worked on four at once, the others in their order when it is their turn, beside those of others', async () => {
    const asked = asks('a', 8);
    await settled();
    expect(begun).toEqual(['a0', 'a1', 'a2', 'a3']);
    asks('b', 5);
    await settled();
    expect(begun.slice(4)).toEqual(['b0', 'b1', 'b2', 'b3']);
    ends[2]!();
    await asked[2];
    await settled();
    expect(begun.slice(8)).toEqual(['a4']);
  });

  it('are refused when four are under way and four wait, by whatever key, and taken again when one has ended', async () => {
    const asked = asks('a', 8);
    await expect(asks('a', 1, { key: 'another' })[0]).rejects.toMatchObject(refusal);
    ends[0]!();
    await asked[0];
    asks('a');
    await settled();
    expect(begun).toHaveLength(5);
    await expect(asks('a')[0]).rejects.toMatchObject(refusal);
  });

  it('wait as one where one request asks for them', async () => {
    const asked = [...asks('a', 4), ...asks('a', 20, { request: 'batch' }), ...asks('a', 3)];
    await expect(asks('a')[0]).rejects.toMatchObject(refusal);
    for (let at = 0; at < asked.length; at++) {
      ends[at]!();
      await asked[at];
      await settled();
    }
    expect(begun).toHaveLength(27);
  });

  it('give their turn back when they fail', async () => {
    const asked = asks('a', 5);
    await settled();
    const failure = new Error('gone');
    for (const end of ends) end(failure);
    for (const page of asked.slice(0, 4)) await expect(page).rejects.toBe(failure);
    await settled();
    ends[4]!();
    await asked[4];
    asks('a', 5);
    await settled();
    expect(begun).toHaveLength(9);
  });
});
