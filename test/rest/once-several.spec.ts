import type { RecordWire } from '#crm-domain';
import { BOUNDS } from '../../libs/crm-domain/src/records/query/bounds.js';
import { aRecord, anAttribute, anObject, type AnObject } from '../support/builders.js';
import { Rest } from '../support/rest.js';

let rest: Rest;
let things: AnObject;
const names = new Map<string, string>();
const bounds = { ...BOUNDS };
const FORMS: Record<string, (letter: string) => string> = {
  text: (letter) => letter,
  website: (letter) => `https://${letter}.com`,
  'email-address': (letter) => `${letter}@example.com`,
};
const ROWS: [string, string][] = [
  ['r0', 'baz'],
  ['r1', 'c'],
  ['r2', 'da'],
  ['r3', ''],
  ['r4', 'ef'],
  ['r5', 'Ag'],
];

beforeAll(async () => {
  rest = await Rest.start();
  things = await anObject(rest);
  await anAttribute(rest, things, { slug: 'n', type: 'number' });
  for (const type of Object.keys(FORMS)) {
    await anAttribute(rest, things, { slug: type, type, is_multi_select: true } as never);
    await anAttribute(rest, things, { slug: `${type}-one`, type } as never);
  }
  for (const [name, letters] of ROWS) {
    const values = Object.entries(FORMS).map(([type, form]) => [type, [...letters].map(form)]);
    const made = await aRecord(rest, things, { name, n: 1, ...Object.fromEntries(values) });
    names.set(made.id.record_id, name);
  }
  for (const type of Object.keys(FORMS))
    await rest.admin.patch(`/v1/objects/${things.slug}/attributes/${type}`, { is_multi_select: false }).expect(200);
});
afterEach(() => void Object.assign(BOUNDS, bounds));
afterAll(() => rest.stop());

interface Page {
  data: RecordWire[];
  pagination: { total: number; total_is_exact: boolean; next_cursor?: string };
}
async function ask(body: object): Promise<Page> {
  const response = await rest.reader.post(`/v1/records/${things.slug}/query`, body);
  expect([response.status, response.body.message]).toEqual([200, undefined]);
  return response.body as Page;
}
const namesOf = ({ data }: Page) => data.map(({ id }) => names.get(id.record_id)!);

async function walk(body: object): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | undefined, page = 0; page < 12; page++) {
    const answer = await ask({ ...body, cursor });
    found.push(...namesOf(answer));
    cursor = answer.pagination.next_cursor;
    if (!cursor) break;
  }
  return found;
}

const is = (attribute: string, operator: string, value?: unknown) => ({ attribute, operator, value });
/** As if there were many records, and as if there were few. */
const PLANS = [{}, { probed: 0 }, { collected: 0 }];
const ASC = ['r5', 'r0', 'r1', 'r2', 'r4', 'r3'];
const DESC = ['r4', 'r2', 'r1', 'r0', 'r5', 'r3'];
const filled = (order: string[]) => order.filter((name) => name !== 'r3');

describe.each(Object.keys(FORMS))('an attribute of type %s that held several values before', (type) => {
  const first = (letter: string) => FORMS[type]!(letter).replace('https://', '').slice(0, 1);

  it.each<[string, object[], string[], string[]]>([
    ['of all', [], ASC, DESC],
    ['of those that another index gives', [is('n', 'eq', 1)], ASC, DESC],
    ['of those that no index gives', [is('name', 'is_not_empty')], ASC, DESC],
    ['of those with a value', [is(type, 'is_not_empty')], filled(ASC), filled(DESC)],
    ['of those with such a value', [is(type, 'starts_with', first('a'))], ['r0', 'r2', 'r5'], ['r5', 'r2', 'r0']],
    [
      'of those with one of some values',
      [is(type, 'in', ['f', 'z', 'a', 'd', 'b'].map(FORMS[type]!))],
      ['r5', 'r0', 'r2', 'r4'],
      ['r4', 'r2', 'r0', 'r5'],
    ],
    [
      'of those with one such value and another',
      [is(type, 'contains', first('z')), is(type, 'starts_with', first('a'))],
      ['r0'],
      ['r0'],
    ],
  ])('gives each record once in its order: %s', async (_what, filter, asc, desc) => {
    for (const plan of PLANS) {
      Object.assign(BOUNDS, bounds, plan);
      for (const [direction, expected] of [
        ['asc', asc],
        ['desc', desc],
      ] as const)
        for (const limit of [2, 10]) {
          const body = { filter, sort: { attribute: type, direction }, limit };
          expect(await walk(body)).toEqual(expected);
          expect(await walk({ ...body, total: 'none' })).toEqual(expected);
          const { pagination } = await ask({ ...body, total: 'exact' });
          expect(pagination).toMatchObject({ total: expected.length, total_is_exact: true });
          expect(namesOf(await ask({ ...body, offset: 1 }))).toEqual(expected.slice(1, 1 + limit));
        }
    }
  });

  it('gives each record once in a total of those with one of some values', async () => {
    const filter = [is(type, 'in', ['b', 'a', 'z', 'e', 'f'].map(FORMS[type]!)), is('name', 'is_not_empty')];
    for (const plan of PLANS) {
      Object.assign(BOUNDS, bounds, plan);
      for (const total of ['quick', 'exact'])
        expect((await ask({ filter, limit: 1, total })).pagination).toMatchObject({ total: 4, total_is_exact: true });
    }
  });
});

it('a page in the order of an attribute that never held several values is read in one step', async () => {
  for (const [at, id] of [...names.keys()].entries()) {
    const values = Object.entries(FORMS).map(([type, form]) => [`${type}-one`, form('abcdef'[at]!)]);
    await rest.writer.patch(`/v1/records/${things.slug}/${id}`, { data: Object.fromEntries(values) }).expect(200);
  }
  const inSteps = jest.spyOn(rest.domain.recordQueries as unknown as { inSteps(): Promise<unknown> }, 'inSteps');
  for (const type of Object.keys(FORMS)) {
    expect(await walk({ sort: { attribute: `${type}-one`, direction: 'asc' }, limit: 6 })).toEqual([...names.values()]);
    expect(inSteps).not.toHaveBeenCalled();
    await ask({ sort: { attribute: type, direction: 'asc' }, limit: 2 });
    expect(inSteps).toHaveBeenCalledTimes(1);
    inSteps.mockClear();
  }
});
