import * as today from '@modelcontextprotocol/client';
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Browser, Page } from 'playwright-core';
import { TOOLS } from '../../apps/mcp-gateway/src/tools/registry.js';
import { launchBrowser } from '../support/browser.js';
import { World } from '../support/world.js';
import { payloadOf } from './support/http-person.js';
import { allow, signIn } from './support/pages.js';
import { CallbackServer, ProgramMemory } from './support/sdk-client.js';

const INFO = { name: 'program', version: '1' };

/** What the clients of both generations have in common, as far as these tests go. */
interface AnyClient {
  connect(): Promise<unknown>;
  finishAuth(answer: URLSearchParams): Promise<void>;
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

type MakeClient = (url: URL, memory: ProgramMemory) => AnyClient;

const v1: MakeClient = (url, authProvider) => {
  const client = new Client(INFO);
  const transport = new StreamableHTTPClientTransport(url, { authProvider });
  return join(
    client,
    () => client.connect(transport),
    (answer) => transport.finishAuth(answer.get('code') ?? ''),
  );
};

const v2 =
  (mode: 'legacy' | { pin: string }): MakeClient =>
  (url, memory) => {
    const client = new today.Client(INFO, { versionNegotiation: { mode } });
    let found: today.OAuthDiscoveryState | undefined;
    const discovery = {
      saveDiscoveryState: (state: today.OAuthDiscoveryState) => void (found = state),
      discoveryState: () => found,
    };
    const authProvider = Object.assign(memory, discovery) as unknown as today.OAuthClientProvider;
    const transport = new today.StreamableHTTPClientTransport(url, { authProvider });
    return join(
      client,
      () => client.connect(transport),
      (answer) => transport.finishAuth(answer),
    );
  };

type Calls = Pick<AnyClient, 'listTools' | 'callTool' | 'close'>;

function join(client: Calls, connect: AnyClient['connect'], finishAuth: AnyClient['finishAuth']): AnyClient {
  const { listTools, callTool, close } = client;
  return {
    connect,
    finishAuth,
    listTools: listTools.bind(client),
    callTool: callTool.bind(client),
    close: close.bind(client),
  };
}

const CLIENTS: [string, MakeClient][] = [
  ['v1', v1],
  ['v2, legacy era', v2('legacy')],
  ['v2, modern era', v2({ pin: '2026-07-28' })],
];

describe.each(CLIENTS)("the SDK's client %s", (name, make) => {
  let world: World;
  let browser: Browser;
  let page: Page;
  let callback: CallbackServer;
  let memory: ProgramMemory;
  let client: AnyClient;
  const programName = `Program ${name}`;

  beforeAll(async () => {
    [world, browser, callback] = await Promise.all([World.start(), launchBrowser(), CallbackServer.start()]);
    page = await (await browser.newContext()).newPage();
    memory = new ProgramMemory(callback.url, programName);
  });
  afterAll(async () => {
    await client?.close();
    await browser.close();
    await callback.stop();
    await world.stop();
    expect(world.idpErrors).toEqual([]);
  });

  const newClient = () => make(new URL(`${world.places.mcpUrl}/mcp`), memory);
  const isUnauthorized = (error: unknown) =>
    error instanceof UnauthorizedError || error instanceof today.UnauthorizedError;
  const create = async (title: string) => {
    const call = { name: 'create_record', arguments: { object: 'companies', values: { name: title } } };
    return (await client.callTool(call)) as { isError?: boolean; content: { text: string }[] };
  };
  // Not the list of tools: a client of today keeps that for as long as the server says.
  const search = () => client.callTool({ name: 'search_records', arguments: { object: 'companies' } });
  /** Makes the access token one that is refused, as it is when its time is over. */
  const spoil = () =>
    void (memory.kept = { ...memory.kept!, access_token: `${memory.kept!.access_token.slice(0, -8)}AAAAAAAA` });
  /** Opens the details of the program, which stand closed on every new page. */
  const showDetails = () => {
    const name = page.getByRole('heading', { name: programName, exact: true });
    return page.getByRole('article').filter({ has: name }).locator('summary').first().click();
  };
  const onScreen = async (button: string) => {
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole('status').waitFor();
  };

  it('is sent away with 401, registers, and comes back with a token for the chosen workspace', async () => {
    const first = newClient();
    expect(isUnauthorized(await first.connect().catch((error: unknown) => error))).toBe(true);
    const [asked] = memory.opened;
    expect(Object.fromEntries(asked!.searchParams)).toMatchObject({
      code_challenge_method: 'S256',
      resource: `${world.places.mcpUrl}/mcp`,
      scope: expect.stringMatching(/^openid profile email user:org:read( offline_access)?$/),
    });
    await page.goto(asked!.href);
    await signIn(page, world.ada.email);
    await allow(page, world.south.name);
    await page.getByText('Connected').waitFor();
    const [arrived] = callback.arrived;
    expect([arrived?.get('state'), arrived?.get('iss')]).toEqual([memory.state(), world.places.issuer]);
    await first.finishAuth(arrived!);
    client = newClient();
    await client.connect();
    expect(payloadOf(memory.kept!.access_token)).toMatchObject({
      org_id: world.south.workspace_id,
      sub: world.ada.subject,
    });
  });

  it('lists the tools, reads, and is told where it may be raised', async () => {
    expect((await client.listTools()).tools).toHaveLength(TOOLS.length);
    expect(await search()).toMatchObject({ structuredContent: { records: [], total: 0, has_more: false } });
    const refused = await create('Too early');
    expect([refused.isError, refused.content[0]?.text]).toEqual([
      true,
      expect.stringContaining(`${world.places.baseUrl}/console/connections`),
    ]);
    expect(memory.opened).toHaveLength(1);
  });

  it('refreshes by itself, five at the same moment too', async () => {
    const before = memory.kept!.refresh_token;
    spoil();
    await expect(search()).resolves.toMatchObject({ structuredContent: { total: 0 } });
    expect(memory.kept!.refresh_token).not.toBe(before);
    spoil();
    const results = await Promise.allSettled(Array.from({ length: 5 }, search));
    expect(results.map(({ status }) => status)).toEqual(Array(5).fill('fulfilled'));
    spoil();
    await expect(search()).resolves.toMatchObject({ structuredContent: { total: 0 } });
    expect([memory.opened.length, memory.invalidated]).toEqual([1, []]);
  });

  it('writes once its person has raised it on the screen', async () => {
    await page.goto(`${world.places.baseUrl}/console/connections`);
    const south = page.getByRole('region', { name: world.south.name });
    await showDetails();
    await expect(south.innerText()).resolves.toContain(callback.url);
    await south.getByLabel('Permissions').selectOption('Read and write');
    await onScreen(`Save what ${programName} may do`);
    expect((await create('By the program')).isError).toBeFalsy();
    const author = { type: 'user', id: world.ada.user_id };
    expect(await search()).toMatchObject({ structuredContent: { total: 1, records: [{ created_by: author }] } });
  });

  it('is refused with 401 once it was revoked, refreshes without avail, and does not go in circles', async () => {
    // The page after a change is open at the client that was changed.
    await page.getByLabel(`Revoke ${programName} …`).click();
    await onScreen(`Revoke ${programName}`);
    const requests = memory.opened.length;
    const error = await search().catch((failure: unknown) => failure);
    expect(isUnauthorized(error) || /\b401\b/.test(String(error)) ? 'refused' : String(error)).toBe('refused');
    expect(memory.opened.length - requests).toBeLessThanOrEqual(1);
    const token = memory.kept?.access_token;
    if (token) expect((await world.mcp(token)).status).toBe(401);
    await onScreen(`Allow again, to read: ${programName}`);
    if (token) expect((await world.mcp(token)).status).toBe(200);
  });
});
