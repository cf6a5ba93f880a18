import fc from 'fast-check';
import type { AttributeWire } from '#crm-domain';
import { anAttribute, anObject, freshSlug, type AnObject } from '../support/builders.js';
import { Rest } from '../support/rest.js';

// `BATCH_SEQUENCES` tries as many others as one likes.
const SEQUENCES = Number(process.env.BATCH_SEQUENCES ?? 12);
const SEED = Number(process.env.MODEL_SEED ?? 1);
const MOST_ITEMS = 14;

/** An item of a batch. `at`, and the records in `data`, are places among those that were made. */
interface Item {
  op: 'create' | 'update' | 'upsert' | 'delete' | 'trash' | 'restore';
  at: number;
  expects: boolean;
  data: Data;
}

interface Data {
  name?: string | null;
  code?: string | null;
  rank?: number | string | null;
  tags?: string[] | { append?: string[]; remove?: string[] };
  link?: number[] | { code: string; create: boolean };
  friends?: number[];
}

const place = fc.nat(9);
const code = fc.constantFrom('c1', 'c2', 'c3', 'c4', 'c5', 'c6');
const tags = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 });
const data: fc.Arbitrary<Data> = fc.record(
  {
    name: fc.option(fc.constantFrom('Ada', 'Bob', 'Cleo')),
    code: fc.option(code, { freq: 6 }),
    rank: fc.option(fc.oneof({ arbitrary: fc.nat(3), weight: 9 }, { arbitrary: fc.constant('no number'), weight: 1 })),
    tags: fc.oneof(tags, fc.record({ append: tags, remove: tags }, { requiredKeys: ['append'] })),
    link: fc.oneof(
      { arbitrary: fc.uniqueArray(place, { maxLength: 2 }), weight: 3 },
      { arbitrary: fc.record({ code, create: fc.boolean() }), weight: 1 },
    ),
    friends: fc.uniqueArray(place, { maxLength: 2 }),
  },
  { requiredKeys: [] },
);
const op = fc.constantFrom<Item['op'][]>(
  ...(['create', 'create', 'update', 'update', 'update', 'update', 'upsert', 'upsert', 'upsert'] as const),
  ...(['delete', 'trash', 'restore'] as const),
);
const item: fc.Arbitrary<Item> = fc.record({ op, at: place, expects: fc.boolean(), data: fc.oneof(data, rare(data)) });
const batches = fc.array(
  fc.record({
    mode: fc.constantFrom('each', 'each', 'atomic'),
    items: fc.array(item, { minLength: 2, maxLength: MOST_ITEMS }),
  }),
  { minLength: 1, maxLength: 3 },
);

/** Mostly a plain value or two, with which items go together. */
function rare(all: fc.Arbitrary<Data>): fc.Arbitrary<Data> {
  return all.map(({ friends: _, ...rest }) => rest);
}

interface Result {
  status: number;
  created?: boolean;
  data?: { id: { record_id: string } };
  error?: { reason: string };
}

/** One of two objects with the same schema, on which the same is done in two ways. */
interface Side {
  object: AnObject;
  attributes: AttributeWire[];
  made: string[];
  /** Versions of records that are expected. */
  versions: Map<string, number>;
}

let rest: Rest;
let one: Side;
let other: Side;
beforeAll(async () => {
  rest = await Rest.start();
  one = await aSide();
  other = await aSide();
});
afterAll(() => rest.stop());

async function aSide(): Promise<Side> {
  const object = await anObject(rest, rest.admin, freshSlug('side'));
  await anAttribute(rest, object, { type: 'text', slug: 'code', is_unique: true });
  await anAttribute(rest, object, { type: 'number', slug: 'rank' });
  await anAttribute(rest, object, { type: 'text', slug: 'tags', is_multi_select: true });
  const config = { record_reference: { allowed_object_ids: [object.object_id] } };
  await anAttribute(rest, object, { type: 'record-reference', slug: 'link', is_multi_select: true, config } as never);
  const relationship = { target_object_id: object.slug, inverse_title: 'Friends of', cardinality: 'many-to-many' };
  await anAttribute(rest, object, { type: 'relationship', slug: 'friends', relationship } as never);
  const { body: listed } = await rest.reader.get(`${object.path}/attributes`).expect(200);
  const attributes = listed.data as AttributeWire[];
  return { object, attributes, made: [], versions: new Map() };
}

const BEFORE = [{ name: 'One', code: 'c1', tags: ['a'] }, { name: 'Two', rank: 1 }, { code: 'c2' }];

/** Without the records of the sequence before, and with those that each one begins with. */
async function begin(side: Side): Promise<void> {
  const items = [
    ...side.made.map((record) => ({ op: 'delete', record })),
    ...BEFORE.map((data) => ({ op: 'create', data })),
  ];
  await rest.writer.post(`/v1/records/${side.object.slug}/batch`, { mode: 'each', items }).expect(200);
  side.made = [];
  side.versions.clear();
  await addMade(side);
}

function recordAt({ made }: Side, at: number): string {
  return made[at % made.length]!;
}

function dataOf(side: Side, { link, friends, ...plain }: Data): object {
  const pointer = (at: number) => ({ id: recordAt(side, at), type: side.object.slug });
  const unique = (places: number[]) => [...new Map(places.map((at) => [recordAt(side, at), pointer(at)])).values()];
  const links =
    link && (Array.isArray(link) ? unique(link) : { match: { code: link.code }, ...(link.create && { create: true }) });
  return { ...plain, ...(links && { link: links }), ...(friends && { friends: unique(friends) }) };
}

function itemOf(side: Side, { op, at, expects, data }: Item): { op: string; record?: string; [more: string]: unknown } {
  const record = recordAt(side, at);
  const expected = expects && op !== 'create' && { expected_version: side.versions.get(record) ?? 1 };
  const values = { data: dataOf(side, data) };
  if (op === 'create') return { op, ...values };
  if (op === 'upsert') return { op, match: 'code', ...values };
  return { op, record, ...(op === 'update' && values), ...expected };
}

/** One item after the other, each as a request of its own. */
async function singly({ object }: Side, items: ReturnType<typeof itemOf>[]): Promise<Result[]> {
  const results: Result[] = [];
  const path = `/v1/records/${object.slug}`;
  for (const { op, record, data, expected_version } of items) {
    const of = `${path}/${record}`;
    const request = {
      create: () => rest.writer.post(path, { data }),
      upsert: () => rest.writer.put(`${path}?match=code`, { data }),
      update: () => rest.writer.patch(of, { data }),
      delete: () => rest.writer.delete(of),
      trash: () => rest.writer.post(`${of}/trash`),
      restore: () => rest.writer.post(`${of}/restore`),
    }[op as Item['op']]();
    if (expected_version !== undefined) void request.set('If-Match', `"${String(expected_version)}"`);
    const { status, body } = await request;
    results.push({ status, created: body.created, data: body.data, error: { reason: body.reason as string } });
  }
  return results;
}

const told = (side: Side, results: Result[]) =>
  results.map(({ status, created, data, error }) =>
    named(side, { status, created, data, reason: status === 200 ? undefined : error!.reason }),
  );

/** Without moments, and with places in place of ids. */
function named({ object, attributes, made }: Side, value: unknown): string {
  const names = new Map([[object.object_id, 'OBJECT'], ...made.map((id, at) => [id, `record ${at}`] as const)]);
  for (const { id, slug } of attributes) {
    names.set(id.attribute_id, slug);
    names.set(Buffer.from(id.attribute_id.replaceAll('-', ''), 'hex').toString('base64url'), slug);
  }
  const text = JSON.stringify(value, (key, each: unknown) =>
    UNCOMPARED.test(key) || (Array.isArray(each) && isStamp(each)) ? undefined : each,
  ).replaceAll(object.slug, 'OBJECT');
  return text
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'NOW')
    .replace(/'\w+:/g, "'TAG:")
    .replace(/(?<=")[\w-]{22}(?=")/g, (id) => names.get(id) ?? id)
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => names.get(id) ?? 'ID');
}

const UNCOMPARED = /_at$|^active_|^(request_id|change_id|event_id|position|slug)$/;
const isStamp = ([at]: unknown[]) => typeof at === 'number' && at > 1e12;

/** Every row beside the records of an object. */
async function stored(side: Side): Promise<string[]> {
  const rows: string[] = [];
  for (const table of TABLES) {
    const key = table === 'event' ? 'subject_id' : 'record_id';
    const found = await rest.sql<{ row: object }>(
      `select to_jsonb(t) as row from ${table} t where workspace_id = $1 and ${key} = any($2::uuid[])`,
      [rest.workspace_id, side.made],
    );
    rows.push(...found.map(({ row }) => `${table} ${named(side, row)}`).sort());
  }
  return rows;
}

const TABLES = [
  'record',
  'record_unique',
  'record_reference',
  'record_handle',
  'record_search',
  'index_text',
  'index_number',
  'index_ref',
  'value_history',
  'event',
];

/** Records of an object that are not known yet, in the order in which they were made. */
async function addMade(side: Side): Promise<void> {
  const rows = await rest.sql<{ record_id: string; rev: number }>(
    'select record_id, rev from record where workspace_id = $1 and object_id = $2 and deleted_at is null order by record_id',
    [rest.workspace_id, side.object.object_id],
  );
  for (const { record_id, rev } of rows) {
    if (!side.made.includes(record_id)) side.made.push(record_id);
    side.versions.set(record_id, rev);
  }
}

async function run({ mode, items }: { mode: string; items: Item[] }): Promise<void> {
  const [here, there] = [one, other].map((side) => items.map((each) => itemOf(side, each))) as [
    ReturnType<typeof itemOf>[],
    ReturnType<typeof itemOf>[],
  ];
  const path = ({ object }: Side) => `/v1/records/${object.slug}/batch`;
  const { body } = await rest.writer.post(path(one), { mode, items: here });
  const results = body.data as Result[];
  if (body.applied === true) {
    const singles = await singly(other, there);
    await Promise.all([addMade(one), addMade(other)]);
    expect(told(one, results)).toEqual(told(other, singles));
  } else {
    // Nothing was written: then the same items one by one would have failed at the same places, which is only tried.
    const tried = await rest.writer.post(`${path(other)}?dry_run=true`, { mode: 'each', items: there }).expect(200);
    const statuses = (tried.body.data as Result[]).map(({ status }) => (status === 200 ? 424 : status));
    expect(results.map(({ status }) => status)).toEqual(statuses);
  }
  expect(await stored(one)).toEqual(await stored(other));
}

describe('random batches', () => {
  it(
    'answer and leave behind what their items do one by one',
    async () => {
      await fc.assert(
        fc.asyncProperty(batches, async (sent) => {
          await Promise.all([begin(one), begin(other)]);
          for (const each of sent) await run(each);
        }),
        { numRuns: SEQUENCES, seed: SEED, endOnFailure: !process.env.MODEL_SHRINK },
      );
    },
    60_000 + SEQUENCES * 5_000,
  );
});
