import { World } from '../support/world.js';
import { Toolbox } from './support/toolbox.js';

let world: World;
let ada: Toolbox;
let bob: Toolbox;
let view: string;
beforeAll(async () => {
  world = await World.start();
  const open = async (member: World['ada']) =>
    Toolbox.open(world, (await world.connected(member, { tier: 'write' })).token);
  [ada, bob] = [await open(world.ada), await open(world.bob)];
  for (const [name, value, by] of [
    ['Small', 5, ada],
    ['Large', 5000, ada],
    ['Theirs', 7000, bob],
  ] as const)
    await by.result('create_record', {
      object: 'deals',
      values: { name, value: { currency_value: value, currency_code: 'EUR' } },
    });
  view = await aView('mine', 'My deals', [{ attribute: 'created_by', operator: 'eq', value: 'me' }]);
});
afterAll(() => world.stop());

/** As REST stores it. */
async function aView(slug: string, title: string, filter: object[], object = 'deals'): Promise<string> {
  const { workspace_id } = world.north;
  await world.sql(
    `insert into record_view (workspace_id, view_id, slug, title, object_id, query)
      select $1, gen_random_uuid(), $2, $3, object_id, $4::jsonb from object where workspace_id = $1 and slug = $5`,
    [workspace_id, slug, title, JSON.stringify({ filter, sort: { attribute: 'value', direction: 'desc' } }), object],
  );
  return slug;
}

const namesOf = async (by: Toolbox, args: object) =>
  (
    (await by.result('search_records', { object: 'deals', format: 'concise', ...args })).records as { name: string }[]
  ).map(({ name }) => name);

describe('views for an assistant', () => {
  it('are listed with what they ask for', async () => {
    const { views, has_more } = await ada.result('list_views');
    expect(has_more).toBe(false);
    expect(views).toContainEqual({
      slug: 'mine',
      title: 'My deals',
      object: 'deals',
      query: expect.objectContaining({ filter: [{ attribute: 'created_by', operator: 'eq', value: 'me' }] }),
      state: 'active',
      broken_reason: null,
    });
    await aView('lost', 'Lost', [{ attribute: 'gone', operator: 'is_empty' }]);
    const page = await ada.result('list_views', { limit: 1, offset: 1 });
    expect(page.views).toEqual([expect.objectContaining({ slug: 'lost', state: 'broken' })]);
  });

  it('find what whoever asks means by me, in their order, beside further conditions', async () => {
    expect(await namesOf(ada, { view })).toEqual(['Large', 'Small']);
    expect(await namesOf(bob, { view })).toEqual(['Theirs']);
    expect(await namesOf(ada, { view, filter: { attribute: 'value', operator: 'lt', value: 100 } })).toEqual(['Small']);
    expect(await ada.result('search_records', { object: 'deals', view, limit: 1 })).toMatchObject({ total: 2 });
  });

  it('need not be told their object', async () => {
    const { records } = await ada.result('search_records', { view, format: 'concise' });
    expect(records.map(({ name, object }: Record<string, unknown>) => [name, object])).toEqual([
      ['Large', 'deals'],
      ['Small', 'deals'],
    ]);
    expect(await ada.result('search_records', { view, limit: 1 })).toMatchObject({ total: 2, has_more: true });
    const { issues } = await ada.failure('search_records', { limit: 1 });
    expect(issues).toMatchObject([{ path: 'object', message: 'is required unless view is given.' }]);
    expect(await ada.failure('search_records', { view: 'nothing' })).toMatchObject({ reason: 'view_not_found' });
  });

  it('are refused where they are broken, of another object, or not there', async () => {
    await aView('broken', 'Broken', [{ attribute: 'gone', operator: 'is_empty' }]);
    const failure = async (args: object) => ada.failure('search_records', { object: 'deals', ...args });
    expect(await failure({ view: 'broken' })).toMatchObject({ reason: 'view_broken' });
    expect((await failure({ view, object: 'people' })).issues[0]!.path).toBe('view');
    expect(await failure({ view: 'nothing' })).toMatchObject({ reason: 'view_not_found' });
  });

  it('are no concern of another workspace', async () => {
    const cleo = await Toolbox.open(world, (await world.connected(world.cleo, { workspace: world.south })).token);
    expect((await cleo.result('list_views')).views).toEqual([]);
    expect(await cleo.failure('search_records', { object: 'deals', view })).toMatchObject({ reason: 'view_not_found' });
  });
});
