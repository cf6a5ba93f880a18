import { expectError } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo, pointingAt, type AnObject } from '../support/builders.js';
import { Rest, type Caller } from '../support/rest.js';

let rest: Rest;
let things: AnObject;
beforeAll(async () => {
  rest = await Rest.start();
  things = await anObject(rest);
  for (const attribute of [
    { slug: 'words', type: 'text', is_multi_select: true },
    { slug: 'n', type: 'number' },
    { slug: 'mail', type: 'email-address', is_multi_select: true },
    { slug: 'company', type: 'record-reference' },
    { slug: 'place', type: 'location' },
  ])
    await anAttribute(rest, things, { title: 'x', ...attribute } as never);
  for (let n = 0; n < 30; n++)
    await aRecord(rest, things, {
      name: `Row ${n}`,
      n,
      words: [`${'w '.repeat(2000)}${n}`, '%'],
      mail: [`a${n}@example.com`],
    });
});
afterAll(() => rest.stop());

const is = (attribute: string, operator: string, value?: unknown, match?: string) => ({
  attribute,
  operator,
  value,
  match,
});
const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const around = (depth: number, kind: string, inner: unknown): unknown =>
  depth === 0 ? inner : { [kind]: kind === 'not' ? around(depth - 1, kind, inner) : [around(depth - 1, kind, inner)] };
const cursorOf = (...place: unknown[]) => Buffer.from(JSON.stringify(place)).toString('base64url');
const ID = '0197f000-0000-7000-8000-000000000001';

/** Deep, wide, huge, full of patterns, with cursors that nobody gave out. */
function hostile(): object[] {
  const leaf = is('n', 'gt', -1);
  const deep = ['not', 'or', 'and'].flatMap((kind) => times(16, (depth) => ({ filter: around(depth, kind, leaf) })));
  const wide = times(30, (n) => ({
    filter: [{ or: times(n + 1, (at) => is('words', ['contains', 'ends_with', 'not_eq'][at % 3]!, `w ${at}`)) }],
  }));
  const texts = [
    '%',
    '_',
    '\\',
    '%%%%%%%%',
    '.*',
    '(a+)+$',
    "'",
    '"',
    '\u0000',
    '\ud800',
    '💥'.repeat(64),
    'İ'.repeat(64),
  ];
  const operators = ['eq', 'starts_with', 'ends_with', 'contains', 'not_eq'];
  const patterns = texts.flatMap((text) =>
    operators.map((operator) => ({ filter: is('words', operator, text, 'all') })),
  );
  const huge = [
    is(
      'words',
      'in',
      times(50, (n) => 'x'.repeat(2000) + n),
    ),
    is('words', 'eq', 'x'.repeat(100_000)),
    is('words', 'not_in', times(51, String)),
    is('n', 'between', [-1e308, 1e308]),
    is(
      'n',
      'in',
      times(50, (n) => n * 1e300),
    ),
    is(
      'record_id',
      'in',
      times(50, () => ID),
    ),
    is('created_at', 'between', ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z']),
    is('created_at', 'gte', { days_ago: 1e9 }),
    is('created_at', 'lt', { days_ahead: 36_600 }),
    is(`${'a.'.repeat(120)}b`, 'eq', 1),
    is('company.company.company', 'is_empty'),
    is('company.name', 'not_eq', 'x'),
    is('place.city', 'ends_with', 'x', 'all'),
    is('mail.email_domain', 'contains', '%', 'none'),
  ];
  const cursors = [
    ['id asc', null, ID],
    ['id asc', { $gt: 1 }, ID],
    ['n asc, id asc', [1], ID],
    ['n. asc, name. desc, id asc', [1, 'x'.repeat(500)], ID],
    ['n. asc, name. asc, id asc', ['1; drop table record', 'x'], ID],
    ['n. asc, name. asc, id asc', [-1e308, 'x'], ID],
    ['n. asc, name. asc, id asc', [1, 'x', 2], ID],
    ['trashed, id asc', null, ID],
    ['relevance desc, id desc', [1], ID],
  ].flatMap((place) => {
    const cursor = cursorOf(...place);
    const sort = ['n', 'name'].map((attribute) => ({ attribute, direction: 'asc' }));
    return [{ cursor }, { cursor, sort }, { cursor, trashed: 'only' }, { cursor, sort: 'relevance', query: 'row' }];
  });
  const zones = ['Etc/GMT+14', 'UTC\u0000', '../../etc', 'Europe/Berlin', '+99:99'].map((time_zone) => ({ time_zone }));
  const words = times(10, (n) => ({ query: "w' | \\ :* & ! ".repeat(n * 7), sort: 'relevance' }));
  return [...deep, ...wide, ...patterns, ...huge.map((filter) => ({ filter })), ...cursors, ...zones, ...words];
}

it('hostile queries are answered or refused, and nothing else', async () => {
  const bodies = hostile();
  expect(bodies.length).toBeGreaterThanOrEqual(200);
  const wrong: unknown[] = [];
  let answered = 0;
  for (const body of bodies) {
    const response = await rest.reader.post(`/v1/records/${things.slug}/query`, body);
    if (response.status === 200) answered++;
    else if (response.status !== 400) wrong.push([response.status, body]);
    else expectError(response, 400);
  }
  expect(wrong).toEqual([]);
  expect(answered).toBeGreaterThan(80);
});

it('what is in another workspace, in the trash or gone is in no filter, total, path or search', async () => {
  const secret = 'Zxqvkwj';
  const theirs = { slug: 'companies' };
  const foreign = await aRecord(rest, theirs, { name: secret }, rest.stranger.admin);
  const [kept, trashed, gone] = [await make('kept'), await make('trashed'), await make('gone')];
  for (const each of [trashed, gone]) await rest.writer.post(`${pathTo(theirs, each.company)}/trash`).expect(200);
  await rest.writer.delete(`${pathTo(theirs, gone.company)}?trashed=only`).expect(200);
  await rest.writer.post(`${pathTo(things, trashed.thing)}/trash`).expect(200);

  async function make(name: string) {
    const company = await aRecord(rest, theirs, { name: `${secret} ${name}`, employee_count: 7 });
    const link = pointingAt(theirs, company);
    return { company, thing: await aRecord(rest, things, { name: `${secret} ${name}`, company: link }) };
  }
  const found = async (of: { slug: string }, body: object, by: Caller = rest.reader) => {
    const { body: page } = await by.post(`/v1/records/${of.slug}/query`, { total: 'exact', ...body }).expect(200);
    expect(page.pagination.total).toBe(page.data.length);
    return (page.data as { id: { record_id: string } }[]).map(({ id }) => id.record_id);
  };
  const company = [kept.company.id.record_id];
  for (const filter of [
    is('name', 'starts_with', secret),
    is('name', 'contains', secret.toLowerCase()),
    { or: [is('name', 'ends_with', 'kept'), is('name', 'ends_with', 'trashed'), is('record_id', 'eq', foreign.slug)] },
    {
      not: is(
        'name',
        'not_in',
        ['kept', 'trashed', 'gone'].map((name) => `${secret} ${name}`),
      ),
    },
    is('employee_count', 'eq', 7),
    is(
      'record_id',
      'in',
      [kept, trashed, gone].map(({ company: { id } }) => id.record_id).concat(foreign.id.record_id),
    ),
    is(`${things.slug}.name`, 'starts_with', secret),
  ])
    expect({ filter, ids: await found(theirs, { filter }) }).toEqual({ filter, ids: company });
  expect(await found(theirs, { query: secret })).toEqual(company);
  expect(await found(theirs, { query: secret, sort: 'relevance' })).toEqual(company);
  expect(await found(theirs, { query: secret }, rest.stranger.admin)).toEqual([foreign.id.record_id]);
  const thing = [kept.thing.id.record_id];
  for (const operator of ['starts_with', 'contains'])
    expect(await found(things, { filter: is('company.name', operator, secret) })).toEqual(thing);
  expect(await found(things, { filter: is('company.employee_count', 'eq', 7) })).toEqual(thing);
  expect(await found(theirs, { trashed: 'only' })).toEqual([trashed.company.id.record_id]);
});
