import { aConversation } from '../support/conversations.js';
import { World } from '../support/world.js';
import { Toolbox } from './support/toolbox.js';

let world: World;
let tools: Toolbox;
beforeAll(async () => {
  world = await World.start();
  tools = await Toolbox.open(world, (await world.connected(world.ada, { tier: 'write' })).token);
});
afterAll(() => world.stop());

describe('the addresses of a record', () => {
  it('go with the attribute they are in, at once', async () => {
    const { client } = await world.connected(world.ada, { tier: 'write' });
    const rest = world.rest(world.token(world.ada, { client, audience: world.places.baseUrl }));
    await rest.post('/v1/objects', { slug: 'vets', singular_noun: 'Vet', plural_noun: 'Vets' }).expect(200);
    for (const slug of ['old', 'kept'])
      await rest.post('/v1/objects/vets/attributes', { slug, title: slug, type: 'email-address' }).expect(200);
    const values = { name: 'Ida', old: 'old@example.com', kept: 'kept@example.com' };
    const { record_id } = (await tools.result('create_record', { object: 'vets', values })).id;
    const { workspace_id } = world.north;
    for (const person of ['old@example.com', 'kept@example.com'])
      await aConversation(world, { workspace_id, people: [person] });
    const seen = async () => {
      const to = ['old@example.com', 'kept@example.com'];
      const { draft_id, recipients } = await tools.result('create_draft', { channel: 'gmail', to });
      await tools.result('delete_draft', { draft_id });
      const { total } = await tools.result('list_record_conversations', { object: 'vets', record_id });
      return [recipients.map(({ match }: { match: string }) => match), total];
    };
    expect(await seen()).toEqual([['record', 'record'], 2]);
    await rest.delete('/v1/objects/vets/attributes/old').expect(200);
    expect(await seen()).toEqual([['none', 'record'], 1]);
  });
});
