import type { RecordWire } from '#crm-domain';
import { expectError, pathsOf } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo, pointingAt, readRecord, type AnObject } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { Rest } from '../support/rest.js';

describe('append and remove in PATCH /v1/records/{object}/{recordId}', () => {
  let rest: Rest;
  let object: AnObject;
  beforeAll(async () => {
    rest = await Rest.start();
    object = await anObject(rest);
    await anAttribute(rest, object, { type: 'text', slug: 'tags', is_multi_select: true });
    await anAttribute(rest, object, { type: 'text', slug: 'note' });
    await anAttribute(rest, object, { type: 'text', slug: 'needed', is_multi_select: true });
    const options = [{ title: 'Red' }, { title: 'Blue' }] as never;
    await anAttribute(rest, object, { type: 'multi-select', slug: 'colours', options });
    const relationship = { target_object_id: object.slug, inverse_title: 'Back', cardinality: 'many-to-many' };
    await anAttribute(rest, object, { type: 'relationship', slug: 'friends', relationship });
  });
  afterAll(() => rest.stop());

  const patch = (record: RecordWire, data: object) => rest.writer.patch(pathTo(object, record), { data });
  const tags = (record: RecordWire) => record.values.tags!.map(({ value }) => value);

  it('answers 200 with the values there were and those that were added, each once', async () => {
    const record = await aRecord(rest, object, { tags: ['a', 'b'] });
    const { body } = await patch(record, { tags: { append: ['b', 'c', 'c'] } }).expect(200);
    expect(tags(body.data)).toEqual(['a', 'b', 'c']);
    expect(body.data.values.tags.slice(0, 2)).toEqual(record.values.tags);
    expect(await readRecord(rest, object, record)).toEqual(body.data);
  });

  it('answers 200 without the values that were taken away, and passes over those that are not there', async () => {
    const record = await aRecord(rest, object, { tags: ['a', 'b', 'c'] });
    const gone = await patch(record, { tags: { remove: ['b', 'x'] } }).expect(200);
    expect(tags(gone.body.data)).toEqual(['a', 'c']);
    const both = await patch(record, { tags: { append: ['b', 'd'], remove: ['a', 'd'] } }).expect(200);
    expect(tags(both.body.data)).toEqual(['c', 'b', 'd']);
    const one = await patch(record, { tags: { append: 'e' } }).expect(200);
    expect(tags(one.body.data)).toEqual(['c', 'b', 'd', 'e']);
  });

  it('answers 200 to what changes nothing', async () => {
    const record = await aRecord(rest, object, { tags: ['a'] });
    await expectNothingChanged(rest, async () => {
      for (const change of [{ append: ['a'] }, { remove: ['b'] }, { append: [] }, { append: null, remove: null }]) {
        const { body } = await patch(record, { tags: change }).expect(200);
        expect(body.data).toEqual(record);
      }
    });
  });

  it('takes away an option that was archived', async () => {
    const record = await aRecord(rest, object, { colours: ['Red', 'Blue'] });
    const { body } = await rest.admin.get(`/v1/objects/${object.slug}/attributes/colours/options`).expect(200);
    const path = `/v1/objects/${object.slug}/attributes/colours/options/${body.data[0].id.option_id}`;
    await rest.admin.patch(path, { archived_at: '2026-01-31T12:00:00Z' }).expect(200);
    const added = await patch(record, { colours: { append: ['Blue'] } }).expect(200);
    expect(added.body.data.values.colours).toHaveLength(2);
    for (const time of [1, 2]) {
      const gone = await patch(record, { colours: { remove: ['Red'] } }).expect(200);
      expect([time, gone.body.data.values.colours.length]).toEqual([time, 1]);
    }
  });

  it('adds and removes links of a relationship on both sides', async () => {
    const [one, two, three] = [await aRecord(rest, object), await aRecord(rest, object), await aRecord(rest, object)];
    await patch(one, { friends: pointingAt(object, two) }).expect(200);
    await patch(one, { friends: { append: [pointingAt(object, three)] } }).expect(200);
    await patch(one, { friends: { remove: [pointingAt(object, two)] } }).expect(200);
    const ids = async (record: RecordWire, side: string) =>
      (await readRecord(rest, object, record)).values[side]!.map(({ target_record }) => target_record);
    expect(await ids(one, 'friends')).toEqual([three.id.record_id]);
    expect(await ids(three, 'back')).toEqual([one.id.record_id]);
    expect(await ids(two, 'back')).toEqual([]);
  });

  it('answers 400 to what cannot be added, with nothing changed', async () => {
    const many = Array.from({ length: 49 }, (_, n) => `tag ${n}`);
    const record = await aRecord(rest, object, { tags: many, note: 'x', colours: ['Blue'] });
    await expectNothingChanged(rest, async () => {
      const cases: [object, string[]][] = [
        [{ note: { append: ['y'] } }, ['data.note']],
        [{ note: { remove: ['x'] } }, ['data.note']],
        [{ tags: { append: ['one', 'two'] } }, ['data.tags']],
        [{ tags: { append: [...many, 'one', 'two'] } }, ['data.tags.append']],
        [{ tags: { append: [5, 'fine', { value: 6 }] } }, ['data.tags.append[0]', 'data.tags.append[2]']],
        [{ tags: { append: ['a'], add: ['b'] } }, ['data.tags']],
        [{ colours: { append: ['Green'], remove: ['Grey'] } }, ['data.colours.append[0]', 'data.colours.remove[0]']],
        [{ tags: [{ append: ['a'] }] }, ['data.tags[0]']],
      ];
      for (const [data, paths] of cases) {
        const response = await patch(record, data);
        expectError(response, 400);
        expect(pathsOf(response)).toEqual(paths);
      }
    });
  });

  it('answers 400 to taking away the last value of a required attribute', async () => {
    const record = await aRecord(rest, object, { needed: ['a', 'b'] });
    const path = `/v1/objects/${object.slug}/attributes/needed`;
    await rest.admin.patch(path, { is_required: true }).expect(200);
    await patch(record, { needed: { remove: ['a'] } }).expect(200);
    const response = await patch(record, { needed: { remove: ['b'] } });
    await rest.admin.patch(path, { is_required: false }).expect(200);
    expectError(response, 400);
    expect(response.body.reason).toBe('required_missing');
  });

  it('answers 400 to them in a new record', async () => {
    const response = await rest.writer.post(`/v1/records/${object.slug}`, { data: { tags: { append: ['a'] } } });
    expectError(response, 400);
    expect(pathsOf(response)).toEqual(['data.tags']);
  });

  it('keeps what each of 40 writers adds at once, and nothing that others take away', async () => {
    const before = Array.from({ length: 8 }, (_, n) => `old ${n}`);
    const record = await aRecord(rest, object, { tags: before });
    const adding = Array.from({ length: 40 }, (_, n) => patch(record, { tags: { append: [`new ${n}`] } }).expect(200));
    const removing = before.map((tag) => patch(record, { tags: { remove: [tag] } }).expect(200));
    await Promise.all([...adding, ...removing]);
    const after = tags(await readRecord(rest, object, record));
    expect(after.sort()).toEqual(Array.from({ length: 40 }, (_, n) => `new ${n}`).sort());
  });

  it('keeps the links that each of several writers adds at once, from both sides', async () => {
    const hub = await aRecord(rest, object);
    const others: RecordWire[] = [];
    for (let n = 0; n < 12; n++) others.push(await aRecord(rest, object));
    const writes = others.map((other, n) =>
      n % 2 === 0
        ? patch(hub, { friends: { append: [pointingAt(object, other)] } })
        : patch(other, { back: { append: [pointingAt(object, hub)] } }),
    );
    for (const { status } of await Promise.all(writes)) expect(status).toBe(200);
    const { values } = await readRecord(rest, object, hub);
    const ids = values.friends!.map(({ target_record }) => target_record as string);
    expect(ids.sort()).toEqual(others.map(({ id }) => id.record_id).sort());
  });
});
