import { newId } from '#platform';
import { World, type Member } from '../support/world.js';
import { Visitor } from './support/visitor.js';

let world: World;
let member: Member;
let token: string;
/** Used a moment ago. */
let first: string;
beforeAll(async () => {
  world = await World.start();
  member = await world.addMember('Many Clients', world.north);
  let connection_id: string;
  ({ token, connection_id } = await world.connected(member));
  first = connection_id;
  const text = `insert into connection select (jsonb_populate_record(c,
      jsonb_build_object('connection_id', id, 'client_id', id, 'last_used_at', now() - interval '1 day'))).*
    from connection c, unnest($2::uuid[]) id where c.connection_id = $1`;
  await world.sql(text, [connection_id, Array.from({ length: 998 }, () => newId())]);
});
afterAll(() => world.stop());

const countOf = async () =>
  (await world.sql<{ n: number }>('select count(*)::int as n from connection where user_id = $1', [member.user_id]))[0]!
    .n;

describe('a person with a thousand connections', () => {
  it('makes no more of them, and uses those that are there', async () => {
    const another = () =>
      world.call(world.token(member, { client: newId() }), 'search_records', { object: 'companies' });
    expect((await another()).status).toBe(200);
    const refused = await another();
    expect([refused.status, await countOf()]).toEqual([403, 1000]);
    expect(refused.text).toContain('1000 clients');
    expect((await world.call(token, 'search_records', { object: 'companies' })).status).toBe(200);
  });

  it('is shown those that were used last, however long ago they were made', async () => {
    await world.sql(`update connection set created_at = now() - interval '300 days' where connection_id = $1`, [first]);
    const screen = await (await Visitor.signedIn(world, member)).read('/console/connections');
    expect(screen).toContain('the 500 that were used last are shown');
    expect(screen).toContain(first);
    expect(screen.length).toBeLessThan(2_000_000);
  });
});
