import { Domain, LargeRecord, WorkTime, type Caller, type RecordWire } from '#crm-domain';
import type { Session } from '../../libs/crm-domain/src/db/session.js';
import { planChange } from '../../libs/crm-domain/src/records/writing/change-plan.js';
import { readPatch } from '../../libs/crm-domain/src/records/writing/read-patch.js';
import { RecordStore } from '../../libs/crm-domain/src/records/record.store.js';
import { RelationshipWriter } from '../../libs/crm-domain/src/records/writing/relationship-writer.js';
import { aRecord, anAttribute, anObject, pathTo, pointingAt, readRecord, type AnObject } from '../support/builders.js';
import { texts } from '../support/large-records.js';
import { Rest } from '../support/rest.js';

const KIB = 1024;
/** How Postgres names the type; pg reads it character by character. */
const ARRAY_OF_TEXT = 1009;

/** The bytes that a piece of work is told of when it would rather wait for its turn. */
const bytesTold = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof LargeRecord ? error.bytes : error),
  );

describe('records that one write links', () => {
  let rest: Rest;
  let hub: AnObject;
  let things: AnObject;
  let caller: Caller;
  beforeAll(async () => {
    rest = await Rest.start();
    [hub, things] = [await anObject(rest), await anObject(rest)];
    await anAttribute(rest, things, { type: 'text', slug: 'texts', is_multi_select: true });
    const relationship = { target_object_id: things.slug, inverse_title: 'Hubs', cardinality: 'many-to-many' };
    await anAttribute(rest, hub, { type: 'relationship', slug: 'linked', relationship });
    const key = rest.scribe.authorization!.replace('Bearer ', '');
    caller = await rest.domain.apiKeys.identify(key, { origin: 'rest-api', request_id: 'none' });
  });
  afterAll(() => rest.stop());

  const linking = (records: RecordWire[]) => ({ linked: records.map((record) => pointingAt(things, record)) });
  /** Each less than 64 KiB, and any two of them more. */
  async function someThings(count: number): Promise<RecordWire[]> {
    const made = [];
    for (let n = 0; n < count; n++) made.push(await aRecord(rest, things, { texts: texts(2, `mark${n} `) }));
    return made;
  }

  it('wait for the turn of a large record when they are as much together, to be linked, unlinked or let go', async () => {
    const [one, two] = (await someThings(2)) as [RecordWire, RecordWire];
    const made = await aRecord(rest, hub, { name: 'Hub' });
    const by = { ...caller, defersLarge: true };
    const at = { object: hub.slug, record: made.id.record_id };
    const { recordWriter, records } = rest.domain;
    const link = (linked: RecordWire[]) => recordWriter.update(by, at, { data: linking(linked), path: 'data' });
    expect(await bytesTold(link([one]))).toBeUndefined();
    expect(await bytesTold(link([two]))).toBeGreaterThan(80_000);
    const create = recordWriter.create(by, hub.slug, { data: linking([one, two]), path: 'data' });
    expect(await bytesTold(create)).toBeGreaterThan(80_000);
    expect((await readRecord(rest, hub, made)).values.linked).toHaveLength(1);
    await rest.scribe.patch(pathTo(hub, made), { data: linking([one, two]) }).expect(200);
    expect(await bytesTold(records.delete(by, at))).toBeGreaterThan(80_000);
    await rest.scribe.delete(pathTo(hub, made)).expect(200);
    expect((await readRecord(rest, things, two)).values.hubs).toEqual([]);
  });

  it('wait for the turn of a large record when they are as much together, to have fields shown with one of them', async () => {
    const [one, two] = (await someThings(2)) as [RecordWire, RecordWire];
    const { reader } = rest;
    const key = reader.authorization!.replace('Bearer ', '');
    const by = await rest.domain.apiKeys.identify(key, { origin: 'rest-api', request_id: 'none' });
    const read = async (linked: RecordWire[], fields: string[]) => {
      const made = await aRecord(rest, hub, linking(linked));
      const at = { object: hub.slug, record: made.id.record_id };
      return bytesTold(rest.domain.records.get({ ...by, defersLarge: true }, at, { fields }));
    };
    expect(await read([one], ['linked.texts'])).toBeUndefined();
    expect(await read([one, two], ['linked'])).toBeUndefined();
    expect(await read([one, two], ['linked.name'])).toBeGreaterThan(80_000);
    const worked = jest.spyOn(WorkTime, 'workOn');
    await reader.get(`/v1/records/${hub.slug}?fields=linked.name&limit=100`).expect(200);
    expect(worked.mock.calls.reduce((sum, [bytes]) => sum + bytes, 0)).toBeGreaterThan(80_000);
  });

  it('are planned one after the other, each when the one before it is stored', async () => {
    const things = await someThings(3);
    const made = await aRecord(rest, hub, { name: 'Hub' });
    const order: string[] = [];
    const session: Session = {
      async query<Row>({ name, text }: Parameters<Session['query']>[0], values: unknown[]) {
        const { rows } = await rest.pool.query<Row & object>(name ? { name, text, values } : { text, values });
        if (name?.startsWith('record-update')) order.push('stored');
        return name === 'record-find-many' ? rows.map((row) => watchedRow(row, order)) : rows;
      },
    };
    const store = new RecordStore(session, rest.workspace_id);
    const schema = await rest.domain.schemas.present(rest.workspace_id);
    const object = schema.find(hub.slug)!;
    const row = (await store.find(caller, made.id.record_id))!;
    const patch = await readPatch({ object, held: row.vals, data: linking(things), path: 'data' });
    const writer = new RelationshipWriter(store, { caller, schema, path: 'data', tellsSize: true });
    await writer.update(row, patch, () => Promise.resolve(patch));
    order.length = 0;
    for (const { run } of writer.saves()) await run();
    const steps = order.filter((step, n) => step !== order[n - 1]);
    expect(steps).toEqual(Array.from({ length: 4 }, () => ['planned', 'stored']).flat());
  });

  it('with many values are read in turns with the work of others', async () => {
    const numbers = (n: number) => Array.from({ length: 50 }, (_, at) => `+1415${5_550_000 + 50 * n + at}`);
    const phones = Array.from({ length: 40 }, (_, n) => `phones_${n}`);
    for (const slug of phones) await anAttribute(rest, things, { type: 'phone-number', slug, is_multi_select: true });
    const object = (await rest.domain.schemas.present(rest.workspace_id)).find(things.slug)!;
    const data = Object.fromEntries(phones.map((slug, n) => [slug, numbers(n)]));
    let [turns, isRead] = [0, false];
    const other = () => void (turns++, isRead || setImmediate(other));
    setImmediate(other);
    const patch = await readPatch({ object, data, path: 'data' });
    isRead = true;
    expect([...patch.values()].flat()).toHaveLength(2000);
    expect(turns).toBeGreaterThan(2);
  });

  it('keep the words by which they are found, which are not looked for anew', async () => {
    const [thing] = (await someThings(1)) as [RecordWire];
    const words = async () => {
      const text = 'select tsv::text, xmin::text as written_by from record_search where record_id = $1';
      return (await rest.sql(text, [thing.id.record_id]))[0];
    };
    const before = await words();
    const schema = await rest.domain.schemas.present(rest.workspace_id);
    const object = schema.find(things.slug)!;
    const store = new RecordStore(sessionOf(rest), rest.workspace_id);
    const row = (await store.findMany([thing.id.record_id], 1)).rows[0]!;
    const target = { object_id: hub.object_id, record_id: thing.id.record_id };
    const patch = new Map([[object.find('hubs')!, [target]]]);
    expect(planChange({ object, row, patch, caller, now: row.updated_at }).lexemes).toBeNull();
    patch.set(object.find('name')!, ['Named'] as never);
    expect(planChange({ object, row, patch, caller, now: row.updated_at }).lexemes).toContainEqual(
      expect.stringMatching(/:named$/),
    );
    await aRecord(rest, hub, { name: 'Hub', ...linking([thing]) });
    expect(await words()).toEqual(before);
  });
});

/** A row that tells when its values are read. */
function watchedRow<Row extends object>(row: Row, order: string[]): Row {
  const { vals } = row as { vals: unknown };
  return Object.defineProperty({ ...row }, 'vals', {
    enumerable: true,
    get: () => (order.push('planned'), vals),
  });
}

const sessionOf = (rest: Rest): Session => ({
  query: async <Row>({ text }: Parameters<Session['query']>[0], values: unknown[]) =>
    (await rest.pool.query(text, values)).rows as Row[],
});

describe('a record beyond 64 KiB', () => {
  let rest: Rest;
  let object: AnObject;
  let caller: Caller;
  beforeAll(async () => {
    rest = await Rest.start();
    object = await anObject(rest);
    await anAttribute(rest, object, { type: 'text', slug: 'texts', is_multi_select: true });
    const key = rest.writer.authorization!.replace('Bearer ', '');
    caller = await rest.app.get(Domain).apiKeys.identify(key, { origin: 'rest-api', request_id: 'none' });
  });
  afterAll(() => rest.stop());

  /** A store that keeps of each statement whether it is brief, and the bytes of its rows. */
  function watched() {
    const asked: { pipelined: boolean; bytes: number; ofArrays: string[] }[] = [];
    const session: Session = {
      async query<Row>({ name, text, pipelined }: Parameters<Session['query']>[0], values: unknown[]) {
        const { rows, fields } = await rest.pool.query({ name, text, values });
        const ofArrays = fields.filter(({ dataTypeID }) => dataTypeID === ARRAY_OF_TEXT).map((field) => field.name);
        asked.push({ pipelined: pipelined ?? false, bytes: JSON.stringify(rows).length, ofArrays });
        return rows as Row[];
      },
    };
    return { asked, store: new RecordStore(session, caller.workspace_id) };
  }

  it('is asked for in one statement where there is none, and not looked for by a credential that may do nothing', async () => {
    const { asked, store } = watched();
    expect((await store.find(caller, caller.workspace_id))!.record_id).toBeNull();
    const texts = Array.from({ length: 5 }, (_, n) => `${n}`.padEnd(20_000, 'long '));
    const { record_id } = (await aRecord(rest, object, { name: 'Kept', texts })).id;
    const found = await store.find({ ...caller, api_key_id: caller.workspace_id }, record_id);
    expect([found!.may, found!.record_id, found!.vals]).toEqual([0, null, null]);
    expect(asked.map(({ pipelined }) => pipelined)).toEqual([true, true]);
  });

  it('is not read for a caller who would rather wait for its turn, and is told with its bytes', async () => {
    const { asked, store } = watched();
    const texts = Array.from({ length: 5 }, (_, n) => `${n}`.padEnd(20_000, 'long '));
    const { record_id } = (await aRecord(rest, object, { name: 'Kept', texts })).id;
    const error = await store.find({ ...caller, defersLarge: true }, record_id).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LargeRecord);
    expect((error as LargeRecord).bytes).toBeGreaterThan(100_000);
    expect(asked).toHaveLength(1);
    const short = await aRecord(rest, object, { name: 'Kept' });
    expect((await store.find({ ...caller, defersLarge: true }, short.id.record_id))!.vals).toBeInstanceOf(Object);
  });

  it.each([
    ['read beside no others when they are many', 5400, 'size = 2000000', [true, false]],
    ['read with it when they are few', 100, 'size = 40000', [true]],
  ])('has the labels of its links %s, and none for a credential that may do nothing', async (_, links, size, brief) => {
    const name = '😀'.repeat(255);
    const target = (await aRecord(rest, object, { name })).id.record_id;
    const { record_id } = (await aRecord(rest, object, { name: 'Hub' })).id;
    const text = `update record set refs = array_fill($2::uuid, array[${links}]), ${size} where record_id = $1`;
    await rest.sql(text, [record_id, target]);
    const { asked, store } = watched();
    expect((await store.find(caller, record_id))!.labels).toEqual(Array(links).fill(`1${name}`));
    expect(asked.map(({ pipelined }) => pipelined)).toEqual(brief);
    for (const { pipelined, bytes, ofArrays } of asked) {
      if (pipelined) expect(bytes).toBeLessThan(70 * KIB);
      expect(ofArrays).toEqual([]);
    }
    asked.length = 0;
    expect(await store.find({ ...caller, api_key_id: caller.workspace_id }, record_id)).toMatchObject({ may: 0 });
    expect(asked).toMatchObject([{ pipelined: true }]);
    expect(asked[0]!.bytes).toBeLessThan(KIB);
  });

  it.each([
    ['a short one by one brief statement', 3, 'set size = size', [true]],
    ['a long one by another, which is not brief', 5, 'set size = size', [true, false]],
    ['a long one whose size nobody stored as well', 5, 'set size = null', [true, false]],
  ])('is not read by a statement that others wait for: %s', async (_, texts, arrange, brief) => {
    const values = Array.from({ length: texts }, (__, n) => `${n}`.padEnd(20_000, 'long '));
    const record = await aRecord(rest, object, { name: 'Kept', texts: values });
    const { record_id } = record.id;
    await rest.sql(`update record ${arrange} where record_id = $1`, [record_id]);
    const { asked, store } = watched();
    const found = await store.find(caller, record_id);
    expect(JSON.stringify(found!.vals)).toContain(values[2]);
    expect(asked.map(({ pipelined }) => pipelined)).toEqual(brief);
    for (const { pipelined, bytes } of asked) if (pipelined) expect(bytes).toBeLessThan(70 * KIB);
    const path = pathTo(object, record);
    const { body } = await rest.writer.patch(path, { data: { name: 'Changed' } }).expect(200);
    expect(body.data.values.texts).toHaveLength(texts);
    await rest.writer.post(`${path}/trash`, {}).expect(200);
    expect(JSON.stringify((await store.findTrashed(caller, record_id))!.vals)).toContain(values[2]);
    expect((await rest.writer.post(`${path}/restore`, {}).expect(200)).body.data.values.texts).toHaveLength(texts);
    await rest.reader.get(path).expect(200);
  });
});
