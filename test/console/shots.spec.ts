import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/browser.js';
import { World } from '../support/world.js';
import { signIn } from '../identity/support/pages.js';

const OUT = process.env.SHOTS ?? '/tmp/shots-console';
let world: World;
let browser: Browser;
beforeAll(async () => {
  [world, browser] = await Promise.all([World.start(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await world.stop();
});

it('takes pictures', async () => {
  await world.connected(world.ada, {
    client: 'mcp-inspector-7f3',
    tier: 'write',
    claims: { client_name: 'Claude', client_redirect: 'https://claude.ai/api/mcp/auth_callback' },
  });
  await world.connected(world.ada, {
    client: 'https://vscode.dev/oauth/client.json',
    claims: { client_name: 'Visual Studio Code' },
  });
  const gone = await world.connected(world.ada, {
    client: 'q8Xy-12',
    claims: { client_name: '<b>CRM</b> Official \u202ereppohs', client_redirect: 'http://127.0.0.1:43110/callback' },
  });
  await world.domain.connections.revoke(world.north.workspace_id, gone.connection_id);
  await world.domain.apiKeys.create({
    workspace_id: world.north.workspace_id,
    name: 'Website forms',
    capabilities: ['read:data', 'write:data'],
    created_by_user_id: world.ada.user_id,
    expires_at: new Date(Date.now() + 90 * 86400000),
  } as never);
  const old = await world.domain.apiKeys.create({
    workspace_id: world.north.workspace_id,
    name: 'Old import',
    capabilities: ['read:data'],
  } as never);
  await world.domain.apiKeys.revoke(world.north.workspace_id, (old as { api_key_id: string }).api_key_id);
  for (const scheme of ['light', 'dark'] as const)
    for (const [size, width] of [
      ['desk', 1100],
      ['phone', 360],
    ] as const) {
      const context = await browser.newContext({
        colorScheme: scheme,
        viewport: { width, height: 800 },
        deviceScaleFactor: 1,
      });
      const page = await context.newPage();
      const shot = (name: string) => page.screenshot({ path: `${OUT}/${name}-${scheme}-${size}.png`, fullPage: true });
      await page.goto(`${world.places.baseUrl}/console`);
      if (size === 'phone') await shot('idp');
      await signIn(page, world.ada.email);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await shot('connections');
      await page.goto(`${world.places.baseUrl}/console/connections?done=saved`);
      if (size === 'phone') await shot('connections-saved');
      await page.getByRole('link', { name: 'API keys' }).click();
      await shot('keys');
      await page.getByText('New key').first().click();
      await page.getByLabel('Name').first().fill('Nightly export');
      await page.getByRole('button', { name: 'Create key' }).first().click();
      await page.getByRole('status').waitFor();
      await shot('key-made');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Signed out' }).waitFor();
      await shot('signed-out');
      await context.close();
      const other = await browser.newContext({ colorScheme: scheme, viewport: { width, height: 800 } });
      const bob = await other.newPage();
      await bob.goto(`${world.places.baseUrl}/console/api-keys`);
      await signIn(bob, world.bob.email);
      await bob.screenshot({ path: `${OUT}/member-keys-${scheme}-${size}.png`, fullPage: true });
      await bob.goto(`${world.places.baseUrl}/console/connections`);
      await bob.screenshot({ path: `${OUT}/empty-${scheme}-${size}.png`, fullPage: true });
      await other.close();
    }
}, 120_000);
