import type { RecordWire } from '#crm-domain';
import { BOUNDS } from '../../libs/crm-domain/src/records/query/bounds.js';
import { expectError, pathsOf } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo, type AnObject } from '../support/builders.js';
import { Rest } from '../support/rest.js';

let rest: Rest;
let things: AnObject;
const names = new Map<string, string>();
const made = new Map<string, RecordWire>();

beforeAll(async () => {
  rest = await Rest.start();
  things = await anObject(rest);
  const attributes = [
    { slug: 'score', type: 'number' },
    { slug: 'kind', type: 'select', options: [{ title: 'first' }, { title: 'second' }] },
    { slug: 'person', type: 'personal-name' },
  ];
  for (const attribute of attributes) await anAttribute(rest, things, { title: attribute.slug, ...attribute } as never);
  const rows = [
    { name: 'quartz lamp', score: 2, kind: 'second', person: 'Ann Zed' },
    { name: 'Lamp of quartz', score: 1, kind: 'first', person: 'Bo Abel' },
    { name: 'Quartz', score: 2, kind: 'first', person: 'Cy Moor' },
    { name: 'A lamp, quartz', score: 1 },
    { name: 'Plain', kind: 'second', person: 'Quartz Abel' },
  ];
  for (const row of rows) {
    const record = await aRecord(rest, things, row);
    names.set(record.id.record_id, row.name);
    made.set(row.name, record);
  }
});
afterAll(() => rest.stop());

const path = () => `/v1/records/${things.slug}/query`;
async function found(body: object): Promise<string[]> {
  const response = await rest.reader.post(path(), body);
  expect([response.status, response.body.message]).toEqual([200, undefined]);
  return (response.body.data as RecordWire[]).map(({ id }) => names.get(id.record_id)!);
}
const by = (attribute: string, direction = 'asc') => ({ attribute, direction });

it.each<[unknown, string[]]>([
  [
    [{ attribute: 'person.last_name' }, by('person.first_name')],
    ['Lamp of quartz', 'Plain', 'Quartz', 'quartz lamp', 'A lamp, quartz'],
  ],
  [
    [by('score', 'desc'), by('name')],
    ['Quartz', 'quartz lamp', 'A lamp, quartz', 'Lamp of quartz', 'Plain'],
  ],
  [
    [by('kind'), by('score', 'desc')],
    ['Quartz', 'Lamp of quartz', 'quartz lamp', 'Plain', 'A lamp, quartz'],
  ],
  [
    [by('score'), by('created_at', 'desc')],
    ['A lamp, quartz', 'Lamp of quartz', 'Quartz', 'quartz lamp', 'Plain'],
  ],
  [
    [by('person.last_name'), by('person.first_name')],
    ['Lamp of quartz', 'Plain', 'Quartz', 'quartz lamp', 'A lamp, quartz'],
  ],
  [by('person.last_name', 'desc'), ['quartz lamp', 'Quartz', 'Plain', 'Lamp of quartz', 'A lamp, quartz']],
  [by('updated_at', 'desc'), ['Plain', 'A lamp, quartz', 'Quartz', 'Lamp of quartz', 'quartz lamp']],
])('sorts by %j, page by page', async (sort, expected) => {
  expect(await found({ sort })).toEqual(expected);
  for (const filter of [undefined, [{ attribute: 'name', operator: 'not_eq', value: 'nobody' }]]) {
    const pages: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await rest.reader.post(path(), { sort, filter, limit: 2, cursor }).expect(200);
      pages.push(...(body.data as RecordWire[]).map(({ id }) => names.get(id.record_id)!));
      expect(body.pagination).toMatchObject({ total: 5, total_is_exact: true });
      cursor = body.pagination.next_cursor as string | undefined;
    } while (cursor);
    expect(pages).toEqual(expected);
    expect(await found({ sort, filter, offset: 1, limit: 2 })).toEqual(expected.slice(1, 3));
  }
});

it('puts records first whose name begins with the words, then those whose name holds them, the newest first', async () => {
  const query = { query: 'quartz', sort: 'relevance' };
  const expected = ['Quartz', 'quartz lamp', 'A lamp, quartz', 'Lamp of quartz', 'Plain'];
  expect(await found(query)).toEqual(expected);
  const first = await rest.reader.post(path(), { ...query, limit: 3 }).expect(200);
  expect(await found({ ...query, cursor: first.body.pagination.next_cursor })).toEqual(expected.slice(3));
  expect(pathsOf(await rest.reader.post(path(), { sort: 'relevance' }))).toEqual(['sort']);
});

it('refuses an order that it does not know, and cursors of another one', async () => {
  const refused = async (body: object) => [...new Set(pathsOf(await rest.reader.post(path(), body)))];
  expect(await refused({ sort: [] })).toEqual(['sort']);
  expect(await refused({ sort: Array(5).fill(by('score')) })).toEqual(['sort']);
  expect(await refused({ sort: [by('score'), by('score')] })).toEqual(['sort[1].attribute']);
  expect(await refused({ sort: [by('score'), by('name', 'up')] })).toEqual(['sort[1].direction']);
  expect(await refused({ sort: [by('nothing')] })).toEqual(['sort[0].attribute']);
  expect(await refused({ sort: { ...by('name'), nulls: 'first' } })).toEqual(['sort.nulls']);
  const { body } = await rest.reader.post(path(), { sort: [by('score'), by('name')], limit: 1 }).expect(200);
  const { next_cursor: cursor } = body.pagination;
  for (const sort of [[by('name'), by('score')], by('score'), [by('score'), by('name', 'desc')], undefined])
    expect(await refused({ sort, cursor })).toEqual(['cursor']);
  expect(await refused({ sort: [by('score'), by('name')], cursor, trashed: 'only' })).toEqual(['cursor']);
});

it('refuses an order that no index has where too many records would have to be read', async () => {
  const { walked } = BOUNDS;
  BOUNDS.walked = 4;
  try {
    expect(pathsOf(await rest.reader.post(path(), { sort: [by('score'), by('name')] }))).toEqual(['sort']);
    expect(pathsOf(await rest.reader.post(path(), { sort: 'relevance', query: 'quartz' }))).toEqual(['query']);
    const filter = [{ attribute: 'score', operator: 'eq', value: 1 }];
    expect(await found({ sort: [by('score'), by('name')], filter })).toEqual(['A lamp, quartz', 'Lamp of quartz']);
  } finally {
    BOUNDS.walked = walked;
  }
});

it('orders texts by their first 64 characters, whatever their case, and then the oldest first', async () => {
  const texts = await anObject(rest);
  const begun = 'm'.repeat(63);
  for (const name of [`${begun}bb`, `${begun}ba`, `${begun.toUpperCase()}A`]) await aRecord(rest, texts, { name });
  const { body } = await rest.reader.post(`/v1/records/${texts.slug}/query`, { sort: by('name') }).expect(200);
  const ends = (body.data as RecordWire[]).map(({ values }) => String(values.name![0]!.value).slice(63));
  expect(ends).toEqual(['A', 'bb', 'ba']);
});

describe('the trash', () => {
  it('is listed, queried, read and emptied where it is asked for, and nowhere else', async () => {
    const bodies = ['one', 'two', 'three'].map((name, score) => ({ name: `Trashed ${name}`, score }));
    const gone = await Promise.all(bodies.map((body) => aRecord(rest, things, body)));
    for (const [at, record] of gone.entries()) names.set(record.id.record_id, bodies[at]!.name);
    for (const record of gone) await rest.writer.post(`${pathTo(things, record)}/trash`).expect(200);
    const all = ['Trashed one', 'Trashed two', 'Trashed three'];
    const trashed = 'only';
    expect((await found({ trashed })).sort()).toEqual([...all].sort());
    expect(await found({ trashed, sort: by('score', 'desc') })).toEqual([...all].reverse());
    expect(await found({ trashed, filter: [{ attribute: 'score', operator: 'gt', value: 1 }] })).toEqual(all.slice(2));
    expect(await found({ trashed, query: 'trashed two' })).toEqual(['Trashed two']);
    expect(await found({ query: 'trashed' })).toEqual([]);
    expect(await found({ filter: { not: { attribute: 'score', operator: 'eq', value: 9 } } })).toHaveLength(5);
    const [one] = gone as [RecordWire];
    const address = pathTo(things, one);
    const list = await rest.reader.get(`/v1/records/${things.slug}?trashed=only&limit=2`).expect(200);
    expect(list.body).toMatchObject({ data: [{}, {}], pagination: { total: 3, has_more: true, next_offset: 2 } });
    await rest.reader.get(address).expect(404);
    expect((await rest.reader.get(`${address}?trashed=only`).expect(200)).body.data.id).toEqual(one.id);
    await rest.reader.get(`${pathTo(things, made.get('Plain')!)}?trashed=only`).expect(404);
    await rest.writer.delete(address).expect(404);
    await rest.writer.delete(`${address}?trashed=only`).expect(200);
    await rest.writer.delete(`${address}?trashed=only`).expect(404);
    expect(await found({ trashed })).toHaveLength(2);
    expect((await rest.reader.get(`/v1/records/${things.slug}`).expect(200)).body.pagination.total).toBe(5);
    expectError(await rest.reader.get(`${address}?trashed=all`), 400);
  });
});

it('a wrong direction and a misspelt attribute are told of together', async () => {
  const sort = [by('nmae', 'up'), { attribute: 'scroe' }];
  const refused = await rest.reader.post(path(), { sort });
  expectError(refused, 400);
  expect(pathsOf(refused)).toEqual(['sort[0].direction', 'sort[0].attribute', 'sort[1].attribute']);
});

it('refuses a cursor beside another question than the one it was made for, however that is written', async () => {
  const condition = { attribute: 'score', operator: 'gte', value: 0 };
  const question = { query: 'quartz', filter: condition, time_zone: 'Europe/Berlin' };
  const { body } = await rest.reader.post(path(), { ...question, limit: 1 }).expect(200);
  const { next_cursor: cursor } = body.pagination;
  const others = [
    { query: 'lamp' },
    { filter: { ...condition, value: 1 } },
    { filter: [condition, { attribute: 'name', operator: 'is_not_empty' }] },
    { time_zone: 'UTC' },
  ];
  for (const other of [...others, ...Object.keys(question).map((name) => ({ [name]: undefined }))])
    expect(pathsOf(await rest.reader.post(path(), { ...question, ...other, cursor }))).toEqual(['cursor']);
  const again = { query: ' QUARTZ', filter: [{ value: 0, operator: 'gte', attribute: 'score' }] };
  expect(await found({ ...question, ...again, cursor })).toEqual((await found(question)).slice(1));
  const { body: all } = await rest.reader.post(path(), { limit: 1 }).expect(200);
  const atAll = all.pagination.next_cursor as string;
  expect(pathsOf(await rest.reader.post(path(), { ...question, cursor: atAll }))).toEqual(['cursor']);
});

it('refuses a cursor of another object, and accepts one that was given out before cursors said their object', async () => {
  const other = await anObject(rest);
  const ask = (slug: string, body: object) => rest.reader.post(`/v1/records/${slug}/query`, body);
  const { body } = await ask(things.slug, { limit: 1 }).expect(200);
  const { next_cursor: cursor } = body.pagination;
  await ask(things.slug, { cursor }).expect(200);
  expect(pathsOf(await ask(other.slug, { cursor }))).toEqual(['cursor']);
  const [, v, id] = JSON.parse(Buffer.from(cursor as string, 'base64url').toString());
  const before = Buffer.from(JSON.stringify(['id asc', v, id])).toString('base64url');
  expect(await found({ cursor: before })).toEqual(await found({ cursor }));
});

it('goes on with the same question in other words', async () => {
  const condition = { attribute: 'score', operator: 'gte', value: 0 };
  const question = { filter: [condition], time_zone: 'UTC' };
  const { body } = await rest.reader.post(path(), { ...question, limit: 1 }).expect(200);
  const { next_cursor: cursor } = body.pagination;
  for (const same of [{ filter: { and: [condition] } }, { filter: condition }, { time_zone: 'Etc/UTC' }])
    expect(await found({ ...question, ...same, cursor })).toEqual((await found(question)).slice(1));
});

it.each(['漢', '\u0001'])('goes on from a place in the order of four long texts of %j', async (character) => {
  const texts = await anObject(rest);
  const slugs = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(64));
  for (const slug of slugs) await anAttribute(rest, texts, { type: 'text', slug });
  const long = Object.fromEntries(slugs.map((slug) => [slug, character.repeat(70)]));
  const ids: string[] = [];
  for (const name of ['One', 'Two']) ids.push((await aRecord(rest, texts, { name, ...long })).id.record_id);
  const query = { sort: slugs.map((slug) => by(slug)) };
  const view = { slug: `of_${texts.slug}`, title: 'Long', object: texts.slug, query };
  await rest.admin.post('/v1/views', view).expect(200);
  const records = `/v1/views/${view.slug}/records?limit=1`;
  const { body } = await rest.reader.get(records).expect(200);
  const { next_cursor: cursor } = body.pagination;
  const places = [
    await rest.reader.get(`${records}&cursor=${cursor}`),
    await rest.reader.post(`/v1/records/${texts.slug}/query`, { limit: 1, view: view.slug, cursor }),
  ];
  for (const { status, body: next } of places) {
    expect([status, next.message]).toEqual([200, undefined]);
    expect((next.data as RecordWire[]).map(({ id }) => id.record_id)).toEqual(ids.slice(1));
  }
});

it('counts no offset beside a cursor, and says that it applied none', async () => {
  const { body } = await rest.reader.post(path(), { limit: 1 }).expect(200);
  const { next_cursor: cursor } = body.pagination;
  const alone = await rest.reader.post(path(), { limit: 1, cursor }).expect(200);
  expect(alone.body.pagination.offset).toBe(0);
  expect((await rest.reader.post(path(), { limit: 1, cursor, offset: 3 }).expect(200)).body).toEqual(alone.body);
});

it('puts the record whose name is the very words before others, however new', async () => {
  const { slug } = await anObject(rest);
  const made: string[] = [];
  for (const name of ['Sync Co 8', 'Sync Co 80', 'The Sync Co 8 group'])
    made.push((await aRecord(rest, { slug }, { name })).id.record_id);
  const asked = { query: 'sync co 8', sort: 'relevance' };
  const pages: string[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await rest.reader.post(`/v1/records/${slug}/query`, { ...asked, limit: 1, cursor }).expect(200);
    pages.push(...(body.data as RecordWire[]).map(({ id }) => id.record_id));
    cursor = body.pagination.next_cursor as string | undefined;
  } while (cursor);
  expect(pages).toEqual(made);
});

const ALIKE: [string, string[]][] = [
  ['zoe quill', ['Zoë Quill', 'ZOË, Quill', 'zoe quill']],
  ['Zoë Quill', ['Zoë Quill', 'Zoe Quill', 'zoë  quill.']],
  ['rec.', ['rec', 'Rec.', '"Rec"']],
  ['O’Neil & Sons, Inc.', ['O’Neil & Sons, Inc.', "O'Neil & Sons Inc", 'o neil sons inc']],
  ['straße 8²', ['Straße 8²', 'STRAßE-82']],
  ['हिन्दी', ['हिन्दी']],
];

it.each(ALIKE)(
  'knows a name that is %j without accents and punctuation, here and over all objects',
  async (query, alike) => {
    const { slug } = await anObject(rest);
    const ids = new Map<string, string>();
    const make = async (name: string) => ids.set((await aRecord(rest, { slug }, { name })).id.record_id, name);
    for (const name of alike) await make(name);
    for (const name of [`About ${query}`, `${query}x`]) await make(name);
    const { body } = await rest.reader.post(`/v1/records/${slug}/query`, { query, sort: 'relevance' }).expect(200);
    const first = (body.data as RecordWire[]).map(({ id }) => ids.get(id.record_id)!);
    expect(first.slice(0, alike.length).toSorted()).toEqual(alike.toSorted());
    const all = await rest.reader.post('/v1/search', { query, objects: [slug] }).expect(200);
    const named = (all.body.data as { id: string }[]).map(({ id }) => ids.get(id)!);
    expect(named.slice(0, alike.length).toSorted()).toEqual(alike.toSorted());
  },
);
