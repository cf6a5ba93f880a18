import { randomUUID } from 'node:crypto';
import { WorkTime } from '#crm-domain';
import { expectError } from '../support/answers.js';
import { aRecord, anAttribute, anObject, freshSlug, type AnObject } from '../support/builders.js';
import { expectHidden, refusesStrangers } from '../support/guards.js';
import { Rest, type Caller } from '../support/rest.js';

let rest: Rest;
let object: AnObject;
const made = new Map<string, string>();
beforeAll(async () => {
  rest = await Rest.start();
  object = await anObject(rest);
  await anAttribute(rest, object, { type: 'number', slug: 'score' });
  await anAttribute(rest, object, { type: 'pipeline', slug: 'state', stages: [{ title: 'Open' }, { title: 'Won' }] });
  for (const [name, score, state] of [
    ['Ada', 1, 'Open'],
    ['Bea', 2, 'Open'],
    ['Cyd', 3, 'Won'],
    ['Dot', 4, 'Open'],
  ] as const) {
    const { id } = await aRecord(rest, object, { name, score, state });
    made.set(id.record_id, name);
  }
});
afterAll(() => rest.stop());

const OPEN = { attribute: 'state', operator: 'eq', value: 'Open' };
const HIGHEST = { attribute: 'score', direction: 'desc' };

interface View {
  id: { workspace_id: string; view_id: string };
  slug: string;
  [field: string]: unknown;
}

async function aView(query: object, { slug = freshSlug('view'), by = rest.writer, of = object.slug } = {}) {
  const { body } = await by.post('/v1/views', { slug, title: 'Open ones', object: of, query }).expect(200);
  return body.data as View;
}
const at = ({ slug }: Pick<View, 'slug'>) => `/v1/views/${slug}`;
const namesIn = (data: { id: { record_id: string } }[]) => data.map(({ id }) => made.get(id.record_id));
const run = async (view: View, query = '') => (await rest.reader.get(`${at(view)}/records${query}`).expect(200)).body;
const ask = async (body: object) =>
  namesIn((await rest.reader.post(`/v1/records/${object.slug}/query`, body).expect(200)).body.data);

describe('a view', () => {
  it('is shown as it was sent, by slug and by id, to everybody who may read records', async () => {
    const query = { filter: [OPEN], sort: HIGHEST, fields: ['name'], time_zone: 'Europe/Berlin' };
    const view = await aView(query);
    expect(view).toEqual({
      id: { workspace_id: rest.workspace_id, view_id: expect.any(String) },
      slug: view.slug,
      title: 'Open ones',
      object: object.slug,
      object_id: object.object_id,
      query,
      state: 'active',
      broken_reason: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    for (const key of [view.slug, view.id.view_id, view.id.view_id.toUpperCase()])
      expect((await rest.reader.get(`/v1/views/${key}`).expect(200)).body).toEqual({ data: view });
    expect((await rest.reader.get('/v1/views').expect(200)).body.data).toContainEqual(view);
  });

  it('counts against the rate what it takes to judge it, once for each change of the schema, and to read it', async () => {
    const numbers = Array.from({ length: 50 }, (_, n) => `+4915110000${n + 100}`);
    const each = { attribute: 'phone_numbers', operator: 'in', value: numbers };
    await aView({ filter: [{ or: Array(15).fill(each) }] }, { of: 'people' });
    await anAttribute(rest, object, { type: 'text' });
    const worked = jest.spyOn(WorkTime, 'workOn');
    await rest.reader.get('/v1/views').expect(200);
    const sum = () => worked.mock.calls.reduce((sum, [bytes]) => sum + bytes, 0);
    // 15 times 50 numbers of 13 characters, in quotes and with a comma.
    const read = 15 * 50 * 16;
    expect(sum()).toBeGreaterThan(7 * read);
    const before = sum();
    await rest.reader.get('/v1/views').expect(200);
    expect(sum() - before).toBeGreaterThan(read);
    expect(sum() - before).toBeLessThan(2 * read);
  });

  it('can be written back as it was read, changes its title alone, and takes another query as a whole', async () => {
    const view = await aView({ filter: [{ or: [OPEN, { not: OPEN }] }], sort: HIGHEST });
    expect((await rest.writer.patch(at(view), view).expect(200)).body.data).toEqual(view);
    const titled = (await rest.writer.patch(at(view), { title: ' Others ' }).expect(200)).body.data as View;
    expect(titled).toEqual({ ...view, title: 'Others', updated_at: expect.any(String) });
    const { body } = await rest.writer.patch(at(view), { query: { filter: OPEN } }).expect(200);
    expect(body.data).toEqual({ ...titled, query: { filter: OPEN }, updated_at: expect.any(String) });
    const moved = await rest.writer.patch(at(view), { object: 'people', slug: 'another' });
    expect(expectError(moved, 400).issues.map(({ path }) => path)).toEqual(['object', 'slug']);
  });

  it('is deleted, and its slug is free again', async () => {
    const view = await aView({ filter: [OPEN] });
    const again = { slug: view.slug, title: 'Again', object: object.slug, query: {} };
    expect(expectError(await rest.writer.post('/v1/views', again), 409).reason).toBe('slug_taken');
    expect((await rest.writer.delete(at(view)).expect(200)).body).toEqual({ data: view });
    for (const path of [at(view), `${at(view)}/records`])
      expect(expectError(await rest.reader.get(path), 404).reason).toBe('view_not_found');
    await rest.writer.post('/v1/views', again).expect(200);
  });

  it('is made once by the same request with the same key', async () => {
    const body = { slug: freshSlug('view'), title: 'Once', object: object.slug, query: {} };
    const send = () => rest.writer.post('/v1/views', body).set('Idempotency-Key', 'one-view').expect(200);
    expect((await send()).body).toEqual((await send()).body);
  });

  it('keeps to its stages when they are given other titles, and shows the new ones', async () => {
    const view = await aView({ filter: { not: { or: [{ ...OPEN, operator: 'in', value: ['Won'] }] } } });
    const stages = `${object.path}/attributes/state/stages`;
    const { data } = (await rest.admin.get(stages).expect(200)).body as { data: { id: { stage_id: string } }[] };
    const [open, won] = data.map(({ id }) => `${stages}/${id.stage_id}`) as [string, string];
    const rename = (path: string, title: string) => rest.admin.patch(path, { title }).expect(200);
    await rename(won, 'Gained');
    await rename(open, 'Won');
    const { query } = (await rest.reader.get(at(view)).expect(200)).body.data as View;
    expect(query).toEqual({ filter: { not: { or: [{ ...OPEN, operator: 'in', value: ['Gained'] }] } } });
    expect(namesIn((await run(view)).data)).toEqual(['Ada', 'Bea', 'Dot']);
    await rename(open, 'Open');
    await rename(won, 'Won');
  });
});

describe('the records of a view', () => {
  it('are those that meet its conditions, in its order, with its fields', async () => {
    const view = await aView({ filter: [OPEN], sort: HIGHEST, fields: ['score'] });
    const { data, pagination } = await run(view);
    expect(namesIn(data)).toEqual(['Dot', 'Bea', 'Ada']);
    expect(Object.keys(data[0].values)).toEqual(['score']);
    expect(pagination).toEqual({ total: 3, total_is_exact: true, limit: 25, offset: 0, has_more: false });
  });

  it('come in pages, in other forms and with other fields where that is asked for', async () => {
    const view = await aView({ filter: [OPEN], sort: HIGHEST, fields: ['score'] });
    const first = await run(view, '?limit=2&format=table&fields=name&total=none');
    expect(first.data).toEqual({
      columns: ['id', 'name'],
      rows: [
        [expect.any(String), 'Dot'],
        [expect.any(String), 'Bea'],
      ],
    });
    expect(first.pagination).not.toHaveProperty('total');
    const next = encodeURIComponent(first.pagination.next_cursor as string);
    expect(namesIn((await run(view, `?limit=2&cursor=${next}`)).data)).toEqual(['Ada']);
    expect(namesIn((await run(view, '?offset=1')).data)).toEqual(['Bea', 'Ada']);
    for (const wrong of ['total=many', 'format=long', 'limit=some', 'cursor=x', 'fields=nothing', 'sort=name'])
      expectError(await rest.reader.get(`${at(view)}/records?${wrong}`), 400);
  });

  it('are asked for in a query as well, with further conditions, words, and another order', async () => {
    const { slug: view, id } = await aView({ filter: [OPEN], sort: HIGHEST });
    const above = { attribute: 'score', operator: 'gte', value: 2 };
    expect(await ask({ view })).toEqual(['Dot', 'Bea', 'Ada']);
    expect(await ask({ view: id.view_id, filter: [above] })).toEqual(['Dot', 'Bea']);
    expect(await ask({ view, filter: { or: [above, { ...above, operator: 'lt' }] } })).toEqual(['Dot', 'Bea', 'Ada']);
    expect(await ask({ view, query: 'bea' })).toEqual(['Bea']);
    expect(await ask({ view, query: 'cyd' })).toEqual([]);
    expect(await ask({ view, sort: { attribute: 'name', direction: 'asc' } })).toEqual(['Ada', 'Bea', 'Dot']);
  });

  it('are those of the moment at which it is run, and of its time zone, where its dates are relative', async () => {
    const today = { attribute: 'created_at', operator: 'eq', value: 'today' };
    const view = await aView({ filter: [today], time_zone: 'Pacific/Kiritimati' });
    expect((await run(view)).data).toHaveLength(4);
    // Its days begin at 10:00 UTC. Ada is made with this day, Bea a second before.
    await rest.sql(
      `update record r
        set created_at = date_trunc('day', now() at time zone 'Pacific/Kiritimati') at time zone 'Pacific/Kiritimati'
          - case when label = 'Ada' then interval '0' when label = 'Bea' then interval '1 second' else interval '3 days' end
        where object_id = $1`,
      [object.object_id],
    );
    expect(namesIn((await run(view)).data)).toEqual(['Ada']);
  });

  it('count their conditions together with those beside them', async () => {
    const { slug: view } = await aView({ filter: Array(20).fill(OPEN) });
    expect(await ask({ view, filter: Array(5).fill(OPEN) })).toHaveLength(3);
    const body = { view, filter: Array(6).fill(OPEN) };
    const { issues } = expectError(await rest.reader.post(`/v1/records/${object.slug}/query`, body), 400);
    expect(issues).toEqual([expect.objectContaining({ path: 'filter', message: expect.stringContaining('view') })]);
  });

  it('are refused to a key where the view asks for me, and where the view is of another object', async () => {
    const mine = await aView({ filter: [{ attribute: 'created_by', operator: 'eq', value: 'me' }] });
    expect(mine).toMatchObject({ state: 'active' });
    const refused = expectError(await rest.reader.get(`${at(mine)}/records`), 400);
    expect(refused.issues).toEqual([
      expect.objectContaining({ path: 'view', message: expect.stringContaining('API key') }),
    ]);
    const elsewhere = await rest.reader.post('/v1/records/people/query', { view: mine.slug });
    const { issues } = expectError(elsewhere, 400);
    expect(issues.map(({ path }) => path)).toEqual(['view']);
    expect(issues[0]!.message).toBe(`The view "${mine.slug}" is of the object "${object.slug}".`);
  });

  it('that are not there are answered with where the others are listed', async () => {
    const missing = [
      rest.reader.get('/v1/views/nothing'),
      rest.reader.post('/v1/records/people/query', { view: 'nothing' }),
    ];
    for (const answer of await Promise.all(missing))
      expect(expectError(answer, 404).message).toBe(
        'View not found. GET /v1/views and the tool list_views list those there are.',
      );
  });
});

describe('the views of a workspace', () => {
  it('are hidden from others, by slug and by id, wherever they can be named', async () => {
    const view = await aView({ filter: [OPEN] });
    const stranger = rest.stranger.admin;
    for (const [theirs, missing] of [
      [view.slug, 'nothing'],
      [view.id.view_id, randomUUID()],
      ['a%00b', 'nothing'],
    ] as const) {
      const path = (key: string) => `/v1/views/${key}`;
      await expectHidden(rest, stranger.get(path(theirs)), stranger.get(path(missing)));
      await expectHidden(rest, stranger.get(`${path(theirs)}/records`), stranger.get(`${path(missing)}/records`));
      await expectHidden(
        rest,
        stranger.patch(path(theirs), { title: 'A' }),
        stranger.patch(path(missing), { title: 'A' }),
      );
      await expectHidden(rest, stranger.delete(path(theirs)), stranger.delete(path(missing)));
      const query = (key: string) => stranger.post('/v1/records/people/query', { view: decodeURIComponent(key) });
      const aggregate = (view: string) => stranger.post('/v1/records/people/aggregate', { view });
      if (theirs.includes('%')) continue;
      await expectHidden(rest, query(theirs), query(missing));
      await expectHidden(rest, aggregate(theirs), aggregate(missing));
    }
    expect((await stranger.get('/v1/views').expect(200)).body).toEqual({ data: [] });
    await aView({}, { slug: view.slug, by: stranger, of: 'people' });
  });

  const calls: [string, 'read:data' | 'write:data', (by: Caller) => ReturnType<Caller['get']>][] = [
    ['GET /v1/views', 'read:data', (by) => by.get('/v1/views')],
    ['GET /v1/views/{view}', 'read:data', (by) => by.get('/v1/views/one')],
    ['GET /v1/views/{view}/records', 'read:data', (by) => by.get('/v1/views/one/records')],
    ['POST /v1/views', 'write:data', (by) => by.post('/v1/views', {})],
    ['PATCH /v1/views/{view}', 'write:data', (by) => by.patch('/v1/views/one', {})],
    ['DELETE /v1/views/{view}', 'write:data', (by) => by.delete('/v1/views/one')],
  ];
  describe.each(calls)('%s', (_, needs, call) => {
    refusesStrangers(() => rest, call, needs);
  });

  it('are not made by a key that may only write', async () => {
    const body = { slug: 'blind', title: 'Blind', object: object.slug, query: {} };
    expectError(await rest.scribe.post('/v1/views', body), 403);
    expectError(await rest.reader.post('/v1/views', body), 403);
  });
});
