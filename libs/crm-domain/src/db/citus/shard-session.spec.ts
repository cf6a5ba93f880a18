import { translate } from '../pg-errors.js';
import type { Session } from '../session.js';
import type { DirectNodes } from './direct-nodes.js';
import type { Layout } from './layout.js';
import { shardSession } from './shard-session.js';

describe('a statement whose rows have just left the node that it came to', () => {
  const TENANT = '0197f000-0000-7000-8000-000000000001';
  const moved = () =>
    translate({ code: '40001', message: 'The rows of this workspace are on another node by now.' }) as Error;
  const layout = { isOfTenant: () => true } as unknown as Layout;
  const direct = { rows: () => Promise.resolve(undefined) } as unknown as DirectNodes;

  /** Fails so many times before it answers. */
  function coordinator(failures: number): { session: Session; tried: () => number } {
    let tried = 0;
    const query = () => (tried++ < failures ? Promise.reject(moved()) : Promise.resolve([]));
    const describe = () => Promise.resolve({ names: [], parsers: [] });
    return { session: { query, describe } as unknown as Session, tried: () => tried };
  }

  it('is done again where it stands alone', async () => {
    const { session, tried } = coordinator(2);
    const placed = shardSession(session, { layout, direct }, TENANT);
    await expect(placed.query({ text: 'select 1 from record where workspace_id = $1' }, [TENANT])).resolves.toEqual([]);
    expect(tried()).toBe(3);
  });

  it('is told so after a few tries, and at once in a transaction', async () => {
    for (const [nodes, tries] of [
      [direct, 5],
      [undefined, 1],
    ] as const) {
      const { session, tried } = coordinator(10);
      const placed = shardSession(session, { layout, direct: nodes }, TENANT);
      await expect(placed.query({ text: 'select 2 from record where workspace_id = $1' }, [TENANT])).rejects.toThrow();
      expect(tried()).toBe(tries);
    }
  });
});
