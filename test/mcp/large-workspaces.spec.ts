import { aRecord, anAttribute, anObject } from '../support/builders.js';
import type { Rest } from '../support/rest.js';
import { World } from '../support/world.js';
import { Toolbox } from './support/toolbox.js';

const { jest: spies } = import.meta as unknown as { jest: typeof jest };
const LONGEST = 150_000;

let world: World;
let tools: Toolbox;
let rest: Rest;
let choices: Record<'option' | 'stage', string>;
beforeAll(async () => {
  world = await World.start();
  tools = await Toolbox.open(world, (await world.connected(world.ada)).token);
  const { workspace_id } = world.north;
  const capabilities = ['read:data', 'write:data', 'write:schema'];
  const { api_key } = await world.domain.apiKeys.create({ workspace_id, name: 'All', capabilities });
  rest = { admin: world.rest(api_key) } as Rest;
  const object = await anObject(rest, rest.admin, 'things');
  const option = await anAttribute(rest, object, { type: 'select', slug: 'heat', options: [{ title: 'Hot' }] });
  const stage = await anAttribute(rest, object, { type: 'pipeline', slug: 'phase', stages: [{ title: 'Begun' }] });
  choices = { option: option.id.attribute_id, stage: stage.id.attribute_id };
  await fill(workspace_id, object.object_id);
});
afterAll(() => world.stop());

/** Adds what requests would take minutes for, in the tables. */
async function fill(workspaceId: string, objectId: string): Promise<void> {
  await world.sql(
    `insert into attribute (workspace_id, attribute_id, object_id, attr_no, slug, title, description, type, sort_order)
      select $1, gen_random_uuid(), $2, 1000 + n, 'field_' || n, 'Field', rpad('About', 2000, '.'), 'text', 100 + n
      from generate_series(1, 300) n`,
    [workspaceId, objectId],
  );
  await world.sql(
    `insert into choice (workspace_id, choice_id, attribute_id, object_id, title, sort_order, config)
      select $1, gen_random_uuid(), a.id, $2, rpad(n || ' ', 1000, '.'), n, case when a.id = $4 then '{"is_closed":false,"is_won":false,"is_lost":false}'::jsonb end
      from generate_series(1, 300) n, unnest(array[$3::uuid, $4::uuid]) a(id)`,
    [workspaceId, objectId, choices.option, choices.stage],
  );
  await world.sql(
    `with made as (select gen_random_uuid() as object_id, gen_random_uuid() as attribute_id, n from generate_series(1, 300) n),
      objects as (insert into object (workspace_id, object_id, slug, singular_noun, plural_noun, epithet_attribute_id, next_attr_no)
        select $1, object_id, 'more_' || n, rpad('Noun', 255, '.'), rpad('Nouns', 255, '.'), attribute_id, 2 from made)
      insert into attribute (workspace_id, attribute_id, object_id, attr_no, slug, title, type, sort_order)
        select $1, attribute_id, object_id, 1, 'name', 'Name', 'name', 0 from made`,
    [workspaceId],
  );
  await world.sql('update workspace set schema_version = schema_version + 1 where workspace_id = $1', [workspaceId]);
}

/** All rows that a client sees who follows `next_offset`, and how many pages they came in. */
async function follow(name: string, key: string, args: object): Promise<{ rows: { id: string }[]; pages: number }> {
  const rows: { id: string }[] = [];
  let pages = 0;
  for (let offset: number | undefined = 0; offset !== undefined; pages++) {
    const page = await tools.result(name, { ...args, offset });
    expect(JSON.stringify(page).length).toBeLessThanOrEqual(LONGEST);
    expect(page.has_more).toBe(page.next_offset !== undefined);
    rows.push(...(page[key] as { id: string }[]));
    offset = page.next_offset as number | undefined;
  }
  return { rows, pages };
}

const object = 'things';
const LISTS = [
  ['list_objects', 'objects', {}, 307],
  ['list_attributes', 'attributes', { object }, 303],
  ['list_options', 'options', { object, attribute: 'heat' }, 301],
  ['list_stages', 'stages', { object, attribute: 'phase' }, 301],
] as const;

describe.each(LISTS)('%s of a large workspace', (name, key, args, count) => {
  it('comes in pages that are not too long, and shows everything once', async () => {
    const { rows, pages } = await follow(name, key, args);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(count);
    expect(rows).toHaveLength(count);
    expect(pages).toBeGreaterThan(1);
  });

  it('is cut before it is written as JSON', async () => {
    const written = spies.spyOn(JSON, 'stringify');
    await tools.result(name, args);
    const lengths = written.mock.results.map(({ value }) => String(value).length);
    written.mockRestore();
    expect(Math.max(...lengths)).toBeGreaterThan(0.9 * LONGEST);
    expect(Math.max(...lengths)).toBeLessThan(1.1 * LONGEST);
  });

  it('comes in pages of as many rows as are asked for, in the same order', async () => {
    const { rows, pages } = await follow(name, key, { ...args, limit: 100 });
    expect(pages).toBeGreaterThanOrEqual(4);
    expect(rows).toEqual((await follow(name, key, args)).rows);
    expect((await tools.result(name, { ...args, limit: 2, offset: 3 }))[key]).toEqual(rows.slice(3, 5));
    expect(await tools.result(name, { ...args, offset: 1000 })).toMatchObject({ [key]: [], has_more: false });
  });
});

it('says of every tool that lists how a page ends', async () => {
  const { tools: listed } = (await world.mcp(tools.token)).json.result as {
    tools: { name: string; inputSchema: { properties: { offset: { description: string } } } }[];
  };
  const lists = listed.filter(({ name }) => /^(list|search)_/.test(name));
  expect(lists).toHaveLength(9);
  for (const { inputSchema } of lists)
    expect(inputSchema.properties.offset.description).toMatch(/While has_more is true.*next_offset/);
});

describe('values of a record that get_record leaves out', () => {
  // In JSON each quotation mark counts twice.
  const long = '"'.repeat(40_000);
  const values = {
    heat: 'Hot',
    one: [1, 2, 3, 4].map((n) => `${n} ${long}`),
    two: [`5 ${long}`, `6 ${long}`],
    name: 'Long',
  };
  let record_id: string;
  beforeAll(async () => {
    for (const slug of ['one', 'two'])
      await anAttribute(rest, { slug: object }, { type: 'text', slug, is_multi_select: true });
    record_id = (await aRecord(rest, { slug: object }, values)).id.record_id;
  });

  it('are shown where they are named, by slug or id', async () => {
    const { omitted } = await tools.result('get_record', { object, record_id });
    expect(omitted).toEqual(['one', 'two']);
    const two = await tools.result('get_record', { object, record_id, attributes: ['name', 'heat'] });
    expect(Object.keys(two.values).sort()).toEqual(['heat', 'name']);
    expect([two.values.name[0].value, two.omitted]).toEqual(['Long', undefined]);
    const byId = await tools.result('get_record', { object, record_id, attributes: [choices.option] });
    expect(byId.values).toEqual({ heat: two.values.heat });
  });

  it('are shown in several answers where those of one attribute are too long together', async () => {
    const seen: string[] = [];
    for (const slug of ['one', 'two']) {
      for (let value_offset: number | undefined = 0; value_offset !== undefined;) {
        const shown = await tools.result('get_record', { object, record_id, attributes: [slug], value_offset });
        expect(JSON.stringify(shown).length).toBeLessThanOrEqual(LONGEST);
        seen.push(...(shown.values[slug] as { value: string }[]).map(({ value }) => value));
        value_offset = shown.next_value_offset as number | undefined;
      }
    }
    expect(seen).toEqual([...values.one, ...values.two]);
  });

  it('are shown in several answers where one text is too long alone, since its characters are written as six', async () => {
    await anAttribute(rest, { slug: object }, { type: 'text', slug: 'odd', is_multi_select: true });
    const odd = [`${'\u0001'.repeat(24_001)}🙂`.repeat(2), 'brief'];
    const { id } = await aRecord(rest, { slug: object }, { name: 'Odd', odd });
    const seen = ['', ''];
    const last = { value_offset: 0, character_offset: 0 };
    for (let answers = 0; answers < 20; answers++) {
      const asked = { object, record_id: id.record_id, attributes: ['odd'], ...last };
      const shown = await tools.result('get_record', asked);
      expect(JSON.stringify(shown).length).toBeLessThanOrEqual(LONGEST);
      (shown.values.odd as { value: string }[]).forEach(({ value }, at) => (seen[last.value_offset + at] += value));
      if (shown.next_value_offset === undefined) break;
      last.value_offset = shown.next_value_offset as number;
      last.character_offset = (shown.next_character_offset as number | undefined) ?? 0;
    }
    expect(seen).toEqual(odd);
  });

  it('are asked for by attributes that there are', async () => {
    const { issues } = await tools.failure('get_record', { object, record_id, attributes: ['name', 'nowhere'] });
    expect(issues.map(({ path }) => path)).toEqual(['attributes[1]']);
  });
});
