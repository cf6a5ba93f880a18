import { aRecord, anAttribute, anObject } from '../support/builders.js';
import { texts } from '../support/large-records.js';
import type { Rest } from '../support/rest.js';
import { World } from '../support/world.js';
import { Toolbox } from './support/toolbox.js';

const RECORDS = 130;
const LONGEST = 150_000;

let world: World;
let tools: Toolbox;
let reader: Toolbox;
let rest: Rest;
beforeAll(async () => {
  world = await World.start();
  tools = await Toolbox.open(world, (await world.connected(world.ada, { tier: 'write' })).token);
  reader = await Toolbox.open(world, (await world.connected(world.ada)).token);
  const { workspace_id } = world.north;
  const capabilities = ['read:data', 'write:data', 'write:schema'];
  const { api_key } = await world.domain.apiKeys.create({ workspace_id, name: 'All', capabilities });
  rest = { admin: world.rest(api_key) } as Rest;
  const object = await anObject(rest, rest.admin, 'remarks');
  await anAttribute(rest, object, { type: 'text', slug: 'body' });
  await anAttribute(rest, object, { type: 'text', slug: 'lines', is_multi_select: true } as never);
  await anAttribute(rest, object, { type: 'text', slug: 'must', is_required: true, default_value: 'x' } as never);
  await anAttribute(rest, object, {
    type: 'select',
    slug: 'heat',
    options: [{ title: 'Hot' }, { title: 'Old', archived_at: '2026-01-31T12:00:00Z' }],
  } as never);
  await anAttribute(rest, object, {
    type: 'pipeline',
    slug: 'phase',
    stages: [{ title: 'Begun' }, { title: 'Past', archived_at: '2026-01-31T12:00:00Z' }],
  } as never);
  for (let n = 0; n < RECORDS; n++)
    await tools.result('create_record', { object: 'companies', values: { name: `Company ${n}` } });
});
afterAll(() => world.stop());

interface FoundPage {
  records: { id: { record_id: string }; values: Record<string, { value: string }[]> }[];
  total: number;
  has_more: boolean;
  next_offset?: number;
  next_cursor?: string;
  total_is_exact?: boolean;
}

const search = (args: object = {}): Promise<FoundPage> =>
  tools.result('search_records', { object: 'companies', ...args });
const pathsOf = async (name: string, args: object) => {
  const { type, code, issues } = await tools.failure(name, args);
  expect([type, code]).toEqual(['invalid_request_error', 'validation_type']);
  return issues.map(({ path }) => path);
};

it('refuses an update that makes a record larger than 2 MiB, and says the most and how large it would be', async () => {
  const { object_id } = await anObject(rest, rest.admin, 'heavy');
  for (const slug of ['one', 'two', 'three'])
    await anAttribute(rest, { slug: 'heavy' }, { type: 'text', slug, is_multi_select: true });
  const { id } = await tools.result('create_record', { object: object_id, values: { one: texts(50) } });
  const update = { object: object_id, record_id: id.record_id };
  await tools.result('update_record', { ...update, values: { two: texts(50) } });
  const { message, issues } = await tools.failure('update_record', { ...update, values: { three: texts(10) } });
  expect(issues.map(({ path }) => path)).toEqual(['values']);
  expect(message).toMatch(/would hold 22\d{5} bytes; the most a record can hold is 2097152/);
});

describe('search_records', () => {
  it.each([
    [undefined, 25],
    [1, 1],
    [100, 100],
    [101, 100],
    [1_000_000, 100],
    [0, 1],
    [-5, 1],
    [1e20, 100],
    [-1e20, 1],
  ])('with limit %j gives %i rows', async (limit, rows) => {
    const page = await search({ limit });
    expect(page).toMatchObject({ total: RECORDS, has_more: true, next_offset: rows });
    expect(page.records).toHaveLength(rows);
  });

  it.each(['list_objects', 'list_conversations'])('%s takes a limit of any size', async (name) => {
    for (const limit of [1e20, -1e20]) await tools.result(name, { limit });
    await expect(pathsOf(name, { limit: 1.5 })).resolves.toEqual(['limit']);
  });

  it('tells of no bounds of limit that a caller could do nothing with', async () => {
    const { tools: listed } = (await world.mcp(tools.token)).json.result as {
      tools: { name: string; inputSchema: { properties: Record<string, object> } }[];
    };
    const { properties } = listed.find(({ name }) => name === 'search_records')!.inputSchema;
    const description = expect.any(String);
    expect(properties['limit']).toEqual({ type: 'integer', default: 25, description });
    expect(properties['offset']).toEqual({
      type: 'integer',
      default: 0,
      minimum: 0,
      maximum: 999_999_999,
      description,
    });
  });

  it.each([
    ['without a condition', {}],
    ['with words', { query: 'large' }],
    ['in an order', { sort: { attribute: 'name', direction: 'asc' } }],
  ])('shows every record of a page that ends early for its size, %s', async (_how, asked) => {
    const object = `large_${Object.keys(asked).length}_${Object.keys(asked)[0] ?? 'all'}`;
    const { object_id } = await anObject(rest, rest.admin, object);
    await anAttribute(rest, { slug: object }, { type: 'text', slug: 'texts', is_multi_select: true });
    const made: string[] = [];
    for (let n = 0; n < 6; n++)
      made.push(
        (await aRecord(rest, { slug: object }, { name: `Large ${n}`, texts: texts(n < 4 ? 50 : 1) })).id.record_id,
      );
    const seen: string[] = [];
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const page: FoundPage = await search({ object: object_id, ...asked, limit: 100, offset });
      expect([page.total, page.has_more]).toEqual([6, page.next_offset !== undefined]);
      seen.push(...page.records.map(({ id }) => id.record_id));
      offset = page.next_offset;
    }
    expect(seen).toEqual(made);
  });

  it('shows every record once, oldest first, when a client follows next_offset', async () => {
    const names: string[] = [];
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const page: FoundPage = await search({ limit: 40, offset });
      expect([page.has_more, page.next_offset === undefined]).toEqual([
        names.length + 40 < RECORDS,
        names.length + 40 >= RECORDS,
      ]);
      names.push(...page.records.map(({ values }) => values['name']![0]!.value));
      offset = page.next_offset;
    }
    expect(names).toEqual(Array.from({ length: RECORDS }, (_, n) => `Company ${n}`));
  });

  it.each([RECORDS, RECORDS + 1, 9999])('has nothing more at offset %i', async (offset) => {
    await expect(search({ offset })).resolves.toEqual({
      records: [],
      total: RECORDS,
      total_is_exact: true,
      has_more: false,
    });
  });

  it.each([
    [{ offset: -1 }, 'offset'],
    [{ offset: 0.5 }, 'offset'],
    [{ offset: '0' }, 'offset'],
    [{ limit: 2.5 }, 'limit'],
    [{ limit: '10' }, 'limit'],
    [{ limit: null }, 'limit'],
    [{ object: 7 }, 'object'],
    [{ object: '' }, 'object'],
    [{ page: 1 }, 'page'],
  ])('refuses %j', async (args, path) => {
    await expect(pathsOf('search_records', { object: 'companies', ...args })).resolves.toEqual([path]);
  });

  it('shows a filter and an order to whoever sends something else', async () => {
    const { message } = await tools.failure('search_records', { object: 'companies', filter: 'name' });
    expect(message).toContain('must be of type array, such as [{"attribute":"job_title","operator":"eq"');
    const order = await tools.failure('search_records', { object: 'companies', sort: 'name' });
    expect(order.message).toContain('such as [{"attribute":"created_at","direction":"desc"}]');
    const groups = await tools.failure('aggregate_records', { object: 'companies', group_by: 'domains' });
    expect(groups.message).toBe('group_by: must be of type array.');
  });

  it('cuts a page that no client would pass on whole, and says so', async () => {
    const values = { body: 'long words '.repeat(700), must: 'y' };
    for (let n = 0; n < 30; n++)
      await tools.result('create_record', { object: 'remarks', values: { ...values, name: `Note ${n}` } });
    const seen = new Set<string>();
    let offset: number | undefined = 0;
    let pages = 0;
    for (; offset !== undefined; pages++) {
      const page: FoundPage = await search({ object: 'remarks', limit: 100, offset });
      expect(JSON.stringify(page).length).toBeLessThanOrEqual(LONGEST);
      expect([page.total, page.has_more]).toEqual([30, page.next_offset !== undefined]);
      if (page.next_offset !== undefined) expect(page.next_offset).toBe(offset + page.records.length);
      for (const { id } of page.records) seen.add(id.record_id);
      offset = page.next_offset;
    }
    expect([seen.size, pages > 1]).toEqual([30, true]);
  });

  it.each([
    ['of a whole object', {}],
    ['in an order', { sort: { attribute: 'name', direction: 'desc' } }],
    ['with words', { query: 'note' }],
    ['with a condition', { filter: [{ attribute: 'must', operator: 'eq', value: 'y' }] }],
  ])('shows every record of such pages once when a client follows next_cursor, %s', async (_how, asked) => {
    const seen: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const page: FoundPage = await search({ object: 'remarks', ...asked, limit: 100, cursor });
      expect(JSON.stringify(page).length).toBeLessThanOrEqual(LONGEST);
      const offset = cursor === undefined ? page.records.length : undefined;
      expect([page.total, page.has_more, page.next_offset]).toEqual([30, page.next_cursor !== undefined, offset]);
      expect(page.total_is_exact).toBe(true);
      seen.push(...page.records.map(({ values }) => values['name']![0]!.value));
      cursor = page.next_cursor;
      pages++;
    } while (cursor !== undefined);
    const made = Array.from({ length: 30 }, (_, n) => `Note ${n}`);
    expect([seen, pages > 1]).toEqual(['sort' in asked ? made.toSorted().toReversed() : made, true]);
  });
});

describe('search_records with query, filter or sort', () => {
  const names = (page: FoundPage) => page.records.map(({ values }) => values['name']![0]!.value);
  const filter = [{ attribute: 'name', operator: 'in', value: ['Company 3', 'Company 5', 'Company 50'] }];

  it('finds by words, by conditions and both, in the order asked for', async () => {
    expect(names(await search({ query: 'company 129' }))).toEqual(['Company 129']);
    expect(names(await search({ filter }))).toEqual(['Company 3', 'Company 5', 'Company 50']);
    expect(names(await search({ filter, query: '5', sort: { attribute: 'name', direction: 'desc' } }))).toEqual([
      'Company 50',
      'Company 5',
    ]);
    expect(names(await search({ sort: { attribute: 'created_at', direction: 'desc' }, limit: 1 }))).toEqual([
      'Company 129',
    ]);
  });

  it('pages like every search, and counts what it found', async () => {
    const first = await search({ filter, limit: 2 });
    const next_cursor = expect.any(String);
    expect(first).toMatchObject({ total: 3, total_is_exact: true, has_more: true, next_offset: 2, next_cursor });
    const following = await search({ filter, limit: 2, cursor: first.next_cursor });
    expect(following).toMatchObject({ total: 3, has_more: false });
    expect(names(following)).toEqual(['Company 50']);
    const other = { filter, sort: { attribute: 'name', direction: 'asc' }, cursor: first.next_cursor };
    expect(await pathsOf('search_records', { object: 'companies', ...other })).toEqual(['cursor']);
    const last = await search({ filter, limit: 2, offset: 2 });
    expect([names(last), last.total, last.has_more, last.next_offset]).toEqual([['Company 50'], 3, false, undefined]);
    expect(await search({ query: 'nothing-like-that' })).toEqual({
      records: [],
      total: 0,
      total_is_exact: true,
      has_more: false,
    });
  });

  it.each([
    [{ filter: [{ attribute: 'nowhere', operator: 'eq', value: 1 }] }, 'filter[0].attribute'],
    [{ filter: [{ attribute: 'name', operator: 'like', value: 'x' }] }, 'filter[0].operator'],
    [{ filter: [{ attribute: 'name', operator: 'gt', value: 'x' }] }, 'filter[0].operator'],
    [{ filter: [{ attribute: 'employee_count', operator: 'gt', value: 'x' }] }, 'filter[0].value'],
    [{ filter: Array(26).fill({ attribute: 'name', operator: 'eq', value: 'x' }) }, 'filter'],
    [{ filter: { attribute: 'name' } }, 'filter[0].operator'],
    [{ sort: { attribute: 'domains', direction: 'asc' } }, 'sort[0].attribute'],
    [{ sort: { attribute: 'name', direction: 'up' } }, 'sort[0].direction'],
    [{ sort: 'name' }, 'sort'],
    [{ query: 5 }, 'query'],
    [{ query: 'x'.repeat(1001) }, 'query'],
    [{ query: 'x', offset: 100_001 }, 'offset'],
    [{ query: 'x', cursor: 'y' }, 'cursor'],
  ])('refuses %j', async (args, path) => {
    await expect(pathsOf('search_records', { object: 'companies', ...args })).resolves.toEqual([path]);
  });
});

describe('a record that is too long for one result', () => {
  const long = 'long words '.repeat(4000);
  const values = { must: 'y', name: 'Long', body: long, lines: [1, 2, 3].map((n) => `${n} ${long}`) };

  it('comes without its longest attributes, which are named, from every tool that shows it', async () => {
    const made = await tools.result('create_record', { object: 'remarks', values });
    const record_id = made.id.record_id as string;
    const shown = [
      made,
      await tools.result('get_record', { object: 'remarks', record_id }),
      await tools.result('update_record', { object: 'remarks', record_id, values: { name: 'Longer' } }),
    ];
    const query = { object: 'remarks', filter: [{ attribute: 'name', operator: 'eq', value: 'Longer' }] };
    shown.push((await search(query)).records[0]);
    for (const record of shown) {
      expect(JSON.stringify(record).length).toBeLessThanOrEqual(LONGEST);
      expect(record.omitted).toEqual(['lines']);
      expect(record.values).toMatchObject({ body: [{ value: long }], must: [{ value: 'y' }] });
      expect(record.values.lines).toBeUndefined();
    }
    const [company] = (await search({ limit: 1 })).records;
    const short = await tools.result('get_record', { object: 'companies', record_id: company!.id.record_id });
    expect(short).not.toHaveProperty('omitted');
  });
});

describe('arguments', () => {
  it.each([
    ['list_objects', { object: 'people' }, ['object']],
    ['list_attributes', {}, ['object']],
    ['list_options', { object: 'remarks' }, ['attribute']],
    ['list_stages', { object: 'remarks', attribute: 3 }, ['attribute']],
    ['get_record', { object: 'remarks' }, ['record_id']],
    ['create_record', { object: 'remarks' }, ['values']],
    ['create_record', { object: 'remarks', values: [] }, ['values']],
    ['create_record', { object: 'remarks', values: {}, record_id: 'x' }, ['record_id']],
    ['update_record', { object: 'remarks', values: {} }, ['record_id']],
    ['delete_record', { object: 'remarks', record_id: 5 }, ['record_id']],
  ])('%s refuses %j', async (name, args, paths) => {
    await expect(pathsOf(name, args)).resolves.toEqual(paths);
  });

  it.each(['list_options', 'list_stages'])('%s does not find an attribute of another kind', async (name) => {
    for (const attribute of ['body', 'nowhere', name === 'list_options' ? 'phase' : 'heat']) {
      expect(await tools.failure(name, { object: 'remarks', attribute })).toMatchObject({
        type: 'invalid_request_error',
        code: 'not_found',
      });
    }
  });
});

describe('values', () => {
  const refused = (values: object) => pathsOf('create_record', { object: 'remarks', values: { must: 'y', ...values } });

  it.each([
    [{ heat: 'Lukewarm' }, 'values.heat'],
    [{ heat: 'Old' }, 'values.heat'],
    [{ phase: 'Never' }, 'values.phase'],
    [{ phase: 'Past' }, 'values.phase'],
    [{ nowhere: 1 }, 'values.nowhere'],
    [{ must: null }, 'values.must'],
    [{ body: ['a', 'b'] }, 'values.body'],
    [{ lines: Array(51).fill('x') }, 'values.lines'],
  ])('%j is refused by its path', async (values, path) => {
    const paths = await refused(values);
    expect(paths.length).toBeGreaterThan(0);
    for (const each of paths) expect(each.startsWith(path)).toBe(true);
  });

  it('names the options and stages there are', async () => {
    const { issues } = await tools.failure('create_record', {
      object: 'remarks',
      values: { must: 'y', heat: 'Lukewarm' },
    });
    expect(issues[0]?.allowed).toEqual(['Hot']);
  });

  it('takes 50 of an attribute that has several', async () => {
    const made = await tools.result('create_record', {
      object: 'remarks',
      values: { must: 'y', lines: Array.from({ length: 50 }, (_, n) => `${n}`) },
    });
    expect(made.values.lines).toHaveLength(50);
  });

  it('that are unique are refused when another record has them', async () => {
    const values = { email_addresses: 'ada@example.com' };
    await tools.result('create_record', { object: 'people', values });
    await expect(pathsOf('create_record', { object: 'people', values })).resolves.toEqual([
      expect.stringMatching(/^values\.email_addresses/),
    ]);
  });
});

describe('a connection that reads', () => {
  it('runs the six tools that read, and none that writes', async () => {
    const record_id = (await search({ limit: 1 })).records[0]!.id.record_id;
    const reads: [string, object][] = [
      ['list_objects', {}],
      ['list_attributes', { object: 'remarks' }],
      ['list_options', { object: 'remarks', attribute: 'heat' }],
      ['list_stages', { object: 'remarks', attribute: 'phase' }],
      ['get_record', { object: 'companies', record_id }],
      ['search_records', { object: 'companies' }],
    ];
    for (const [name, args] of reads) await expect(reader.result(name, args)).resolves.toBeDefined();
    for (const name of reader.writers) {
      expect(await reader.failure(name, {})).toMatchObject({ type: 'forbidden_error', code: 'forbidden' });
    }
    expect(reader.writers).toEqual(expect.arrayContaining(['create_record', 'update_record', 'delete_record']));
  });
});
