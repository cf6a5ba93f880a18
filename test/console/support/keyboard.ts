import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Member, World } from '../../support/world.js';
import { Visitor } from './visitor.js';

const MOST_STOPS = 60;

/** The name of what has the focus, as a screen reader would say it; `body` when nothing has. */
const FOCUSED = `(() => {
  const e = document.activeElement;
  return e === document.body ? 'body' : (e.ariaLabel ?? e.labels?.[0]?.innerText ?? e.innerText).replace(/\\s+/g, ' ').trim();
})()`;

/** Somebody who is signed in to the screens and has a keyboard and nothing else. */
export class Typist {
  private constructor(
    readonly world: World,
    readonly page: Page,
  ) {}

  static async signedIn(
    world: World,
    browser: Browser,
    { member = world.ada, ...options }: BrowserContextOptions & { member?: Member } = {},
  ): Promise<Typist> {
    const { cookies } = await Visitor.signedIn(world, member);
    const context = await browser.newContext(options);
    const session = { name: 'crm-session', value: cookies.get('crm-session')!, url: world.places.baseUrl };
    await context.addCookies([session]);
    return new Typist(world, await context.newPage());
  }

  async open(path: string): Promise<void> {
    await this.page.goto(this.world.places.baseUrl + path);
  }

  focused(): Promise<string> {
    return this.page.evaluate<string>(FOCUSED);
  }

  /** Presses Tab until it is there, and gives everything on the way. */
  async tabTo(name: string | RegExp, key = 'Tab'): Promise<string[]> {
    const met: string[] = [];
    for (let stops = 0; stops < MOST_STOPS; stops++) {
      await this.page.keyboard.press(key);
      const at = await this.focused();
      met.push(at);
      if (typeof name === 'string' ? at === name : name.test(at)) return met;
    }
    throw new Error(`${String(name)} is not among: ${met.join(' | ')}`);
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Presses Enter, or another key, on what leads to another page, and waits for that. */
  async enter(key = 'Enter'): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.page.keyboard.press(key);
    await loaded;
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}
