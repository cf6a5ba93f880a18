import { World } from '../support/world.js';
import { Toolbox } from './support/toolbox.js';

const KIB = 1024;
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`u${n}`, 0]));

describe('arguments as large as a request may be', () => {
  let world: World;
  let tools: Toolbox;
  beforeAll(async () => {
    world = await World.start();
    tools = await Toolbox.open(world, (await world.connected(world.ada, { tier: 'write' })).token);
  });
  afterAll(() => world.stop());

  const ones = Array(19_000).fill(1);
  const text = 'x'.repeat(1000 * KIB);
  const mail = { channel: 'gmail' };
  it.each<[string, object, string[]]>([
    ['create_draft', { ...mail, to: ones }, ['to']],
    ['create_draft', { ...mail, to: Array(101).fill('ada@example.com') }, ['to']],
    ['create_draft', { ...mail, cc: ones }, ['cc']],
    ['create_draft', { ...mail, body: text }, ['body']],
    ['create_draft', { ...mail, subject: text }, ['subject']],
    ['create_draft', { ...mail, to: [text] }, ['to[0]']],
    ['update_draft', { draft_id: 'x', to: ones }, ['to']],
    ['search_records', { object: 'people', filter: ones }, ['filter']],
    ['search_records', { object: text }, ['object']],
    ['create_record', { object: 'people', values: keys(9000) }, ['values']],
    ['update_record', { object: 'people', record_id: 'x', values: keys(9000) }, ['values']],
  ])('of %s are refused in a small answer: %#', async (name, args, paths) => {
    const failure = await tools.failure(name, args);
    expect([failure.code, failure.issues.map(({ path }) => path)]).toEqual(['validation_type', paths]);
    expect(JSON.stringify(failure).length).toBeLessThan(2 * KIB);
  });

  it('are refused with 50 issues at most', async () => {
    for (const [name, args] of [
      ['list_objects', keys(9000)],
      ['search_records', { object: 'people', filter: [{ attribute: 'name', operator: 'eq', ...keys(9000) }] }],
      ['create_record', { object: 'people', values: keys(2000) }],
      ['create_draft', { ...mail, to: Array(100).fill(1) }],
    ] as const) {
      const { issues, message, ...rest } = await tools.failure(name, args);
      expect([name, issues.length]).toEqual([name, 50]);
      expect(message).toMatch(/\(there are more; the first 50 are listed\)$/);
      expect(JSON.stringify({ issues, message, ...rest }).length).toBeLessThan(64 * KIB);
    }
  });

  it('may be as long as the channel allows, counted in characters', async () => {
    const { draft_id } = await tools.result('create_draft', { ...mail, body: '👋'.repeat(100_000) });
    expect(draft_id).toEqual(expect.any(String));
    const failure = await tools.failure('create_draft', { ...mail, body: '👋'.repeat(100_001) });
    expect(failure.issues.map(({ path }) => path)).toEqual(['body']);
  });
});
