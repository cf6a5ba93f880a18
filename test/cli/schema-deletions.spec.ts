import type { Rest, Workspace } from '../support/rest.js';
import { SchemaSite } from './support/schema-site.js';

/** A file that names nothing of the workspace. */
const EMPTY = 'format: 1\n';

let site: SchemaSite;
let rest: Rest;
beforeAll(async () => {
  site = await SchemaSite.start();
  rest = site.rest;
});
afterAll(() => site?.stop());

/** A workspace with an object whose `crew` is the other side of `people.built_by`. */
async function withPiers(): Promise<Workspace> {
  const workspace = await rest.newWorkspace();
  const { admin } = workspace;
  await admin.post('/v1/objects', { slug: 'piers', singular_noun: 'Pier', plural_noun: 'Piers' }).expect(200);
  const relationship = { target_object_id: 'people', inverse_title: 'Built by', cardinality: 'many-to-many' };
  const crew = { slug: 'crew', title: 'Crew', type: 'relationship', relationship };
  await admin.post('/v1/objects/piers/attributes', crew).expect(200);
  const filter = [{ attribute: 'name', operator: 'eq', value: 'Pier 1' }];
  await admin.post('/v1/views', { slug: 'first', title: 'First', object: 'piers', query: { filter } }).expect(200);
  return workspace;
}

/** The lines of one attribute or object, with all that is indented below it, taken out of a file. */
function without(text: string, line: string): string {
  const [indent] = /^ */.exec(line)!;
  return text.replace(new RegExp(`^${line}\n(${indent} +.*\n)*`, 'm'), '');
}

const textsOf = ({ steps }: { steps: { text: string }[] }) => steps.map(({ text }) => text);

const CREW = 'delete the attribute piers.crew and its values';
const BUILT_BY = 'delete the attribute people.built_by and its values, the other side of piers.crew';

it('what is not in the file stays until a flag names it', async () => {
  const workspace = await withPiers();
  await workspace.admin.post('/v1/records/piers', { data: { name: 'Held' } }).expect(200);
  const planned = await site.bring('apply', workspace, EMPTY);
  expect(planned.steps).toEqual([]);
  expect(planned.left).toEqual(expect.arrayContaining(['piers', 'people', 'view:first']));
  expect(planned.left).not.toContain('piers.crew');
  expect(await site.refused(workspace, EMPTY, 'people.company')).toContain('--delete people.company: ');
  const whole = await site.pull(workspace);
  expect(await site.refused(workspace, whole, 'piers.crew')).toContain('--delete piers.crew: it is in the file');
  expect(textsOf(await site.bring('apply', workspace, EMPTY, 'view:first'))).toEqual(['delete the view first']);
  expect((await workspace.admin.get('/v1/views').expect(200)).body.data).toEqual([]);
});

it('an object goes with its records when the flag names it', async () => {
  const workspace = await rest.newWorkspace();
  const { admin } = workspace;
  await admin.post('/v1/objects', { slug: 'piers', singular_noun: 'Pier', plural_noun: 'Piers' }).expect(200);
  await admin.post('/v1/records/piers', { data: { name: 'Pier 1' } }).expect(200);
  const { steps } = await site.bring('apply', workspace, EMPTY, 'piers');
  expect(steps).toEqual([{ text: 'delete the object piers and its records', records: 1 }]);
  await admin.get('/v1/objects/piers').expect(404);
});

it.each([
  ['views:first', 'view:first'],
  ['people.built', 'people.built_by'],
  ['pier', 'piers.name, piers.crew, piers'],
  ['cranes', 'people, companies, deals'],
])('the name %s, which nothing has, is refused with what could be meant', async (name, meant) => {
  const workspace = await withPiers();
  const before = await site.pull(workspace);
  const error = await site.refused(workspace, EMPTY, `view:first,${name}`);
  expect(error).toContain(`--delete ${name}: nothing in the workspace has this name. It could be one of: `);
  expect(error).toContain(meant);
  expect(await site.pull(workspace)).toBe(before);
});

it('a relationship goes with its other side, which the plan shows', async () => {
  const workspace = await withPiers();
  const whole = await site.pull(workspace);
  const file = without(without(whole, '      crew:'), '      built_by:');
  for (const what of ['plan', 'apply'] as const) {
    const outcome = await site.bring(what, workspace, file, 'piers.crew');
    expect({ texts: textsOf(outcome), left: outcome.left }).toEqual({ texts: [BUILT_BY, CREW], left: [] });
  }
  expect(await site.pull(workspace)).toBe(file);
});

it('an object goes with the other sides of its relationships', async () => {
  const workspace = await withPiers();
  const whole = await site.pull(workspace);
  const file = without(without(without(whole, '  piers:'), '      built_by:'), 'views:');
  const outcome = await site.bring('apply', workspace, file, 'piers');
  expect({ texts: textsOf(outcome), left: outcome.left }).toEqual({
    texts: [BUILT_BY, 'delete the object piers and its records'],
    left: ['view:first'],
  });
  await workspace.admin.get('/v1/objects/people/attributes/built_by').expect(404);
});

it('a relationship of which one side is in the file is kept, and the error names that side', async () => {
  const workspace = await withPiers();
  const file = without(await site.pull(workspace), '      crew:');
  expect(await site.refused(workspace, file, 'piers.crew')).toContain(
    '--delete: people.built_by is the other side of piers.crew and is deleted with it. Take it out of the file.',
  );
});

it('the name of an automation may hold commas', async () => {
  const workspace = await withPiers();
  const { admin } = workspace;
  const greet = { kind: 'record.created', object: 'piers', actions: [{ type: 'set_values', values: { name: 'x' } }] };
  for (const name of ['Greet', 'Greet, then thank'])
    await admin.post('/v1/automations', { ...greet, name }).expect(200);
  const names = 'view:first, automation:Greet, then thank';
  const { steps, left } = await site.bring('apply', workspace, EMPTY, names);
  expect(textsOf({ steps })).toEqual(['delete the automation Greet, then thank', 'delete the view first']);
  expect(left).toContain('automation:Greet');
  expect(await site.refused(workspace, EMPTY, 'automation:Greet, then ask')).toContain(
    '--delete then ask: nothing in the workspace has this name.',
  );
  expect((await admin.get('/v1/automations').expect(200)).body.data).toHaveLength(1);
});
