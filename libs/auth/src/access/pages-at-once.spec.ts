import type { Claim } from '#crm-domain';
import { PagesAtOnce } from './pages-at-once.js';

describe('pages of one credential', () => {
  let pages: PagesAtOnce;
  let begun: string[];
  let ends: ((error?: Error) => void)[];
  beforeEach(() => {
    [pages, begun, ends] = [new PagesAtOnce(), [], []];
  });

  const claimOf = (api_key_id: string) => ({ api_key_id }) as Claim;
  const asks = (key: string, times = 1) =>
    Array.from({ length: times }, (_, n) =>
      pages.run(claimOf(key), () => {
        begun.push(`${key}${n}`);
        return new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())));
      }),
    );
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('are worked on four at once, the others in their order when it is their turn, beside those of others', async () => {
    const asked = asks('a', 20);
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

  it('are refused when twenty are under way or wait, and taken again when one has ended', async () => {
    const asked = asks('a', 20);
    const refusal = { kind: 'rate_limited', retryAfter: 1 };
    await expect(asks('a')[0]).rejects.toMatchObject(refusal);
    ends[0]!();
    await asked[0];
    asks('a');
    await settled();
    expect(begun).toHaveLength(5);
    await expect(asks('a')[0]).rejects.toMatchObject(refusal);
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
