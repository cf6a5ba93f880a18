import type { Db } from '../crm-database.js';
import { Turns } from '../db/turns.js';
import { ConsumerFeed } from './consumer-feed.js';
import type { FeedService } from './feed.service.js';

describe('the feed for the consumers of a workspace', () => {
  const reading: string[] = [];
  const most = new Map<string, number>();
  let reads = 0;
  const next = async (workspaceId: string, from: number) => {
    reads++;
    reading.push(workspaceId);
    const count = (id: string, now: number) => most.set(id, Math.max(now, most.get(id) ?? 0));
    count(workspaceId, reading.filter((id) => id === workspaceId).length);
    count('all', reading.length);
    await new Promise(setImmediate);
    reading.splice(reading.indexOf(workspaceId), 1);
    if (from < 0) throw new Error('The database is away.');
    return { events: [], next_after: from + 1, has_more: false };
  };
  const turns = new Turns();
  const db = { inTurn: (key: string, work: () => Promise<unknown>) => turns.run(key, work) } as Db;
  const feed = new ConsumerFeed(db, { next } as unknown as FeedService);
  const ask = (workspace_id: string, from: number, kinds: 'record.created'[] | null = null) =>
    feed.next({ workspace_id, from, filter: { kinds, object_id: null } });

  beforeEach(() => {
    most.clear();
    reads = 0;
  });

  it('is read by one of them at a time, while those of other workspaces read theirs', async () => {
    const pages = await Promise.all([ask('a', 1), ask('a', 2), ask('a', 3), ask('b', 4), ask('b', 5)]);
    expect(pages.map(({ next_after }) => next_after)).toEqual([2, 3, 4, 5, 6]);
    expect(Object.fromEntries(most)).toEqual({ a: 1, b: 1, all: 2 });
  });

  it('is read once for those that ask for the same at the same time, and again for who asks later', async () => {
    const pages = await Promise.all([ask('a', 1), ask('a', 1), ask('b', 1), ask('a', 1, ['record.created'])]);
    expect(reads).toBe(3);
    expect(pages[1]).toBe(pages[0]);
    await ask('a', 1);
    expect(reads).toBe(4);
  });

  it('fails for all who waited for a read that fails, and is read anew', async () => {
    const asked = await Promise.allSettled([ask('a', -1), ask('a', -1)]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(ask('a', -1)).rejects.toThrow('away');
    expect(reads).toBe(2);
  });
});
