import type { RecordWire } from '#crm-domain';
import { BOUNDS } from '../../libs/crm-domain/src/records/query/bounds.js';
import { aRecord, anAttribute, anObject, type AnObject } from '../support/builders.js';
import { Rest } from '../support/rest.js';

let rest: Rest;
let things: AnObject;
const names = new Map<string, string>();
const bounds = { ...BOUNDS };
/** In the order of their making; `+` meets the condition. */
const RECORDS = ['a1+', 'a2', 'a3', 'a4', 'a5+', 'a6', 'b1+', 'b2+', 'b3+', 'b4+', '-1+', '-2+', '-3+'];

beforeAll(async () => {
  rest = await Rest.start();
  things = await anObject(rest);
  const options = [{ title: 'a' }, { title: 'b' }];
  await anAttribute(rest, things, { slug: 'kind', type: 'select', options });
  await anAttribute(rest, things, { slug: 'word', type: 'text' });
  await anAttribute(rest, things, { slug: 'rank', type: 'number' });
  for (const name of RECORDS) {
    const kind = name.startsWith('-') ? undefined : name[0];
    const made = await aRecord(rest, things, { name, word: name, ...(kind && { kind, rank: RECORDS.indexOf(name) }) });
    names.set(made.id.record_id, name);
  }
});
afterEach(() => void Object.assign(BOUNDS, bounds));
afterAll(() => rest.stop());

const MET = { attribute: 'word', operator: 'ends_with', value: '+' };
const by = (attribute: string, direction = 'asc') => ({ attribute, direction });
const nameOf = ({ id }: RecordWire) => names.get(id.record_id)!;
const ask = (body: object) => rest.reader.post(`/v1/records/${things.slug}/query`, { filter: MET, ...body });

describe('a page whose walk ends at its bound', () => {
  it.each([undefined, by('created_at', 'desc'), by('name'), by('kind')])(
    'by %j is refused where it is not full, also where the first record behind the bound is a match',
    async (sort) => {
      for (const total of ['none', 'quick', 'exact'])
        for (let walked = 1; walked < RECORDS.length - 3; walked++) {
          Object.assign(BOUNDS, { probed: 0, walked, share: walked });
          const { status, body } = await ask({ sort, total, limit: 10 });
          expect([walked, status, body.reason]).toEqual([walked, 400, 'query_too_wide']);
        }
    },
  );
});

describe('a page of several walks', () => {
  const isFrom = (value: string[]) => ({ attribute: 'kind', operator: 'in', value });
  /** Names on all pages, or on those before the one that was refused. */
  const walk = async (body: object): Promise<string[]> => {
    const names: string[] = [];
    for (let cursor: string | undefined, page = 0; page < 20; page++) {
      const response = await ask({ ...body, cursor });
      if (response.status === 400) return [...names, String(response.body.reason)];
      names.push(...(response.body.data as RecordWire[]).map(nameOf));
      cursor = response.body.pagination.next_cursor as string | undefined;
      if (!cursor) return names;
    }
    throw new Error('There is no end to the pages.');
  };
  const ALL = ['a1+', 'a5+', 'b1+', 'b2+', 'b3+', 'b4+', '-1+', '-2+', '-3+'];

  it.each<[string, object, string[]]>([
    ['of options', { sort: by('kind') }, ALL],
    [
      'of options from the last one on',
      { sort: by('kind', 'desc') },
      [...ALL.slice(0, 6).reverse(), ...ALL.slice(6).reverse()],
    ],
    ['of two keys', { filter: [MET, isFrom(['a', 'b'])] }, ALL.slice(0, 6)],
    [
      'of two keys, the newest first',
      { filter: [MET, isFrom(['a', 'b'])], sort: by('created_at', 'desc') },
      [...ALL.slice(0, 6)].reverse(),
    ],
    [
      'of a number, and of records without one',
      { sort: by('rank', 'desc') },
      [...ALL.slice(0, 6).reverse(), ...ALL.slice(6).reverse()],
    ],
  ])('%s has no gap where one of them ended at its bound', async (_what, body, expected) => {
    let refused = 0;
    for (const limit of [1, 2, 3, 4, 6, 10])
      for (let walked = 1; walked < 8; walked++) {
        Object.assign(BOUNDS, { probed: 0, walked, share: walked });
        const names = await walk({ ...body, limit });
        const isRefused = names.at(-1) === 'query_too_wide';
        if (isRefused) refused++;
        expect(names.slice(0, isRefused ? -1 : undefined)).toEqual(
          expected.slice(0, isRefused ? names.length - 1 : undefined),
        );
      }
    expect(refused).toBeGreaterThan(0);
  });
});
