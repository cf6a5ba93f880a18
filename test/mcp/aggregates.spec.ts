import { randomUUID } from 'node:crypto';
import { World } from '../support/world.js';
import { Toolbox } from './support/toolbox.js';

let world: World;
let tools: Toolbox;
let stages: string[];
beforeAll(async () => {
  world = await World.start();
  tools = await Toolbox.open(world, (await world.connected(world.ada, { tier: 'write' })).token);
  const listed = await tools.result('list_stages', { object: 'deals', attribute: 'stage' });
  stages = (listed.stages as { title: string }[]).map(({ title }) => title);
  const owner = { id: world.ada.user_id, type: 'user' };
  for (const [at, stage] of stages.entries())
    for (const currency_code of ['EUR', 'USD']) {
      const value = { currency_value: 1000.5 + at, currency_code };
      await tools.result('create_record', { object: 'deals', values: { name: `Deal ${at}`, stage, value, owner } });
    }
});
afterAll(() => world.stop());

const count = { function: 'count' };
const sum = { function: 'sum', attribute: 'value' };

describe('aggregate_records', () => {
  it('answers the pipeline by stage in one call of less than 2,000 characters, each currency by itself', async () => {
    const asked = { object: 'deals', group_by: [{ attribute: 'stage' }], measures: [count, sum], order: 'natural' };
    const euros = [{ attribute: 'value.currency_code', operator: 'eq', value: 'EUR' }];
    const found = await tools.result('aggregate_records', { ...asked, filter: euros });
    expect(found.groups).toEqual(
      stages.map((title, at) => ({
        group: { stage: { id: expect.any(String), title } },
        measures: [
          { function: 'count', value: 1 },
          { function: 'sum', attribute: 'value', value: 1000.5 + at, currency_code: 'EUR' },
        ],
      })),
    );
    expect(JSON.stringify(found).length).toBeLessThan(2000);
    const both = await tools.result('aggregate_records', asked);
    expect(both.groups).toHaveLength(2 * stages.length);
    const short = await tools.result('aggregate_records', { ...asked, format: 'table' });
    expect(JSON.stringify(short).length).toBeLessThan(2000);
    expect(short.table.columns).toEqual(['stage', 'count', 'sum(value)', 'currency_code']);
    expect(short.table.rows).toEqual(
      stages.flatMap((title, at) => ['EUR', 'USD'].map((currency) => [title, 1, 1000.5 + at, currency])),
    );
    const people = {
      ...asked,
      group_by: [{ attribute: 'owner' }, { attribute: 'created_at', bucket: 'year' }],
      limit: 1,
    };
    const { table, others } = await tools.result('aggregate_records', { ...people, format: 'table' });
    expect(table.columns.slice(0, 3)).toEqual(['owner', 'owner.id', 'created_at']);
    expect(table.rows[0].slice(1, 2)).toEqual([world.ada.user_id]);
    expect(others).toMatchObject({ groups: 1 });
  });

  it('knows who asks, shows few groups and what the others have together, and nothing of other workspaces', async () => {
    const mine = { attribute: 'owner', operator: 'eq', value: 'me' };
    const asked = { object: 'deals', filter: mine, group_by: [{ attribute: 'stage' }], measures: [count], limit: 1 };
    const { groups, others } = await tools.result('aggregate_records', asked);
    expect([groups.length, groups[0].measures[0].value, others.groups]).toEqual([1, 2, stages.length - 1]);
    expect(others.measures).toEqual([{ function: 'count', value: 2 * (stages.length - 1) }]);
    const { token } = await world.connected(world.cleo, { tier: 'write', workspace: world.south });
    const theirs = await Toolbox.open(world, token);
    expect(await theirs.result('aggregate_records', { object: 'deals' })).toEqual({
      groups: [{ group: {}, measures: [{ function: 'count', value: 0 }] }],
    });
  });

  it('takes a view alone, which knows its object, or says that one of both is needed', async () => {
    const query = { filter: [{ attribute: 'value.currency_code', operator: 'eq', value: 'EUR' }] };
    const { north } = world;
    const row = { view_id: randomUUID(), slug: 'euros', title: 'Euros', query };
    await world.domain.db.transaction(north.workspace_id, async ({ views }) => {
      const [deals] = await world.sql<{ object_id: string }>(
        `select object_id from object where workspace_id = $1 and slug = 'deals'`,
        [north.workspace_id],
      );
      await views.insert({ ...row, object_id: deals!.object_id });
    });
    const of = await tools.result('aggregate_records', { view: 'euros' });
    expect(of).toEqual(await tools.result('aggregate_records', { object: 'deals', view: 'euros' }));
    expect(of.groups[0].measures).toEqual([{ function: 'count', value: stages.length }]);
    const { issues } = await tools.failure('aggregate_records', {});
    expect(issues).toMatchObject([{ path: 'object', message: 'is required unless view is given.' }]);
  });

  it('says what is wrong with a group, and what there is in its place', async () => {
    const { issues } = await tools.failure('aggregate_records', { object: 'deals', group_by: [{ attribute: 'name' }] });
    expect(issues).toMatchObject([{ path: 'group_by[0].attribute' }]);
    expect(issues[0]!.allowed).toContain('stage');
  });
});
