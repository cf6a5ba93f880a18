import { randomUUID } from 'node:crypto';
import type { RecordWire } from '#crm-domain';
import { expectError, pathsOf } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo, readRecord, type AnObject } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { KeptStatements } from '../support/rows-read.js';
import { EventStore } from '../../libs/crm-domain/src/events/event.store.js';
import { Rest } from '../support/rest.js';

const MISMATCH = {
  statusCode: 412,
  type: 'invalid_request_error',
  code: 'version_mismatch',
  reason: 'version_mismatch',
};

describe('the version of a record', () => {
  let rest: Rest;
  let object: AnObject;
  beforeAll(async () => {
    rest = await Rest.start();
    object = await anObject(rest);
    await anAttribute(rest, object, { type: 'text', slug: 'note' });
    await anAttribute(rest, object, { type: 'number', slug: 'count' });
    const relationship = { target_object_id: object.slug, inverse_title: 'Behind', cardinality: 'one-to-one' };
    await anAttribute(rest, object, { type: 'relationship', slug: 'ahead', relationship });
  });
  afterAll(() => rest.stop());

  const make = (data: object = {}) => aRecord(rest, object, { name: 'Example', ...data });
  const at = (record: RecordWire) => pathTo(object, record);
  const patch = (record: RecordWire, data: object, tag?: string) => {
    const sent = rest.admin.patch(at(record), { data });
    return tag === undefined ? sent : sent.set('If-Match', tag);
  };
  const linkTo = (record: RecordWire) => ({ id: record.id.record_id, type: object.slug });

  it('is 1 when it is made and rises by 1 with every write that changes something', async () => {
    const record = await make();
    expect(record.version).toBe(1);
    expect((await patch(record, { note: 'a' }).expect(200)).body.data.version).toBe(2);
    expect((await patch(record, { note: 'a' }).expect(200)).body.data.version).toBe(2);
    expect((await rest.admin.post(`${at(record)}/trash`).expect(200)).body.data.version).toBe(3);
    expect((await rest.admin.post(`${at(record)}/restore`).expect(200)).body.data.version).toBe(4);
    expect((await readRecord(rest, object, record)).version).toBe(4);
  });

  it('rises where a link changes from the other side', async () => {
    const [one, two] = [await make(), await make()];
    await patch(one, { ahead: linkTo(two) }).expect(200);
    expect((await readRecord(rest, object, two)).version).toBe(2);
  });

  it('is shown in every form: beside the id, and in a table where it is named', async () => {
    const record = await make();
    const { record_id } = record.id;
    const get = async (query: string) => (await rest.reader.get(`${at(record)}?${query}`).expect(200)).body.data;
    expect(await get('fields=note')).toEqual({ id: record.id, version: 1, values: { note: [] } });
    expect(await get('fields=note&format=concise')).toEqual({
      id: record_id,
      object: object.slug,
      name: 'Example',
      version: 1,
      values: {},
    });
    const together = (more: object) =>
      rest.reader.post(`/v1/records/${object.slug}/get`, { ids: [record_id], ...more }).expect(200);
    expect((await together({ fields: ['note'] })).body.data[0].version).toBe(1);
    expect((await together({ fields: ['version', 'name'], format: 'table' })).body.data).toEqual({
      columns: ['id', 'version', 'name'],
      rows: [[record_id, 1, 'Example']],
    });
  });

  it('is the entity tag of every answer with one record', async () => {
    const made = await rest.admin.post(`/v1/records/${object.slug}`, { data: {} }).expect('ETag', '"1"');
    const record = made.body.data as RecordWire;
    await rest.admin.get(at(record)).expect('ETag', '"1"');
    await rest.admin.get(`${at(record)}?fields=note&format=concise`).expect('ETag', '"1"');
    await patch(record, { note: 'x' }).expect('ETag', '"2"');
    await rest.admin.post(`${at(record)}/trash`).expect('ETag', '"3"');
    await rest.admin.get(`${at(record)}?trashed=only`).expect('ETag', '"3"');
    await rest.admin.post(`${at(record)}/restore`).expect('ETag', '"4"');
    const listed = await rest.admin.get(`/v1/records/${object.slug}`).expect(200);
    expect(listed.headers).not.toHaveProperty('etag');
  });

  it('is answered with 304 and without a body to who has it already', async () => {
    const record = await make();
    const get = (tags: string, query = '') => rest.reader.get(`${at(record)}${query}`).set('If-None-Match', tags);
    for (const tags of ['"1"', 'W/"1"', '*', '"x", "1"', ' , W/"7" ,, "1",']) {
      const { status, text, headers } = await get(tags);
      expect([tags, status, text, headers.etag, headers['content-type']]).toEqual([tags, 304, '', '"1"', undefined]);
    }
    for (const tags of ['"2"', '"01"', '"x"', '""']) await get(tags).expect(200);
    expect((await rest.reader.send('head', at(record)).set('If-None-Match', '"2"')).status).toBe(200);
    await get('"1"', '?show_historic=true').expect(304);
    await get('"1"', '?fields=ahead.note').expect(200);
    await patch(record, { note: 'new' }).expect(200);
    await get('"1"').expect(200);
    await rest.reader.get(`/v1/records/${object.slug}/${randomUUID()}`).set('If-None-Match', '*').expect(404);
  });

  it('refuses a malformed condition with 400, whatever it is a condition of', async () => {
    const record = await make();
    const malformed = [
      '',
      '1',
      '"1',
      'w/"1"',
      '"1" "2"',
      '"a b"',
      'x"1"',
      '"1", *',
      '""""',
      '"1",x',
      `"${'x'.repeat(1000)}"`,
    ];
    await expectNothingChanged(rest, async () => {
      for (const tags of malformed) {
        expect([tags, pathsOf(await patch(record, { note: 'x' }, tags))]).toEqual([tags, ['If-Match']]);
        const read = await rest.reader.get(at(record)).set('If-None-Match', tags);
        expect([tags, pathsOf(read)]).toEqual([tags, ['If-None-Match']]);
      }
      for (const path of ['trash', 'restore'])
        expectError(await rest.admin.post(`${at(record)}/${path}`).set('If-Match', '1'), 400);
      expectError(await rest.admin.delete(at(record)).set('If-Match', '1'), 400);
    });
  });

  it('is what every write of a record can be bound to', async () => {
    const record = await make({ note: 'first' });
    const writes: [string, (tags: string) => ReturnType<typeof patch>][] = [
      ['update', (tags) => patch(record, { note: 'mine' }, tags)],
      ['update of a link', (tags) => patch(record, { ahead: linkTo(record) }, tags)],
      ['update without a change', (tags) => patch(record, { note: 'second' }, tags)],
      ['trash', (tags) => rest.admin.post(`${at(record)}/trash`).set('If-Match', tags)],
      ['delete', (tags) => rest.admin.delete(at(record)).set('If-Match', tags)],
    ];
    await patch(record, { note: 'second', count: 1 }).expect(200);
    await expectNothingChanged(rest, async () => {
      for (const [what, send] of writes)
        for (const tags of ['"1"', 'W/"2"', '"3"', '"two"', '"1", "7"']) {
          const { status, body } = await send(tags);
          const known = tags.startsWith('"1"') ? [expect.objectContaining({ version: 2 })] : [];
          const told = { ...MISMATCH, current_version: 2, changes: known };
          expect([what, tags, status, body]).toEqual([what, tags, 412, expect.objectContaining(told)]);
        }
    });
    await patch(record, { note: 'third' }, '"9", "2"').expect(200);
    await patch(record, { ahead: linkTo(await make()) }, '"3"').expect(200);
    await patch(record, { note: 'fourth' }, '*').expect(200);
    await rest.admin
      .post(`${at(record)}/trash`)
      .set('If-Match', '"5"')
      .expect(200);
    await rest.admin
      .post(`${at(record)}/restore`)
      .set('If-Match', '"5"')
      .expect(412);
    await rest.admin
      .post(`${at(record)}/restore`)
      .set('If-Match', '"6"')
      .expect(200);
    await rest.admin.delete(at(record)).set('If-Match', '"7"').expect(200);
  });

  it('is compared by the id of the record that has it alone, not by that of one merged into it', async () => {
    const [stays, merged, other] = [await make({ note: 'Stays' }), await make(), await make()];
    const old = { id: merged.id.record_id, slug: merged.slug };
    await patch(merged, { note: 'Merged' }).expect('ETag', '"2"');
    const into = { into: stays.id.record_id, from: [old.id] };
    await rest.admin.post(`/v1/records/${object.slug}/merge`, into).expect('ETag', '"2"');
    for (const key of [old.id, old.id.toUpperCase(), old.slug])
      for (const query of ['', '?fields=note', '?fields=note&format=concise']) {
        const read = rest.reader.get(`${pathTo(object, key)}${query}`).set('If-None-Match', '"2"');
        const { headers, body } = await read.expect(200);
        expect([headers.etag, body.data.version]).toEqual([undefined, 2]);
      }
    await rest.reader.get(pathTo(object, old.id)).set('If-None-Match', '*').expect(200);
    await expectNothingChanged(rest, async () => {
      for (const data of [{ note: 'Overwritten' }, { ahead: linkTo(other) }])
        for (const tag of ['"2"', '"1", "2"', '"x"']) {
          const { body } = await patch(merged, data, tag).expect(412);
          expect(body).toMatchObject({ ...MISMATCH, reason: 'record_merged' });
          expect(body.message).toContain(`The record was merged into ${stays.id.record_id},`);
        }
      const item = { op: 'update', record: old.id, data: { note: 'Overwritten' }, expected_version: 2 };
      const items = [item, { ...item, record: old.slug }];
      const { body } = await rest.admin.post(`/v1/records/${object.slug}/batch`, { mode: 'each', items }).expect(200);
      const refused = { status: 412, error: { code: 'version_mismatch', reason: 'record_merged' } };
      expect(body.data).toMatchObject([refused, refused]);
    });
    const blind = await rest.scribe.patch(at(merged), { data: {} }).set('If-Match', '"2"');
    expectError(blind, 403);
    expect(blind.body.message).not.toContain(stays.id.record_id);
    const { headers } = await patch(merged, { note: 'Meant' }, '*').expect(200);
    expect(headers.etag).toBeUndefined();
    await patch(merged, { note: 'Whichever' }).expect(200);
    await rest.reader.get(at(stays)).set('If-None-Match', '"4"').expect(304).expect('ETag', '"4"');
  });

  it('is not said to have changed where no earlier version was expected', async () => {
    const record = await make();
    await patch(record, { note: 'second' }).expect(200);
    const refusal = async (tag: string) => (await patch(record, { note: 'x' }, tag).expect(412)).body.message as string;
    expect(await refusal('"1"')).toMatch('it was changed meanwhile');
    expect(await refusal('"3"')).toMatch('never had version 3, which was expected');
    for (const tag of ['W/"2"', '"two"']) expect(await refusal(tag)).toMatch('without W/');
    for (const tag of ['"3"', 'W/"2"']) expect(await refusal(tag)).not.toMatch('changed meanwhile');
  });

  it('binds the delete of a record in the trash as well', async () => {
    const record = await make();
    await rest.admin.post(`${at(record)}/trash`).expect(200);
    await rest.admin
      .delete(`${at(record)}?trashed=only`)
      .set('If-Match', '"1"')
      .expect(412);
    await rest.admin
      .delete(`${at(record)}?trashed=only`)
      .set('If-Match', '"2"')
      .expect(200);
  });

  it('binds an upsert, which then creates nothing', async () => {
    const { slug } = await anAttribute(rest, object, { type: 'text', slug: 'key', is_unique: true });
    const put = (data: object, tag?: string) => {
      const sent = rest.admin.send('put', `/v1/records/${object.slug}?match=${slug}`, { data });
      return tag === undefined ? sent : sent.set('If-Match', tag);
    };
    await expectNothingChanged(rest, async () => {
      const { body } = await put({ key: 'one' }, '"1"').expect(412);
      expect(body).toMatchObject(MISMATCH);
      expect(body).not.toHaveProperty('current_version');
      // Whichever version is a version of something that is there (RFC 9110, 13.1.1).
      expect((await put({ key: 'one' }, '*').expect(412)).body).toMatchObject(MISMATCH);
    });
    await put({ key: 'one' }).expect('ETag', '"1"').expect(200);
    await put({ key: 'one', count: 1 }, '"1"').expect('ETag', '"2"').expect(200);
    const { body } = await put({ key: 'one', count: 2 }, '"1"').expect(412);
    expect(body).toMatchObject({ ...MISMATCH, current_version: 2, changes: [{ version: 2, fields: ['count'] }] });
    await put({ key: 'one', count: 3 }, '*').expect('ETag', '"3"').expect(200);
  });

  it('comes with what was changed since, when and by whom, the newest first and twenty at most', async () => {
    const record = await make();
    const mine = await rest.writer.patch(at(record), { data: { note: 'x', count: 1 } }).expect(200);
    await rest.admin.post(`${at(record)}/trash`).expect(200);
    await rest.admin.post(`${at(record)}/restore`).expect(200);
    const { body } = await patch(record, { count: 2 }, '"1"').expect(412);
    const by = { type: 'api-key', id: expect.any(String), name: expect.any(String) };
    const moment = expect.stringMatching(/Z$/);
    expect(body.changes).toEqual([
      { version: 4, changed_at: moment, changed_by: by, fields: [] },
      { version: 3, changed_at: moment, changed_by: by, fields: [] },
      {
        version: 2,
        changed_at: mine.body.data.updated_at,
        changed_by: { ...by, name: 'read:data and write:data' },
        fields: ['note', 'count'],
      },
    ]);
    for (let count = 0; count < 22; count++) await patch(record, { count }).expect(200);
    const many = (await patch(record, { count: 7 }, '"1"').expect(412)).body;
    expect(many.current_version).toBe(26);
    expect(many.changes.map(({ version }: { version: number }) => version)).toEqual(
      Array.from({ length: 20 }, (_, place) => 26 - place),
    );
  });

  it('is told without reading what the changes were, which may be long', async () => {
    const record = await make();
    await patch(record, { note: 'x'.repeat(40_000) }).expect(200);
    const asked = new KeptStatements();
    await new EventStore(asked as never, rest.workspace_id).changed(record.id.record_id, 3, 20);
    const rows = await rest.sql<{ slugs: string[] }>(asked.all[0]!.text, asked.all[0]!.values);
    expect(rows.map(({ slugs }) => slugs)).toEqual([['note'], expect.any(Array)]);
    expect(JSON.stringify(rows).length).toBeLessThan(2000);
    const reading = jest.spyOn(EventStore.prototype, 'timeline');
    await patch(record, { note: 'y' }, '"1"').expect(412);
    expect(reading).not.toHaveBeenCalled();
  });

  it('is nothing that a key learns which may not read', async () => {
    const made = await rest.scribe.post(`/v1/records/${object.slug}`, { data: { note: 'x' } }).expect(200);
    expect(made.body.data.version).toBe(1);
    const record = made.body.data as RecordWire;
    const told = await rest.scribe.patch(at(record), { data: { note: 'y' } }).expect(200);
    expect(told.body.data).not.toHaveProperty('version');
    expect(told.headers).not.toHaveProperty('etag');
    await expectNothingChanged(rest, async () => {
      for (const tag of ['"1"', '"2"']) {
        const refused = await rest.scribe.patch(at(record), { data: { note: 'z' } }).set('If-Match', tag);
        expectError(refused, 403);
        expect(refused.body.reason).toBe('capability_missing');
      }
    });
    await rest.scribe
      .patch(at(record), { data: { note: 'z' } })
      .set('If-Match', '*')
      .expect(200);
    await rest.scribe.delete(at(record)).expect(200);
  });

  it('lets one of those win who write on the same version at once, and tells the others of that write', async () => {
    const record = await make({ count: 0 });
    let won = 0;
    for (let round = 0; round < 50; round++) {
      const { version } = await readRecord(rest, object, record);
      const answers = await Promise.all(
        Array.from({ length: 20 }, async (_, each) => {
          const data =
            each % 5 === 0 ? { ahead: linkTo(record), count: round * 20 + each } : { count: round * 20 + each };
          const send = () => patch(record, { ...data, note: `${round}.${each}` }, `"${version}"`);
          let answer = await send();
          // A busy service asks to come again.
          while (answer.status === 429 || answer.status === 503) answer = await send();
          return answer;
        }),
      );
      const winners = answers.filter(({ status }) => status === 200);
      expect(winners.map(({ body }) => body.data.version)).toEqual([expect.any(Number)]);
      for (const { status, body } of answers)
        if (status !== 200)
          expect([status, body.code, body.changes.at(-1)?.version]).toEqual([412, 'version_mismatch', version! + 1]);
      const now = await readRecord(rest, object, record);
      expect(now).toMatchObject({ version: winners[0]!.body.data.version, values: winners[0]!.body.data.values });
      won += winners.length;
    }
    expect(won).toBe(50);
  }, 120_000);

  it('lets a write be sent again with its key although it has itself changed the version', async () => {
    const record = await make();
    const send = () => patch(record, { note: 'once' }, '"1"').set('Idempotency-Key', `key-${record.id.record_id}`);
    await send().expect(200).expect('ETag', '"2"');
    await send().expect(200).expect('ETag', '"2"').expect('Idempotency-Replayed', 'true');
  });
});
