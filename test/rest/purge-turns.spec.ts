import { PurgeService } from '#crm-domain/operations';
import { PurgeStore } from '../../libs/crm-domain/src/purge/purge.store.js';
import { aRecord, anAttribute, anObject } from '../support/builders.js';
import { eventually } from '../support/eventually.js';
import { largeRecords } from '../support/large-records.js';
import { purge } from '../support/purge.js';
import { Rest } from '../support/rest.js';
import { KeptStatements, rowsRead } from '../support/rows-read.js';

const NOBODY = '00000000-0000-0000-0000-000000000000';

describe('what deletes leave to the background', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start()));
  afterAll(() => rest.stop());

  /** Has nothing be due meanwhile. */
  async function whileNothingIsDue(work: () => Promise<unknown>): Promise<void> {
    const holder = await rest.pool.connect();
    await holder.query('begin');
    await holder.query('select pg_current_xact_id()');
    await work().finally(() => holder.query('rollback').then(() => holder.release()));
  }

  const add = (workspaceId: string, times: number) =>
    rest.sql(
      `insert into purge (workspace_id, purge_id, kind, object_id, record_id)
        select $1, gen_random_uuid(), 'record', gen_random_uuid(), gen_random_uuid() from generate_series(1, $2::int)`,
      [workspaceId, times],
    );

  it.each([
    ['comes before', () => [rest.stranger.workspace_id, rest.workspace_id]],
    ['comes after', () => [rest.workspace_id, rest.stranger.workspace_id]],
  ] as const)(
    'of a workspace does not wait for all that another one, which %s it, has deleted before',
    async (_, of) => {
      const [many, few] = of();
      await rest.sql('create table left_over (count bigint)');
      await rest.sql(`create function count_left() returns trigger language plpgsql as $$ begin
      insert into left_over select count(*) from purge where workspace_id <> old.workspace_id; return null; end $$`);
      await rest.sql(
        `create trigger count_left after delete on purge for each row when (old.workspace_id = '${few}') execute function count_left()`,
      );
      await whileNothingIsDue(async () => {
        await add(many!, 40);
        await add(few!, 1);
      });
      await purge(rest);
      const [left] = await rest.sql<{ count: string }>('select count from left_over');
      await rest.sql('drop function count_left cascade');
      await rest.sql('drop table left_over');
      expect(Number(left!.count)).toBeGreaterThan(30);
    },
  );

  it.each(['attribute', 'object'] as const)(
    'goes a few MiB and some closed values at a time, of a deleted %s with large records, and nothing is left',
    async (kind) => {
      const object = await anObject(rest);
      await anAttribute(rest, object, { type: 'text', slug: 'texts', is_multi_select: true });
      const records = await largeRecords(rest, object, { records: 7, count: 50 });
      const ids = records.map(({ id }) => id.record_id);
      await rest.sql(
        `insert into value_history (workspace_id, record_id, attr_no, change_id, item, active_from, active_until, created_by_type, value)
          select r.workspace_id, r.record_id, a.attr_no, gen_random_uuid(), 1, now(), now(), 'system', '"closed"'
          from record r join attribute a on a.object_id = r.object_id and a.slug = 'texts', generate_series(1, 1000) where r.record_id = any($1)`,
        [ids],
      );
      const closed = async () =>
        (await rest.sql('select 1 from value_history where record_id = any($1)', [ids])).length;
      expect(await closed()).toBe(7000);
      await rest.admin.delete(kind === 'object' ? object.path : `${object.path}/attributes/texts`).expect(200);
      const changes = await countChanges(kind === 'object' ? 'delete' : 'update', () => purge(rest));
      expect(changes.record).toEqual([5, 2]);
      expect(Math.max(...changes.value_history!)).toBe(2000);
      expect(await closed()).toBe(0);
      const left = await rest.sql<{ vals: object; size: number; written: number }>(
        'select vals, size, octet_length(vals::text) as written from record where record_id = any($1)',
        [ids],
      );
      expect(left.map(({ size, written }) => size - written)).toEqual(left.map(() => 256));
      expect(left.map(({ vals }) => Object.keys(vals).length)).toEqual(kind === 'object' ? [] : ids.map(() => 1));
    },
  );

  it('keeps counting options with what is shown of them when another attribute goes', async () => {
    const object = await anObject(rest);
    const options = [{ title: 'First' }, { title: 'Second' }];
    await anAttribute(rest, object, { type: 'multi-select', slug: 'kinds', options });
    await anAttribute(rest, object, { type: 'text', slug: 'gone' });
    const record = await aRecord(rest, object, { name: 'A', kinds: ['First', 'Second'], gone: 'x' });
    await rest.admin.delete(`${object.path}/attributes/gone`).expect(200);
    await purge(rest);
    const [row] = await rest.sql<{ size: number; written: number }>(
      'select size, octet_length(vals::text) as written from record where record_id = $1',
      [record.id.record_id],
    );
    expect(row!.size - row!.written).toBe(256 + 2 * 1024);
  });

  /** How many rows each statement of some work changed that changed any. */
  async function countChanges(ofRecords: 'update' | 'delete', work: () => Promise<unknown>) {
    await rest.sql('create table changed_rows (n serial, name text, count bigint)');
    await rest.sql(`create function count_changed() returns trigger language plpgsql as $$ begin
      insert into changed_rows (name, count) select tg_table_name, count(*) from old_rows having count(*) > 0; return null; end $$`);
    for (const [table, how] of [['record', ofRecords] as const, ['value_history', 'delete'] as const])
      await rest.sql(
        `create trigger count_changed after ${how} on ${table} referencing old table as old_rows for each statement execute function count_changed()`,
      );
    try {
      await work();
      const rows = await rest.sql<{ name: string; count: string }>('select name, count from changed_rows order by n');
      const of = (table: string) => rows.filter(({ name }) => name === table).map(({ count }) => Number(count));
      return { record: of('record'), value_history: of('value_history') };
    } finally {
      await rest.sql('drop function count_changed cascade');
      await rest.sql('drop table changed_rows');
    }
  }

  it('is read a few MiB at a time where search rows are made anew, and no record beyond', async () => {
    const object = await anObject(rest);
    await anAttribute(rest, object, { type: 'text', slug: 'texts', is_multi_select: true });
    await largeRecords(rest, object, { records: 12, count: 50 });
    const session = new KeptStatements();
    await new PurgeStore(session, rest.workspace_id).searchBatch(object.object_id, NOBODY);
    const [asked] = session.all;
    expect(await rest.sql(asked!.text, asked!.values)).toHaveLength(5);
    // Once for their sizes, and once for what they hold.
    expect(await rowsRead(rest, 'record', asked!)).toBe(10);
  });

  it('waits where it failed, longer each time, and holds up nothing else', async () => {
    let now = 0;
    const purges = new PurgeService(rest.domain.db, () => now);
    await rest.sql('create sequence tried');
    await rest.sql(`create function refuse() returns trigger language plpgsql as $$ begin
      perform nextval('tried'); raise exception 'not this one'; end $$`);
    const [first, second] = [rest.workspace_id, rest.stranger.workspace_id].sort();
    await rest.sql(
      `create trigger refuse before delete on purge for each row when (old.workspace_id = '${first}') execute function refuse()`,
    );
    const left = async () =>
      (await rest.sql<{ workspace_id: string }>('select workspace_id from purge')).map((row) => row.workspace_id);
    const tried = async () => {
      const [row] = await rest.sql<{ n: string }>(`select last_value as n from tried where is_called`);
      return Number(row?.n ?? 0);
    };
    try {
      await add(first!, 1);
      await add(second!, 2);
      await eventually(async () => {
        await purges.run().catch(() => undefined);
        return (await left()).length === 1;
      });
      expect(await left()).toEqual([first]);
      expect(await tried()).toBe(1);
      for (const wait of [2000, 4000, 8000]) {
        const before = await tried();
        now += wait - 1;
        await purges.run();
        expect(await tried()).toBe(before);
        now += 1;
        await expect(purges.run()).rejects.toThrow();
        expect(await tried()).toBe(before + 1);
      }
    } finally {
      await rest.sql('drop function refuse cascade');
      await rest.sql('drop sequence tried');
    }
    now += 16_000;
    await purges.run();
    expect(await left()).toEqual([]);
  });

  it('is merged where the same search rows are to be made anew, but for the first, which may be under way', async () => {
    const object = await anObject(rest);
    const other = await anObject(rest);
    const options = [{ title: 'Kept' }];
    const [attribute, another] = [
      await anAttribute(rest, object, { type: 'select', slug: 'mood', options }),
      await anAttribute(rest, other, { type: 'select', slug: 'mood', options }),
    ];
    const rename = async (path: string, title: string) => {
      const { body } = await rest.reader.get(path).expect(200);
      await rest.admin.patch(`${path}/${body.data[0].id.option_id}`, { title }).expect(200);
    };
    const waiting = async (object_id: string) =>
      (await rest.sql(`select 1 from purge where kind = 'search' and object_id = $1`, [object_id])).length;
    await whileNothingIsDue(async () => {
      await rename(`${other.path}/attributes/${another.slug}/options`, 'Other');
      for (const title of ['A', 'B', 'C', 'D', 'E'])
        await rename(`${object.path}/attributes/${attribute.slug}/options`, title);
      expect([await waiting(object.object_id), await waiting(other.object_id)]).toEqual([2, 1]);
    });
    await purge(rest);
    expect([await waiting(object.object_id), await waiting(other.object_id)]).toEqual([0, 0]);
  });
});
