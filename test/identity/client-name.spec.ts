import { META, modern } from '../mcp/support/wire.js';
import { eventually } from '../support/eventually.js';
import { World } from '../support/world.js';

let world: World;
beforeAll(async () => (world = await World.start()));
afterAll(() => world.stop());

const initialize = (token: string, name: unknown) =>
  world.mcp(token, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name, version: '1' },
  });

const nameOf = async (client: string) => (await world.connectionOf(world.ada, client))!.client_name;

/** The name is written off the request's path. */
const becomes = (client: string, name: string) => eventually(async () => (await nameOf(client)) === name);

/** What would be written had time to be. */
async function remains(client: string, name: string | null): Promise<void> {
  await new Promise((later) => setTimeout(later, 100));
  expect(await nameOf(client)).toBe(name);
}

/** Makes and changes a company, and gives the clients that its history and the feed name, each once. */
async function namesTold(token: string, client: string, params: object = {}): Promise<unknown[]> {
  const call = async (name: string, args: object) => {
    const { json } = await world.mcp(token, 'tools/call', { name, arguments: args, ...params });
    expect(json.result.isError).toBeFalsy();
    return json.result.structuredContent;
  };
  const { id } = await call('create_record', { object: 'companies', values: { name: 'Before' } });
  await call('update_record', { object: 'companies', record_id: id.record_id, values: { name: 'After' } });
  const rest = world.rest(world.token(world.ada, { client, audience: world.places.baseUrl }));
  const shown = await rest.get(`/v1/records/companies/${id.record_id}?show_historic=true`).expect(200);
  const feed = await rest.get(`/v1/records/companies/${id.record_id}/timeline`).expect(200);
  const told = [...shown.body.data.values.name, ...feed.body.data] as { via: { client_name?: string } }[];
  expect(told).toHaveLength(4);
  return [...new Set(told.map(({ via }) => via.client_name))];
}

describe('the name of a client', () => {
  it('is what its registration says, whatever it says later', async () => {
    const { client } = await world.connected(world.ada, { claims: { client_name: 'Registered' } });
    const token = world.token(world.ada, { client, claims: { client_name: 'Registered' } });
    await initialize(token, 'Another');
    await remains(client, 'Registered');
  });

  it('is what it calls itself at first when the provider says nothing', async () => {
    const token = world.token(world.ada, { client: 'initializes' });
    await initialize(token, '<b>Editor</b>\u202E\u0007');
    await becomes('initializes', '<b>Editor</b>');
    await initialize(token, 'The CRM itself');
    await remains('initializes', '<b>Editor</b>');
  });

  it("is taken from any request of today's revision, and stands in the history", async () => {
    const { token, client } = await world.connected(world.ada, { tier: 'write' });
    const _meta = { ...META, 'io.modelcontextprotocol/clientInfo': { name: 'Modern', version: '1' } };
    const params = { name: 'create_record', arguments: { object: 'companies', values: { name: 'Ltd' } }, _meta };
    const headers = { authorization: `Bearer ${token}` };
    const made = await modern({ url: world.places.mcpUrl }, 'tools/call', params, headers);
    expect(made.json.result.isError).toBeFalsy();
    await becomes(client, 'Modern');
    const rest = world.rest(world.token(world.ada, { client, audience: world.places.baseUrl }));
    const { record_id } = made.json.result.structuredContent.id;
    const { text } = await rest.get(`/v1/records/companies/${record_id}?show_historic=true`).expect(200);
    expect(text).toContain('Modern');
  });

  it('stands in the history when only an earlier message gave it', async () => {
    const { token, client } = await world.connected(world.ada, { tier: 'write' });
    await initialize(token, '<b>Editor</b>\u202E');
    await becomes(client, '<b>Editor</b>');
    expect(await namesTold(token, client)).toEqual(['<b>Editor</b>']);
  });

  it('stands in the history as the token says it, else as the call itself does', async () => {
    const { token, client } = await world.connected(world.ada, { tier: 'write' });
    await initialize(token, 'Earlier');
    await becomes(client, 'Earlier');
    const clientInfo = { name: 'Now', version: '1' };
    expect(await namesTold(token, client, { clientInfo })).toEqual(['Now']);
    const registered = world.token(world.ada, { client, claims: { client_name: 'Registered' } });
    expect(await namesTold(registered, client, { clientInfo })).toEqual(['Registered']);
  });

  it('stands in the history without what could pose as something else there, and short', async () => {
    const { token } = await world.connected(world.ada, {
      tier: 'write',
      client: 'poses',
      claims: { client_name: `\u202EnimdA\u2066${'x'.repeat(100)}` },
    });
    expect(await namesTold(token, 'poses')).toEqual([`nimdA${'x'.repeat(75)}`]);
  });

  it('is cut at 80 characters, and the address it sends people to not before its host ends', async () => {
    const host = `${'claude-ai.'.repeat(20)}evil.example`;
    const claims = { client_name: '\u{1F600}'.repeat(100), client_redirect: `https://${host}/${'x'.repeat(500)}` };
    const { client } = await world.connected(world.ada, { claims });
    const { client_name, client_redirect } = (await world.connectionOf(world.ada, client))!;
    expect(client_name).toBe('\u{1F600}'.repeat(80));
    expect([client_redirect!.length, new URL(client_redirect!).host]).toEqual([300, host]);
  });

  it.each([undefined, 7, '', ' \u200B ', ['a']])('stays unknown with %j', async (name) => {
    const { token, client } = await world.connected(world.ada);
    await initialize(token, name);
    await remains(client, null);
  });
});
