import { BOUNDS } from '../../libs/crm-domain/src/records/query/bounds.js';
import { aRecord, anAttribute, anObject, type AnObject } from '../support/builders.js';
import { Rest } from '../support/rest.js';

let rest: Rest;
let things: AnObject;
const bounds = { ...BOUNDS };
const RECORDS = 60;

beforeAll(async () => {
  rest = await Rest.start();
  things = await anObject(rest);
  await anAttribute(rest, things, { title: 'Score', slug: 'score', type: 'number' });
  await anAttribute(rest, things, { title: 'Colour', slug: 'colour', type: 'text' });
  for (let n = 0; n < RECORDS; n++)
    await aRecord(rest, things, { name: `Row ${n}`, score: n % 3, colour: n % 2 ? 'red' : 'blue' });
  // As if these were very many records.
  Object.assign(BOUNDS, { probed: 8, lookedAt: 16, sampled: 30 });
});
afterAll(async () => {
  Object.assign(BOUNDS, bounds);
  await rest.stop();
});

const is = (attribute: string, operator: string, value: unknown) => ({ attribute, operator, value });

async function totalOf(body: object): Promise<unknown[]> {
  const response = await rest.reader.post(`/v1/records/${things.slug}/query`, { limit: 2, ...body }).expect(200);
  const { total, total_is_exact, total_kind } = response.body.pagination as Record<string, unknown>;
  return [total, total_is_exact, total_kind];
}

describe('a quick total of more records than are looked at', () => {
  it('is an estimate from the share of matches among some rows of an index', async () => {
    const filter = [is('colour', 'eq', 'red'), is('score', 'lte', 1)];
    // Two of three, of the 30 that are red.
    expect(await totalOf({ filter })).toEqual([20, false, 'estimate']);
  });

  it('is an estimate from the share among some records where no index says what matches', async () => {
    expect(await totalOf({ filter: { not: is('score', 'eq', 1) } })).toEqual([40, false, 'estimate']);
    expect(await totalOf({ filter: is('name', 'ends_with', '7') })).toEqual([3, false, 'at_least']);
  });

  it('is a lower bound where the share says too little', async () => {
    const filter = [is('colour', 'eq', 'red'), is('name', 'ends_with', '9')];
    const [total, , kind] = await totalOf({ filter });
    expect([Number(total) <= 6, kind]).toEqual([true, 'at_least']);
  });

  it('is never less than the records that the page has passed', async () => {
    const filter = is('name', 'ends_with', '7');
    expect((await totalOf({ filter, limit: 1, offset: 4 }))[0]).toBeGreaterThanOrEqual(5);
  });

  it('is exact where that was asked for', async () => {
    const filter = [is('colour', 'eq', 'red'), is('score', 'lte', 1)];
    expect(await totalOf({ filter, total: 'exact' })).toEqual([20, true, undefined]);
  });
});
