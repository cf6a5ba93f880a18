import { World, type Home, type Member } from '../support/world.js';
import { Visitor } from './support/visitor.js';

const LONG_AGO = 16 * 60;

let world: World;
let ada: Visitor;
let adaOfThisMorning: Visitor;
let made: { connection_id: string; client: string };
beforeAll(async () => {
  world = await World.start();
  ada = await Visitor.signedIn(world, world.ada);
  adaOfThisMorning = await Visitor.signedIn(world, world.ada, LONG_AGO);
});
afterAll(() => world.stop());
beforeEach(async () => (made = await world.connected(world.ada)));

const pathTo = (action: string, id = made.connection_id, home: Home = world.north) =>
  `/console/connections/${home.workspace_id}/${id}/${action}`;
const now = async () => (await world.connectionOf(world.ada, made.client))!;
const locationOf = (response: Response) => response.headers.get('location') ?? '';
const again = () =>
  `/console/sign-in?return_to=%2Fconsole%2Fconnections%3Fdone%3Dsigned-in%26at%3D${made.connection_id}&amp;fresh=1`;

/** Demands the page that asks for a sign-in, with the way there as a link: a form may not end at another site. */
async function expectSignIn(response: Response, href: string): Promise<void> {
  expect([response.status, response.headers.get('location')]).toEqual([403, null]);
  expect(await response.text()).toContain(`href="${href}"`);
}

describe("a connection's owner", () => {
  it('raises, lowers, revokes it and allows it again, to read', async () => {
    await ada.post(pathTo('tier'), { tier: 'send', version: 1 });
    await expect(now()).resolves.toMatchObject({ tier: 'send', version: 2, raised_at: expect.any(String) });
    await ada.post(pathTo('tier'), { tier: 'write', version: 2 });
    await expect(now()).resolves.toMatchObject({ tier: 'write', version: 3 });
    await ada.post(pathTo('revoke'), { version: 3 });
    await expect(now()).resolves.toMatchObject({ revoked_at: expect.any(String), version: 4 });
    const response = await ada.post(pathTo('restore'), { version: 4 });
    expect(locationOf(response)).toBe(`/console/connections?done=restored&at=${made.connection_id}`);
    await expect(now()).resolves.toMatchObject({ revoked_at: null, tier: 'read', raised_at: null, version: 5 });
  });

  it.each([undefined, '', 'root', 'constructor', '__proto__', '11', 'READ'])('cannot give it %j', async (tier) => {
    expect((await ada.post(pathTo('tier'), { tier, version: 1 })).status).toBe(400);
    await expect(now()).resolves.toMatchObject({ tier: 'read', version: 1 });
  });

  it.each([0, 2, undefined, '', '1.0', '-1', '1e0', 'null', '99999999999'])(
    'changes nothing with version %j, which is not the one they saw',
    async (version) => {
      for (const action of ['tier', 'revoke']) {
        expect((await ada.post(pathTo(action), { tier: 'write', version })).status).toBe(409);
      }
      await expect(now()).resolves.toMatchObject({ tier: 'read', version: 1, revoked_at: null });
    },
  );

  it('cannot raise what was revoked, nor allow again what was not', async () => {
    expect((await ada.post(pathTo('restore'), { version: 1 })).status).toBe(409);
    await ada.post(pathTo('revoke'), { version: 1 });
    expect((await ada.post(pathTo('tier'), { tier: 'write', version: 2 })).status).toBe(409);
    await expect(now()).resolves.toMatchObject({ tier: 'read', version: 2, revoked_at: expect.any(String) });
  });

  it('finds it revoked when a raise and a revocation meet', async () => {
    for (let round = 0; round < 8; round++) {
      made = await world.connected(world.ada);
      const changes = [
        ada.post(pathTo('tier'), { tier: 'send', version: 1 }),
        ada.post(pathTo('revoke'), { version: 1 }),
      ];
      const statuses = (await Promise.all(changes)).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([303, 409]);
      const { revoked_at, tier, version } = await now();
      expect({ version, revoked: revoked_at !== null, tier }).toEqual(
        statuses[1] === 303
          ? { version: 2, revoked: true, tier: 'read' }
          : { version: 2, revoked: false, tier: 'send' },
      );
    }
  });
});

describe('somebody else', () => {
  const others: [string, () => Member, () => Home][] = [
    ['another member of the workspace', () => world.bob, () => world.north],
    ['a member of another workspace, by its own address', () => world.cleo, () => world.south],
    ['a member of another workspace, by the address of this one', () => world.cleo, () => world.north],
  ];

  it.each(others)('%s meets the answer for what never was', async (_who, member, home) => {
    const visitor = await Visitor.signedIn(world, member());
    for (const [action, form] of [
      ['tier', { tier: 'write' }],
      ['revoke', {}],
      ['restore', {}],
    ] as const) {
      const theirs = await visitor.post(pathTo(action, made.connection_id, home()), { version: 1, ...form });
      const missing = await visitor.post(pathTo(action, crypto.randomUUID(), home()), { version: 1, ...form });
      expect([theirs.status, missing.status]).toEqual([404, 404]);
      expect(await theirs.text()).toBe(await missing.text());
    }
    await expect(visitor.read('/console/connections')).resolves.not.toContain(made.client);
    await expect(now()).resolves.toMatchObject({ tier: 'read', version: 1, revoked_at: null });
  });

  it('not even an admin changes the connection of a member', async () => {
    const { connection_id, client } = await world.connected(world.bob);
    for (const action of ['tier', 'revoke']) {
      expect((await ada.post(pathTo(action, connection_id), { tier: 'write', version: 1 })).status).toBe(404);
    }
    await expect(world.connectionOf(world.bob, client)).resolves.toMatchObject({ tier: 'read', version: 1 });
  });

  it('finds no workspace by a made-up one', async () => {
    const strange = { workspace_id: crypto.randomUUID(), name: '' };
    const [one, other] = [
      await ada.post(pathTo('revoke', made.connection_id, strange), { version: 1 }),
      await ada.post(pathTo('revoke', 'x', world.south), { version: 1 }),
    ];
    expect([one.status, other.status]).toEqual([404, 404]);
  });
});

describe('a session that began more than 15 minutes ago', () => {
  it('has to sign in again before it raises or allows again', async () => {
    const raise = await adaOfThisMorning.post(pathTo('tier'), { tier: 'write', version: 1 });
    await expectSignIn(raise, again());
    await ada.post(pathTo('revoke'), { version: 1 });
    await expectSignIn(await adaOfThisMorning.post(pathTo('restore'), { version: 2 }), again());
    await expect(now()).resolves.toMatchObject({ version: 2, tier: 'read', revoked_at: expect.any(String) });
  });

  it('lowers and revokes as it is', async () => {
    await ada.post(pathTo('tier'), { tier: 'send', version: 1 });
    await adaOfThisMorning.post(pathTo('tier'), { tier: 'write', version: 2 });
    await expect(now()).resolves.toMatchObject({ tier: 'write', version: 3 });
    await adaOfThisMorning.post(pathTo('revoke'), { version: 3 });
    await expect(now()).resolves.toMatchObject({ revoked_at: expect.any(String) });
  });

  it('raises by no other spelling of the address, and by no other version', async () => {
    const upper = made.connection_id.toUpperCase();
    await adaOfThisMorning.post(pathTo('tier', upper), { tier: 'write', version: 1 });
    await adaOfThisMorning.post(pathTo('tier', `{${made.connection_id}}`), { tier: 'write', version: 1 });
    await adaOfThisMorning.post(pathTo('tier'), { tier: 'write', version: 2 });
    await expect(now()).resolves.toMatchObject({ tier: 'read', version: 1 });
  });

  it('demands the password then, and raises after that', async () => {
    const begun = await adaOfThisMorning.get('/console/sign-in?return_to=/console/connections?done=signed-in&fresh=1');
    const { searchParams } = new URL(locationOf(begun));
    expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0']);
    const visitor = await Visitor.signedIn(world, world.ada, LONG_AGO);
    const back = await visitor.signIn(world.ada, '/console/sign-in?return_to=/console/connections&fresh=1');
    await expect(visitor.read(locationOf(back))).resolves.toContain(made.client);
    await visitor.post(pathTo('tier'), { tier: 'write', version: 1 });
    await expect(now()).resolves.toMatchObject({ tier: 'write', version: 2 });
  });
});

describe('API keys', () => {
  const path = () => `/console/api-keys/${world.north.workspace_id}`;
  const keys = () => world.domain.apiKeys.list(world.north.workspace_id);

  it('are made and revoked by admins alone; a member sees none', async () => {
    await ada.post(path(), { name: 'Theirs', 'read:data': 'on', expires: '90' });
    const [{ api_key_id, hint } = { api_key_id: '', hint: '' }] = await keys();
    const bob = await Visitor.signedIn(world, world.bob);
    await expect(bob.read('/console/api-keys')).resolves.not.toContain(hint);
    expect((await bob.post(path(), { name: 'Mine', 'read:data': 'on' })).status).toBe(403);
    expect((await bob.post(`${path()}/${api_key_id}/revoke`)).status).toBe(403);
    const cleo = await Visitor.signedIn(world, world.cleo);
    expect((await cleo.post(path(), { name: 'Mine', 'read:data': 'on' })).status).toBe(404);
    expect((await cleo.post(`${path()}/${api_key_id}/revoke`)).status).toBe(404);
    await expect(keys()).resolves.toMatchObject([{ name: 'Theirs', revoked_at: null }]);
  });

  it('of one workspace are not revoked by the address of another', async () => {
    const [{ api_key_id } = { api_key_id: '' }] = await keys();
    const elsewhere = `/console/api-keys/${world.south.workspace_id}/${api_key_id}/revoke`;
    expect((await ada.post(elsewhere)).status).toBe(404);
    await expect(keys()).resolves.toMatchObject([{ revoked_at: null }]);
  });

  it('are made only soon after signing in, and revoked at any time', async () => {
    const refused = await adaOfThisMorning.post(path(), { name: 'Late', expires: '', 'read:data': 'on' });
    const { workspace_id } = world.north;
    const typed = { workspace: workspace_id, name: 'Late', expires: '', 'read:data': 'on' };
    const draft = new URLSearchParams({ done: 'signed-in', ...typed });
    const back = encodeURIComponent(`/console/api-keys?${draft}`);
    await expectSignIn(refused, `/console/sign-in?return_to=${back}&amp;fresh=1`);
    const before = await keys();
    await adaOfThisMorning.post(`${path()}/${before[0]!.api_key_id}/revoke`);
    await expect(keys()).resolves.toMatchObject([{ name: 'Theirs', revoked_at: expect.any(String) }]);
  });

  it('never get a capability that no key may have', async () => {
    expect((await ada.post(path(), { name: 'Sender', 'send:messages': 'on' })).status).toBe(400);
    await ada.post(path(), { name: 'Reader', 'read:data': 'on', 'send:messages': 'on' });
    const made = (await keys()).find(({ name }) => name === 'Reader');
    expect(made?.capabilities).toEqual(['read:data']);
  });
});
