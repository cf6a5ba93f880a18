import { openDomain } from '#auth';
import type { Domain } from '#crm-domain';
import { newId } from '#platform';
import { freshDatabase, type FreshDatabase } from '../support/database.js';

describe('work that takes part in one transaction', () => {
  let database: FreshDatabase;
  let domain: Domain;
  beforeAll(async () => {
    database = await freshDatabase();
    domain = await openDomain({ url: database.url, poolSize: 1 });
  });
  afterAll(async () => {
    await domain.close();
    await database.drop();
  });

  const workspaceId = newId();
  const slowly = () =>
    domain.db.autocommit(workspaceId, async (stores) => (await stores.events.head(), stores.events.head()));

  it('has all ended that it began before its connection belongs to another', async () => {
    const begun: Promise<unknown>[] = [];
    for (let round = 0; round < 20; round++) {
      await domain.db.joinTransaction(workspaceId, async () => {
        await domain.db.autocommit(workspaceId, async () => void begun.push(slowly(), slowly()));
        begun.push(slowly(), slowly());
      });
      // On the same connection: an end of the other's savepoint would fail in here, or in what was begun.
      await domain.db.transaction(workspaceId, (stores) => stores.events.head());
    }
    expect((await Promise.allSettled(begun)).filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  it('tells those who follow the feed after its commit, and outside of it', async () => {
    const told: boolean[] = [];
    const stop = domain.db.eventSignal.on(() => void told.push(isOver));
    let isOver = false;
    await domain.db.joinTransaction(workspaceId, async () => {
      domain.db.tell(workspaceId);
      await slowly();
      isOver = true;
    });
    stop();
    expect(told).toEqual([true]);
  });
});
