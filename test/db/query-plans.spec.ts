import { BOUNDS } from '../../libs/crm-domain/src/records/query/bounds.js';
import type { WorkspaceSchema } from '../../libs/crm-domain/src/objects/schema.js';
import type { IndexedCondition, JudgedQuery, Place } from '../../libs/crm-domain/src/records/query/condition.js';
import { parseQuery, type RecordQuery } from '../../libs/crm-domain/src/records/query/parse-query.js';
import type { FilterInput } from '../../libs/crm-domain/src/records/query/parse-filter.js';
import { LARGEST_SET, planCount, toMeasure } from '../../libs/crm-domain/src/records/query/count-plan.js';
import { planQuery, toProbe, type QueryPlan } from '../../libs/crm-domain/src/records/query/query-plan.js';
import { aRecord, anAttribute, anObject, pathTo, type AnObject } from '../support/builders.js';
import { Rest } from '../support/rest.js';

let rest: Rest;
let object: AnObject;
let schema: WorkspaceSchema;
const rows: { id: string; data: Record<string, unknown> }[] = [];

const NAMES = ['Ann', 'Änn', 'anna', 'Bo', 'ﬁx', '\u{1f600} smile', '\uffee wide', 'bo'];
const TITLES = ['Zed', 'Mid', 'Abc'];

/** The same numbers each time. */
let state = 42;
function random(below: number): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
  return (state >> 8) % below;
}

beforeAll(async () => {
  rest = await Rest.start();
  object = await anObject(rest);
  const attributes = [
    { slug: 'n', type: 'number' },
    { slug: 'day', type: 'date' },
    { slug: 'at', type: 'timestamp' },
    { slug: 'price', type: 'currency' },
    { slug: 'stage', type: 'pipeline', stages: TITLES.map((title) => ({ title })) },
    { slug: 'tags', type: 'multi-select', options: TITLES.map((title) => ({ title })) },
    { slug: 'words', type: 'text', is_multi_select: true },
  ];
  for (const attribute of attributes) await anAttribute(rest, object, { title: 'x', ...attribute } as never);
  for (let at = 0; at < 60; at++) {
    const data: Record<string, unknown> = { name: NAMES[random(NAMES.length)] };
    if (random(4)) data.n = random(5) - 2;
    if (random(4)) data.day = `20${10 + random(5)}-01-01`;
    if (random(4)) data.at = `2026-01-01T00:00:00.00${random(5)}Z`;
    if (random(4)) data.price = { currency_value: random(5), currency_code: random(2) ? 'EUR' : 'USD' };
    if (random(4)) data.stage = TITLES[random(3)];
    if (random(4)) data.tags = [...new Set([TITLES[random(3)], TITLES[random(3)]])];
    if (random(4)) data.words = [...new Set([`${'long '.repeat(13)}${random(3)}`, `short ${random(3)}`])];
    rows.push({ id: (await aRecord(rest, object, data)).id.record_id, data });
  }
  for (const { id } of rows.splice(10, 5)) await rest.admin.post(`${pathTo(object, id)}/trash`).expect(200);
  schema = await rest.domain.schemas.recent(rest.workspace_id);
});
afterAll(() => rest.stop());

const FILTERS: [string, string, () => unknown][] = [
  ['name', 'eq', () => NAMES[random(NAMES.length)]],
  ['name', 'in', () => [NAMES[random(4)], NAMES[random(NAMES.length)]]],
  ['name', 'starts_with', () => ['a', 'an', 'B'][random(3)]],
  ['name', 'contains', () => ['n', 'O', 'i'][random(3)]],
  ['n', 'gte', () => random(5) - 2],
  ['n', 'lt', () => random(5) - 2],
  ['n', 'in', () => [random(5) - 2, random(5) - 2]],
  ['n', 'is_empty', () => undefined],
  ['day', 'gt', () => `20${10 + random(5)}-01-01`],
  ['at', 'lte', () => `2026-01-01T00:00:00.00${random(5)}Z`],
  ['price', 'gt', () => random(5)],
  ['price', 'lte', () => ({ currency_value: random(5), currency_code: 'EUR' })],
  [
    'price',
    'in',
    () => [
      { currency_value: random(5), currency_code: 'EUR' },
      { currency_value: random(5), currency_code: 'USD' },
    ],
  ],
  ['stage', 'in', () => [TITLES[random(3)], TITLES[random(3)]]],
  ['stage', 'is_not_empty', () => undefined],
  ['tags', 'eq', () => TITLES[random(3)]],
  ['tags', 'in', () => [TITLES[random(3)], TITLES[random(3)]]],
  ['words', 'eq', () => `${'long '.repeat(13)}${random(3)}`],
  ['words', 'starts_with', () => ['s', 'long', `${'long '.repeat(13)}${random(3)}`][random(3)]],
];
const SORTS = ['name', 'n', 'day', 'at', 'price', 'stage', 'created_at'];

function query(): Omit<RecordQuery, 'limit' | 'offset'> {
  const filter = Array.from({ length: random(4) }, () => {
    const [attribute, operator, value] = FILTERS[random(FILTERS.length)]!;
    return { attribute, operator, value: value() };
  });
  const sort = random(3)
    ? { attribute: SORTS[random(SORTS.length)]!, direction: random(2) ? ('asc' as const) : ('desc' as const) }
    : undefined;
  return { filter, sort, ...(random(3) ? {} : { query: ['short', 'lon', 'an', 'abc'][random(4)] }) };
}

/** What the document says, without any index: an oracle of its own. */
function holds(
  data: Record<string, unknown>,
  { attribute, operator, value }: { attribute: string; operator: string; value?: unknown },
): boolean {
  const items = data[attribute] === undefined ? [] : [data[attribute]].flat();
  const plain = (item: unknown) => (typeof item === 'string' ? item.toLowerCase() : item);
  const amount = (item: unknown) =>
    (typeof item === 'object' ? (item as { currency_value: number }).currency_value : item) as never;
  const sameCurrency = (item: unknown) =>
    typeof value !== 'object' ||
    (item as { currency_code: string }).currency_code === (value as { currency_code: string }).currency_code;
  const tests: Record<string, (item: unknown) => boolean> = {
    eq: (item) => plain(item) === plain(value),
    in: (item) => (value as unknown[]).some((each) => JSON.stringify(plain(each)) === JSON.stringify(plain(item))),
    starts_with: (item) => String(plain(item)).startsWith(String(plain(value))),
    contains: (item) => String(plain(item)).includes(String(plain(value))),
    gt: (item) => sameCurrency(item) && amount(item) > amount(value),
    gte: (item) => amount(item) >= amount(value),
    lt: (item) => amount(item) < amount(value),
    lte: (item) => sameCurrency(item) && amount(item) <= amount(value),
  };
  if (operator === 'is_empty') return items.length === 0;
  if (operator === 'is_not_empty') return items.length > 0;
  return items.some(tests[operator]!);
}

/** Every plan there is for a query: each of its conditions known to be selective or not. */
function plansOf(judged: JudgedQuery): QueryPlan[] {
  const probed = toProbe(judged);
  return Array.from({ length: 2 ** probed.length }, (_, bits) => {
    const counts = probed.map((condition, at): [IndexedCondition, number] => [
      condition,
      bits & (1 << at) ? at : BOUNDS.probed + 1,
    ]);
    return planQuery(judged, new Map(counts));
  });
}

function countPlansOf(judged: JudgedQuery) {
  const measured = toMeasure(judged);
  return Array.from({ length: 2 ** measured.length }, (_, bits) =>
    planCount(
      judged,
      new Map(
        measured.map((condition, at): [IndexedCondition, number] => [
          condition,
          bits & (1 << at) ? at : LARGEST_SET + 1,
        ]),
      ),
    ),
  );
}

function places(asked: RecordQuery, plan?: (judged: JudgedQuery) => QueryPlan): Promise<Place[]> {
  const found = schema.find(object.slug)!;
  const judged = parseQuery({ object: found, schema }, asked);
  return rest.domain.db.autocommit(rest.workspace_id, async ({ queries }) => {
    const chosen = plan
      ? plan(judged)
      : planQuery(judged, await queries.probe(found.row.object_id, toProbe(judged), BOUNDS.probed));
    return (await queries.places(found.row.object_id, chosen, judged)).places;
  });
}

it('finds the same records in the same order whatever drives, and those that the documents say', async () => {
  for (let round = 0; round < 250; round++) {
    const asked = query();
    const judged = parseQuery({ object: schema.find(object.slug)!, schema }, { ...asked, limit: 100, offset: 0 });
    const whole = await places({ ...asked, limit: 100, offset: 0 });
    if (!asked.query) {
      const expected = rows
        .filter(({ data }) => (asked.filter as FilterInput[]).every((each) => holds(data, each)))
        .map(({ id }) => id);
      expect({ asked, ids: whole.map(({ record_id }) => record_id).sort() }).toEqual({ asked, ids: expected.sort() });
    }
    const object_id = schema.find(object.slug)!.row.object_id;
    for (const plan of countPlansOf(judged)) {
      const counted = await rest.domain.db.autocommit(rest.workspace_id, ({ queries }) =>
        queries.count(object_id, plan),
      );
      expect({ asked, counted }).toEqual({ asked, counted: { total: whole.length, total_is_exact: true } });
    }
    for (const [at] of plansOf(judged).entries()) {
      const choose = (of: JudgedQuery) => plansOf(of)[at]!;
      expect({ asked, at, places: await places({ ...asked, limit: 100, offset: 0 }, choose) }).toEqual({
        asked,
        at,
        places: whole,
      });
      const offset = random(whole.length + 2);
      const part = await places({ ...asked, limit: 7, offset }, choose);
      expect({ asked, at, part }).toEqual({ asked, at, part: whole.slice(offset, offset + 8) });
      if (whole.length === 0) continue;
      const after = whole[random(whole.length)]!;
      const following = await rest.domain.db.autocommit(rest.workspace_id, async ({ queries }) => {
        const resumed = { ...judged, after, limit: 5 };
        return (await queries.places(schema.find(object.slug)!.row.object_id, choose(judged), resumed)).places;
      });
      const from = whole.findIndex(({ record_id }) => record_id === after.record_id) + 1;
      expect({ asked, at, after, following }).toEqual({ asked, at, after, following: whole.slice(from, from + 6) });
    }
  }
}, 360_000);
