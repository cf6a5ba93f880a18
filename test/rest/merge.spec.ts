import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { ConsistencyService } from '#crm-domain/operations';
import { expectError } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo, pointingAt, readRecord, type AnObject } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { Rest, type Caller } from '../support/rest.js';

type Record_ = Awaited<ReturnType<typeof aRecord>>;

describe('A merge', () => {
  let rest: Rest;
  let object: AnObject;
  beforeAll(async () => {
    rest = await Rest.start();
    object = await anObject(rest);
    await anAttribute(rest, object, { type: 'text', slug: 'note' });
    await anAttribute(rest, object, { type: 'text', slug: 'code', is_unique: true });
    await anAttribute(rest, object, { type: 'email-address', slug: 'emails', is_multi_select: true, is_unique: true });
    await anAttribute(rest, object, { type: 'text', slug: 'tags', is_multi_select: true });
    const relationship = { target_object_id: object.object_id, inverse_title: 'Children', cardinality: 'many-to-one' };
    await anAttribute(rest, object, { type: 'relationship', slug: 'parent', relationship } as never);
    const record_reference = { allowed_object_ids: [object.object_id] };
    await anAttribute(rest, object, { type: 'record-reference', slug: 'see', config: { record_reference } });
  });
  afterAll(() => rest.stop());

  const idOf = ({ id }: Record_) => id.record_id;
  const make = (data: object) => aRecord(rest, object, data);
  const merge = (into: Record_ | string, from: (Record_ | string)[], more: object = {}, by: Caller = rest.writer) => {
    const key = (record: Record_ | string) => (typeof record === 'string' ? record : idOf(record));
    return by.post(`/v1/records/${object.slug}/merge`, { into: key(into), from: from.map(key), ...more });
  };
  const undo = async (body: object) => (await rest.admin.post('/v1/undo', body).expect(200)).body.data;
  const values = async (record: Record_ | string) => bare((await readRecord(rest, object, record)).values);
  const findings = async () =>
    (await new ConsistencyService(rest.domain.db).check({ workspace_id: rest.workspace_id })).findings;

  it('unites lists, keeps single values and fills those that are empty', async () => {
    const into = await make({ name: 'Ada', tags: ['a', 'b'], emails: ['ada@example.com'] });
    const one = await make({
      name: 'Ada L',
      note: 'First',
      code: 'ada-1',
      tags: ['b', 'c'],
      emails: ['a@example.org'],
    });
    const two = await make({ name: 'A', note: 'Second', tags: ['d'] });
    const { body } = await merge(into, [one, two]).expect(200);
    expect(body).toMatchObject({ merged: [idOf(one), idOf(two)], references_moved: 0 });
    expect(bare(body.data.values)).toEqual({
      name: ['Ada'],
      note: ['First'],
      code: ['ada-1'],
      tags: ['a', 'b', 'c', 'd'],
      emails: ['ada@example.com', 'a@example.org'],
    });
    expect(body.data.version).toBe(2);
    await make({ code: 'ada-2' });
    expectError(await rest.writer.post(`/v1/records/${object.slug}`, { data: { code: 'ada-1' } }), 400);
  });

  it('takes values for the record that stays, which win over all others', async () => {
    const [parent, seen] = [await make({ name: 'Parent' }), await make({ code: 'by-value' })];
    const into = await make({ name: 'Ada', note: 'Old', tags: ['a'] });
    const from = await make({ name: 'Bob', note: 'Other', tags: ['b'], emails: ['bob@example.com'] });
    const given = {
      name: 'Ada Bob',
      note: null,
      tags: { append: ['c'], remove: ['a'] },
      parent: pointingAt(object, parent),
      see: { match: { code: 'by-value' } },
    };
    await merge(into, [from], { values: given }).expect(200);
    expect(await values(into)).toEqual({
      name: ['Ada Bob'],
      tags: ['b', 'c'],
      emails: ['bob@example.com'],
      parent: [idOf(parent)],
      see: [idOf(seen)],
    });
    expect((await values(parent)).children).toEqual([idOf(into)]);
  });

  it('moves references and links, and keeps none within the group', async () => {
    const [boss, other] = [await make({ name: 'Boss' }), await make({ name: 'Other' })];
    const into = await make({ name: 'Into', parent: pointingAt(object, boss) });
    const from = await make({ name: 'From', parent: pointingAt(object, other), see: pointingAt(object, into) });
    const child = await make({ name: 'Child', parent: pointingAt(object, from) });
    const reader = await make({ name: 'Reader', see: pointingAt(object, from) });
    await rest.writer.post(`${pathTo(object, reader)}/trash`).expect(200);
    const { body } = await merge(into, [from]).expect(200);
    expect(body.references_moved).toBe(3);
    await rest.writer.post(`${pathTo(object, reader)}/restore`).expect(200);
    expect(await values(into)).toEqual({ name: ['Into'], parent: [idOf(boss)], children: [idOf(child)] });
    expect(await values(child)).toEqual({ name: ['Child'], parent: [idOf(into)] });
    expect(await values(reader)).toEqual({ name: ['Reader'], see: [idOf(into)] });
    expect(await values(other)).toEqual({ name: ['Other'] });
    expect(await values(boss)).toEqual({ name: ['Boss'], children: [idOf(into)] });
    expect(await findings()).toEqual([]);
  });

  it('lets old ids and slugs answer with the record that stayed, through later merges too', async () => {
    const [last, into, from] = [
      await make({ name: 'Last' }),
      await make({ name: 'Into' }),
      await make({ name: 'From' }),
    ];
    await merge(into, [from]).expect(200);
    await merge(last, [into]).expect(200);
    for (const key of [idOf(from), from.slug, idOf(into)]) {
      expect(idOf((await rest.reader.get(pathTo(object, key)).expect(200)).body.data)).toBe(idOf(last));
      const path = `/v1/records/${object.slug}/get`;
      const { body } = await rest.reader.post(path, { ids: [key] }).expect(200);
      expect([body.data.map(idOf), body.missing]).toEqual([[idOf(last)], []]);
    }
    const patched = await rest.writer.patch(pathTo(object, from.slug), { data: { note: 'By an old id' } }).expect(200);
    expect(idOf(patched.body.data)).toBe(idOf(last));
    const pointing = await make({ name: 'Pointing', see: { id: from.slug }, parent: pointingAt(object, from) });
    expect(await values(pointing)).toEqual({ name: ['Pointing'], see: [idOf(last)], parent: [idOf(last)] });
    await rest.writer.patch(pathTo(object, pointing), { data: { see: { id: idOf(into) } } }).expect(200);
    const items = [1, 2].map((n) => ({ op: 'create', data: { name: `Item ${n}`, see: { id: idOf(from) } } }));
    const batch = await rest.writer.post(`/v1/records/${object.slug}/batch`, { mode: 'each', items }).expect(200);
    expect(batch.body.data.map(({ status }: { status: number }) => status)).toEqual([200, 200]);
    await rest.reader.get(`${pathTo(object, from)}/diff?from=2020-01-01T00:00:00Z`).expect(200);
  });

  it('takes nothing away by an old id', async () => {
    const [into, from] = [await make({ name: 'Into' }), await make({ name: 'From' })];
    await merge(into, [from]).expect(200);
    await expectNothingChanged(rest, async () => {
      expectRefused(await rest.writer.delete(pathTo(object, from)), 404, /merged into another one/);
      expectRefused(await rest.writer.post(`${pathTo(object, from)}/trash`), 404, /merged into another one/);
      expectError(await rest.writer.post(`${pathTo(object, from)}/restore`), 404);
    });
    await rest.writer.delete(pathTo(object, into)).expect(200);
    expectError(await rest.reader.get(pathTo(object, from)), 404);
    expect(await rest.sql(`select 1 from record where record_id = '${idOf(from)}'`)).toEqual([]);
    expect(await findings()).toEqual([]);
  });

  it('keeps the history of all', async () => {
    const into = await make({ name: 'Into', note: 'Kept' });
    const from = await make({ name: 'From', note: 'First' });
    await rest.writer.patch(pathTo(object, from), { data: { note: 'Second' } }).expect(200);
    await merge(into, [from]).expect(200);
    const { values: held } = await readRecord(rest, object, into, '?show_historic=true');
    const told = held.note!.map(({ value, active_until, via }) => [value, active_until !== null, via !== null]);
    expect(told.sort()).toEqual([
      ['First', true, true],
      ['Kept', false, true],
      ['Second', true, true],
    ]);
    const { body } = await rest.reader.get(`${pathTo(object, into)}/timeline`).expect(200);
    expect(body.data[0]).toMatchObject({
      kind: 'record.merged',
      data: { merged: [{ record_id: idOf(from), label: 'From', version: 2 }] },
    });
    const old = await rest.reader.get(`${pathTo(object, from)}/timeline`).expect(200);
    expect(old.body.data.map(({ kind }: { kind: string }) => kind)).toEqual(['record.updated', 'record.created']);
    const events = await rest.reader.get('/v1/events?kinds=record.merged&limit=500').expect(200);
    expect(events.body.data.at(-1)).toMatchObject({ subject: { type: 'record', id: idOf(into) } });
  });

  it('is undone by its request or its event, and can be done again', async () => {
    const boss = await make({ name: 'Boss' });
    const into = await make({ name: 'Into', tags: ['a'] });
    const from = await make({
      name: 'From',
      note: 'Note',
      code: 'undone',
      tags: ['b'],
      emails: ['undone@example.com'],
      parent: pointingAt(object, boss),
    });
    const child = await make({ name: 'Child', parent: pointingAt(object, from), see: pointingAt(object, from) });
    const all = [boss, into, from, child];
    const before = await Promise.all(all.map((each) => values(each)));
    for (const name of ['request_id', 'event_id']) {
      const merged = await merge(into, [from], { values: { note: 'Given' } }).expect(200);
      const after = await values(into);
      const timeline = await rest.reader.get(`${pathTo(object, into)}/timeline`).expect(200);
      const key = name === 'request_id' ? merged.headers['x-request-id'] : timeline.body.data[0].event_id;
      const undone = await rest.admin.post('/v1/undo', { [name]: key }).expect(200);
      expect(undone.body.data.left).toEqual([]);
      expect(undone.body.data.undone).toContainEqual({
        object: object.slug,
        record_id: idOf(from),
        action: 'unmerged',
        attributes: [],
      });
      expect(await Promise.all(all.map((each) => values(each)))).toEqual(before);
      expect(await findings()).toEqual([]);
      const again = await rest.admin.post('/v1/undo', { request_id: undone.headers['x-request-id'] }).expect(200);
      expect(again.body.data.left).toEqual([]);
      expect(await values(from)).toEqual(after);
      expect((await values(child)).parent).toEqual([idOf(into)]);
      expect(await findings()).toEqual([]);
      expect((await undo({ request_id: again.headers['x-request-id'] })).left).toEqual([]);
      expect(await Promise.all(all.map((each) => values(each)))).toEqual(before);
    }
  });

  it('stays undone as far as others need what it took over', async () => {
    const [into, from] = [await make({ name: 'Into' }), await make({ name: 'From', code: 'wanted' })];
    const { headers } = await merge(into, [from]).expect(200);
    await rest.admin.patch(pathTo(object, into), { data: { code: 'another' } }).expect(200);
    await make({ code: 'wanted' });
    const { undone, left } = await undo({ request_id: headers['x-request-id'] });
    expect(undone).toEqual([]);
    expect(left).toMatchObject([{ record_id: idOf(from), attribute: null, reason: 'unique_taken' }]);
    expect(await values(from)).toEqual({ name: ['Into'], code: ['another'] });
    expect(await findings()).toEqual([]);
  });

  /** What a key of its own writes, and how all of it is undone. */
  const aWindow = async () => {
    const key = await rest.newKey(rest.workspace_id, ['read:data', 'write:data']);
    const mine = rest.callerWith(`Bearer ${key.api_key}`);
    const [{ now }] = (await rest.sql<{ now: Date }>('select clock_timestamp() as now')) as [{ now: Date }];
    const write = (record: Record_, data: object) => mine.patch(pathTo(object, record), { data }).expect(200);
    const undoAll = () => mine.post('/v1/undo', { from: now.toISOString() }).expect(200);
    return { mine, write, undoAll };
  };
  const undoOf = ({ headers }: Response) =>
    rest.admin.post('/v1/undo', { request_id: headers['x-request-id'] }).expect(200);

  it('is undone with the swap of unique values before it, and done again', async () => {
    const at = `swapped ${randomUUID()}`;
    const [into, from, other] = [
      await make({ name: 'Into', code: `${at} x` }),
      await make({ name: 'From', code: `${at} y` }),
      await make({ name: 'Other', code: `${at} d` }),
    ];
    const before = await Promise.all([into, from, other].map(values));
    const { mine, write, undoAll } = await aWindow();
    await write(into, { code: null });
    await write(other, { code: `${at} x` });
    await write(into, { code: `${at} d` });
    await merge(into, [from], {}, mine).expect(200);
    const after = await Promise.all([into, other].map(values));
    let last = await undoAll();
    for (const round of ['undone', 'done again', 'undone again']) {
      expect([round, last.body.data.left]).toEqual([round, []]);
      const now = await Promise.all((round === 'done again' ? [into, other] : [into, from, other]).map(values));
      expect([round, now]).toEqual([round, round === 'done again' ? after : before]);
      expect([round, await findings()]).toEqual([round, []]);
      last = await undoOf(last);
    }
  });

  it('is undone though what it took over went on to another record, which lets go of it in the same undo', async () => {
    const at = `passed on ${randomUUID()}`;
    const emails = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
    const [into, from, other] = [
      await make({ name: 'Into', emails: [emails[0]] }),
      await make({ name: 'From', code: `${at} z`, emails: [emails[1]] }),
      await make({ name: 'Other', code: `${at} d` }),
    ];
    const before = await Promise.all([into, from, other].map(values));
    const { mine, write, undoAll } = await aWindow();
    await merge(into, [from], {}, mine).expect(200);
    await write(into, { code: null, emails: [emails[0]] });
    await write(other, { code: `${at} z`, emails: [emails[1]] });
    const after = await Promise.all([into, other].map(values));
    const undone = await undoAll();
    expect(undone.body.data.left).toEqual([]);
    expect(await Promise.all([into, from, other].map(values))).toEqual(before);
    expect(await findings()).toEqual([]);
    // What came back is theirs alone.
    expectError(await rest.writer.post(`/v1/records/${object.slug}`, { data: { code: `${at} z` } }), 400);
    expect((await undoOf(undone)).body.data.left).toEqual([]);
    expect(await Promise.all([into, other].map(values))).toEqual(after);
    expect(await findings()).toEqual([]);
  });

  it('stays where a stranger to the undo has a unique value that was swapped before it', async () => {
    const at = `stranger ${randomUUID()}`;
    const [into, from] = [await make({ name: 'Into', code: `${at} x` }), await make({ name: 'From', code: `${at} y` })];
    const { mine, write, undoAll } = await aWindow();
    await write(into, { name: 'Mine', code: `${at} d` });
    await merge(into, [from], {}, mine).expect(200);
    await make({ code: `${at} x` });
    const { left } = (await undoAll()).body.data;
    expect(left).toContainEqual(
      expect.objectContaining({ record_id: idOf(from), attribute: null, reason: 'unique_taken' }),
    );
    expect(await values(from)).toEqual({ name: ['Into'], code: [`${at} d`] });
    expect(await findings()).toEqual([]);
  });

  it('names the unique values that are given back with it', async () => {
    const [into, from] = [await make({ name: 'Into' }), await make({ name: 'From', code: randomUUID() })];
    const merged = await merge(into, [from]).expect(200);
    const undone = await undoOf(merged);
    const told = (record: Record_, action: string, attributes: string[]) => ({
      object: object.slug,
      record_id: idOf(record),
      action,
      attributes,
    });
    expect(undone.body.data.undone).toEqual([told(from, 'unmerged', []), told(into, 'updated', ['code'])]);
    const again = await undoOf(undone);
    expect(again.body.data.undone).toEqual([told(from, 'merged', []), told(into, 'updated', ['code'])]);
  });

  it('names the records that were made, merged and deleted in one window as deleted', async () => {
    const { mine, undoAll } = await aWindow();
    const into = await aRecord(rest, object, { name: 'Into' }, mine);
    const from = await aRecord(rest, object, { name: 'From', code: randomUUID() }, mine);
    await merge(into, [from], {}, mine).expect(200);
    const all = await undoAll();
    const { undone, left } = all.body.data;
    expect(left).toEqual([]);
    expect(undone.map(({ record_id, action }: Record<string, unknown>) => [record_id, action]).sort()).toEqual(
      [into, from].map((record) => [idOf(record), 'deleted']).sort(),
    );
    // The record that stayed comes back after the merges, which are not done again then.
    const again = (await undoOf(all)).body.data.left as Record<string, unknown>[];
    expect(again.map(({ record_id, attribute }) => [record_id, attribute])).toEqual([
      [idOf(from), null],
      [idOf(into), 'code'],
    ]);
    expect(await values(into)).toEqual({ name: ['Into'] });
    expect(await findings()).toEqual([]);
  });

  it('names what the record that stays cannot have again where it is not done again', async () => {
    const at = `not again ${randomUUID()}`;
    const [into, from] = [await make({ name: 'Into', code: `${at} x` }), await make({ name: 'From', code: `${at} y` })];
    const { mine, write, undoAll } = await aWindow();
    await write(into, { code: `${at} d` });
    await merge(into, [from], {}, mine).expect(200);
    const undone = await undoAll();
    expect(undone.body.data.left).toEqual([]);
    expect((await values(into)).code).toEqual([`${at} x`]);
    await rest.admin.patch(pathTo(object, from), { data: { note: 'Since' } }).expect(200);
    const { left } = (await undoOf(undone)).body.data;
    expect(
      left.map(({ record_id, attribute, reason }: Record<string, unknown>) => [record_id, attribute, reason]),
    ).toEqual([
      [idOf(from), null, 'changed_since'],
      [idOf(into), 'code', 'changed_since'],
    ]);
    expect((await values(into)).code).toEqual([`${at} x`]);
    expect(await findings()).toEqual([]);
  });

  it('leaves a unique value where it is if the attribute has become required', async () => {
    const strict = await anObject(rest);
    const code = await anAttribute(rest, strict, { type: 'text', slug: 'code', is_unique: true });
    const [into, from] = [await aRecord(rest, strict, { name: 'Into' }), await aRecord(rest, strict, { code: 'c' })];
    const path = `/v1/records/${strict.slug}/merge`;
    const merged = await rest.writer.post(path, { into: idOf(into), from: [idOf(from)] }).expect(200);
    const attribute = `/v1/objects/${strict.slug}/attributes/${code.slug}`;
    await rest.admin.patch(attribute, { is_required: true }).expect(200);
    const { left } = (await undoOf(merged)).body.data;
    expect(left).toMatchObject([{ record_id: idOf(from), attribute: null, reason: 'refused' }]);
    expect(bare((await readRecord(rest, strict, into)).values).code).toEqual(['c']);
    expect(await findings()).toEqual([]);
  });

  it('is undone though records it referred to were deleted or merged since', async () => {
    const [gone, moved, there] = [
      await make({ name: 'Gone' }),
      await make({ name: 'Moved' }),
      await make({ name: 'There' }),
    ];
    const [into, from] = [
      await make({ name: 'Into', see: pointingAt(object, there), parent: pointingAt(object, there) }),
      await make({ name: 'From', see: pointingAt(object, moved), parent: pointingAt(object, gone) }),
    ];
    const { headers } = await merge(into, [from]).expect(200);
    await rest.writer.delete(pathTo(object, gone)).expect(200);
    await merge(there, [moved]).expect(200);
    await undo({ request_id: headers['x-request-id'] });
    expect(await values(from)).toEqual({ name: ['From'], see: [idOf(there)] });
    expect(await findings()).toEqual([]);
  });

  it('shows in a dry run what it would do, and does just that with its digest', async () => {
    const [into, from] = [await make({ name: 'Into' }), await make({ name: 'From', note: 'Dry' })];
    const reader = await make({ name: 'Reader', see: pointingAt(object, from) });
    const path = `/v1/records/${object.slug}/merge`;
    const body = { into: idOf(into), from: [idOf(from)] };
    const dry = await expectNothingChanged(rest, () => rest.writer.post(`${path}?dry_run=true`, body).expect(200));
    const { changes, events, digest } = dry.body.dry_run;
    expect(events.sort()).toEqual(['record.merged', 'record.updated']);
    expect(changes).toContainEqual({
      object: object.slug,
      record_id: idOf(from),
      attribute: null,
      before: 'active',
      after: null,
    });
    expect(changes.map(({ record_id }: { record_id: string }) => record_id).sort()).toEqual(
      [into, from, reader].map(idOf).sort(),
    );
    await rest.writer.patch(pathTo(object, into), { data: { tags: ['since'] } }).expect(200);
    expectError(await rest.writer.post(`${path}?expect_digest=${digest}`, body), 412);
    const second = await rest.writer.post(`${path}?dry_run=true`, body).expect(200);
    // What is only lost by the merge counts as well.
    await rest.writer.patch(pathTo(object, from), { data: { name: 'Since' } }).expect(200);
    expectError(await rest.writer.post(`${path}?expect_digest=${second.body.dry_run.digest}`, body), 412);
    const now = await rest.writer.post(`${path}?dry_run=true`, body).expect(200);
    await rest.writer.post(`${path}?expect_digest=${now.body.dry_run.digest}`, body).expect(200);
  });

  it('is done once with a key, and refused with another version', async () => {
    const [into, from] = [await make({ name: 'Into' }), await make({ name: 'From' })];
    const refused = await merge(into, [from]).set('If-Match', '"7"').expect(412);
    expect(refused.body).toMatchObject({ reason: 'version_mismatch', current_version: 1 });
    const send = () =>
      merge(into, [from])
        .set('Idempotency-Key', `merge-${idOf(into)}`)
        .set('If-Match', '"1"')
        .expect(200);
    expect((await send()).body).toEqual((await send()).body);
    expect((await readRecord(rest, object, into)).version).toBe(2);
  });

  it('refuses what is no group of records of the object, and changes nothing', async () => {
    const [one, two] = [await make({ name: 'One' }), await make({ name: 'Two' })];
    const trashed = await make({ name: 'Trashed' });
    await rest.writer.post(`${pathTo(object, trashed)}/trash`).expect(200);
    const elsewhere = await aRecord(rest, await anObject(rest), { name: 'Elsewhere' });
    const stranger = await rest.stranger.admin.post('/v1/records/people', { data: {} }).expect(200);
    const cases: [Record_ | string, (Record_ | string)[], number, RegExp][] = [
      [one, [], 400, /1 to 10 records/],
      [one, Array.from({ length: 11 }, () => randomUUID()), 400, /10/],
      [one, [one], 400, /named twice/],
      [one, [two, two.slug], 400, /named twice/],
      [one, ['nobody'], 400, /id or slug/],
      [one, [randomUUID()], 404, /from\[0\]/],
      [one, [two, trashed], 404, /from\[1\]/],
      [trashed, [two], 404, /into/],
      [one, [elsewhere], 404, /from\[0\]/],
      [one, [stranger.body.data], 404, /from\[0\]/],
    ];
    await expectNothingChanged(rest, async () => {
      for (const [into, from, status, message] of cases) expectRefused(await merge(into, from), status, message);
      for (const by of [rest.reader, rest.scribe]) expectError(await merge(one, [two], {}, by), 403);
      expectError(await merge(one, [two], { values: { nothing: 1 } }), 400);
    });
    await merge(one, [two]).expect(200);
    expectRefused(await merge(await make({}), [two]), 409, new RegExp(idOf(one)));
    expectRefused(await merge(two, [await make({})]), 409, new RegExp(idOf(one)));
  });

  it('refuses more values than an attribute holds, and more references than it moves', async () => {
    const tags = (of: string) => Array.from({ length: 30 }, (_, n) => `${of}${n}`);
    const [one, two] = [await make({ tags: tags('a') }), await make({ tags: tags('b') })];
    await expectNothingChanged(rest, async () => {
      expectRefused(await merge(one, [two]), 400, /60 values together/);
    });
    const first = await merge(one, [two], { values: { tags: ['only'] } }).expect(200);
    expect(bare(first.body.data.values).tags).toEqual(['only']);
    const popular = await make({ name: 'Popular' });
    const items = Array.from({ length: 500 }, () => ({ op: 'create', data: { see: { id: idOf(popular) } } }));
    for (let times = 0; times < 2; times++)
      await rest.writer.post(`/v1/records/${object.slug}/batch`, { mode: 'atomic', items }).expect(200);
    const last = await make({ see: pointingAt(object, popular) });
    await expectNothingChanged(rest, async () => {
      expectRefused(await merge(one, [popular]), 400, /more than 1000 times/);
    });
    await rest.writer.delete(pathTo(object, last)).expect(200);
    expect((await merge(one, [popular]).expect(200)).body.references_moved).toBe(1000);
  });

  it('refuses a unique value of somebody else, and names who holds it', async () => {
    const [one, two, holder] = [await make({}), await make({ code: 'mine' }), await make({ code: 'theirs' })];
    await expectNothingChanged(rest, async () => {
      const response = await merge(one, [two], { values: { code: 'theirs' } });
      expectRefused(response, 400, /unique/);
      expect(response.body.issues[0]).toMatchObject({ path: 'values.code', record_id: idOf(holder) });
    });
  });

  it('is done by one of several that merge the same records at once', async () => {
    const records = await Promise.all(
      ['a', 'b', 'c'].map((tag) => make({ name: tag, tags: [tag], code: `race-${tag}` })),
    );
    const [a, b, c] = records as [Record_, Record_, Record_];
    const answers = await Promise.all([merge(a, [b, c]), merge(b, [a, c]), merge(c, [b, a]), merge(a, [c, b])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const survivor = answers.find(({ status }) => status === 200)!.body.data as Record_;
    for (const each of records) expect(idOf(await readRecord(rest, object, each))).toBe(idOf(survivor));
    expect((await values(survivor)).tags!.sort()).toEqual(['a', 'b', 'c']);
    expect(await findings()).toEqual([]);
  });

  it('loses no reference that is written at the same moment', async () => {
    const [into, from] = [await make({ name: 'Into' }), await make({ name: 'From' })];
    const pointing = Array.from({ length: 8 }, () =>
      make({ see: pointingAt(object, from), parent: pointingAt(object, from) }),
    );
    const [made] = await Promise.all([Promise.all(pointing), merge(into, [from]).expect(200)]);
    for (const each of made) expect((await values(each)).see).toEqual([idOf(into)]);
    expect((await values(into)).children!.sort()).toEqual(made.map(idOf).sort());
    expect(await findings()).toEqual([]);
  });
});

function expectRefused(response: Response, status: number, message: RegExp): void {
  expect(expectError(response, status).message).toMatch(message);
}

/** Values by slug, of those that there are. */
function bare(values: object): Record<string, unknown[]> {
  const held = Object.entries(values as Record<string, Record<string, unknown>[]>);
  return Object.fromEntries(
    held
      .filter(([, items]) => items.length > 0)
      .map(([slug, items]) => [slug, items.map((item) => item.value ?? item.target_record ?? item.email_address)]),
  );
}
