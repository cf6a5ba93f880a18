import type { PoolClient } from 'pg';
import type { Session } from '../../libs/crm-domain/src/db/session.js';
import { EventStore } from '../../libs/crm-domain/src/events/event.store.js';
import { aRecord, anObject, pathTo } from '../support/builders.js';
import { Rest } from '../support/rest.js';

const EVENTS = 20;

describe('events that are stored in compressed form', () => {
  let rest: Rest;
  let client: PoolClient;
  beforeAll(async () => {
    rest = await Rest.start();
    client = await rest.pool.connect();
  });
  afterAll(() => {
    client.release();
    return rest.stop();
  });

  it('are written out for a page only as far as the page goes, in the feed and on a timeline', async () => {
    const object = await anObject(rest);
    const record = await aRecord(rest, object, { name: 'Large 0' });
    const { record_id, workspace_id } = record.id;
    for (let n = 1; n < EVENTS; n++)
      await rest.admin.patch(pathTo(object, record), { data: { name: `Large ${n}` } }).expect(200);
    await rest.reader.get('/v1/events').expect(200);
    // About 900 KB each, in some 10 KB.
    await rest.sql(
      `update event set data = json_build_object('label', repeat('long text ', 90000)) where workspace_id = $1 and subject_id = $2`,
      [workspace_id, record_id],
    );
    const session: Session = {
      query: async ({ text }, values) => (await client.query(text, values)).rows,
    };
    const store = new EventStore(session, workspace_id);
    /** Blocks read so far of what is stored beside the rows; the server tells of them within a transaction alone. */
    const fetched = async () => {
      const text = `select pg_stat_get_xact_blocks_fetched(reltoastrelid) as n from pg_class where oid = 'event'::regclass`;
      return Number((await client.query<{ n: string }>(text)).rows[0]!.n);
    };
    const blocks = async (read: () => Promise<{ rows: object[]; isCut: boolean }>) => {
      await client.query('begin');
      const before = await fetched();
      const { rows, isCut } = await read();
      const after = await fetched();
      await client.query('rollback');
      expect([rows.length, isCut]).toEqual([3, true]);
      return after - before;
    };
    const { position } = await store.head();
    const after = String(BigInt(position) - BigInt(EVENTS));
    const feed = (limit: number) => blocks(() => store.read({ after, upTo: position, limit }));
    const timeline = (limit: number) => blocks(() => store.timeline(record_id, 2 ** 31 - 1, limit));
    for (const read of [feed, timeline]) {
      const four = await read(4);
      expect(four).toBeGreaterThan(0);
      expect(await read(EVENTS)).toBe(four);
    }
  });
});
