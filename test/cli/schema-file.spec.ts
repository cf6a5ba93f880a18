import { load } from 'js-yaml';
import { blocksOf } from '../docs/support/pages.js';
import type { Caller, Rest, Workspace } from '../support/rest.js';
import { SchemaSite } from './support/schema-site.js';

let site: SchemaSite;
let rest: Rest;
beforeAll(async () => {
  site = await SchemaSite.start();
  rest = site.rest;
});
afterAll(() => site?.stop());

/** A workspace with one of everything that a file can hold. */
async function grown(): Promise<Workspace> {
  const workspace = await rest.newWorkspace();
  const { admin } = workspace;
  await admin
    .post('/v1/objects', { slug: 'constructor', singular_noun: 'Builder', plural_noun: 'Builders' })
    .expect(200);
  const on = '/v1/objects/constructor/attributes';
  const size = { slug: 'size', title: 'Size', type: 'select', options: [{ title: 'Small' }, { title: 'Large' }] };
  await admin.post(on, { ...size, default_value: 'Small' }).expect(200);
  await admin.post(on, { slug: 'mail', title: 'Mail', type: 'email-address', is_unique: true }).expect(200);
  const config = { record_reference: { allowed_object_ids: ['companies'] } };
  await admin.post(on, { slug: 'firm', title: 'Firm', type: 'record-reference', config }).expect(200);
  const relationship = { target_object_id: 'people', inverse_title: 'Built by', cardinality: 'many-to-many' };
  await admin.post(on, { slug: 'crew', title: 'Crew', type: 'relationship', relationship }).expect(200);
  const filter = [{ attribute: 'size', operator: 'eq', value: 'Large' }];
  await admin
    .post('/v1/views', { slug: 'large', title: 'Large', object: 'constructor', query: { filter } })
    .expect(200);
  await admin.post(on, { slug: 'agency', title: 'Agency', type: 'record-reference', config }).expect(200);
  const { id } = (await admin.get('/v1/objects/constructor').expect(200)).body.data;
  const back = ['constructor', 'constructor[agency]', id.object_id].map((over) => ({
    ...filter[0],
    attribute: `${over}.size`,
  }));
  await admin
    .post('/v1/views', { slug: 'built', title: 'Built', object: 'companies', query: { filter: back } })
    .expect(200);
  await admin
    .post('/v1/automations', {
      name: 'Grow',
      kind: 'record.created',
      object: 'constructor',
      condition: filter,
      actions: [{ type: 'set_values', values: { size: 'Small' } }],
      status: 'disabled',
    })
    .expect(200);
  return workspace;
}

const WEBHOOK = `
  Warehouse:
    url: https://hooks.example.com/crm
    kinds: [record.created]
    object: constructor
    attributes: [size]
`;

const countOf = async (admin: Caller, path: string) =>
  ((await admin.get(path).expect(200)).body.data as unknown[]).length;

it('a schema that was pulled from one workspace makes another one equal, and then changes nothing', async () => {
  const [from, to] = [await grown(), await rest.newWorkspace()];
  const text = (await site.pull(from)).replace('webhooks: {}', `webhooks:${WEBHOOK}`);
  expect(text).toContain('hooks.example.com');
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  const planned = await site.bring('plan', to, text);
  expect(planned.steps.map((step) => step.text)).toEqual(
    expect.arrayContaining([
      'add the object constructor',
      'add the attribute constructor.size (select)',
      'add the attribute people.built_by (relationship)',
      'add its other side constructor.crew',
      'add the view large',
      'add the view built',
      'add the webhook Warehouse',
      'add the automation Grow',
    ]),
  );
  expect(await countOf(to.admin, '/v1/views')).toBe(0);
  expect(await site.bring('apply', to, text)).toEqual(planned);
  expect(load(await site.pull(to))).toEqual(load(text));
  expect(await site.bring('apply', to, text)).toEqual({ steps: [], left: [] });
});

it('the example of the page can be applied', async () => {
  const workspace = await rest.newWorkspace();
  const [example] = blocksOf('docs/schema-as-code.md', 'yaml');
  const { steps } = await site.bring('apply', workspace, example!);
  expect(steps).toHaveLength(8);
  expect((await site.bring('plan', workspace, example!)).steps).toEqual([]);
});

it('a plan counts the records that a change touches', async () => {
  const workspace = await grown();
  for (const name of ['A', 'B']) await workspace.admin.post('/v1/records/constructor', { data: { name } }).expect(200);
  const text = (await site.pull(workspace)).replace('title: Mail', 'title: Address');
  const { steps } = await site.bring('plan', workspace, text);
  expect(steps).toEqual([{ text: 'change the attribute constructor.mail: title', records: 2 }]);
});

it('options are added, put into order and archived', async () => {
  const workspace = await grown();
  const text = (await site.pull(workspace)).replace(
    /options:\n\s+- title: Small\n\s+- title: Large/,
    'options: [{title: Huge}, {title: Large}, {title: Small, archived: true}]',
  );
  const changed = text.replace(/\n\s+default_value: Small/, '');
  await site.bring('apply', workspace, changed);
  const { body } = await workspace.admin.get('/v1/objects/constructor/attributes/size/options').expect(200);
  const shown = (body.data as { title: string; archived_at: string | null }[]).map((each) => [
    each.title,
    each.archived_at !== null,
  ]);
  expect(shown).toEqual([
    ['Huge', false],
    ['Large', false],
    ['Small', true],
  ]);
  expect(await site.bring('apply', workspace, changed)).toEqual({ steps: [], left: [] });
});

it('a file of which one step is refused changes nothing', async () => {
  const workspace = await rest.newWorkspace();
  const before = await site.pull(workspace);
  const object =
    '{singular_noun: Pier, plural_noun: Piers, attributes: {name: {title: Name, type: name}, x: {title: X, type: nonsense}}}';
  expect(await site.refused(workspace, `format: 1\nobjects:\n  piers: ${object}`)).toMatch(
    /^objects\.piers\.attributes\.x \(line 3\): .*one of the attribute types\. Allowed: name, .*checkbox/,
  );
  expect(await site.pull(workspace)).toBe(before);
});

const DEEP = `objects:
  piers:
    singular_noun: Pier
    plural_noun: Piers
    attributes:
      size:
        title: Size
        type: select
        options: [{ title: Small },
          { title: 7 }]`;

it.each([
  ['aliases that stand for millions', 'a: &a [x]\nb: [*a, *a]\nformat: 1', 'aliases exceeded maxAliases (0) (line 2)'],
  ['a field that it does not know', 'format: 1\nobject: {}', 'The file (line 1): Unrecognized key: "object"'],
  ['a wrong value deep within', `format: 1\n${DEEP}`, 'objects.piers.attributes.size.options[1].title (line 11): '],
  ['a field that is missing', 'format: 1\nviews:\n  "a b": {title: A}', 'views["a b"].object (line 3): '],
  ['lists without end', `format: 1\nviews: ${'['.repeat(500)}`, 'YAML'],
  ['another format', 'format: 2', 'format'],
  ['types of other languages', 'format: 1\nviews: !!js/function "x"', 'YAML'],
  ['a text with NUL', 'format: 1\nviews: {"a\\0": {}}', '(line 2): a text must not hold NUL'],
  ['nothing', '', 'YAML'],
  ['an address of no web', 'format: 1\nwebhooks: {x: {url: "file:///etc/passwd"}}', 'webhooks.x.url (line 2): '],
])('a file with %s is refused before anything is done', async (_, text, word) => {
  expect(await site.refused({ workspace_id: rest.workspace_id, admin: rest.admin }, text)).toContain(word);
});

it('a workspace that does not exist is refused', async () => {
  const nowhere = { workspace_id: '0197f000-0000-7000-8000-000000000001', admin: rest.admin };
  expect(await site.refused(nowhere, 'format: 1')).toContain('Workspace not found');
});
