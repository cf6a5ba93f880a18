import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { startTestIdp, type TestIdp } from './support/dev-idp.js';
import { headerOf, payloadOf } from './support/http-person.js';
import { ADA, EVE, SOUTH } from './support/memory-directory.js';
import { allow, signIn } from './support/pages.js';
import { ResourceServer } from './support/resource-server.js';
import { CallbackServer, ProgramMemory } from './support/sdk-client.js';

let browser: Browser;
let page: Page;
let idp: TestIdp;
let resource: ResourceServer;
let callback: CallbackServer;
let memory: ProgramMemory;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

beforeEach(async () => {
  resource = await ResourceServer.start();
  callback = await CallbackServer.start();
  await startIdp({ accessTokenSeconds: 900 });
  memory = new ProgramMemory(callback.url);
  page = await (await browser.newContext()).newPage();
});
afterEach(async () => {
  await page.context().close();
  await Promise.all([idp.close(), resource.stop(), callback.stop()]);
  expect(idp.log).toEqual([]);
});

async function startIdp(change: Parameters<typeof startTestIdp>[0]): Promise<void> {
  idp = await startTestIdp({ mcpUrl: resource.url, ...change });
  resource.issuer = idp.issuer;
  resource.verifier = idp.verifier();
}

const newTransport = () => new StreamableHTTPClientTransport(new URL(`${resource.url}/mcp`), { authProvider: memory });

/** The first attempt of a program: it is sent away to ask its user. */
async function sentAway(): Promise<StreamableHTTPClientTransport> {
  const transport = newTransport();
  const client = new Client({ name: 'program', version: '1' });
  await expect(client.connect(transport)).rejects.toBeInstanceOf(UnauthorizedError);
  await page.goto(memory.opened.at(-1)?.href ?? '');
  return transport;
}

/** The user allowed it: the program takes the code and connects. */
async function comeBack(transport: StreamableHTTPClientTransport): Promise<Client> {
  await page.getByText('Connected').waitFor();
  const [arrived] = callback.arrived.slice(-1);
  expect(arrived?.get('state')).toBe(memory.state());
  expect(arrived?.get('iss')).toBe(idp.issuer);
  await transport.finishAuth(arrived?.get('code') ?? '');
  const client = new Client({ name: 'program', version: '1' });
  await client.connect(newTransport());
  // The SDK asks for its event stream in the background; with a token spoiled too early it would sign in beside a call.
  await eventually(() => resource.seen.includes('GET /mcp 405'));
  return client;
}

async function connect(): Promise<Client> {
  const transport = await sentAway();
  await signIn(page, ADA.email);
  await allow(page, SOUTH.name);
  return comeBack(transport);
}

/** Makes the access token one that is refused, as it is when its time is over. */
function spoilToken(): void {
  memory.kept = { ...memory.kept!, access_token: `${memory.kept!.access_token.slice(0, -8)}AAAAAAAA` };
}

describe('the SDK client', () => {
  it('finds its way from 401 to a call', async () => {
    const client = await connect();
    await expect(client.listTools()).resolves.toEqual({ tools: [] });
    const [asked] = memory.opened;
    expect(Object.fromEntries(asked!.searchParams)).toMatchObject({
      code_challenge_method: 'S256',
      resource: `${resource.url}/mcp`,
      scope: 'openid profile email user:org:read',
    });
    expect(resource.seen.slice(0, 2)).toEqual(['POST /mcp 401', 'GET /.well-known/oauth-protected-resource 200']);
    expect(headerOf(memory.kept!.access_token)).toMatchObject({ alg: 'RS256', typ: 'at+jwt' });
    const clientId = memory.information!.client_id;
    expect(resource.accepted.at(-1)).toMatchObject({ subject: ADA.subject, org_id: SOUTH.org_id, client_id: clientId });
    await client.close();
  });

  it('refreshes by itself, nobody being asked', async () => {
    const client = await connect();
    const before = memory.kept!;
    spoilToken();
    await expect(client.listTools()).resolves.toEqual({ tools: [] });
    expect(memory.kept!.refresh_token).not.toBe(before.refresh_token);
    expect(payloadOf(memory.kept!.access_token).org_id).toBe(SOUTH.org_id);
    expect(memory.opened).toHaveLength(1);
    await client.close();
  });

  it('survives five calls that refresh at the same moment', async () => {
    const client = await connect();
    spoilToken();
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => client.listTools()));
    expect(results.map(({ status }) => status)).toEqual(Array(5).fill('fulfilled'));
    expect(memory.invalidated).toEqual([]);
    expect(memory.opened).toHaveLength(1);
    spoilToken();
    await expect(client.listTools()).resolves.toEqual({ tools: [] });
    await client.close();
  });

  it('gives up, and does not go in circles, when its user has no workspace', async () => {
    const transport = await sentAway();
    await signIn(page, EVE.email);
    await page.getByRole('button', { name: 'Continue without a workspace' }).click();
    await expect(comeBack(transport)).rejects.toThrow();
    expect(resource.seen.length).toBeLessThan(12);
  });

  it('learns that its user said no', async () => {
    await sentAway();
    await signIn(page, ADA.email);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Connected').waitFor();
    expect(callback.arrived.at(-1)?.get('error')).toBe('access_denied');
    expect(callback.arrived.at(-1)?.get('code')).toBeNull();
  });

  it('registers again when the provider forgot it', async () => {
    const client = await connect();
    await idp.close();
    await startIdp({ port: idp.settings.port });
    spoilToken();
    await expect(client.listTools()).rejects.toBeInstanceOf(UnauthorizedError);
    expect(memory.invalidated).toContain('all');
    expect(memory.opened).toHaveLength(2);
    await client.close();
  });
});
