import type { RecordWire } from '#crm-domain';
import { expectError } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo, pointingAt, readRecord, type AnObject } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { MIB, texts } from '../support/large-records.js';
import { Rest, type Caller } from '../support/rest.js';

const MOST = 2 * MIB;
const EACH = 256;

describe('the size of a record', () => {
  let rest: Rest;
  let object: AnObject;
  beforeAll(async () => {
    rest = await Rest.start();
    object = await anObject(rest);
    for (const slug of ['one', 'two', 'three'])
      await anAttribute(rest, object, { type: 'text', slug, is_multi_select: true });
    const relationship = { target_object_id: object.slug, inverse_title: 'Behind', cardinality: 'many-to-many' };
    await anAttribute(rest, object, { type: 'relationship', slug: 'ahead', relationship });
  });
  afterAll(() => rest.stop());

  const patch = (record: RecordWire, data: object, by: Caller = rest.writer) =>
    by.patch(pathTo(object, record), { data });
  /** The sum that the documentation tells. */
  const sizeOf = async (record: RecordWire) => {
    const [row] = await rest.sql<{ vals: Record<string, unknown>; size: number }>(
      'select vals, size from record where record_id = $1',
      [record.id.record_id],
    );
    const { vals, size } = row!;
    const count = Object.values(vals).flat().length;
    expect(size).toBe(Buffer.byteLength(JSON.stringify(vals)) + EACH * count);
    return size;
  };
  /** A record of 100 texts, a little smaller than the largest. */
  const nearlyFull = async () => {
    const record = await aRecord(rest, object, { name: 'Full', one: texts(50) });
    await patch(record, { two: texts(50) }).expect(200);
    return record;
  };

  it('is that of its values as JSON and 256 bytes for each of them', async () => {
    const record = await aRecord(rest, object, { name: 'Ærø', one: ['a', 'é', '"\n'] });
    expect(await sizeOf(record)).toBeLessThan(1200);
    await patch(record, { one: null, two: texts(3) }).expect(200);
    expect(await sizeOf(record)).toBeGreaterThan(60_000);
  });

  it('counts an option with 1,024 bytes, since it is shown with its title and ids', async () => {
    const options = [{ title: 'Long' }];
    await anAttribute(rest, object, { type: 'select', slug: 'kind', options });
    const record = await aRecord(rest, object, { name: 'A', kind: 'Long' });
    const [row] = await rest.sql<{ vals: object; size: number }>('select vals, size from record where record_id = $1', [
      record.id.record_id,
    ]);
    expect(row!.size).toBe(Buffer.byteLength(JSON.stringify(row!.vals)) + EACH + 1024);
  });

  it('is at most 2 MiB: an update that goes beyond says the most and how large it would be, and changes nothing', async () => {
    const record = await nearlyFull();
    expect(await sizeOf(record)).toBeLessThan(MOST);
    await expectNothingChanged(rest, async () => {
      const { issues } = expectError(await patch(record, { three: texts(4) }), 400);
      expect(issues).toEqual([
        {
          path: 'data',
          message: expect.stringMatching(new RegExp(`^The record would hold 21\\d{5} bytes; .* is ${MOST}\\.$`)),
          expected: `at most ${MOST} bytes in all values of a record`,
          reason: 'record_too_large',
        },
      ]);
    });
    await patch(record, { one: texts(40), three: texts(4) }).expect(200);
    expect(await sizeOf(record)).toBeLessThan(MOST);
  });

  it('is refused to a new record whose few bytes are very many values', async () => {
    const own = await anObject(rest);
    await rest.sql(
      `insert into attribute (workspace_id, attribute_id, object_id, attr_no, slug, title, type, is_multi_select, sort_order)
        select $1, gen_random_uuid(), $2, o.next_attr_no + n, 'n' || n, 'Field', 'text', true, n
        from object o, generate_series(1, 200) n where o.workspace_id = $1 and o.object_id = $2`,
      [rest.workspace_id, own.object_id],
    );
    await rest.sql('update workspace set schema_version = schema_version + 1 where workspace_id = $1', [
      rest.workspace_id,
    ]);
    const values = (attributes: number) =>
      Object.fromEntries(
        Array.from({ length: attributes }, (_, n) => [`n${n + 1}`, Array.from({ length: 50 }, (__, at) => String(at))]),
      );
    await aRecord(rest, own, values(150));
    const create = (by: Caller, attributes = 163) => by.post(`/v1/records/${own.slug}`, { data: values(attributes) });
    expect(expectError(await create(rest.writer), 400).issues[0]!.message).toContain(`is ${MOST}.`);
    // So many that none of them is looked at.
    const many = expectError(await create(rest.writer, 164), 400);
    expect(many.issues[0]!.message).toBe('Expected at most 8192 values in all, got 8200.');
    expectError(await create(rest.reader), 403);
    expectError(await create(rest.callerWith('Bearer nothing')), 401);
  });

  it('holds for two updates at once, of which one alone would fit', async () => {
    for (let round = 0; round < 3; round++) {
      const record = await aRecord(rest, object, { one: texts(50) });
      const answers = await Promise.all([
        patch(record, { two: texts(40) }),
        patch(record, { three: texts(40) }),
        patch(record, { two: texts(41) }),
      ]);
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toContain(400);
      expect(statuses).toContain(200);
      expect(await sizeOf(record)).toBeLessThanOrEqual(MOST);
    }
  });

  it('holds for links that are written on the other side, whose size is not told', async () => {
    const record = await nearlyFull();
    const left = MOST - (await sizeOf(record));
    // What is left is filled but for a few bytes, by as many texts as that takes.
    const count = Math.ceil(left / 40_000);
    const filled = Array.from({ length: count }, (_, n) => `${n}`.padEnd(Math.floor(left / count) - EACH - 20, 'x'));
    await patch(record, { three: filled }).expect(200);
    expect(MOST - (await sizeOf(record))).toBeLessThan(EACH);
    const other = await aRecord(rest, object, { name: 'Other' });
    await expectNothingChanged(rest, async () => {
      const { issues } = expectError(await patch(other, { ahead: pointingAt(object, record) }), 400);
      expect(issues).toMatchObject([
        {
          path: 'data',
          message: `A record on the other side of a link would hold more than ${MOST} bytes; the most a record can hold is ${MOST}.`,
        },
      ]);
      const own = { name: 'New', ahead: pointingAt(object, record) };
      expectError(await rest.writer.post(`/v1/records/${object.slug}`, { data: own }), 400);
    });
    const { issues } = expectError(await patch(record, { ahead: pointingAt(object, other) }), 400);
    expect(issues[0]!.message).toMatch(/^The record would hold 20\d{5} bytes/);
  });

  it('is not told to a key that may not read', async () => {
    const record = await nearlyFull();
    const { issues } = expectError(await patch(record, { three: texts(4) }, rest.scribe), 400);
    expect(issues[0]!.message).toBe(
      `The record would hold more than ${MOST} bytes; the most a record can hold is ${MOST}.`,
    );
  });

  it('that is too large from before may shrink, and may not grow', async () => {
    const record = await nearlyFull();
    await rest.sql(
      `update record r set size = null, vals = vals || jsonb_build_object(a.attr_no::text, $2::jsonb) from attribute a
        where r.record_id = $1 and a.object_id = r.object_id and a.slug = 'three'`,
      [record.id.record_id, JSON.stringify(texts(50))],
    );
    expectError(await patch(record, { name: 'A longer name than before' }), 400);
    await patch(record, { three: texts(45) }).expect(200);
    expect((await readRecord(rest, object, record)).values.three).toHaveLength(45);
  });

  it('of the records that one write links is at most 16 MiB together', async () => {
    const linked: RecordWire[] = [];
    for (let n = 0; n < 10; n++) linked.push(await aRecord(rest, object, { name: `Linked ${n}` }));
    await rest.sql('update record set size = $2 where record_id = any($1)', [
      linked.map(({ id }) => id.record_id),
      2_000_000,
    ]);
    const record = await aRecord(rest, object, { name: 'Hub' });
    const to = (count: number) => linked.slice(0, count).map((each) => pointingAt(object, each));
    await expectNothingChanged(rest, async () => {
      const { issues } = expectError(await patch(record, { ahead: to(10) }), 400);
      expect(issues).toMatchObject([{ path: 'data', expected: 'linked records of at most 16777216 bytes together' }]);
    });
    await patch(record, { ahead: to(8) }).expect(200);
  });
});
