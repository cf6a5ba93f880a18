import type { Response } from 'supertest';
import { ConsistencyService } from '#crm-domain/operations';
import { aRecord, anAttribute, anObject, pathTo, pointingAt, readRecord, type AnObject } from '../support/builders.js';
import { purge } from '../support/purge.js';
import { Rest } from '../support/rest.js';

type Made = Awaited<ReturnType<typeof aRecord>>;

describe('crm check', () => {
  let rest: Rest;
  let object: AnObject;
  beforeEach(async () => {
    rest = await Rest.start();
    object = await anObject(rest);
    await anAttribute(rest, object, { type: 'text', slug: 'note' });
    await anAttribute(rest, object, { type: 'text', slug: 'code', is_unique: true });
    await anAttribute(rest, object, { type: 'text', slug: 'tags', is_multi_select: true });
    await anAttribute(rest, object, { type: 'record-reference', slug: 'see' });
    for (const [slug, cardinality] of [
      ['partner', 'one-to-one'],
      ['parent', 'many-to-one'],
      ['friends', 'many-to-many'],
    ] as const) {
      const relationship = { target_object_id: object.slug, inverse_title: `Back ${slug}`, cardinality };
      await anAttribute(rest, object, { type: 'relationship', slug, relationship } as never);
    }
  });
  afterEach(() => rest.stop());

  const idOf = ({ id }: Made) => id.record_id;
  const to = (record: Made) => pointingAt(object, record);
  const make = (data: object) => aRecord(rest, object, data, rest.writer);
  const patch = (record: Made, data: object) => rest.writer.patch(pathTo(object, record), { data }).expect(200);
  const remove = (record: Made) => rest.writer.delete(pathTo(object, record)).expect(200);
  const undo = async (of: Response) => {
    const body = { request_id: of.headers['x-request-id'] as string };
    return rest.admin.post('/v1/undo', body).expect(200);
  };
  const merge = (into: Made, ...from: Made[]) =>
    rest.writer.post(`/v1/records/${object.slug}/merge`, { into: idOf(into), from: from.map(idOf) }).expect(200);
  const found = async () => {
    const { findings } = await new ConsistencyService(rest.domain.db).check({ workspace_id: rest.workspace_id });
    return findings.map(({ check, what, count }) => `${check}: ${count} ${what}`).sort();
  };
  /** A record that has had other values than it has. */
  const changed = async (data: object = {}) => {
    const record = await make({ name: 'First', note: 'One', tags: ['a', 'b'], ...data });
    await patch(record, { name: 'Second', note: 'Two', tags: ['b', 'c'] });
    await patch(record, { name: 'Third', note: null, tags: ['c'] });
    return record;
  };
  const cameBack = async (data: object = {}) => {
    const record = await changed(data);
    await undo(await remove(record));
    return record;
  };
  const NOT_KEPT = 'history: 1 Values that were replaced are not kept';
  const OTHERS = 'events: 1 Records hold other values than their last event says';

  describe('finds nothing', () => {
    it('after a deletion was undone, also when it is done again, and after changes since', async () => {
      const record = await changed({ code: 'c' });
      await undo(await remove(record));
      expect(await found()).toEqual([]);
      await patch(record, { name: 'Fourth', note: 'Four', tags: ['d', 'c'], code: 'd' });
      await patch(record, { name: 'Fifth', note: null, tags: [] });
      expect(await found()).toEqual([]);
      await undo(await remove(record));
      expect(await found()).toEqual([]);
      await patch(record, { name: 'Sixth' });
      expect(await found()).toEqual([]);
    });

    it('after the undo of a deletion was undone, and that as well', async () => {
      const record = await changed({ code: 'c' });
      const undone = await undo(await remove(record));
      const again = await undo(undone);
      expect(await found()).toEqual([]);
      await undo(again);
      expect((await readRecord(rest, object, record)).values['name']).toMatchObject([{ value: 'Third' }]);
      expect(await found()).toEqual([]);
    });

    it('of a record that came back without a unique value that another one has by then', async () => {
      const record = await changed({ code: 'mine' });
      const deleted = await remove(record);
      const other = await make({ code: 'mine' });
      const undone = await undo(deleted);
      expect(undone.body.data.left).toMatchObject([{ reason: 'unique_taken' }]);
      expect(await found()).toEqual([]);
      await patch(other, { code: 'theirs' });
      await undo(deleted);
      expect(await found()).toEqual([]);
      await patch(record, { code: 'mine' });
      await patch(record, { code: 'ours' });
      expect(await found()).toEqual([]);
    });

    it('of records with links that were deleted together and came back', async () => {
      const one = await changed();
      const two = await changed({ partner: to(one), parent: to(one), friends: [to(one)], see: to(one) });
      await patch(one, { parent: to(two), see: to(two) });
      const items = [one, two].map((each) => ({ op: 'delete', record: idOf(each) }));
      const deleted = await rest.writer.post(`/v1/records/${object.slug}/batch`, { mode: 'atomic', items });
      expect(deleted.status).toBe(200);
      await undo(deleted);
      expect(await found()).toEqual([]);
      await patch(two, { partner: null, parent: null, friends: [], see: null });
      await patch(one, { parent: null });
      expect(await found()).toEqual([]);
    });

    it('of a record that came back into the trash or without what it referred to', async () => {
      const target = await changed();
      const record = await changed({ see: to(target), parent: to(target) });
      await rest.writer.post(`${pathTo(object, record)}/trash`).expect(200);
      const deleted = await rest.writer.delete(`${pathTo(object, record)}?trashed=only`).expect(200);
      await remove(target);
      await undo(deleted);
      expect(await found()).toEqual([]);
      await rest.writer.post(`${pathTo(object, record)}/restore`).expect(200);
      await patch(record, { note: 'Back' });
      expect(await found()).toEqual([]);
    });

    it('after a record with many referrers came back, with the background done or not', async () => {
      const target = await changed({ code: 'target' });
      for (let n = 0; n < 105; n++) await make({ see: to(target), parent: to(target) });
      const deleted = await remove(target);
      await undo(deleted);
      expect(await found()).toEqual([]);
      await purge(rest);
      expect(await found()).toEqual([]);
      await undo(deleted);
      await readRecord(rest, object, target);
      expect(await found()).toEqual([]);
    });

    it('after a creation was undone, done again and undone again', async () => {
      const made = await rest.writer.post(`/v1/records/${object.slug}`, {
        data: { name: 'Made', code: 'made', tags: ['a'] },
      });
      const gone = await undo(made);
      expect(await found()).toEqual([]);
      const back = await undo(gone);
      expect(await found()).toEqual([]);
      await patch(made.body.data, { name: 'Other', tags: [] });
      expect(await found()).toEqual([]);
      await undo(back);
      expect(await found()).toEqual([]);
    });

    it('after changes of before a deletion were undone together with it', async () => {
      const from = new Date(Date.now() - 60_000).toISOString();
      const record = await aRecord(rest, object, { name: 'Theirs', tags: ['a'], code: 'theirs' }, rest.admin);
      await patch(record, { name: 'Mine', tags: ['a', 'b'], note: 'Mine', code: 'mine' });
      await remove(record);
      await rest.writer.post('/v1/undo', { from }).expect(200);
      expect((await readRecord(rest, object, record)).values['name']).toMatchObject([{ value: 'Theirs' }]);
      expect(await found()).toEqual([]);
      await patch(record, { name: 'Again', tags: [], code: null });
      expect(await found()).toEqual([]);
    });

    it('after a record came back of which the first events were let go of', async () => {
      const record = await changed({ code: 'c' });
      await rest.domain.feed.sequence();
      await rest.domain.feed.expire(new Date(Date.now() + 1000));
      const deleted = await remove(record);
      await undo(deleted);
      await patch(record, { name: 'Fourth', tags: ['z'] });
      expect(await found()).toEqual([]);
    });

    it('after merges, when they were undone and done again, with changes before and after', async () => {
      const boss = await changed();
      const into = await changed({ code: 'into' });
      const from = await changed({ parent: to(boss), partner: to(boss), see: to(boss) });
      await patch(from, { code: 'from' });
      const child = await changed({ parent: to(from), see: to(from), friends: [to(from), to(boss)] });
      let last: Response = await merge(into, from);
      expect(await found()).toEqual([]);
      for (let n = 0; n < 4; n++) {
        last = await undo(last);
        expect(last.body.data.left).toEqual([]);
        expect(await found()).toEqual([]);
      }
      await undo(last);
      await patch(from, { name: 'Fourth', code: 'f', tags: ['x'] });
      await patch(into, { name: 'Fourth', code: null, note: 'N' });
      await patch(child, { parent: to(into), see: null });
      expect(await found()).toEqual([]);
    });

    it('after records that came back were merged, and that was undone', async () => {
      const [into, from] = [await cameBack({ code: 'into' }), await cameBack({ note: 'kept' })];
      await patch(from, { note: 'Noted', code: 'from' });
      const merged = await merge(into, from);
      expect(await found()).toEqual([]);
      const undone = await undo(merged);
      expect(await found()).toEqual([]);
      await undo(undone);
      await patch(into, { note: null, tags: [] });
      expect(await found()).toEqual([]);
    });

    it('after what others were merged into was deleted and came back', async () => {
      const [into, from] = [await changed({ code: 'into' }), await changed({ note: 'kept' })];
      await patch(from, { note: 'Noted' });
      const merged = await merge(into, from);
      const deleted = await remove(into);
      expect(await found()).toEqual([]);
      const undone = await undo(deleted);
      expect(await found()).toEqual([]);
      // The deletion has taken along what was part of it.
      expect((await undo(merged)).body.data.left).toMatchObject([{ record_id: idOf(from), reason: 'deleted_since' }]);
      expect(await found()).toEqual([]);
      await patch(into, { note: 'x', tags: [] });
      expect(await found()).toEqual([]);
      await undo(undone);
      expect(await found()).toEqual([]);
    });
  });

  describe('finds in a record that came back', () => {
    const sql = (text: string, record: Made) =>
      rest.sql(`${text} where workspace_id = $1 and record_id = $2`, [rest.workspace_id, idOf(record)]);
    const number = async (slug: string) => {
      const [row] = await rest.sql<{ attr_no: number }>(
        'select attr_no from attribute where workspace_id = $1 and object_id = $2 and slug = $3',
        [rest.workspace_id, object.object_id, slug],
      );
      return row!.attr_no;
    };

    it('a value that was replaced since and is not kept', async () => {
      const record = await cameBack();
      await patch(record, { name: 'Fourth' });
      await sql('delete from value_history', record);
      expect(await found()).toEqual([NOT_KEPT]);
    });

    it('the same where an erasure has redacted events of before it was deleted', async () => {
      const record = await cameBack();
      await patch(record, { name: 'Fourth' });
      await rest.sql(
        `update event set data = (data::jsonb || '{"redacted": true}')::json where workspace_id = $1 and subject_id = $2 and rev = 2`,
        [rest.workspace_id, idOf(record)],
      );
      expect(await found()).toEqual([]);
      await sql('delete from value_history', record);
      expect(await found()).toEqual([NOT_KEPT]);
    });

    it('a value that no event gave it', async () => {
      const record = await cameBack();
      await sql(`update record set vals = vals - '${await number('tags')}'`, record);
      expect(await found()).toContain(OTHERS);
    });

    it('a closed value of before it was deleted', async () => {
      const record = await changed();
      const [kept] = await rest.sql<{ rows: string }>(
        'select json_agg(h)::text as rows from value_history h where workspace_id = $1 and record_id = $2',
        [rest.workspace_id, idOf(record)],
      );
      await undo(await remove(record));
      await rest.sql('insert into value_history select * from json_populate_recordset(null::value_history, $1::json)', [
        kept!.rows,
      ]);
      expect(await found()).toContainEqual(
        expect.stringMatching(/^history: \d Kept values were never replaced by any event$/),
      );
    });
  });
});
