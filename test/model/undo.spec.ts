import fc from 'fast-check';
import type { RecordWire, UndoResult } from '#crm-domain';
import { ConsistencyService } from '#crm-domain/operations';
import { anAttribute, anObject, freshSlug, type AnObject } from '../support/builders.js';
import { Rest, type Caller } from '../support/rest.js';

// `UNDO_HISTORIES` tries as many others as one likes.
const HISTORIES = Number(process.env.UNDO_HISTORIES ?? 12);
const SEED = Number(process.env.MODEL_SEED ?? 1);
const TIMEOUT = 60_000 + HISTORIES * 5_000;

/** One write of one of two keys; `record` and the records in `data` are places among those that were made. */
interface Step {
  isMine: boolean;
  write: 'create' | 'update' | 'delete' | 'trash' | 'restore';
  record: number;
  data: { name?: string | null; note?: string | null; tags?: string[]; parent?: number | null; see?: number | null };
}

const place = fc.nat(5);
const data = fc.record(
  {
    name: fc.option(fc.constantFrom('Ada', 'Bob', 'Cleo')),
    note: fc.option(fc.constantFrom('x', 'y', 'z')),
    tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd')),
    parent: fc.option(place),
    see: fc.option(place),
  },
  { requiredKeys: [] },
);
const steps = (isMine: fc.Arbitrary<boolean>): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.record({
      isMine,
      write: fc.constantFrom('create', 'update', 'update', 'update', 'delete', 'trash', 'restore'),
      record: place,
      data,
    }),
    { minLength: 1, maxLength: 10 },
  );

type State = Record<string, { state: string; values: Record<string, unknown[]> }>;

/** A workspace has room for so many objects, of which each history takes one. */
const MAX_HISTORIES = 50;

let rest: Rest;
let begun = 0;
let object: AnObject;
let admin: Caller;
let theirs: Caller;
let mine: Caller;
let api_key_id: string;
let workspace_id: string;
let from: string;
beforeAll(async () => (rest = await Rest.start()));
afterAll(() => rest.stop());

/** Another workspace, with the two keys that write. */
async function move(): Promise<void> {
  const workspace = await rest.newWorkspace();
  ({ admin, workspace_id } = workspace);
  theirs = await rest.newCaller(workspace.workspace_id, ['read:data', 'write:data']);
  const key = await rest.newKey(workspace.workspace_id, ['read:data', 'write:data']);
  mine = rest.callerWith(`Bearer ${key.api_key}`);
  ({ api_key_id } = key as unknown as { api_key_id: string });
}

/** An object of its own for each history, with three records that were there before. */
async function begin(): Promise<string[]> {
  if (begun++ % MAX_HISTORIES === 0) await move();
  object = await anObject(rest, admin, freshSlug('history'));
  const add = (attribute: object) => anAttribute(rest, object, attribute as never, admin);
  await add({ type: 'text', slug: 'note' });
  await add({ type: 'text', slug: 'tags', is_multi_select: true });
  const relationship = { target_object_id: object.object_id, inverse_title: 'Children', cardinality: 'many-to-one' };
  await add({ type: 'relationship', slug: 'parent', relationship });
  const record_reference = { allowed_object_ids: [object.object_id] };
  await add({ type: 'record-reference', slug: 'see', config: { record_reference } });
  const made: string[] = [];
  for (const each of [{ name: 'One', tags: ['a', 'b'] }, { name: 'Two', note: 'x' }, { name: 'Three' }]) {
    const { body } = await admin.post(`/v1/records/${object.slug}`, { data: each }).expect(200);
    made.push(body.data.id.record_id as string);
  }
  const link = { parent: { id: made[0], type: object.slug }, see: { id: made[2], type: object.slug } };
  await admin.patch(`/v1/records/${object.slug}/${made[1]}`, { data: link }).expect(200);
  const [{ now }] = (await rest.sql<{ now: Date }>('select clock_timestamp() as now')) as [{ now: Date }];
  from = now.toISOString();
  return made;
}

/** Sends it, by whoever it is of; what is refused changes nothing. */
async function send(
  { isMine, write, record, data: { parent, see, ...plain } }: Step,
  made: string[],
): Promise<boolean> {
  const by = isMine ? mine : theirs;
  const at = (nth: number) => made[nth % made.length];
  const reference = (nth: number | null) => (nth === null ? null : { id: at(nth), type: object.slug });
  const body = {
    data: {
      ...plain,
      ...(parent !== undefined && { parent: reference(parent) }),
      ...(see !== undefined && { see: reference(see) }),
    },
  };
  const base = `/v1/records/${object.slug}`;
  if (write === 'create') {
    const { body: answer } = await by.post(base, body);
    if (answer.data) made.push(answer.data.id.record_id);
    return answer.data !== undefined;
  }
  const path = `${base}/${at(record)}`;
  if (write === 'update') return (await by.patch(path, body)).status === 200;
  if (write === 'delete') return (await by.delete(path)).status === 200;
  return (await by.post(`${path}/${write}`)).status === 200;
}

async function undo(): Promise<UndoResult> {
  const { body } = await admin.post('/v1/undo', { api_key_id, from }).expect(200);
  return body.data as UndoResult;
}

async function records(): Promise<State> {
  const state: State = {};
  for (const trashed of ['', '&trashed=only']) {
    const { body } = await admin.get(`/v1/records/${object.slug}?limit=100${trashed}`).expect(200);
    for (const { id, values } of body.data as RecordWire[]) {
      const held = Object.entries(values as Record<string, Record<string, unknown>[]>).filter(
        ([, items]) => items.length > 0,
      );
      const bare = held.map(([slug, items]) => [slug, items.map(({ target_record, value }) => target_record ?? value)]);
      state[id.record_id] = { state: trashed ? 'trashed' : 'active', values: Object.fromEntries(bare) };
    }
  }
  return state;
}

/** What the consistency check finds in the workspace. */
async function findings() {
  return (await new ConsistencyService(rest.domain.db).check({ workspace_id })).findings;
}

/** Children are in the order in which they were linked, which is a matter of the history. */
function sorted(state: State): State {
  for (const { values } of Object.values(state)) values['children']?.sort();
  return state;
}

it(
  'what one key has written alone is as if it had never happened',
  async () => {
    await fc.assert(
      fc.asyncProperty(steps(fc.constant(true)), async (history) => {
        const made = await begin();
        const before = sorted(await records());
        for (const step of history) await send(step, made);
        const { left, has_more } = await undo();
        expect([left, has_more]).toEqual([[], false]);
        expect(sorted(await records())).toEqual(before);
        expect(await findings()).toEqual([]);
        expect(await undo()).toMatchObject({ undone: [], left: [] });
      }),
      { numRuns: HISTORIES, seed: SEED, endOnFailure: true },
    );
  },
  TIMEOUT,
);

const TEXTS = { name: fc.option(fc.constantFrom('Ada', 'Bob')), note: fc.option(fc.constantFrom('x', 'y')) };
/** What somebody else writes, of the records that were there before. */
const foreign: fc.Arbitrary<Step> = fc.record({
  isMine: fc.constant(false),
  write: fc.constant('update' as const),
  record: fc.nat(2),
  data: fc.record(TEXTS, { requiredKeys: [] }),
});

it(
  'what others have written meanwhile stays, is named, and the rest is as if it had never happened',
  async () => {
    let named = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(steps(fc.constant(true)), fc.array(foreign)), { maxLength: 4 }),
        async (parts) => {
          const made = await begin();
          const initial = [...made];
          const expected = sorted(await records());
          for (const step of parts.flat()) {
            if (step.isMine) {
              await send(step, made);
              continue;
            }
            const touched = initial[step.record]!;
            const held = (await records())[touched]?.values ?? {};
            if (!(await send(step, initial))) continue;
            for (const [slug, value] of Object.entries(step.data)) {
              // Who writes what is there already has changed nothing.
              if ((value ?? undefined) === held[slug]?.[0]) continue;
              const { values } = expected[touched]!;
              if (value === null) delete values[slug];
              else values[slug] = [value];
            }
          }
          const { left } = await undo();
          expect(sorted(await records())).toEqual(expected);
          expect(await findings()).toEqual([]);
          for (const each of left) {
            expect(each).toMatchObject({ reason: 'changed_since', changed_by: { type: 'api-key' } });
            expect(initial).toContain(each.record_id);
            expect(Object.keys(TEXTS)).toContain(each.attribute);
          }
          named += left.length;
        },
      ),
      { numRuns: HISTORIES, seed: SEED, endOnFailure: true },
    );
    expect(named).toBeGreaterThan(0);
  },
  TIMEOUT,
);

/** A write that has a value or a child of its own, so that what it did can be told from what others did. */
const own = fc.record({
  write: fc.constantFrom('append' as const, 'remove' as const, 'link' as const, 'unlink' as const, 'delete' as const),
  isMine: fc.boolean(),
});
/** What is undone: a write, by its first request, or by the last one that did or undid it. */
const pick = fc.record({ nth: fc.nat(20), isFirst: fc.boolean() });

it(
  'requests that are undone one by one, in any order, and undone again, leave each other alone',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(own, { minLength: 2, maxLength: 5 }),
        fc.array(pick, { minLength: 2, maxLength: 7 }),
        async (writes, picks) => {
          const [id] = (await begin()) as [string];
          const base = `/v1/records/${object.slug}`;
          await admin.patch(`${base}/${id}`, { data: { tags: writes.map((_, n) => `old ${n}`) } }).expect(200);
          const children: string[] = [];
          for (const [n, { write }] of writes.entries()) {
            const isLinked = write === 'unlink' || write === 'delete';
            const data = { name: `Child ${n}`, ...(isLinked && { parent: { id, type: object.slug } }) };
            children.push((await admin.post(base, { data }).expect(200)).body.data.id.record_id);
          }
          const send = (n: number) => {
            const { write, isMine } = writes[n]!;
            const [by, child] = [isMine ? mine : theirs, `${base}/${children[n]}`];
            if (write === 'append') return by.patch(`${base}/${id}`, { data: { tags: { append: [`new ${n}`] } } });
            if (write === 'remove') return by.patch(`${base}/${id}`, { data: { tags: { remove: [`old ${n}`] } } });
            if (write === 'delete') return by.delete(child);
            const parent = write === 'link' ? { id, type: object.slug } : null;
            return by.patch(child, { data: { parent } });
          };
          /** Of each write the requests that did it, undid it, did it again and so on. */
          const chains: string[][] = [];
          for (const n of writes.keys()) chains.push([(await send(n).expect(200)).headers['x-request-id'] as string]);
          for (const { nth, isFirst } of picks) {
            const chain = chains[nth % chains.length]!;
            const isDone = chain.length % 2 === 1;
            const request_id = isDone && isFirst ? chain[0] : chain.at(-1);
            const answer = await admin.post('/v1/undo', { request_id }).expect(200);
            expect(answer.body.data.left).toEqual([]);
            chain.push(answer.headers['x-request-id'] as string);
            const [tags, linked] = [new Set<string>(), new Set<string>()];
            for (const [n, { write }] of writes.entries()) {
              const isNow = chains[n]!.length % 2 === 1;
              if (write !== 'remove' || !isNow) tags.add(`old ${n}`);
              if (write === 'append' && isNow) tags.add(`new ${n}`);
              if (write === 'link' ? isNow : (write === 'unlink' || write === 'delete') && !isNow)
                linked.add(children[n]!);
            }
            const now = await records();
            const held = now[id]!.values;
            // The second of those that were there before is a child as well.
            const kept = ((held['children'] ?? []) as string[]).filter((child) => children.includes(child));
            expect([new Set(held['tags']), new Set(kept)]).toEqual([tags, linked]);
            for (const [n, { write }] of writes.entries())
              expect(children[n]! in now).toBe(write !== 'delete' || chains[n]!.length % 2 === 0);
          }
          expect(await findings()).toEqual([]);
        },
      ),
      { numRuns: HISTORIES, seed: SEED, endOnFailure: true },
    );
  },
  TIMEOUT,
);
