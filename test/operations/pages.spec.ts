import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/browser.js';
import { World } from '../support/world.js';

const HELMET = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-dns-prefetch-control': 'off',
};

describe('pages', () => {
  let world: World;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([World.start(), launchBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await world.stop();
  });

  it.each(['/docs', '/console/signed-out', '/console/style.css', '/console/no-such-page'])(
    'carry the headers that keep browsers from doing more than they should: %s',
    async (path) => {
      const { headers } = await fetch(`${world.places.baseUrl}${path}`);
      expect(Object.fromEntries(headers)).toMatchObject(HELMET);
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*frame-ancestors 'none'/);
      expect(headers.get('x-powered-by')).toBeNull();
    },
  );

  it('let the documentation work under its policy', async () => {
    const page = await browser.newPage();
    const refused: string[] = [];
    page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
    page.on('pageerror', (error) => refused.push(error.message));
    await page.goto(`${world.places.baseUrl}/docs`);
    await page.getByText('/v1/self').first().waitFor();
    expect(refused).toEqual([]);
  });

  it('have no such headers on the API itself, where they say nothing', async () => {
    const { headers } = await fetch(`${world.places.baseUrl}/v1/self`);
    expect(headers.get('content-security-policy')).toBeNull();
  });
});
