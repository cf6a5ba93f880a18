import type { RecordWire } from '#crm-domain';
import { expectError, pathsOf } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo, pointingAt, type AnObject } from '../support/builders.js';
import { Rest, type Caller } from '../support/rest.js';

interface Answered {
  data: RecordWire[];
  pagination: {
    total: number;
    total_is_exact: boolean;
    limit: number;
    offset: number;
    has_more: boolean;
    next_offset?: number;
    next_cursor?: string;
  };
}

let rest: Rest;
let object: AnObject;
let companies: RecordWire[];
let people: AnObject;
let member: string;
const made = new Map<string, RecordWire>();
const LONG = 'A sentence that goes on for more than the sixty-four characters an index holds, ending in';

const ATTRIBUTES = [
  { slug: 'mail', type: 'email-address', is_multi_select: true },
  { slug: 'phone', type: 'phone-number' },
  { slug: 'site', type: 'website' },
  { slug: 'note', type: 'text' },
  { slug: 'day', type: 'date' },
  { slug: 'seen', type: 'timestamp' },
  { slug: 'score', type: 'number' },
  { slug: 'ok', type: 'checkbox' },
  { slug: 'stage', type: 'pipeline', stages: [{ title: 'New' }, { title: 'Open' }, { title: 'Won' }] },
  { slug: 'level', type: 'select', options: [{ title: 'Gold' }, { title: 'Silver' }] },
  { slug: 'tags', type: 'multi-select', options: [{ title: 'red' }, { title: 'green' }, { title: 'blue' }] },
  { slug: 'budget', type: 'currency' },
  { slug: 'company', type: 'record-reference' },
  { slug: 'owner', type: 'actor-reference' },
  { slug: 'place', type: 'location' },
  { slug: 'person', type: 'personal-name' },
];

const place = { line1: '1 Main St', city: 'Zürich', state: '', postal_code: '8001', country: 'CH' };

beforeAll(async () => {
  rest = await Rest.start();
  object = await anObject(rest);
  people = { slug: 'people', object_id: '', path: '/v1/objects/people' };
  for (const attribute of ATTRIBUTES) await anAttribute(rest, object, { title: attribute.slug, ...attribute } as never);
  ({ user_id: member } = await rest.domain.workspaces.addMember({
    workspace_id: rest.workspace_id,
    subject: 'm',
    email: 'm@example.com',
    name: 'May',
  }));
  companies = [];
  for (const name of ['Acme', 'Globex']) companies.push(await aRecord(rest, { slug: 'companies' }, { name }));
  const at = (n: number) => pointingAt({ slug: 'companies' }, companies[n]!);
  const rows: Record<string, object> = {
    ada: {
      name: 'Ada Lovelace',
      mail: ['Ada@Example.com', 'ada@work.example'],
      phone: '+41446681800',
      site: 'https://www.example.com/Docs/?q=1#top',
      note: `${LONG} apples`,
      day: '1815-12-10',
      seen: '2026-01-01T10:00:00.250Z',
      score: 10,
      ok: true,
      stage: 'Won',
      level: 'Gold',
      tags: ['red', 'green'],
      budget: { currency_value: 100, currency_code: 'EUR' },
      company: at(0),
      owner: { id: member, type: 'user' },
      place,
      person: { first_name: 'Ada', last_name: 'Lovelace' },
    },
    bob: {
      name: 'Bob Müller',
      mail: ['bob@example.com'],
      phone: '+14155550100',
      site: 'example.org',
      note: `${LONG} oranges`,
      day: '2026-02-28',
      seen: '2026-01-01T10:00:00.251Z',
      score: -2.5,
      ok: false,
      stage: 'New',
      level: 'Silver',
      tags: ['green'],
      budget: { currency_value: 100, currency_code: 'USD' },
      company: at(1),
      person: { first_name: 'Bob', last_name: 'Müller' },
    },
    cyd: {
      name: 'Cyd %_\\ Charisse',
      note: "It's 100% & more | (less) \\ 'quoted' <->",
      score: 1e300,
      stage: 'Open',
      tags: ['blue'],
      day: '2026-03-01',
      budget: { currency_value: 5, currency_code: 'EUR' },
    },
    dan: { name: 'Dan' },
  };
  for (const [key, data] of Object.entries(rows)) made.set(key, await aRecord(rest, object, data));
});
afterAll(() => rest.stop());

async function ask(body: object, by: Caller = rest.reader, of: { slug: string } = object): Promise<Answered> {
  return (await by.post(`/v1/records/${of.slug}/query`, body).expect(200)).body as Answered;
}

/** The keys of the records found. */
async function found(body: object): Promise<string[]> {
  return keysOf((await ask(body)).data);
}

function keysOf(records: RecordWire[]): string[] {
  return records.map(
    ({ id }) => [...made].find(([, record]) => record.id.record_id === id.record_id)?.[0] ?? id.record_id,
  );
}

const where = (attribute: string, operator: string, value?: unknown) => ({ filter: [{ attribute, operator, value }] });

describe('operators', () => {
  it.each<[string, string, unknown, string[]]>([
    ['name', 'eq', 'ada lovelace', ['ada']],
    ['name', 'eq', 'Ada', []],
    ['name', 'in', ['DAN', 'Bob Müller', 'nobody'], ['bob', 'dan']],
    ['name', 'starts_with', 'AD', ['ada']],
    ['name', 'starts_with', 'bob mü', ['bob']],
    ['name', 'contains', 'MÜLL', ['bob']],
    ['name', 'contains', '%', ['cyd']],
    ['name', 'contains', '_\\', ['cyd']],
    ['name', 'is_not_empty', undefined, ['ada', 'bob', 'cyd', 'dan']],
    ['person', 'eq', 'Ada Lovelace', ['ada']],
    ['person', 'eq', { first_name: 'bob', last_name: 'MÜLLER' }, ['bob']],
    ['person', 'starts_with', 'ada l', ['ada']],
    ['person', 'contains', 'üll', ['bob']],
    ['mail', 'eq', 'ADA@WORK.example', ['ada']],
    ['mail', 'in', ['ada@example.com', 'ada@work.example', 'bob@example.com'], ['ada', 'bob']],
    ['mail', 'starts_with', 'ada@', ['ada']],
    ['mail', 'contains', 'example', ['ada', 'bob']],
    ['mail', 'is_empty', undefined, ['cyd', 'dan']],
    ['phone', 'eq', '+41 44 668 18 00', ['ada']],
    ['phone', 'starts_with', '+1 (415) 555', ['bob']],
    ['phone', 'contains', '5550', ['bob']],
    ['site', 'eq', 'http://example.com/docs?q=1', ['ada']],
    ['site', 'starts_with', 'https://www.example.', ['ada', 'bob']],
    ['site', 'contains', '/docs', ['ada']],
    ['site', 'starts_with', 'www.EXAMPLE.com/docs', ['ada']],
    ['site', 'ends_with', '?q=1#part', ['ada']],
    ...['starts_with', 'ends_with', 'contains'].map((operator): [string, string, unknown, string[]] => [
      'site',
      operator,
      'https://example.com/docs?q=1#part',
      ['ada'],
    ]),
    ['note', 'eq', `${LONG} apples`, ['ada']],
    ['note', 'eq', `${LONG} ORANGES`, ['bob']],
    ['note', 'eq', `${LONG} pears`, []],
    ['note', 'in', [`${LONG} apples`, "it's 100% & MORE | (less) \\ 'quoted' <->"], ['ada', 'cyd']],
    ['note', 'starts_with', LONG, ['ada', 'bob']],
    ['note', 'starts_with', `${LONG} o`, ['bob']],
    ['note', 'starts_with', `${LONG} x`, []],
    ['note', 'contains', 'sixty-four', ['ada', 'bob']],
    ['day', 'eq', '1815-12-10', ['ada']],
    ['day', 'in', ['2026-02-28', '2026-03-01'], ['bob', 'cyd']],
    ['day', 'gt', '2026-02-28', ['cyd']],
    ['day', 'gte', '2026-02-28', ['bob', 'cyd']],
    ['day', 'lt', '2026-02-28', ['ada']],
    ['seen', 'eq', '2026-01-01T11:00:00.250+01:00', ['ada']],
    ['seen', 'gt', '2026-01-01T10:00:00.250Z', ['bob']],
    ['seen', 'lte', '2026-01-01T10:00:00.250Z', ['ada']],
    ['score', 'eq', 1e300, ['cyd']],
    ['score', 'in', [10, 11], ['ada']],
    ['score', 'lt', 10, ['bob']],
    ['score', 'lte', 10, ['ada', 'bob']],
    ['score', 'gt', 10, ['cyd']],
    ['score', 'gte', 10, ['ada', 'cyd']],
    ['score', 'is_empty', undefined, ['dan']],
    ['ok', 'eq', true, ['ada']],
    ['ok', 'eq', false, ['bob']],
    ['ok', 'is_empty', undefined, ['cyd', 'dan']],
    ['stage', 'eq', 'won', ['ada']],
    ['stage', 'in', ['New', 'Open'], ['bob', 'cyd']],
    ['stage', 'is_empty', undefined, ['dan']],
    ['level', 'eq', 'Gold', ['ada']],
    ['tags', 'eq', 'green', ['ada', 'bob']],
    ['tags', 'in', ['red', 'green', 'blue'], ['ada', 'bob', 'cyd']],
    ['tags', 'is_not_empty', undefined, ['ada', 'bob', 'cyd']],
    ['budget', 'eq', 100, ['ada', 'bob']],
    ['budget', 'eq', { currency_value: 100, currency_code: 'eur' }, ['ada']],
    [
      'budget',
      'in',
      [
        { currency_value: 100, currency_code: 'usd' },
        { currency_value: 5, currency_code: 'eur' },
      ],
      ['bob', 'cyd'],
    ],
    ['budget', 'in', [5, 6], ['cyd']],
    ['budget', 'lte', 100, ['ada', 'bob', 'cyd']],
    ['budget', 'lte', { currency_value: 100, currency_code: 'EUR' }, ['ada', 'cyd']],
    ['place', 'is_not_empty', undefined, ['ada']],
    ['place', 'is_empty', undefined, ['bob', 'cyd', 'dan']],
    ['owner', 'is_empty', undefined, ['bob', 'cyd', 'dan']],
  ])('%s %s %j', async (attribute, operator, value, expected) => {
    expect(await found(where(attribute, operator, value))).toEqual(expected);
  });

  it('finds references by object and id, by id alone and by slug', async () => {
    const [acme, globex] = companies as [RecordWire, RecordWire];
    expect(await found(where('company', 'eq', pointingAt({ slug: 'companies' }, acme)))).toEqual(['ada']);
    expect(await found(where('company', 'eq', globex.id.record_id))).toEqual(['bob']);
    expect(await found(where('company', 'in', [acme.slug, globex.id.record_id.toUpperCase()]))).toEqual(['ada', 'bob']);
    expect(await found(where('owner', 'eq', member))).toEqual(['ada']);
    expect(await found(where('owner', 'in', [{ id: member, type: 'user' }]))).toEqual(['ada']);
  });

  it('finds what records hold of an option or stage that was archived since', async () => {
    const attribute = await anAttribute(rest, object, {
      type: 'select',
      options: [{ title: 'Here' }, { title: 'Gone' }],
    } as never);
    const record = await aRecord(rest, object, { name: 'Archived', [attribute.slug]: 'Gone' });
    const { body } = await rest.admin.get(`${object.path}/attributes/${attribute.slug}/options`).expect(200);
    const option = (body.data as { title: string; id: { option_id: string } }[]).find(({ title }) => title === 'Gone')!;
    await rest.admin
      .patch(`${object.path}/attributes/${attribute.slug}/options/${option.id.option_id}`, {
        archived_at: new Date().toISOString(),
      })
      .expect(200);
    expect(await found(where(attribute.slug, 'eq', 'gone'))).toEqual([record.id.record_id]);
    await rest.admin.delete(pathTo(object, record)).expect(200);
  });

  it('wants all conditions to hold, and takes both ends of a range', async () => {
    const filter = [
      { attribute: 'score', operator: 'gte', value: -2.5 },
      { attribute: 'score', operator: 'lt', value: 1e300 },
      { attribute: 'tags', operator: 'eq', value: 'green' },
      { attribute: 'mail', operator: 'starts_with', value: 'ada' },
    ];
    expect(await found({ filter })).toEqual(['ada']);
    expect(await found({ filter: filter.slice(0, 3) })).toEqual(['ada', 'bob']);
    expect(await found({ filter: filter.slice(0, 3), query: 'muller' })).toEqual(['bob']);
  });
});

describe('sorting', () => {
  it.each<[string, string, string[]]>([
    ['score', 'asc', ['bob', 'ada', 'cyd', 'dan']],
    ['score', 'desc', ['cyd', 'ada', 'bob', 'dan']],
    ['name', 'asc', ['ada', 'bob', 'cyd', 'dan']],
    ['name', 'desc', ['dan', 'cyd', 'bob', 'ada']],
    ['stage', 'asc', ['bob', 'cyd', 'ada', 'dan']],
    ['stage', 'desc', ['ada', 'cyd', 'bob', 'dan']],
    ['day', 'desc', ['cyd', 'bob', 'ada', 'dan']],
    ['seen', 'asc', ['ada', 'bob', 'cyd', 'dan']],
    ['budget', 'asc', ['cyd', 'ada', 'bob', 'dan']],
    ['phone', 'asc', ['bob', 'ada', 'cyd', 'dan']],
    ['created_at', 'desc', ['dan', 'cyd', 'bob', 'ada']],
    ['created_at', 'asc', ['ada', 'bob', 'cyd', 'dan']],
  ])('by %s %s', async (attribute, direction, expected) => {
    const sort = { attribute, direction };
    expect(await found({ sort })).toEqual(expected);
    expect(await found({ sort, query: 'exa' })).toEqual(expected.filter((key) => key === 'ada' || key === 'bob'));
    expect(await found({ sort, ...where('tags', 'is_not_empty') })).toEqual(expected.filter((key) => key !== 'dan'));
  });

  it('refuses attributes of several values and types without an order', async () => {
    for (const attribute of ['mail', 'tags', 'company', 'owner', 'ok', 'place', 'nothing']) {
      const response = await rest.reader.post(`/v1/records/${object.slug}/query`, {
        sort: { attribute, direction: 'asc' },
      });
      expect(pathsOf(response)).toEqual(['sort.attribute']);
      expect(response.body.issues[0].allowed).toEqual(expect.arrayContaining(['created_at', 'name', 'score', 'stage']));
    }
  });
});

describe('pages', () => {
  let numbers: AnObject;
  const expected: string[] = [];

  beforeAll(async () => {
    numbers = await anObject(rest);
    for (const attribute of [
      { slug: 'n', type: 'number' },
      { slug: 'kind', type: 'select', options: [{ title: 'a' }, { title: 'b' }] },
    ]) {
      await anAttribute(rest, numbers, { title: 'x', ...attribute } as never);
    }
    // Equal keys and missing ones, so that pages end among both.
    for (let at = 0; at < 23; at++) {
      const data = {
        name: `Row ${at % 5}`,
        ...(at % 4 === 3 ? {} : { n: at % 3 }),
        ...(at % 2 === 0 ? { kind: at % 4 === 0 ? 'b' : 'a' } : {}),
      };
      expected.push((await aRecord(rest, numbers, data)).id.record_id);
    }
  });

  const bodies = [
    {},
    { filter: [{ attribute: 'name', operator: 'contains', value: 'row' }] },
    { query: 'row' },
    { filter: [{ attribute: 'name', operator: 'starts_with', value: 'r' }] },
  ];
  const sorts = [
    undefined,
    ...['n', 'name', 'kind', 'created_at'].flatMap((attribute) =>
      ['asc', 'desc'].map((direction) => ({ attribute, direction })),
    ),
  ];

  it.each(bodies.flatMap((body) => sorts.map((sort) => ({ ...body, sort }))))(
    'neither overlap nor leave a gap: %j',
    async (body) => {
      const whole = (await ask({ ...body, limit: 100 }, rest.reader, numbers)).data.map(({ id }) => id.record_id);
      expect([...whole].sort()).toEqual([...expected].sort());
      for (const limit of [4, 23]) {
        const byOffset: string[] = [];
        const byCursor: string[] = [];
        let offset: number | undefined = 0;
        while (offset !== undefined) {
          const { data, pagination }: Answered = await ask({ ...body, limit, offset }, rest.reader, numbers);
          expect(pagination).toMatchObject({
            limit,
            offset,
            total: 23,
            total_is_exact: true,
            has_more: pagination.next_offset !== undefined,
          });
          byOffset.push(...data.map(({ id }) => id.record_id));
          offset = pagination.next_offset;
        }
        let cursor: string | undefined;
        do {
          const { data, pagination }: Answered = await ask({ ...body, limit, cursor }, rest.reader, numbers);
          expect(pagination).toMatchObject({ limit, total: 23, has_more: pagination.next_cursor !== undefined });
          byCursor.push(...data.map(({ id }) => id.record_id));
          cursor = pagination.next_cursor;
        } while (cursor !== undefined);
        expect(byOffset).toEqual(whole);
        expect(byCursor).toEqual(whole);
      }
    },
  );

  it('brings the limit into its bounds and answers nothing beyond the end', async () => {
    expect((await ask({ limit: 0 }, rest.reader, numbers)).pagination).toMatchObject({
      limit: 1,
      has_more: true,
      next_offset: 1,
    });
    for (const [limit, most] of [
      [1e20, 100],
      [-1e20, 1],
    ])
      expect((await ask({ limit }, rest.reader, numbers)).pagination).toMatchObject({ limit: most });
    expect((await ask({ limit: 1000 }, rest.reader, numbers)).pagination).toEqual({
      limit: 100,
      offset: 0,
      total: 23,
      total_is_exact: true,
      has_more: false,
    });
    const beyond = await ask({ offset: 50, sort: { attribute: 'n', direction: 'asc' } }, rest.reader, numbers);
    expect(beyond).toMatchObject({ data: [], pagination: { total: 23, has_more: false, offset: 50 } });
    const filtered = await ask(
      { offset: 50, filter: [{ attribute: 'n', operator: 'gte', value: 1 }] },
      rest.reader,
      numbers,
    );
    expect(filtered).toMatchObject({ data: [], pagination: { total: 12 } });
  });

  it('refuses a cursor that no answer to the same sort has carried', async () => {
    const { pagination } = await ask({ limit: 1, sort: { attribute: 'n', direction: 'asc' } }, rest.reader, numbers);
    const forged = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url');
    const id = expected[0];
    const bad = [
      'x',
      '',
      '%%%',
      '../..',
      'A'.repeat(1000),
      pagination.next_cursor!,
      forged(null),
      forged({}),
      forged(['id asc', 1, id]),
      forged(['id asc', null, "' or true"]),
      forged(['id asc', null, id, 1]),
    ];
    for (const cursor of bad) {
      expect(pathsOf(await rest.reader.post(`/v1/records/${numbers.slug}/query`, { cursor }))).toEqual(['cursor']);
    }
    await rest.reader.post(`/v1/records/${numbers.slug}/query`, { cursor: forged(['id asc', null, id]) }).expect(200);
  });
});

describe('search', () => {
  it.each<[string, string[]]>([
    ['lovelace', ['ada']],
    ['LOVE', ['ada']],
    ['muller', ['bob']],
    ['MÜLLER bo', ['bob']],
    ['bob ada', []],
    ['lovelac ada', []],
    ['ada lovelac', ['ada']],
    ['example.com', ['ada', 'bob']],
    ['zurich', ['ada']],
    ['', ['ada', 'bob', 'cyd', 'dan']],
    ['   ', ['ada', 'bob', 'cyd', 'dan']],
    ['!!! & | <->', []],
    ["it's quoted", ['cyd']],
    ["ada' | 'bob", []],
    ['ada:* | bob', []],
    ["\\'; drop table record; --", []],
    ['100%', ['cyd']],
  ])('%j', async (query, expected) => {
    expect(await found({ query })).toEqual(expected);
  });

  it('never meets the words of another workspace or object', async () => {
    const secret = 'Zxqvkwj';
    await aRecord(rest, { slug: 'companies' }, { name: secret });
    await aRecord(rest, { slug: 'people' }, { name: { first_name: secret, last_name: 'A' } }, rest.stranger.admin);
    for (const query of [secret, secret.slice(0, 4)]) {
      expect(await found({ query })).toEqual([]);
      expect((await ask({ query }, rest.reader, people)).data).toEqual([]);
      expect((await ask({ query }, rest.reader, { slug: 'companies' })).data).toHaveLength(1);
      expect((await ask({ query }, rest.stranger.admin, people)).data).toHaveLength(1);
    }
  });
});

it('a search inside of texts says that its total is not exact where it saw only the beginning of a text', async () => {
  const totalOf = async (attribute: string, part: string) => {
    const { total, total_is_exact } = (await ask(where(attribute, 'contains', part))).pagination;
    return [total, total_is_exact];
  };
  expect(await totalOf('note', 'apples')).toEqual([0, false]);
  expect(await totalOf('note', 'it')).toEqual([1, false]);
  expect(await totalOf('note', 'sixty-four')).toEqual([2, true]);
  expect(await totalOf('name', 'a')).toEqual([3, true]);
});

describe('what changes', () => {
  it('is found as it is now', async () => {
    const record = await aRecord(rest, object, { name: 'Changing', score: 77, stage: 'New', note: 'before' });
    const mine = [record.id.record_id];
    const both = { ...where('score', 'eq', 77), query: 'before' };
    expect(await found(both)).toEqual(mine);
    await rest.writer.patch(pathTo(object, record), { data: { score: 78, note: 'after', stage: null } }).expect(200);
    expect(await found(where('score', 'eq', 77))).toEqual([]);
    expect(await found({ query: 'before' })).toEqual([]);
    expect(await found({ ...where('score', 'eq', 78), query: 'changing aft' })).toEqual(mine);
    await rest.writer.post(`${pathTo(object, record)}/trash`).expect(200);
    const questions = [
      where('score', 'eq', 78),
      where('name', 'contains', 'changing'),
      where('name', 'in', ['Changing', 'x']),
      { query: 'changing' },
      where('stage', 'is_empty'),
    ];
    for (const question of questions) {
      for (const sort of [
        undefined,
        { attribute: 'name', direction: 'asc' },
        { attribute: 'stage', direction: 'asc' },
      ]) {
        const { data, pagination } = await ask({ ...question, sort });
        expect(keysOf(data)).not.toContain(mine[0]);
        expect(pagination.total).toBe(data.length);
      }
    }
    await rest.writer.post(`${pathTo(object, record)}/restore`).expect(200);
    expect(await found({ query: 'changing' })).toEqual(mine);
    await rest.writer.delete(pathTo(object, record)).expect(200);
    for (const question of questions) expect(await found(question)).not.toContain(mine[0]);
  });
});

describe('refusals', () => {
  const path = () => `/v1/records/${object.slug}/query`;

  it.each<[object, string[]]>([
    [where('nothing', 'eq', 1), ['filter[0].attribute']],
    [where('name', 'like', 'x'), ['filter[0].operator']],
    [where('name', 'gt', 'x'), ['filter[0].operator']],
    [where('score', 'contains', '1'), ['filter[0].operator']],
    [where('place', 'eq', place), ['filter[0].operator']],
    [where('ok', 'in', [true]), ['filter[0].operator']],
    [where('tags', 'starts_with', 'r'), ['filter[0].operator']],
    [where('score', 'eq', '10'), ['filter[0].value']],
    [where('score', 'eq'), ['filter[0].value']],
    [where('score', 'gt', null), ['filter[0].value']],
    [where('score', 'in', 10), ['filter[0].value']],
    [where('score', 'in', []), ['filter[0].value']],
    [
      where(
        'score',
        'in',
        Array.from({ length: 51 }, (_, n) => n),
      ),
      ['filter[0].value'],
    ],
    [where('day', 'lt', 'yesterday'), ['filter[0].value']],
    [where('mail', 'eq', 'ada'), ['filter[0].value']],
    [where('stage', 'eq', 'Nowhere'), ['filter[0].value']],
    [where('company', 'in', ['a name', 5]), ['filter[0].value']],
    [where('budget', 'in', [5, { currency_value: 5, currency_code: 'EUR' }]), ['filter[0].value']],
    [where('ok', 'eq', 'true'), ['filter[0].value']],
    [where('name', 'contains', ''), ['filter[0].value']],
    [where('name', 'contains', 'x'.repeat(65)), ['filter[0].value']],
    [where('name', 'starts_with', 'nul\0'), ['filter[0].value']],
    [where('name', 'starts_with', 5), ['filter[0].value']],
    [where('name', 'is_empty', true), ['filter[0].value']],
    [
      {
        filter: [...where('name', 'eq', 'x').filter, ...where('nothing', 'eq').filter, ...where('day', 'eq', 5).filter],
      },
      ['filter[1].attribute', 'filter[2].value'],
    ],
    [{ filter: Array.from({ length: 26 }, () => where('name', 'eq', 'x').filter[0]) }, ['filter']],
    [{ filter: 'name = x' }, ['filter']],
    [{ filter: [{ attribute: 'name', operator: 'eq', value: 'x', or: true }] }, ['filter[0].or']],
    [{ query: Array.from({ length: 21 }, (_, n) => `w${n}`).join(' ') }, ['query']],
    [{ query: 5 }, ['query']],
    [{ sort: 'name' }, ['sort']],
    [{ sort: { attribute: 'name', direction: 'up' } }, ['sort.direction']],
    [{ limit: '5' }, ['limit']],
    [{ limit: 1.5 }, ['limit']],
    [{ offset: -1 }, ['offset']],
    [{ offset: 100_001 }, ['offset']],
    [{ cursor: 5 }, ['cursor']],
    [{ where: {} }, ['where']],
  ])('%j', async (body, paths) => {
    expect([...new Set(pathsOf(await rest.reader.post(path(), body)))]).toEqual(paths);
  });

  it('name what is allowed', async () => {
    const { body } = await rest.reader.post(path(), where('score', 'contains', 1)).expect(400);
    expect(body.issues[0].allowed).toEqual([
      'eq',
      'not_eq',
      'in',
      'not_in',
      'lt',
      'lte',
      'gt',
      'gte',
      'between',
      'is_empty',
      'is_not_empty',
    ]);
    const unknown = await rest.reader.post(path(), where('nothing', 'eq', 1)).expect(400);
    expect(unknown.body.issues[0].allowed).toContain('score');
  });

  it('say which forms an amount may have, and that a value is missing', async () => {
    const text = await rest.reader.post('/v1/records/deals/query', where('value', 'gte', '1000')).expect(400);
    expect(text.body.issues[0].expected).toMatch(/^a number, or an object/);
    const missing = await rest.reader.post('/v1/records/deals/query', where('value', 'gte', undefined)).expect(400);
    expect(missing.body.issues[0].message).toBe('This operator needs a value.');
  });

  it('hold hostile strings for what they are: text', async () => {
    for (const value of [
      "'; drop table record; --",
      '$1',
      '\\',
      '%',
      '""',
      '{"a":1}',
      'a\u0301',
      '\u{1f600}'.repeat(40),
      '\u{10ffff}',
      '${name}',
    ]) {
      for (const operator of ['eq', 'starts_with', 'contains'])
        expect(await found(where('name', operator, value))).toEqual(
          value === '%' || value === '\\' ? (operator === 'contains' ? ['cyd'] : []) : [],
        );
      expect(await found(where('note', 'eq', value.repeat(9)))).toEqual([]);
      await ask({ query: value });
    }
  });

  it('say who may not ask', async () => {
    expectError(await rest.scribe.post(path(), {}), 403);
    expectError(await rest.callerWith().post(path(), {}), 401);
    expectError(await rest.unpaid.post(path(), {}), 403);
    expectError(await rest.stranger.admin.post(path(), {}), 404);
    expectError(await rest.reader.post('/v1/records/nothing/query', {}), 404);
  });
});
