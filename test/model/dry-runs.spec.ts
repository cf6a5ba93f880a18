import fc from 'fast-check';
import type { RecordWire } from '#crm-domain';
import type { DryRun } from '#crm-domain/writes';
import { anAttribute, anObject, type AnObject } from '../support/builders.js';
import { databaseState } from '../support/database-state.js';
import { Rest } from '../support/rest.js';

// `DRY_RUN_PAIRS` tries as many others as one likes.
const PAIRS = Number(process.env.DRY_RUN_PAIRS ?? 50);
const MAX_RECORDS = 12;
const SEED = Number(process.env.MODEL_SEED ?? 1);

/** One write; `record` and `others` are places among the records that are there. */
interface Step {
  write: 'create' | 'update' | 'delete' | 'trash' | 'restore';
  record: number;
  data: {
    name?: string;
    code?: string | null;
    kinds?: string[];
    parent?: number | null;
    friends?: number[];
    see?: number[];
  };
}

const place = fc.nat(9);
const step: fc.Arbitrary<Step> = fc.record({
  write: fc.constantFrom('create', 'create', 'update', 'update', 'update', 'update', 'delete', 'trash', 'restore'),
  record: place,
  data: fc.record(
    {
      name: fc.constantFrom('Ada', 'Bob', 'Cleo'),
      code: fc.option(fc.constantFrom('one', 'two', 'three', 'four')),
      kinds: fc.uniqueArray(fc.constantFrom('Red', 'Green', 'Blue')),
      parent: fc.option(place),
      friends: fc.uniqueArray(place, { maxLength: 3 }),
      see: fc.uniqueArray(place, { maxLength: 3 }),
    },
    { requiredKeys: [] },
  ),
});

type Values = Record<string, unknown[]>;
/** Every record with its state and its values, without their times and authors. */
type State = Record<string, { state: string; values: Values }>;

let rest: Rest;
let object: AnObject;
beforeAll(async () => {
  rest = await Rest.start();
  object = await anObject(rest);
  await anAttribute(rest, object, { type: 'text', slug: 'code', is_unique: true });
  const options = ['Red', 'Green', 'Blue'].map((title) => ({ title }));
  await anAttribute(rest, object, { type: 'multi-select', slug: 'kinds', options });
  const related = (slug: string, cardinality: string) => {
    const relationship = { target_object_id: object.object_id, inverse_title: `Inverse ${slug}`, cardinality };
    return anAttribute(rest, object, { type: 'relationship', slug, relationship } as never);
  };
  await related('parent', 'many-to-one');
  await related('friends', 'many-to-many');
  const record_reference = { allowed_object_ids: [object.object_id] };
  const see = { type: 'record-reference', slug: 'see', is_multi_select: true, config: { record_reference } };
  await anAttribute(rest, object, see as never);
  for (const name of ['Ada', 'Bob', 'Cleo', 'Dan'])
    await rest.writer.post(`/v1/records/${object.slug}`, { data: { name } }).expect(200);
});
afterAll(() => rest.stop());

it(
  'a dry run shows the difference that the write then makes, and leaves every table as it was',
  async () => {
    const counts: Record<string, number> = {};
    await fc.assert(
      fc.asyncProperty(step, async (each) => {
        const outcome = await tryBoth(each);
        counts[outcome] = (counts[outcome] ?? 0) + 1;
      }),
      { numRuns: PAIRS, seed: SEED, endOnFailure: true },
    );
    expect(counts.done).toBeGreaterThan(PAIRS / 3);
    expect(counts.refused).toBeGreaterThan(0);
  },
  60_000 + PAIRS * 2_000,
);

async function tryBoth(each: Step): Promise<'done' | 'refused'> {
  const before = await records();
  const tables = await databaseState(rest);
  const dry = await send(each, before, 'dry_run=true');
  expect(await databaseState(rest)).toEqual(tables);
  const { dry_run, data } = dry.body as { dry_run: DryRun; data: RecordWire };
  const wet = await send(each, before, dry_run ? `expect_digest=${dry_run.digest}` : '');
  expect(wet.status).toBe(dry.status);
  if (wet.status !== 200) {
    expect(wet.body.issues).toEqual(dry.body.issues);
    expect(await records()).toEqual(before);
    return 'refused';
  }
  const expected = JSON.stringify(applied(before, dry_run.changes));
  // What a dry run creates has another id than what is created afterwards.
  const [tried, real] = [data, wet.body.data as RecordWire].map((record) => record.id?.record_id ?? 'none');
  expect(await records()).toEqual(JSON.parse(expected.replaceAll(tried!, real!)));
  return 'done';
}

function send({ write: wanted, record, data }: Step, state: State, query: string) {
  const there = Object.keys(state).sort();
  // Few enough for one page.
  const write = wanted === 'create' && there.length > MAX_RECORDS ? 'delete' : wanted;
  const idAt = (at: number) => there[at % there.length];
  // Most writes meet a record that they can be done to, some do not.
  const fitting = there.filter((id) => (state[id]!.state === 'trashed') === (write === 'restore'));
  const targets = record === 0 || fitting.length === 0 ? there : fitting;
  const reference = (at: number) => ({ id: idAt(at), type: object.slug });
  const { parent, friends, see, ...plain } = data;
  const body = {
    data: {
      ...plain,
      ...(parent !== undefined && { parent: parent === null || there.length === 0 ? null : reference(parent) }),
      ...(friends && { friends: there.length === 0 ? [] : friends.map(reference) }),
      ...(see && { see: there.length === 0 ? [] : see.map(reference) }),
    },
  };
  const base = `/v1/records/${object.slug}`;
  if (write === 'create' || there.length === 0) return rest.writer.post(`${base}?${query}`, body);
  const path = `${base}/${targets[record % targets.length]}`;
  if (write === 'update') return rest.writer.patch(`${path}?${query}`, body);
  if (write === 'delete') return rest.writer.delete(`${path}?${query}`);
  return rest.writer.post(`${path}/${write}?${query}`);
}

async function records(): Promise<State> {
  const state: State = {};
  for (const trashed of ['', '&trashed=only']) {
    const { body } = await rest.reader.get(`/v1/records/${object.slug}?limit=100${trashed}`).expect(200);
    for (const { id, values } of body.data as RecordWire[])
      state[id.record_id] = { state: trashed ? 'trashed' : 'active', values: plain(values as never) };
  }
  return state;
}

function plain(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, items]) => items.length > 0)
      .map(([slug, items]) => [slug, items.map(bare)]),
  );
}

/** What a value itself is, as records and changes show it. What a referenced record is called is not part of it. */
function bare(item: unknown): unknown {
  const { target_record, option, value } = item as Record<string, unknown>;
  return target_record ?? (option as { title: string } | undefined)?.title ?? value;
}

function applied(before: State, changes: DryRun['changes']): State {
  const state = structuredClone(before);
  for (const { record_id, attribute, before: was, after } of changes) {
    const record = (state[record_id!] ??= { state: 'none', values: {} });
    if (attribute === null) {
      expect(record.state).toBe(was ?? 'none');
      record.state = (after as string | null) ?? 'gone';
    } else {
      expect((was as unknown[]).map(bare)).toEqual(record.values[attribute] ?? []);
      record.values[attribute] = (after as unknown[]).map(bare);
      if (record.values[attribute].length === 0) delete record.values[attribute];
    }
  }
  return Object.fromEntries(Object.entries(state).filter(([, { state: now }]) => now !== 'gone'));
}
