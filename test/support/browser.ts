import { existsSync } from 'node:fs';
import chromiumPackage from '@sparticuz/chromium';
import { chromium, type Browser } from 'playwright-core';

const OF_THE_SYSTEM = '/usr/bin/chromium';

/**
 * A real Chromium without a window. The one that comes as a package needs no manual step and half the CPU of the
 * system's, which draws its whole window for each context; the system's is for machines where the package does not
 * start. The sandbox is off because containers run as root; only pages of these tests are ever opened.
 */
export async function launchBrowser(): Promise<Browser> {
  try {
    return await launch(await chromiumPackage.executablePath());
  } catch (error) {
    if (!existsSync(OF_THE_SYSTEM)) throw error;
    return launch(OF_THE_SYSTEM);
  }
}

/** Milliseconds that anything on a page may take: less than a test, and more than a machine with much else to do needs. */
const PATIENCE = 100_000;

async function launch(executablePath: string): Promise<Browser> {
  // The package's own arguments put all into one process, which ends when a page's context is closed.
  const args = ['--no-sandbox', '--disable-dev-shm-usage'];
  const browser = await chromium.launch({ executablePath, args, headless: true, timeout: 120_000 });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(PATIENCE);
    return context;
  };
  return browser;
}
