import { randomUUID } from 'node:crypto';
import { expectError } from '../support/answers.js';
import { anAttribute, anObject, freshSlug, type AnObject } from '../support/builders.js';
import { Rest } from '../support/rest.js';

let rest: Rest;
let object: AnObject;
beforeAll(async () => {
  rest = await Rest.start();
  object = await anObject(rest);
  await anAttribute(rest, object, { type: 'pipeline', slug: 'state', stages: [{ title: 'Open' }, { title: 'Won' }] });
});
afterAll(() => rest.stop());

const OPEN = { attribute: 'state', operator: 'eq', value: 'Open' };
const LONG = Array.from({ length: 50 }, (_, n) => `${n}`.padEnd(400, 'x'));

describe('what is refused of a view', () => {
  it.each([
    ['a condition', { filter: [OPEN, { ...OPEN, value: 'Nowhere' }] }, 'query.filter[1].value'],
    ['an attribute', { filter: { ...OPEN, attribute: 'nothing' } }, 'query.filter.attribute'],
    ['an order', { sort: { attribute: 'nothing', direction: 'asc' } }, 'query.sort.attribute'],
    ['an order by words', { sort: 'relevance' }, 'query.sort'],
    ['a field', { fields: ['name', 'nothing'] }, 'query.fields[1]'],
    ['a time zone', { time_zone: 'Nowhere' }, 'query.time_zone'],
    ['words', { query: 'words' }, 'query.query'],
    [
      'somebody',
      { filter: { attribute: 'created_by', operator: 'eq', value: 'eve@example.com' } },
      'query.filter.value',
    ],
    ['too many conditions', { filter: Array(26).fill(OPEN) }, 'query.filter'],
    ['more than is kept', { filter: [{ attribute: 'name', operator: 'in', value: LONG }] }, 'query.filter'],
  ])('%s', async (_, query, path) => {
    const body = { slug: freshSlug('view'), title: 'Wrong', object: object.slug, query };
    expect(expectError(await rest.writer.post('/v1/views', body), 400).issues[0]!.path).toBe(path);
  });

  it('texts that cannot be kept, though the service would pass over them', async () => {
    await anAttribute(rest, object, { type: 'record-reference', slug: 'boss' });
    const value = { id: randomUUID(), type: object.slug, name: 'a\0b' };
    const query = { filter: [{ attribute: 'boss', operator: 'eq', value }] };
    expectError(await rest.writer.post('/v1/views', { slug: 'nul', title: 'Wrong', object: object.slug, query }), 400);
  });

  it.each(['Open', 'a b', '', randomUUID(), 'x'.repeat(65)])('the slug "%s"', async (slug) => {
    const body = { slug, title: 'Wrong', object: object.slug, query: {} };
    expect(expectError(await rest.writer.post('/v1/views', body), 400).issues[0]!.path).toBe('slug');
  });

  it('an object that is not there, and a query of another kind', async () => {
    const body = { slug: 'wrong', title: 'Wrong', object: 'nowhere', query: {} };
    expect(expectError(await rest.writer.post('/v1/views', body), 400).issues[0]!.path).toBe('object');
    for (const query of [undefined, null, [], 'all'])
      expectError(await rest.writer.post('/v1/views', { ...body, object: object.slug, query }), 400);
  });

  it('more than 200 in a workspace', async () => {
    await rest.sql(
      `insert into record_view (workspace_id, view_id, slug, title, object_id, query)
        select $1, gen_random_uuid(), 'copy-' || n, 'Copy', $2, '{}' from generate_series(1, 200) n`,
      [rest.workspace_id, object.object_id],
    );
    const body = { slug: 'one-more', title: 'More', object: object.slug, query: {} };
    expect(expectError(await rest.writer.post('/v1/views', body), 409).reason).toBe('limit_reached');
    expect((await rest.reader.get('/v1/views').expect(200)).body.data).toHaveLength(200);
    await rest.sql(`delete from record_view where slug like 'copy-%'`);
  });
});
