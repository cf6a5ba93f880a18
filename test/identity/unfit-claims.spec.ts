import { World, type TokenWish } from '../support/world.js';

let world: World;
beforeAll(async () => (world = await World.start()));
afterAll(() => world.stop());

const UNFIT = ['\0', 'a\0b', '\ud800', 'client-1\udfff', '\ufffd', '\u0007', 'x'.repeat(3000)];

/** What both services answer to a token with such claims. */
async function statusesOf(claims: Record<string, unknown>, wish: TokenWish = {}): Promise<number[]> {
  const rest = world.token(world.ada, { ...wish, audience: world.places.baseUrl, claims });
  const tools = world.token(world.ada, { ...wish, claims });
  return [(await world.rest(rest).get('/v1/self')).status, (await world.mcp(tools)).status];
}

describe.each(['sub', 'org_id', 'client_id', 'azp', 'jti'])('a signed token with an unfit %s', (claim) => {
  it('is refused with 401 by both services', async () => {
    for (const text of UNFIT) {
      const both = claim === 'client_id' || claim === 'azp' ? { client_id: undefined, azp: undefined } : {};
      expect([text.slice(0, 20), await statusesOf({ ...both, [claim]: text })]).toEqual([
        text.slice(0, 20),
        [401, 401],
      ]);
    }
  });
});

it('two clients that would be kept under one name share no connection: neither has one', async () => {
  const before = await world.domain.connections.list(world.north.workspace_id, world.ada.user_id);
  for (const client of ['twin-\ud800', 'twin-\udbff']) expect(await statusesOf({}, { client })).toEqual([401, 401]);
  await expect(world.domain.connections.list(world.north.workspace_id, world.ada.user_id)).resolves.toEqual(before);
});

it.each([{ scope: 'user:org:read\0' }, { scope: '\ud800' }, { scope: ['user:org:read\0'] }])(
  'scopes with such characters are not the ones that are asked for: %j',
  async (claims) => expect(await statusesOf(claims)).toEqual([401, 401]),
);

/** Both fit into a token then. */
const cut = (text: unknown) => (typeof text === 'string' ? text.slice(0, 1500) : text);

it('a name or an address that a client gives itself breaks nothing', async () => {
  for (const text of [...UNFIT, '', 7, { a: 1 }])
    expect(await statusesOf({ client_name: cut(text), client_redirect: cut(text) })).toEqual([200, 200]);
});
