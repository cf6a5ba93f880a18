import { existsSync } from 'node:fs';
import chromiumPackage from '@sparticuz/chromium';
import { chromium, type Browser } from 'playwright-core';

const INSTALLED = '/usr/bin/chromium';

/**
 * A real Chromium without a window: the one of the system, else the one that comes as a package, so that tests need no
 * manual step. The sandbox is off because containers run as root; only pages of these tests are ever opened.
 */
export async function launchBrowser(): Promise<Browser> {
  const isInstalled = existsSync(INSTALLED) && !process.env.CHROMIUM_FROM_PACKAGE;
  const executablePath = isInstalled ? INSTALLED : await chromiumPackage.executablePath();
  // The package's own arguments put all into one process, which ends when a page's context is closed.
  const args = ['--no-sandbox', '--disable-dev-shm-usage'];
  return chromium.launch({ executablePath, args, headless: true, timeout: 120_000 });
}
