import { aRecord, anAttribute, anObject, type AnObject } from '../support/builders.js';
import { Rest } from '../support/rest.js';

let rest: Rest;
let ports: AnObject;
let ships: AnObject;
const LONG = `${'x'.repeat(70)} quay`;

beforeAll(async () => {
  rest = await Rest.start();
  ports = await anObject(rest);
  ships = await anObject(rest);
  await anAttribute(rest, ports, { title: 'Place', slug: 'place', type: 'location' });
  await anAttribute(rest, ships, { title: 'Tags', slug: 'tags', type: 'text', is_multi_select: true });
  await anAttribute(rest, ships, {
    title: 'Port',
    slug: 'port',
    type: 'record-reference',
    config: { record_reference: { allowed_object_ids: [ports.object_id] } },
  });
  const port = async (name: string, line1: string) => {
    const { id } = await aRecord(rest, ports, {
      name,
      place: { line1, city: 'Bern', state: 'BE', postal_code: '3000', country: 'CH' },
    });
    return { type: ports.slug, id: id.record_id };
  };
  const long = await port(LONG, LONG);
  const short = await port('North quay', 'Short');
  await aRecord(rest, ships, { name: 'Ada', tags: [LONG, 'quay'], port: short });
  await aRecord(rest, ships, { name: 'Bob', tags: ['sea'], port: long });
});
afterAll(() => rest.stop());

const contains = (attribute: string, more: object = {}) => ({
  attribute,
  operator: 'contains',
  value: 'quay',
  ...more,
});

async function totalOf({ slug }: AnObject, filter: object): Promise<unknown[]> {
  const response = await rest.reader.post(`/v1/records/${slug}/query`, { filter }).expect(200);
  const { total, total_is_exact, total_kind } = response.body.pagination as Record<string, unknown>;
  return [total, total_is_exact, total_kind];
}

describe('the total of a search inside of texts that are longer than is looked at', () => {
  it.each([
    ['of the record', () => ports, contains('name')],
    ['over a path', () => ships, contains('port.name')],
    ['of the name that a reference shows', () => ships, contains('port')],
    [
      'within a group',
      () => ships,
      { or: [contains('port.name'), { attribute: 'name', operator: 'eq', value: 'Ada' }] },
    ],
  ])('is at least what was found (%s)', async (_where, object, filter) => {
    expect(await totalOf(object(), filter)).toEqual([1, false, 'at_least']);
  });

  it.each([
    ['not', () => ports, { not: contains('name') }],
    ['not over a path', () => ships, { not: contains('port.name') }],
    ['none of several', () => ships, contains('tags', { match: 'none' })],
  ])('may be more or less where what does not match is counted (%s)', async (_where, object, filter) => {
    expect(await totalOf(object(), filter)).toEqual([1, false, 'estimate']);
  });

  it('is exact for a part of a value, of which the whole text is looked at', async () => {
    expect(await totalOf(ports, contains('place.line1'))).toEqual([1, true, undefined]);
    expect(await totalOf(ships, contains('port.place.line1'))).toEqual([1, true, undefined]);
    expect(await totalOf(ports, { not: contains('place.line1') })).toEqual([1, true, undefined]);
  });
});
