import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { World, startRest, startTools } from '../support/world.js';
import { freePort } from './support/dev-idp.js';

interface Fetched {
  request: { origin: string; path: string; headers: string[] | string };
}

/** Every request that leaves this process, by either of Node's clients: where to, and all of its head. */
const sent: { to: string; head: string }[] = [];
const noteFetch = (message: unknown) => {
  const { origin, path, headers } = (message as Fetched).request;
  sent.push({ to: origin, head: `${path} ${JSON.stringify(headers)}` });
};
const noteRequest = (message: unknown) => {
  const { request } = message as { request: ClientRequest };
  sent.push({
    to: `http://${request.getHeader('host')}`,
    head: `${request.path} ${JSON.stringify(request.getHeaders())}`,
  });
};

const HERE = { alone: 'it listens to what leaves this process' };

let world: World;
beforeAll(async () => {
  world = await World.start(HERE);
  subscribe('undici:request:create', noteFetch);
  subscribe('http.client.request.start', noteRequest);
});
afterAll(async () => {
  unsubscribe('undici:request:create', noteFetch);
  unsubscribe('http.client.request.start', noteRequest);
  await world.stop();
});

it('a token that comes in is sent nowhere: neither to the identity provider nor to anybody else', async () => {
  const at = async () => `http://127.0.0.1:${await freePort()}`;
  // Services that have asked for nothing yet, so that their keys and metadata are fetched while a token is in their
  // hands.
  const places = { ...world.places, baseUrl: await at(), mcpUrl: await at() };
  const [rest, tools] = [await startRest(places, {}, HERE), await startTools(places, HERE)];
  try {
    const token = world.token(world.ada, { audience: `${places.mcpUrl}/mcp` });
    const forRest = world.token(world.ada, { audience: places.baseUrl });
    const headers = (credential: string) => ({
      authorization: `Bearer ${credential}`,
      'content-type': 'application/json',
    });
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'search_records', arguments: { object: 'people' } },
    });
    await expect(
      fetch(`${places.mcpUrl}/mcp`, { method: 'POST', headers: headers(token), body }),
    ).resolves.toMatchObject({
      status: 200,
    });
    await expect(fetch(`${places.baseUrl}/v1/self`, { headers: headers(forRest) })).resolves.toMatchObject({
      status: 200,
    });
    const own = [places.mcpUrl, places.baseUrl];
    const carrying = sent.filter(({ head }) => [token, forRest].some((secret) => head.includes(secret)));
    expect(carrying.map(({ to }) => to)).toEqual(own);
    expect(sent.filter(({ to }) => to === places.issuer).length).toBeGreaterThanOrEqual(2);
  } finally {
    await rest.close();
    await tools.close();
  }
});
