import { eventually } from '../support/eventually.js';
import { World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await World.start({ alone: 'it ends the streams of one process' });
});
afterAll(() => world.stop());

it('a stream ends with the right to read its workspace, whatever else its reader follows', async () => {
  const client = 'client-of-both';
  const stopping = new AbortController();
  const follow = async (workspace: World['north']) => {
    await world.connected(world.ada, { client, workspace });
    const token = world.token(world.ada, { client, workspace, audience: world.places.baseUrl });
    const { status, body } = await fetch(`${world.places.baseUrl}/v1/events/stream`, {
      headers: { authorization: `Bearer ${token}` },
      signal: stopping.signal,
    });
    const stream = { status, isOver: false };
    void (async () => {
      try {
        for await (const _ of body!);
      } catch {
        // Stopped.
      }
      stream.isOver = true;
    })();
    return stream;
  };
  const south = await follow(world.south);
  const north = await follow(world.north);
  expect([north.status, south.status]).toEqual([200, 200]);
  const { connection_id } = (await world.connectionOf(world.ada, client, world.north))!;
  await world.domain.connections.revoke(world.north.workspace_id, connection_id);
  await eventually(() => north.isOver);
  expect(south.isOver).toBe(false);
  stopping.abort();
});
