import type { RecordWire } from '#crm-domain';
import { BOUNDS } from '../../libs/crm-domain/src/records/query/bounds.js';
import { aRecord, anAttribute, anObject, type AnObject } from '../support/builders.js';
import { Rest } from '../support/rest.js';

let rest: Rest;
let things: AnObject;
const bounds = { ...BOUNDS };
/** In the order of their making; `+` meets the condition. */
const RECORDS = ['a1+', 'a2', 'a3', 'a4', 'a5+', 'a6', 'b1+', 'b2+', 'b3+', 'b4+', '-1+', '-2+', '-3+'];

beforeAll(async () => {
  rest = await Rest.start();
  things = await anObject(rest);
  const options = [{ title: 'a' }, { title: 'b' }];
  await anAttribute(rest, things, { slug: 'kind', type: 'select', options });
  await anAttribute(rest, things, { slug: 'word', type: 'text' });
  for (const name of RECORDS) {
    const kind = name.startsWith('-') ? undefined : name[0];
    await aRecord(rest, things, { name, word: name, ...(kind && { kind }) });
  }
});
afterEach(() => void Object.assign(BOUNDS, bounds));
afterAll(() => rest.stop());

const MET = { attribute: 'word', operator: 'ends_with', value: '+' };
const by = (attribute: string, direction = 'asc') => ({ attribute, direction });
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
