import fc from 'fast-check';
import type { RecordWire } from '#crm-domain';
import { aRecord, anAttribute, anObject, pathTo } from '../support/builders.js';
import { Rest, type Caller } from '../support/rest.js';
import { probes, viewed, type Probe } from './support/probes.js';
import { ATTRIBUTES } from './support/schema.js';
import { values } from './support/sequences.js';

// `npm run model` tries others.
const SEED = Number(process.env.MODEL_SEED ?? 1);
const PROBES = Number(process.env.MODEL_PROBES ?? 200);
const [THINGS, OTHERS] = [{ slug: 'things' }, { slug: 'others' }];

let rest: Rest;
beforeAll(async () => {
  rest = await Rest.start({ RATE_LIMIT_READS_PER_SECOND: 0, RATE_LIMIT_WRITES_PER_SECOND: 0 });
  for (const by of [rest.admin, rest.stranger.admin]) await makeObjects(by);
});
afterAll(() => rest.stop());

async function makeObjects(by: Caller): Promise<void> {
  const [, others] = [await anObject(rest, by, THINGS.slug), await anObject(rest, by, OTHERS.slug)];
  for (const object of [THINGS, OTHERS])
    for (const { slug, type, attribute } of ATTRIBUTES)
      await anAttribute(rest, object, { title: slug, slug, type, ...attribute } as never, by);
  const config = { record_reference: { allowed_object_ids: [others.object_id] } };
  await anAttribute(rest, THINGS, { title: 'link', slug: 'link', type: 'record-reference', config } as never, by);
}

/** Others, and things that refer to them in turn; `to` in place of those, where it is given. */
async function aSet(data: readonly object[], by: Caller, to?: readonly RecordWire[]) {
  const others: RecordWire[] = [];
  const things: RecordWire[] = [];
  for (const each of data.slice(0, 8)) others.push(await aRecord(rest, OTHERS, { ...each, name: 'Ann' }, by));
  for (const [at, each] of data.entries()) {
    const { id } = (to ?? others)[at % 8]!;
    things.push(await aRecord(rest, THINGS, { ...each, name: 'Bo', link: { id: id.record_id } }, by));
  }
  return { things, others };
}

async function answerOf({ method, path, body }: Probe): Promise<unknown> {
  const response = method === 'GET' ? await rest.reader.get(path) : await rest.reader.post(path, body);
  const { requestId: _, ...answer } = response.body as Record<string, unknown>;
  return { status: response.status, answer };
}

it(
  "no answer changes by records of another workspace, in the trash or deleted that are like one's own",
  async () => {
    const data = fc.sample(values, { numRuns: 20, seed: SEED });
    const asked = fc.sample(probes, { numRuns: PROBES, seed: SEED });
    const filters = fc.sample(viewed, { numRuns: 10, seed: SEED });
    const kept = await aSet(data, rest.admin);
    for (const [at, filter] of filters.entries())
      await rest.admin
        .post('/v1/views', { slug: `view-${at}`, title: 'View', object: 'things', query: { filter } })
        .expect(200);
    const before: unknown[] = [];
    for (const probe of asked) before.push(await answerOf(probe));
    // They refer to each other, and in the same workspace also to those that are seen.
    const trashed = [await aSet(data, rest.admin), await aSet(data, rest.admin, kept.others)];
    const deleted = [await aSet(data, rest.admin), await aSet(data, rest.admin, kept.others)];
    const foreign = await aSet(data, rest.stranger.admin);
    for (const [object, name] of [
      [THINGS, 'things'],
      [OTHERS, 'others'],
    ] as const) {
      for (const record of trashed.flatMap((set) => set[name]))
        await rest.admin.post(`${pathTo(object, record)}/trash`).expect(200);
      for (const record of deleted.flatMap((set) => set[name]))
        await rest.admin.delete(pathTo(object, record)).expect(200);
    }
    const statuses = new Set<number>();
    for (const [at, probe] of asked.entries()) {
      const after = await answerOf(probe);
      statuses.add((after as { status: number }).status);
      expect({ probe, ...(after as object) }).toEqual({ probe, ...(before[at] as object) });
    }
    expect(statuses).toContain(200);

    const unseen = [...trashed, ...deleted, foreign];
    for (const [object, name] of [
      [THINGS, 'things'],
      [OTHERS, 'others'],
    ] as const)
      for (const { id } of unseen.flatMap((set) => set[name]).filter((_, at) => at % 5 === 0)) {
        const named = { filter: { attribute: 'record_id', operator: 'eq', value: id.record_id } };
        const query = await rest.reader
          .post(`/v1/records/${object.slug}/query`, { ...named, total: 'exact' })
          .expect(200);
        expect(query.body).toMatchObject({ data: [], pagination: { total: 0 } });
        const groups = await rest.reader.post(`/v1/records/${object.slug}/aggregate`, named).expect(200);
        expect(groups.body.data).toMatchObject([{ measures: [{ value: 0 }] }]);
        const got = await rest.reader.post(`/v1/records/${object.slug}/get`, { ids: [id.record_id] }).expect(200);
        expect(got.body).toMatchObject({ data: [], missing: [id.record_id] });
      }
  },
  120_000 + PROBES * 1_000,
);
