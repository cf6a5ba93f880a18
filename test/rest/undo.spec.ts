import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import type { RecordWire, UndoResult } from '#crm-domain';
import { MAX_CHARACTERS } from '../../libs/crm-domain/src/records/batch/together-plan.js';
import { TogetherStore } from '../../libs/crm-domain/src/records/batch/together.store.js';
import { MOST_EVENTS } from '../../libs/crm-domain/src/undo/history-reader.js';
import { RemovalStore } from '../../libs/crm-domain/src/records/writing/removal.store.js';
import { LONGEST } from '../../libs/crm-domain/src/undo/undo-parts.js';
import { expectError } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo, pointingAt, readRecord, type AnObject } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { purge } from '../support/purge.js';
import { Rest, type Caller } from '../support/rest.js';

describe('An undo', () => {
  let rest: Rest;
  let object: AnObject;
  beforeAll(async () => {
    rest = await Rest.start();
    object = await anObject(rest);
    await anAttribute(rest, object, { type: 'text', slug: 'note' });
    await anAttribute(rest, object, { type: 'text', slug: 'code', is_unique: true });
    await anAttribute(rest, object, { type: 'text', slug: 'tags', is_multi_select: true });
    const relationship = { target_object_id: object.object_id, inverse_title: 'Children', cardinality: 'many-to-one' };
    await anAttribute(rest, object, { type: 'relationship', slug: 'parent', relationship } as never);
    const record_reference = { allowed_object_ids: [object.object_id] };
    const see = { type: 'record-reference', slug: 'see', config: { record_reference } };
    await anAttribute(rest, object, see as never);
  });
  afterAll(() => rest.stop());

  const patch = (record: { id: { record_id: string } }, data: object, by: Caller = rest.writer) =>
    by.patch(pathTo(object, record as never), { data }).expect(200);
  const requestOf = ({ headers }: Response) => headers['x-request-id'] as string;
  const undo = async (body: object, by: Caller = rest.admin) =>
    (await by.post('/v1/undo', body).expect(200)).body.data as UndoResult;
  const values = async (record: { id: { record_id: string } }) => {
    const { values: held } = await readRecord(rest, object, record as never);
    return Object.fromEntries(
      Object.entries(held)
        .filter(([, items]) => (items as unknown[]).length > 0)
        .map(([slug, items]) => [
          slug,
          (items as { value?: string; target_record?: string }[]).map((item) => item.value ?? item.target_record),
        ]),
    );
  };

  it('gives back the values of one request, and is undone itself', async () => {
    const record = await aRecord(rest, object, { name: 'Old', note: 'Kept', tags: ['a', 'b'] });
    const before = await values(record);
    const written = await patch(record, { name: 'New', note: null, tags: ['b', 'c'] });
    const after = await values(record);
    const undone = await rest.admin.post('/v1/undo', { request_id: requestOf(written) }).expect(200);
    expect(undone.body.data).toEqual({
      undone: [
        {
          object: object.slug,
          record_id: record.id.record_id,
          action: 'updated',
          attributes: ['name', 'note', 'tags'],
        },
      ],
      left: [],
      has_more: false,
    });
    expect(await values(record)).toEqual(before);
    expect(await undo({ request_id: requestOf(written) })).toMatchObject({ undone: [], left: [] });
    await undo({ request_id: requestOf(undone) });
    expect(await values(record)).toEqual(after);
  });

  it('leaves what somebody changed since, and names it', async () => {
    const record = await aRecord(rest, object, { name: 'Old', note: 'Old' });
    const written = await patch(record, { name: 'New', note: 'New', tags: ['mine'] });
    await patch(record, { note: 'Theirs', tags: ['mine', 'theirs'] }, rest.admin);
    const { undone, left } = await undo({ request_id: requestOf(written) });
    expect(undone).toMatchObject([{ attributes: ['name', 'tags'] }]);
    expect(left).toEqual([
      {
        object: object.slug,
        record_id: record.id.record_id,
        attribute: 'note',
        reason: 'changed_since',
        changed_by: { type: 'api-key', id: expect.any(String), name: expect.any(String) },
        changed_at: expect.any(String),
        other_record_id: null,
      },
    ]);
    expect(await values(record)).toEqual({ name: ['Old'], note: ['Theirs'], tags: ['theirs'] });
  });

  it('brings back a deleted record under its id, with the references that were cleared', async () => {
    const parent = await aRecord(rest, object, { name: 'Parent' });
    const record = await aRecord(rest, object, { name: 'Gone', code: 'gone', parent: pointingAt(object, parent) });
    const other = await aRecord(rest, object, { name: 'Other', see: pointingAt(object, record) });
    const before = await Promise.all([record, parent, other].map(values));
    await rest.writer.delete(pathTo(object, record)).expect(200);
    const { body } = await rest.admin.get('/v1/events?limit=100').expect(200);
    const { event_id } = body.data.findLast(({ kind }: { kind: string }) => kind === 'RecordDeletedEvent');
    const { undone, left } = await undo({ event_id });
    expect(left).toEqual([]);
    expect(undone.map(({ action }) => action).sort()).toEqual(['created', 'updated', 'updated']);
    expect(await Promise.all([record, parent, other].map(values))).toEqual(before);
    const back = await readRecord(rest, object, record);
    expect([back.created_at, back.created_via]).toEqual([record.created_at, record.created_via]);
    await patch(record, { note: 'As before' });
  });

  it('deletes what was created unless somebody has touched it or refers to it', async () => {
    const made = async () => {
      const response = await rest.writer.post(`/v1/records/${object.slug}`, { data: { name: 'Made' } }).expect(200);
      return { record: response.body.data, request_id: requestOf(response) };
    };
    const [free, touched, referred] = [await made(), await made(), await made()];
    await patch(touched.record, { note: 'Touched' }, rest.admin);
    await aRecord(rest, object, { see: pointingAt(object, referred.record) });
    expect(await undo({ request_id: free.request_id })).toMatchObject({ undone: [{ action: 'deleted' }], left: [] });
    await rest.reader.get(pathTo(object, free.record)).expect(404);
    expect((await undo({ request_id: touched.request_id })).left).toMatchObject([
      { attribute: null, reason: 'changed_since' },
    ]);
    expect((await undo({ request_id: referred.request_id })).left).toMatchObject([{ reason: 'referenced' }]);
  });

  it('leaves what was created whole where a record stays that refers to it', async () => {
    const items = [
      { op: 'create', data: { name: 'Parent' }, ref: 'parent' },
      { op: 'create', data: { name: 'Child', parent: { $ref: 'parent' } } },
      { op: 'create', data: { name: 'Reader', see: { $ref: 'parent' } } },
    ];
    const made = await rest.writer.post(`/v1/records/${object.slug}/batch`, { mode: 'atomic', items }).expect(200);
    const records = (made.body.data as { data: RecordWire }[]).map(({ data }) => data);
    await patch(records[1]!, { note: 'Touched' }, rest.admin);
    const before = await Promise.all(records.slice(0, 2).map(values));
    const { undone, left } = await undo({ request_id: requestOf(made) });
    expect(undone).toMatchObject([{ record_id: records[2]!.id.record_id, action: 'deleted' }]);
    expect(left.map(({ reason }) => reason).sort()).toEqual(['changed_since', 'referenced']);
    expect(await Promise.all(records.slice(0, 2).map(values))).toEqual(before);
  });

  it('takes records away together, a hundred at a time', async () => {
    const items = Array.from({ length: 101 }, (_, n) => ({ op: 'create', data: { code: `together ${n}` } }));
    const made = await rest.writer.post(`/v1/records/${object.slug}/batch`, { mode: 'atomic', items }).expect(200);
    const takes = jest.spyOn(RemovalStore.prototype, 'removeKeys');
    const { undone, left } = await undo({ request_id: requestOf(made) });
    expect(takes).toHaveBeenCalledTimes(2);
    takes.mockRestore();
    expect([undone.length, left]).toEqual([101, []]);
    await rest.reader.get(pathTo(object, made.body.data[100].data)).expect(404);
  });

  it('takes records away together that refer to each other, and brings them back with their links', async () => {
    const items = Array.from({ length: 12 }, (_, n) => ({
      op: 'create',
      ref: `r${n}`,
      data: {
        name: `Made ${n}`,
        code: `linked ${n}`,
        ...(n > 0 && { parent: { $ref: `r${Math.floor((n - 1) / 3)}` }, see: { $ref: `r${n - 1}` } }),
      },
    }));
    const made = await rest.writer.post(`/v1/records/${object.slug}/batch`, { mode: 'atomic', items }).expect(200);
    const records = (made.body.data as { data: RecordWire }[]).map(({ data }) => data);
    const before = await Promise.all(records.map(values));
    const takes = jest.spyOn(RemovalStore.prototype, 'removeKeys');
    const undone = await rest.admin.post('/v1/undo', { request_id: requestOf(made) }).expect(200);
    expect(takes).toHaveBeenCalledTimes(1);
    takes.mockRestore();
    expect(undone.body.data).toMatchObject({ undone: records.map(() => ({ action: 'deleted' })), left: [] });
    await rest.reader.get(pathTo(object, records[11]!)).expect(404);
    const again = await undo({ request_id: requestOf(undone) });
    expect(again.left).toEqual([]);
    const sorted = (all: Awaited<ReturnType<typeof values>>[]) =>
      all.map((each) => Object.fromEntries(Object.entries(each).map(([slug, held]) => [slug, held.toSorted()])));
    expect(sorted(await Promise.all(records.map(values)))).toEqual(sorted(before));
  });

  it('leaves a link as it is where its record cannot have the one of before back', async () => {
    const [old, now] = [await aRecord(rest, object, { name: 'Old' }), await aRecord(rest, object, { name: 'Now' })];
    const record = await aRecord(rest, object, { name: 'Linked', parent: pointingAt(object, old) });
    const written = await patch(record, { parent: pointingAt(object, now) });
    const before = await Promise.all([record, now].map(values));
    await rest.writer.post(`${pathTo(object, old)}/trash`).expect(200);
    const refused = await undo({ request_id: requestOf(written) });
    expect(refused.undone).toEqual([]);
    expect(new Set(refused.left.map(({ reason }) => reason))).toEqual(new Set(['target_in_trash']));
    expect(await Promise.all([record, now].map(values))).toEqual(before);
    await rest.writer.post(`${pathTo(object, old)}/restore`).expect(200);
    const { undone, left } = await undo({ request_id: requestOf(written) });
    expect(left).toEqual([]);
    expect(undone.map(({ record_id }) => record_id).sort()).toEqual(
      [record, old, now].map((each) => each.id.record_id).sort(),
    );
    expect(await values(record)).toMatchObject({ parent: [old.id.record_id] });
    expect(await values(now)).not.toHaveProperty('children');
  });

  it.each(['older', 'newer'])('gives a unique value back that one request moved to the %s record', async (to) => {
    const records = [await aRecord(rest, object, { name: 'One' }), await aRecord(rest, object, { name: 'Two' })];
    const [from, into] = to === 'newer' ? records : records.toReversed();
    const code = `moved to the ${to}`;
    await patch(from!, { code });
    const items = [
      { op: 'update', record: from!.id.record_id, data: { code: null } },
      { op: 'update', record: into!.id.record_id, data: { code } },
    ];
    const moved = await rest.writer.post(`/v1/records/${object.slug}/batch`, { mode: 'atomic', items }).expect(200);
    expect(await undo({ request_id: requestOf(moved) })).toMatchObject({ undone: [{}, {}], left: [] });
    expect(await values(from!)).toMatchObject({ code: [code] });
    expect(await values(into!)).not.toHaveProperty('code');
  });

  it('gives many records their values back, whichever of them cannot have theirs, and is undone record by record', async () => {
    const at = `many ${randomUUID()}`;
    const items = Array.from({ length: 130 }, (_, n) => ({
      op: 'create',
      data: { name: 'Old', note: 'Old', code: `${at} ${n}` },
    }));
    const batch = async (all: object[]) =>
      rest.writer.post(`/v1/records/${object.slug}/batch`, { mode: 'atomic', items: all }).expect(200);
    const { body } = await batch(items);
    const records: RecordWire[] = body.data.map((each: { data: RecordWire }) => each.data);
    const change = ({ id }: RecordWire, n: number) => ({
      op: 'update',
      record: id.record_id,
      data: { name: 'New', note: null, code: `${at} new ${n}` },
    });
    const moved = await batch(records.map(change));
    const [kept, taken, ...others] = records;
    await patch(kept!, { note: 'Another' });
    const holder = await aRecord(rest, object, { code: `${at} 1` });
    const response = await rest.admin.post('/v1/undo', { request_id: requestOf(moved) }).expect(200);
    const { undone, left } = response.body.data;
    expect(undone.map(({ record_id }: { record_id: string }) => record_id).sort()).toEqual(
      records.map(({ id }) => id.record_id).sort(),
    );
    expect(left).toMatchObject([
      { record_id: kept!.id.record_id, attribute: 'note', reason: 'changed_since' },
      {
        record_id: taken!.id.record_id,
        attribute: 'code',
        reason: 'unique_taken',
        other_record_id: holder.id.record_id,
      },
    ]);
    expect(await values(kept!)).toMatchObject({ name: ['Old'], note: ['Another'], code: [`${at} 0`] });
    expect(await values(taken!)).toMatchObject({ name: ['Old'], note: ['Old'], code: [`${at} new 1`] });
    for (const [n, record] of others.entries())
      expect(await values(record)).toMatchObject({ name: ['Old'], note: ['Old'], code: [`${at} ${n + 2}`] });
    // Each record's change says what it undoes: what somebody writes later is not held against what is undone already.
    await patch(others[126]!, { name: 'Later' });
    const again = await undo({ request_id: requestOf(moved) });
    expect(again).toMatchObject({ undone: [], left: [{ reason: 'changed_since' }, { reason: 'unique_taken' }] });
    await patch(others[126]!, { name: 'Old' });
    await undo({ request_id: requestOf(response) });
    expect(await values(others[127]!)).toEqual({ name: ['New'], code: [`${at} new 129`] });
  });

  it('gives long values of many records back with statements of a bounded length', async () => {
    const note = 'long '.repeat(4000);
    const make = { op: 'create', data: { name: 'Long', note } };
    const batch = async (items: object[]) =>
      rest.writer.post(`/v1/records/${object.slug}/batch`, { mode: 'atomic', items }).expect(200);
    const { body } = await batch(Array.from({ length: 40 }, () => make));
    const records: RecordWire[] = body.data.map((each: { data: RecordWire }) => each.data);
    const cleared = await batch(
      records.map(({ id }) => ({ op: 'update', record: id.record_id, data: { note: null } })),
    );
    const write = jest.spyOn(TogetherStore.prototype, 'write');
    const { undone, left } = await undo({ request_id: requestOf(cleared) });
    const lengths = write.mock.calls.map(([, all]) =>
      all.records.reduce((sum, { plan }) => sum + plan.document.length, 0),
    );
    write.mockRestore();
    expect([undone.length, left]).toEqual([40, []]);
    expect(lengths.length).toBeGreaterThan(1);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(MAX_CHARACTERS);
    expect(await values(records[39]!)).toMatchObject({ note: [note] });
  });

  it('gives unique values back that records swapped, in one round or two', async () => {
    const at = `swapped ${randomUUID()}`;
    const rounds = [2, 3].map((size) => Array.from({ length: size }, (_, n) => `${at} ${size}.${n}`));
    const swaps: { record: Awaited<ReturnType<typeof aRecord>>; was: string }[] = [];
    const items = [];
    for (const codes of rounds) {
      const records = [];
      for (const code of codes) records.push(await aRecord(rest, object, { name: code, code }));
      const free = records.map(({ id }) => ({ op: 'update', record: id.record_id, data: { code: null } }));
      const next = records.map(({ id }, n) => ({
        op: 'update',
        record: id.record_id,
        data: { code: codes[(n + 1) % codes.length] },
      }));
      items.push(...free, ...next);
      swaps.push(...records.map((record, n) => ({ record, was: codes[n]! })));
    }
    const swapped = await rest.writer.post(`/v1/records/${object.slug}/batch`, { mode: 'atomic', items }).expect(200);
    const undone = await undo({ request_id: requestOf(swapped) });
    expect(undone.left).toEqual([]);
    expect(undone.undone).toHaveLength(5);
    for (const { record, was } of swaps) expect(await values(record)).toMatchObject({ code: [was] });
    // What they hold is theirs alone again.
    const data = { name: 'Another', code: swaps[1]!.was };
    const other = await rest.writer.post(`/v1/records/${object.slug}`, { data }).expect(400);
    expect(other.body).toMatchObject({ reason: 'unique_taken' });
  });

  it('leaves unique values that a stranger to the undo holds, and whoever waits for those', async () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => `${name} ${randomUUID()}`) as [string, string, string];
    const [one, two] = [await aRecord(rest, object, { code: a }), await aRecord(rest, object, { code: b })];
    const swapped = [await aRecord(rest, object, { code: `${a} x` }), await aRecord(rest, object, { code: `${a} y` })];
    const items = [
      { op: 'update', record: one.id.record_id, data: { code: c } },
      { op: 'update', record: two.id.record_id, data: { code: a } },
      { op: 'update', record: swapped[0]!.id.record_id, data: { code: null } },
      { op: 'update', record: swapped[1]!.id.record_id, data: { code: `${a} x` } },
      { op: 'update', record: swapped[0]!.id.record_id, data: { code: `${a} y` } },
    ];
    const moved = await rest.writer.post(`/v1/records/${object.slug}/batch`, { mode: 'atomic', items }).expect(200);
    const other = await aRecord(rest, object, { code: b });
    const { left, undone } = await undo({ request_id: requestOf(moved) });
    const holders = new Map([
      [one.id.record_id, two.id.record_id],
      [two.id.record_id, other.id.record_id],
    ]);
    expect(left.map(({ reason }) => reason)).toEqual(['unique_taken', 'unique_taken']);
    expect(new Map(left.map((each) => [each.record_id, each.other_record_id]))).toEqual(holders);
    expect(undone.map(({ record_id }) => record_id).sort()).toEqual(swapped.map(({ id }) => id.record_id).sort());
    expect(await values(one)).toMatchObject({ code: [c] });
    expect(await values(two)).toMatchObject({ code: [a] });
    expect(await values(other)).toMatchObject({ code: [b] });
  });

  it('goes on with what it left, once that is free', async () => {
    const [old, other] = [`old ${randomUUID()}`, `new ${randomUUID()}`];
    const record = await aRecord(rest, object, { name: 'Before', note: 'Before', code: old });
    const request_id = requestOf(await patch(record, { name: 'After', code: other }));
    const holder = await aRecord(rest, object, { code: old });
    expect(await undo({ request_id })).toMatchObject({
      undone: [{ attributes: ['name'] }],
      left: [{ attribute: 'code', reason: 'unique_taken', other_record_id: holder.id.record_id }],
    });
    await patch(record, { name: 'Later' });
    await patch(holder, { code: null });
    const second = await undo({ request_id });
    expect(second).toMatchObject({ undone: [{ attributes: ['code'] }], left: [] });
    expect(await values(record)).toMatchObject({ name: ['Later'], code: [old] });
    expect(await undo({ request_id })).toMatchObject({ undone: [], left: [] });
  });

  it('leaves what somebody changed afterwards whose own undo left it', async () => {
    const [first, mine, theirs] = ['first', 'mine', 'theirs'].map((name) => `${name} ${randomUUID()}`);
    const record = await aRecord(rest, object, { name: 'Before', code: first });
    const request_id = requestOf(await patch(record, { code: mine }));
    const later = requestOf(await patch(record, { name: 'After', code: theirs }, rest.admin));
    await aRecord(rest, object, { code: mine });
    expect((await undo({ request_id: later })).left).toMatchObject([{ attribute: 'code', reason: 'unique_taken' }]);
    expect(await undo({ request_id })).toMatchObject({
      undone: [],
      left: [{ attribute: 'code', reason: 'changed_since' }],
    });
    expect(await values(record)).toMatchObject({ name: ['Before'], code: [theirs] });
  });

  it('gives a record that came back without a unique value that value, once it is free', async () => {
    const code = `deleted ${randomUUID()}`;
    const record = await aRecord(rest, object, { name: 'Gone', code });
    const request_id = requestOf(await rest.writer.delete(pathTo(object, record)).expect(200));
    const holder = await aRecord(rest, object, { code });
    expect((await undo({ request_id })).left).toMatchObject([{ attribute: 'code', reason: 'unique_taken' }]);
    await patch(holder, { code: null });
    expect(await undo({ request_id })).toMatchObject({ undone: [{ attributes: ['code'] }], left: [] });
    expect(await values(record)).toEqual({ name: ['Gone'], code: [code] });
    expect(await undo({ request_id })).toMatchObject({ undone: [], left: [] });
  });

  it('takes records out of the trash, and puts them back in', async () => {
    const record = await aRecord(rest, object, { name: 'Moved' });
    const trashed = await rest.writer.post(`${pathTo(object, record)}/trash`).expect(200);
    expect(await undo({ request_id: requestOf(trashed) })).toMatchObject({ undone: [{ action: 'restored' }] });
    await rest.writer.post(`${pathTo(object, record)}/trash`).expect(200);
    const restored = await rest.writer.post(`${pathTo(object, record)}/restore`).expect(200);
    expect(await undo({ request_id: requestOf(restored) })).toMatchObject({ undone: [{ action: 'trashed' }] });
    await rest.reader.get(pathTo(object, record)).expect(404);
  });

  it('brings a record that was deleted from the trash back into the trash, and is undone itself', async () => {
    const record = await aRecord(rest, object, { name: 'Thrown away', tags: ['a'] });
    const inTrash = `${pathTo(object, record)}?trashed=only`;
    await rest.writer.post(`${pathTo(object, record)}/trash`).expect(200);
    const deleted = await rest.writer.delete(inTrash).expect(200);
    const undone = await rest.admin.post('/v1/undo', { request_id: requestOf(deleted) }).expect(200);
    expect(undone.body.data).toMatchObject({ undone: [{ action: 'created' }], left: [] });
    await rest.reader.get(pathTo(object, record)).expect(404);
    expect((await rest.reader.get(inTrash).expect(200)).body.data.values.tags).toMatchObject([{ value: 'a' }]);
    await undo({ request_id: requestOf(undone) });
    await rest.reader.get(inTrash).expect(404);
  });

  it('undoes what one key wrote in a window, in parts when there is much', async () => {
    const { api_key, api_key_id } = (await rest.domain.apiKeys.create({
      workspace_id: rest.workspace_id,
      name: 'Sync',
      capabilities: ['read:data', 'write:data'],
    })) as unknown as { api_key: string; api_key_id: string };
    const sync = rest.callerWith(`Bearer ${api_key}`);
    const record = await aRecord(rest, object, { name: 'Before' });
    const from = new Date(Date.now() - 60_000).toISOString();
    for (const name of ['One', 'Two', 'Three']) await patch(record, { name }, sync);
    const made = await aRecord(rest, object, { name: 'Synced' }, sync);
    await expectNothingChanged(rest, async () => {
      const dry = await rest.admin.post('/v1/undo?dry_run=true', { api_key_id, from }).expect(200);
      expect(dry.body.data.undone).toHaveLength(2);
      expect(dry.body.dry_run.events).toEqual(['RecordDeletedEvent', 'record.updated']);
    });
    const { undone } = await undo({ api_key_id, from });
    expect(undone.map(({ action }) => action).sort()).toEqual(['deleted', 'updated']);
    expect(await values(record)).toMatchObject({ name: ['Before'] });
    await rest.reader.get(pathTo(object, made)).expect(404);
  });

  it('undoes all of what changed one record much oftener than one call undoes, call by call', async () => {
    const key = await rest.newKey(rest.workspace_id, ['read:data', 'write:data']);
    const mine = rest.callerWith(`Bearer ${key.api_key}`);
    const record = await aRecord(rest, object, { name: 'Before' });
    const from = new Date(Date.now() - 60_000).toISOString();
    for (let n = 0; n < 11; n++) {
      const items = Array.from({ length: 60 }, (_, at) => ({
        op: 'update',
        record: record.id.record_id,
        data: { name: `${n} ${at}` },
      }));
      const { body } = await mine.post(`/v1/records/${object.slug}/batch`, { mode: 'each', items }).expect(200);
      expect(body.data.every(({ status }: { status: number }) => status === 200)).toBe(true);
    }
    const pages: UndoResult[] = [];
    const { since } = MOST_EVENTS;
    // Fewer than there are, and more than any call has to look at: what was undone before does not count.
    MOST_EVENTS.since = 620;
    try {
      for (let to: string | undefined; pages.length < 5;) {
        const page = await undo({ from, to }, mine);
        pages.push(page);
        to = page.next_to;
        if (!page.has_more) break;
      }
    } finally {
      MOST_EVENTS.since = since;
    }
    expect(pages.map(({ left }) => left)).toEqual([[], []]);
    expect(await values(record)).toMatchObject({ name: ['Before'] });
  });

  it('says that later changes of the same maker are to be undone first, as after a dry run of them', async () => {
    const key = await rest.newKey(rest.workspace_id, ['read:data', 'write:data']);
    const mine = rest.callerWith(`Bearer ${key.api_key}`);
    const [twice, gone, theirs] = [
      await aRecord(rest, object),
      await aRecord(rest, object),
      await aRecord(rest, object),
    ];
    const from = new Date(Date.now() - 60_000).toISOString();
    for (const record of [twice, gone, theirs]) await patch(record, { note: 'First' }, mine);
    const [{ to }] = (await rest.sql<{ to: Date }>('select clock_timestamp() as to')) as [{ to: Date }];
    await patch(twice, { note: 'Second' }, mine);
    await mine.delete(pathTo(object, gone)).expect(200);
    await patch(theirs, { note: 'Second' });
    const page = { from, to: new Date(to.getTime() + 1).toISOString() };
    for (const query of ['?dry_run=true', '']) {
      const { left } = (await mine.post(`/v1/undo${query}`, page).expect(200)).body.data as UndoResult;
      const reasons = Object.fromEntries(left.map(({ record_id, reason }) => [record_id, reason]));
      expect(reasons).toEqual({
        [twice.id.record_id]: 'undo_later_first',
        [gone.id.record_id]: 'undo_later_first',
        [theirs.id.record_id]: 'changed_since',
      });
    }
    expect(await undo({ from }, mine)).toMatchObject({ left: [{ record_id: theirs.id.record_id }] });
    expect(await values(gone)).toEqual({});
  });

  it('undoes what the caller wrote where only a moment is given', async () => {
    const key = await rest.newKey(rest.workspace_id, ['read:data', 'write:data']);
    const mine = rest.callerWith(`Bearer ${key.api_key}`);
    const record = await aRecord(rest, object, { name: 'Before' });
    const from = new Date(Date.now() - 60_000).toISOString();
    await patch(record, { name: 'Mine' }, mine);
    await patch(record, { note: 'Theirs' });
    expect(await undo({ from }, mine)).toMatchObject({ undone: [{ attributes: ['name'] }], left: [] });
    expect(await values(record)).toEqual({ name: ['Before'], note: ['Theirs'] });
  });

  it('changes nothing the second time where two records that referred to each other came apart', async () => {
    const key = await rest.newKey(rest.workspace_id, ['read:data', 'write:data']);
    const mine = rest.callerWith(`Bearer ${key.api_key}`);
    const parent = await aRecord(rest, object, { name: 'Parent' });
    const child = await aRecord(rest, object, { name: 'Child', parent: pointingAt(object, parent) });
    const before = await Promise.all([parent, child].map(values));
    const [from] = await rest.sql<{ now: Date }>('select clock_timestamp() as now');
    await patch(parent, { parent: pointingAt(object, child) }, mine);
    await mine.delete(pathTo(object, parent)).expect(200);
    const all = { api_key_id: (key as unknown as { api_key_id: string }).api_key_id, from: from!.now.toISOString() };
    expect((await undo(all)).left).toEqual([]);
    expect(await Promise.all([parent, child].map(values))).toEqual(before);
    expect(await undo(all)).toMatchObject({ undone: [], left: [] });
    expect(await Promise.all([parent, child].map(values))).toEqual(before);
  });

  it('undoes large records in parts: the same request again undoes the rest', async () => {
    const records = [await aRecord(rest, object, { name: 'One' }), await aRecord(rest, object, { name: 'Two' })];
    const items = records.map(({ id }) => ({ op: 'update', record: id.record_id, data: { name: 'Changed' } }));
    const written = await rest.writer.post(`/v1/records/${object.slug}/batch`, { mode: 'atomic', items }).expect(200);
    // As if they were larger together than one call undoes.
    const ids = records.map(({ id }) => id.record_id);
    await rest.sql('update record set size = $2 where record_id = any($1)', [ids, 9 * 1024 * 1024]);
    const request_id = requestOf(written);
    const first = await undo({ request_id });
    expect([first.undone, first.left]).toMatchObject([[{ action: 'updated' }], [{ reason: 'too_large' }]]);
    expect(await undo({ request_id })).toMatchObject({ undone: [{ record_id: first.left[0]!.record_id }], left: [] });
    const names = await Promise.all(records.map(async (record) => (await values(record)).name));
    expect(names).toEqual([['One'], ['Two']]);
  });

  it('writes together what it can of a record that does not get all of its values back', async () => {
    const wide = await anObject(rest);
    const slugs = Array.from({ length: 40 }, (_, n) => `text_${n}`);
    for (const slug of slugs) await anAttribute(rest, wide, { type: 'text', slug, is_unique: slug === 'text_20' });
    const all = (text: string) => Object.fromEntries(slugs.map((slug) => [slug, `${slug} ${text}`]));
    const record = await aRecord(rest, wide, all('old'));
    const change = await rest.writer.patch(pathTo(wide, record), { data: all('new') }).expect(200);
    const holder = await aRecord(rest, wide, { text_20: 'text_20 old' });
    const { undone, left } = await undo({ request_id: requestOf(change) });
    const reason = 'unique_taken';
    expect(left).toMatchObject([{ attribute: 'text_20', reason, other_record_id: holder.id.record_id }]);
    expect(undone).toMatchObject([{ attributes: expect.arrayContaining(slugs.filter((slug) => slug !== 'text_20')) }]);
    const { data } = (await rest.reader.get(`${pathTo(wide, record)}/timeline`).expect(200)).body;
    expect(data.length).toBeLessThan(10);
  });

  it('undoes what takes long in parts, as what is large', async () => {
    const old = `old ${randomUUID()}`;
    const record = await aRecord(rest, object, { name: 'Before', note: 'Before', code: old });
    const request_id = requestOf(await patch(record, { name: 'After', note: null, code: `new ${old}` }));
    await aRecord(rest, object, { code: old });
    const { ms } = LONGEST;
    LONGEST.ms = -1;
    const first = await undo({ request_id }).finally(() => (LONGEST.ms = ms));
    expect(first.undone).toEqual([]);
    expect(first.left.map(({ attribute, reason }) => `${attribute} ${reason}`).sort()).toEqual([
      'code too_large',
      'name too_large',
      'note too_large',
    ]);
    expect(await undo({ request_id })).toMatchObject({
      undone: [{ attributes: ['name', 'note'] }],
      left: [{ attribute: 'code', reason: 'unique_taken' }],
    });
  });

  it('takes records away in parts as well where each of them takes long', async () => {
    const target = await aRecord(rest, object, { name: 'Before' });
    const data = { name: 'Made', parent: pointingAt(object, target) };
    const made = await rest.writer.post(`/v1/records/${object.slug}`, { data }).expect(200);
    const request_id = requestOf(made);
    const { ms } = LONGEST;
    LONGEST.ms = -1;
    const first = await undo({ request_id }).finally(() => (LONGEST.ms = ms));
    expect(first.left).toMatchObject([
      { record_id: made.body.data.id.record_id, attribute: null, reason: 'too_large' },
      { record_id: target.id.record_id, reason: 'too_large' },
    ]);
    expect((await undo({ request_id })).undone).toHaveLength(2);
  });

  it('leaves lists that were changed too often to be compared', async () => {
    const lists = await anObject(rest);
    for (let n = 0; n < 8; n++)
      await anAttribute(rest, lists, { type: 'text', slug: `list_${n}`, is_multi_select: true });
    const words = Array.from({ length: 100 }, (_, n) => `word ${n}`);
    const data = (n: number) =>
      Object.fromEntries(
        Array.from({ length: 8 }, (_, at) => [`list_${at}`, n % 2 ? words.slice(50) : words.slice(0, 50)]),
      );
    const { api_key, api_key_id } = (await rest.domain.apiKeys.create({
      workspace_id: rest.workspace_id,
      name: 'Busy',
      capabilities: ['read:data', 'write:data'],
    })) as unknown as { api_key: string; api_key_id: string };
    const busy = rest.callerWith(`Bearer ${api_key}`);
    const record = await aRecord(rest, lists, data(0));
    const from = new Date(Date.now() - 60_000).toISOString();
    for (let n = 1; n < 20; n++) await busy.patch(pathTo(lists, record), { data: data(n) }).expect(200);
    await rest.writer.patch(pathTo(lists, record), { data: data(0) }).expect(200);
    const { left } = await undo({ api_key_id, from });
    expect(left.map(({ reason }) => reason)).toContain('too_many_changes');
  });

  it('leaves an attribute that would have more values than it may hold', async () => {
    const many = (word: string, count: number) => Array.from({ length: count }, (_, n) => `${word} ${n}`);
    const [full, gone] = [
      await aRecord(rest, object, { name: 'Old', tags: many('old', 50) }),
      await aRecord(rest, object, { name: 'Gone', tags: many('old', 50) }),
    ];
    const key = await rest.newKey(rest.workspace_id, ['read:data', 'write:data']);
    const mine = rest.callerWith(`Bearer ${key.api_key}`);
    const from = new Date(Date.now() - 60_000).toISOString();
    for (const record of [full, gone]) {
      await patch(record, { name: 'New', tags: [] }, mine);
      await patch(record, { tags: many('new', 50) });
    }
    await mine.delete(pathTo(object, gone)).expect(200);
    const { left } = await undo({ from }, mine);
    const named = left.map(({ record_id, attribute, reason }) => [record_id, attribute, reason]).sort();
    expect(named).toEqual([full, gone].map((record) => [record.id.record_id, 'tags', 'refused']).sort());
    for (const [record, name] of [
      [full, 'Old'],
      [gone, 'Gone'],
    ] as const)
      expect(await values(record)).toEqual({ name: [name], tags: many('new', 50) });
  });

  it('leaves the value of an attribute that has become required', async () => {
    const strict = await anObject(rest);
    const { slug } = await anAttribute(rest, strict, { type: 'text', slug: 'note' });
    const record = await aRecord(rest, strict, { name: 'Old' });
    const gone = await aRecord(rest, strict, { name: 'Gone' });
    const key = await rest.newKey(rest.workspace_id, ['read:data', 'write:data']);
    const mine = rest.callerWith(`Bearer ${key.api_key}`);
    const from = new Date(Date.now() - 60_000).toISOString();
    for (const each of [record, gone])
      await mine.patch(pathTo(strict, each), { data: { name: 'New', note: 'Note' } }).expect(200);
    await mine.delete(pathTo(strict, gone)).expect(200);
    await rest.admin.patch(`/v1/objects/${strict.slug}/attributes/${slug}`, { is_required: true }).expect(200);
    const { left } = await undo({ from }, mine);
    const named = left.map(({ record_id, attribute, reason }) => [record_id, attribute, reason]).sort();
    expect(named).toEqual([record, gone].map(({ id }) => [id.record_id, 'note', 'refused']).sort());
    for (const [each, name] of [
      [record, 'Old'],
      [gone, 'Gone'],
    ] as const) {
      const held = (await readRecord(rest, strict, each)).values as unknown as Record<string, { value: string }[]>;
      expect([held['name']![0]!.value, held['note']![0]!.value]).toEqual([name, 'Note']);
    }
  });

  it('gives a deleted record all values of an attribute back once it takes several again, and until then none', async () => {
    const other = await anObject(rest);
    const { slug } = await anAttribute(rest, other, { type: 'text', slug: 'tags', is_multi_select: true });
    const record = await aRecord(rest, other, { name: 'Gone', tags: ['1', '2', '3'] });
    const deleted = await rest.writer.delete(pathTo(other, record)).expect(200);
    const path = `/v1/objects/${other.slug}/attributes/${slug}`;
    const tags = async () => {
      const held = await readRecord(rest, other, record);
      return (held.values as unknown as { tags: { value: string }[] }).tags.map(({ value }) => value);
    };
    await rest.admin.patch(path, { is_multi_select: false }).expect(200);
    const back = await undo({ request_id: requestOf(deleted) });
    expect(back.undone).toMatchObject([{ action: 'created', attributes: ['name'] }]);
    expect(back.left).toMatchObject([{ attribute: 'tags', reason: 'schema_changed' }]);
    await rest.admin.patch(path, { is_multi_select: true }).expect(200);
    expect(await tags()).toEqual([]);
    expect(await undo({ request_id: requestOf(deleted) })).toMatchObject({
      undone: [{ action: 'updated', attributes: ['tags'] }],
      left: [],
    });
    expect(await tags()).toEqual(['1', '2', '3']);
  });

  describe('after another one', () => {
    const undoOf = async (written: Response) => {
      const answer = await rest.admin.post('/v1/undo', { request_id: requestOf(written) }).expect(200);
      return answer as Response & { body: { data: UndoResult } };
    };
    const tagged = async (tags: string[]) => {
      const record = await aRecord(rest, object, { name: 'Tagged', tags });
      const change = (how: object, by?: Caller) => patch(record, { tags: how }, by);
      const now = async () => (await values(record))['tags'] ?? [];
      return { record, change, now };
    };

    it.each([
      { held: ['a'], first: { append: ['b'] }, second: { append: ['c'] }, between: ['a', 'c'] },
      { held: ['a', 'd'], first: { remove: ['a'] }, second: { remove: ['d'] }, between: ['a'] },
      { held: ['a', 'd'], first: { remove: ['a'] }, second: { append: ['x'] }, between: ['a', 'd', 'x'] },
    ])('of an older change takes only its own back ($first, $second)', async ({ held, first, second, between }) => {
      const { change, now } = await tagged(held);
      const [one, two] = [await change(first), await change(second, rest.admin)];
      expect((await undoOf(one)).body.data.left).toEqual([]);
      expect((await now()).toSorted()).toEqual(between);
      expect((await undoOf(two)).body.data.left).toEqual([]);
      expect((await now()).toSorted()).toEqual(held);
    });

    it('that took several changes back, of which some came before and some after, takes only its own back', async () => {
      const { record, change, now } = await tagged(['a']);
      const key = await rest.newKey(rest.workspace_id, ['read:data', 'write:data']);
      const theirs = rest.callerWith(`Bearer ${key.api_key}`);
      const from = new Date(Date.now() - 60_000).toISOString();
      await change({ append: ['b'] }, theirs);
      const noted = await patch(record, { note: 'Mine' });
      const mine = await change({ append: ['c'] });
      await patch(record, { note: 'Theirs' }, theirs);
      await change({ append: ['d'] }, theirs);
      await undo({ from }, theirs);
      expect(await values(record)).toMatchObject({ tags: ['a', 'c'], note: ['Mine'] });
      await undoOf(mine);
      expect(await now()).toEqual(['a']);
      // Of the note, nothing that was undone came before.
      expect((await undoOf(noted)).body.data.left).toEqual([]);
      expect(await values(record)).not.toHaveProperty('note');
    });

    it('of one of the changes of a window, or of what others did between them, gives nothing of that back', async () => {
      const { record, change, now } = await tagged(['a']);
      const key = await rest.newKey(rest.workspace_id, ['read:data', 'write:data']);
      const mine = rest.callerWith(`Bearer ${key.api_key}`);
      const from = new Date(Date.now() - 60_000).toISOString();
      await patch(record, { note: 'Mine' }, mine);
      const first = await change({ append: ['b'] }, mine);
      const between = await change({ append: ['x'] });
      await change({ append: ['c'] }, mine);
      await undoOf(first);
      await undoOf(between);
      expect(await now()).toEqual(['a', 'c']);
      expect((await undo({ from }, mine)).left).toEqual([]);
      expect(await values(record)).toEqual({ name: ['Tagged'], tags: ['a'] });
    });

    it('of what was done again takes only its own back', async () => {
      const { change, now } = await tagged(['a']);
      const again = await undoOf(await undoOf(await change({ append: ['b'] })));
      const theirs = await change({ append: ['c'] }, rest.admin);
      await undoOf(again);
      expect(await now()).toEqual(['a', 'c']);
      await undoOf(theirs);
      expect(await now()).toEqual(['a']);
    });

    it('leaves a value that an undo of an older change has changed since, and names it', async () => {
      const record = await aRecord(rest, object, { name: 'n0' });
      const [one, two] = [await patch(record, { name: 'n1' }), await patch(record, { name: 'n2' }, rest.admin)];
      const undone = await undoOf(two);
      await undoOf(one);
      expect(await values(record)).toEqual({ name: ['n0'] });
      expect((await undoOf(undone)).body.data).toMatchObject({ undone: [], left: [{ reason: 'changed_since' }] });
      expect(await values(record)).toEqual({ name: ['n0'] });
    });

    it('leaves what is in the trash or not as an undo of an older change has made it', async () => {
      const { record } = await tagged([]);
      const trashed = await rest.writer.post(`${pathTo(object, record)}/trash`).expect(200);
      const restored = await rest.admin.post(`${pathTo(object, record)}/restore`).expect(200);
      const undone = await undoOf(restored);
      await undoOf(trashed);
      expect((await undoOf(undone)).body.data.undone).toEqual([]);
      expect(await values(record)).toEqual({ name: ['Tagged'] });
    });

    it.each(['delete', 'clear'])('keeps links of records that it does not name (%s)', async (how) => {
      const parent = await aRecord(rest, object, { name: 'Parent' });
      const children: RecordWire[] = [];
      for (const name of ['A', 'D'])
        children.push(await aRecord(rest, object, { name, parent: pointingAt(object, parent) }));
      const ids = children.map(({ id }) => id.record_id).sort();
      const take = (child: RecordWire, by: Caller) =>
        how === 'delete' ? by.delete(pathTo(object, child)).expect(200) : patch(child, { parent: null }, by);
      const [one, two] = [await take(children[0]!, rest.writer), await take(children[1]!, rest.admin)];
      expect((await undoOf(one)).body.data.left).toEqual([]);
      expect((await undoOf(two)).body.data.left).toEqual([]);
      expect((await values(parent))['children']?.toSorted()).toEqual(ids);
      for (const child of children) expect(await values(child)).toMatchObject({ parent: [parent.id.record_id] });
    });
  });

  it('names each object and attribute of a window once', async () => {
    const key = await rest.newKey(rest.workspace_id, ['read:data', 'write:data', 'write:schema']);
    const mine = rest.callerWith(`Bearer ${key.api_key}`);
    const from = new Date(Date.now() - 60_000).toISOString();
    const made = await anObject(rest, mine);
    const { slug } = await anAttribute(rest, made, { type: 'text', slug: 'often' }, mine);
    for (const title of ['Twice', 'Thrice'])
      await mine.patch(`/v1/objects/${made.slug}/attributes/${slug}`, { title }).expect(200);
    for (const gone of ['one', 'two']) {
      await anAttribute(rest, made, { type: 'text', slug: gone }, mine);
      await mine.delete(`/v1/objects/${made.slug}/attributes/${gone}`).expect(200);
    }
    const { left } = await undo({ from }, mine);
    const named = left.map(({ object: of, record_id, attribute, reason }) => [of, record_id, attribute, reason]);
    expect(named.sort()).toEqual(
      [
        [made.slug, null, 'often', 'not_a_record'],
        [made.slug, null, null, 'not_a_record'],
      ].sort(),
    );
  });

  it('says of a record to which many refer that it is still being deleted', async () => {
    const target = await aRecord(rest, object, { name: 'Target', code: randomUUID() });
    const items = Array.from({ length: 101 }, () => ({ op: 'create', data: { see: pointingAt(object, target) } }));
    await rest.writer.post(`/v1/records/${object.slug}/batch`, { mode: 'atomic', items }).expect(200);
    const request_id = requestOf(await rest.writer.delete(pathTo(object, target)).expect(200));
    expect(await undo({ request_id })).toMatchObject({
      undone: [],
      left: [{ record_id: target.id.record_id, attribute: null, reason: 'still_deleting', other_record_id: null }],
    });
    await purge(rest);
    expect(await undo({ request_id })).toMatchObject({ undone: [{ action: 'created' }], left: [] });
  });

  it('says of what a record referred to whether it is in the trash or gone', async () => {
    const [trashed, gone] = [await aRecord(rest, object, { name: 'Trash' }), await aRecord(rest, object)];
    const records = [
      await aRecord(rest, object, { see: pointingAt(object, trashed), parent: pointingAt(object, trashed) }),
      await aRecord(rest, object, { see: pointingAt(object, gone) }),
    ];
    const items = records.map(({ id }) => ({ op: 'update', record: id.record_id, data: { see: null, parent: null } }));
    const cleared = await rest.writer.post(`/v1/records/${object.slug}/batch`, { mode: 'atomic', items }).expect(200);
    await rest.writer.post(`${pathTo(object, trashed)}/trash`).expect(200);
    await rest.writer.delete(pathTo(object, gone)).expect(200);
    const { left } = await undo({ request_id: requestOf(cleared) });
    const [three, one, two] = [trashed, ...records].map(({ id }) => id.record_id);
    expect(left.map(({ record_id, attribute, reason }) => `${record_id} ${attribute} ${reason}`).sort()).toEqual(
      [
        `${one} see target_in_trash`,
        `${one} parent target_in_trash`,
        `${three} children target_in_trash`,
        `${two} see target_gone`,
      ].sort(),
    );
    await rest.writer.post(`${pathTo(object, trashed)}/restore`).expect(200);
    expect((await undo({ request_id: requestOf(cleared) })).left).toMatchObject([{ reason: 'target_gone' }]);
    expect(await values(records[0]!)).toMatchObject({ see: [trashed.id.record_id], parent: [trashed.id.record_id] });
  });

  it('is refused where it may not be done, or nothing is meant', async () => {
    const record = await aRecord(rest, object, { name: 'Old' });
    const request_id = requestOf(await patch(record, { name: 'New' }, rest.admin));
    const refused = async (status: number, body: object, by: Caller = rest.admin) =>
      expectError(await by.post('/v1/undo', body), status);
    await refused(403, { request_id }, rest.writer);
    await refused(403, { request_id }, rest.reader);
    await refused(403, { request_id }, rest.scribe);
    await refused(404, { request_id }, rest.stranger.admin);
    await refused(404, { request_id: randomUUID() });
    await refused(404, { event_id: request_id });
    const from = '2026-01-01T00:00:00Z';
    for (const name of ['connection_id', 'api_key_id', 'automation_id', 'import_id'])
      await refused(404, { [name]: randomUUID(), from });
    const { api_key_id } = (await rest.newKey(rest.workspace_id)) as unknown as { api_key_id: string };
    expect(await undo({ api_key_id, from })).toMatchObject({ undone: [], left: [] });
    await refused(404, { api_key_id, from }, rest.stranger.admin);
    await refused(400, {});
    await refused(400, { request_id, event_id: request_id });
    await refused(400, { request_id, from: '2026-01-01T00:00:00Z' });
    await refused(400, { api_key_id: request_id });
    await refused(400, { api_key_id: request_id, from: 'yesterday' });
    expect(await values(record)).toMatchObject({ name: ['New'] });
  });
});
