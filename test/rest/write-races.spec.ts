import type { RecordWire } from '#crm-domain';
import { aRecord, anAttribute, anObject, pathTo, readRecord, type AnObject } from '../support/builders.js';
import { Rest } from '../support/rest.js';

// Each round is a race of this many writers for one record or one value. `WRITE_RACES` runs as many as one likes.
const ROUNDS = Number(process.env.WRITE_RACES ?? 8);
const WRITERS = 10;

interface Answer {
  status: number;
  body: { created?: boolean; data: { status: number; created?: boolean; data: RecordWire }[] & RecordWire };
}

describe('writers of the same record at the same time', () => {
  let rest: Rest;
  let object: AnObject;
  beforeAll(async () => {
    rest = await Rest.start();
    object = await anObject(rest);
    await anAttribute(rest, object, { type: 'text', slug: 'code', is_unique: true });
    await anAttribute(rest, object, { type: 'text', slug: 'tags', is_multi_select: true });
  });
  afterAll(() => rest.stop());

  /** Every third writes in a batch, beside a record of its own, so that both go into one statement. */
  const atOnce = (write: (n: number, isInBatch: boolean) => PromiseLike<unknown>) =>
    Promise.all(Array.from({ length: WRITERS }, (_, n) => write(n, n % 3 === 2))) as Promise<Answer[]>;
  const batch = (...items: object[]) =>
    rest.writer.post(`/v1/records/${object.slug}/batch`, {
      mode: 'each',
      items: [...items, { op: 'create', data: {} }, { op: 'create', data: {} }],
    });
  const resultOf = ({ status, body }: Answer) => (Array.isArray(body.data) ? body.data[0]! : { status, ...body });
  const tagsOf = async (record: RecordWire | string) =>
    ((await readRecord(rest, object, record)).values.tags ?? []).map(({ value }) => value).sort();
  const ALL = Array.from({ length: WRITERS }, (_, n) => `${n}`);

  it(
    'lose none of the values that they append',
    async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const record = await aRecord(rest, object);
        const answers = await atOnce((n, isInBatch) => {
          const data = { tags: { append: [`${n}`] } };
          return isInBatch
            ? batch({ op: 'update', record: record.id.record_id, data })
            : rest.writer.patch(pathTo(object, record), { data });
        });
        expect(answers.map((answer) => resultOf(answer).status)).toEqual(Array(WRITERS).fill(200));
        expect(await tagsOf(record)).toEqual(ALL);
      }
    },
    60_000 + ROUNDS * 5_000,
  );

  it(
    'make one record of a new value, with what each of them adds to it',
    async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const code = `raced ${round}`;
        const answers = await atOnce((n, isInBatch) => {
          const data = { code, tags: { append: [`${n}`] } };
          return isInBatch
            ? batch({ op: 'upsert', match: 'code', data })
            : rest.writer.put(`/v1/records/${object.slug}?match=code`, { data });
        });
        const results = answers.map(resultOf);
        expect(results.map(({ status }) => status)).toEqual(Array(WRITERS).fill(200));
        expect(results.filter(({ created }) => created)).toHaveLength(1);
        const ids = new Set(results.map(({ data }) => (data as unknown as RecordWire).id.record_id));
        expect(ids.size).toBe(1);
        expect(await tagsOf([...ids][0]!)).toEqual(ALL);
      }
    },
    60_000 + ROUNDS * 5_000,
  );

  it(
    'have one winner where all expect the same version, and the others are told of it',
    async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const record = await aRecord(rest, object);
        const answers = await atOnce((n, isInBatch) => {
          const data = { tags: [`${n}`] };
          return isInBatch
            ? batch({ op: 'update', record: record.id.record_id, data, expected_version: 1 })
            : rest.writer.patch(pathTo(object, record), { data }).set('If-Match', '"1"');
        });
        const statuses = answers.map((answer) => resultOf(answer).status);
        expect(statuses.filter((status) => status !== 412)).toEqual([200]);
        expect(await tagsOf(record)).toEqual([`${statuses.indexOf(200)}`]);
        expect((await readRecord(rest, object, record)).version).toBe(2);
      }
    },
    60_000 + ROUNDS * 5_000,
  );
});
