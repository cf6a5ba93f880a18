import { randomUUID } from 'node:crypto';
import type { Tool } from '../../apps/mcp-gateway/src/tools/define-tool.js';
import { TOOLS } from '../../apps/mcp-gateway/src/tools/registry.js';
import { anAttribute, anObject, type AnObject } from '../support/builders.js';
import type { Rest } from '../support/rest.js';
import { World } from '../support/world.js';
import { Toolbox, withoutRequest } from './support/toolbox.js';

let world: World;
let tools: Toolbox;
let theirs: Toolbox;
let object: AnObject;
let attributeId: string;
beforeAll(async () => {
  world = await World.start();
  const { workspace_id } = world.north;
  tools = await Toolbox.open(world, (await world.connected(world.ada, { tier: 'write' })).token);
  theirs = await Toolbox.open(
    world,
    (await world.connected(world.cleo, { tier: 'write', workspace: world.south })).token,
  );
  const capabilities = ['read:data', 'write:data', 'write:schema'];
  const { api_key } = await world.domain.apiKeys.create({ workspace_id, name: 'All', capabilities });
  const rest = { admin: world.rest(api_key) } as Rest;
  object = await anObject(rest, rest.admin, 'projects');
  const options = [{ title: 'Hot' }];
  attributeId = (await anAttribute(rest, object, { type: 'select', slug: 'heat', options } as never)).id.attribute_id;
});
afterAll(() => world.stop());

const project = (values: object) => tools.result('create_record', { object: 'projects', values });
const idOf = (record: { id: { record_id: string } }) => record.id.record_id;

/** What a tool needs beside an object, an attribute and a record. */
const OTHERS: Record<string, unknown> = {
  values: { name: 'X' },
  match: 'name',
  mode: 'atomic',
  into: '0197f000-0000-7000-8000-0000000000a1',
  from: ['0197f000-0000-7000-8000-0000000000a2'],
  items: [{ op: 'create', values: { name: 'X' } }],
};

/** The least that a tool can be called with about an object, which a view may name instead, and a record of it. */
function argumentsOf({ name, input }: Tool): (object: string, id: string) => object {
  const isNeeded = (key: string) =>
    ['object', 'record_id'].includes(key) || !input.shape[key]!.safeParse(undefined).success;
  const needed = Object.keys(input.shape).filter(isNeeded);
  const unknown = needed.filter(
    (key) => !['object', 'attribute', 'record_id', 'ids', ...Object.keys(OTHERS)].includes(key),
  );
  if (unknown.length > 0) throw new Error(`Say in OTHERS what ${name} is called with as ${unknown.join(', ')}.`);
  return (object, id) => {
    const all: Record<string, unknown> = { object, attribute: id, record_id: id, ids: [id], ...OTHERS };
    return Object.fromEntries(needed.map((key) => [key, all[key]]));
  };
}

describe('what belongs to another workspace', () => {
  it('is answered as if it had never been, by every tool that takes an object; the others are in messaging-*.spec.ts', async () => {
    const record = idOf(await project({ name: 'Secret' }));
    const aboutObjects = TOOLS.filter(({ input }) => 'object' in input.shape);
    expect(aboutObjects.length).toBeGreaterThan(7);
    for (const tool of aboutObjects) {
      const { name } = tool;
      const args = argumentsOf(tool);
      const id = 'attribute' in tool.input.shape ? attributeId : record;
      const foreign = await theirs.failure(name, args(object.object_id, id));
      const missing = await theirs.failure(name, args(randomUUID(), randomUUID()));
      // Of a batch, each item says so.
      const code = name === 'batch_records' ? 'validation_type' : 'not_found';
      expect([foreign.type, foreign.code]).toEqual(['invalid_request_error', code]);
      expect(withoutRequest(foreign)).toEqual(withoutRequest(missing));
      if ('record_id' in tool.input.shape) {
        const [theirRecord, none] = [
          await theirs.failure(name, args('people', record)),
          await theirs.failure(name, args('people', randomUUID())),
        ];
        expect(withoutRequest(theirRecord)).toEqual(withoutRequest(none));
      }
    }
    const ids = [record, randomUUID()];
    expect(await theirs.result('get_records', { object: 'people', ids })).toEqual({ records: [], missing: ids });
    await expect(tools.result('get_record', { object: 'projects', record_id: record })).resolves.toBeDefined();
  });

  it('is not among the objects that are named to who missed one', async () => {
    for (const name of ['projects', 'peple']) {
      const { code, message } = await theirs.failure('list_attributes', { object: name });
      expect([code, message]).toEqual([
        'not_found',
        'Object not found. There are: people, companies, deals, notes, tasks, activities.',
      ]);
    }
    const { message } = await tools.failure('search_records', { object: randomUUID() });
    expect(message).toBe('Object not found. There are: people, companies, deals, notes, tasks, activities, projects.');
  });

  it('cannot be pointed at', async () => {
    const company = await tools.result('create_record', { object: 'companies', values: { name: 'Ours' } });
    const point = async (id: string) => {
      const values = { company: { id, type: 'companies' } };
      const failure = withoutRequest(await theirs.failure('create_record', { object: 'people', values }));
      return JSON.parse(JSON.stringify(failure).replaceAll(id, 'the id')) as object;
    };
    const [foreign, missing] = [await point(idOf(company)), await point(randomUUID())];
    expect(foreign).toMatchObject({ type: 'invalid_request_error', code: 'validation_type' });
    expect(foreign).toEqual(missing);
  });
});
