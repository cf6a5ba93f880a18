import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from './chance.js';
import type { Blows } from './database-under-fire.js';
import type { App, Site } from './site.js';

/** Blows that fall one after the other, each kind once before any falls again, while services and clients go on. */
export class Storm {
  readonly fallen = new Map<string, number>();
  private readonly mending: Promise<unknown>[] = [];
  /** The database is hit by one thing at a time; whatever else happens meanwhile. */
  private database: Promise<unknown> = Promise.resolve();
  private idp: Promise<unknown> = Promise.resolve();
  private isOver = false;

  constructor(
    private readonly site: Site,
    private readonly chance: Chance,
  ) {}

  /** How many in all. */
  get blows(): number {
    return [...this.fallen.values()].reduce((all, count) => all + count, 0);
  }

  /** @param breath awaited before each blow, so that clients get something done in between */
  async rage(isOver: () => boolean, breath: () => Promise<unknown> = () => Promise.resolve()): Promise<void> {
    const acts = this.acts();
    for (const blow of Object.keys(acts)) this.fallen.set(blow, 0);
    let deck: string[] = [];
    while (!isOver()) {
      if (deck.length === 0) deck = this.chance.shuffled(Object.keys(acts));
      this.mending.push(acts[deck.pop()!]!(this.chance.between(100, 1500)));
      await sleep(this.chance.between(300, 1300));
      await breath();
    }
    this.isOver = true;
    await Promise.all(this.mending);
  }

  private acts(): Blows {
    const { database, workspace_id } = this.site;
    const ofDatabase = Object.entries(database.blows(workspace_id)).map(([blow, act]): [string, Blows[string]] => [
      blow,
      async (ms) => (this.database = this.database.then(() => this.strike(blow, () => act(ms)))),
    ]);
    return {
      'REST API killed': () => this.strike('REST API killed', () => this.replace('rest-api')),
      'tool server killed': () => this.strike('tool server killed', () => this.replace('mcp-gateway')),
      ...Object.fromEntries(ofDatabase),
      'identity provider gone': (ms) => this.withoutIdp(ms),
    };
  }

  /** What has waited for those before it until the storm was over does not fall any more. */
  private async strike(blow: string, act: () => Promise<unknown>): Promise<void> {
    if (this.isOver) return;
    this.fallen.set(blow, this.fallen.get(blow)! + 1);
    await act();
  }

  private async replace(app: App): Promise<void> {
    const at = this.chance.happens(0.5) ? 0 : 1;
    await this.site.kill(app, at);
    await this.site.revive(app, at);
  }

  /** A tool server that starts meanwhile knows none of its keys. */
  private withoutIdp(ms: number): Promise<unknown> {
    const act = async () => {
      await this.site.killIdp();
      const replaced = this.replace('mcp-gateway');
      await sleep(ms);
      await this.site.startIdp();
      await replaced;
    };
    return (this.idp = this.idp.then(() => this.strike('identity provider gone', act)));
  }
}
