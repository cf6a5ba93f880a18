import { World } from '../support/world.js';
import { Toolbox } from './support/toolbox.js';

describe('idempotency_key', () => {
  let world: World;
  let tools: Toolbox;
  beforeAll(async () => {
    world = await World.start();
    tools = await Toolbox.open(world, (await world.connected(world.ada, { tier: 'send' })).token);
  });
  afterAll(() => world.stop());

  const create = (idempotency_key: string, name: string) => ({
    object: 'companies',
    values: { name },
    idempotency_key,
  });

  it('is an argument of every tool that writes, and of no other', async () => {
    const { tools: listed } = (await world.mcp(tools.token)).json.result as {
      tools: { name: string; inputSchema: { properties: object } }[];
    };
    const taking = listed.filter(({ inputSchema }) => 'idempotency_key' in inputSchema.properties);
    expect(taking.map(({ name }) => name).sort()).toEqual([...tools.writers].sort());
  });

  it('has a call done once and answered twice alike, also when both come at the same time', async () => {
    const [one, two] = await Promise.all([0, 1].map(() => tools.result('create_record', create('once', 'Once'))));
    expect(one).toEqual(two);
    expect(await tools.result('create_record', create('once', 'Once'))).toEqual(one);
    expect((await tools.result('search_records', { object: 'companies' })).total).toBe(1);
  });

  it('refuses another call with the same key', async () => {
    await tools.result('create_record', create('taken', 'Mine'));
    const { message } = await tools.failure('create_record', create('taken', 'Other'));
    expect(message).toContain('idempotency key');
    const { issues } = await tools.failure('create_record', create('with blank', 'Never'));
    expect(issues.map(({ path }) => path)).toEqual(['idempotency_key']);
  });

  it('is free again after a call that was refused', async () => {
    await tools.failure('create_record', { ...create('again', 'Refused'), values: { unicorn: 1 } });
    await tools.result('create_record', create('again', 'Done'));
  });
});
