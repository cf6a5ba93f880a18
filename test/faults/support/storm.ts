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

  constructor(
    private readonly site: Site,
    private readonly chance: Chance,
  ) {}

  /** How many in all. */
  get blows(): number {
    return [...this.fallen.values()].reduce((all, count) => all + count, 0);
  }

  async rage(isOver: () => boolean): Promise<void> {
    const acts = this.acts();
    for (const blow of Object.keys(acts)) this.fallen.set(blow, 0);
    let deck: string[] = [];
    while (!isOver()) {
      if (deck.length === 0) deck = this.chance.shuffled(Object.keys(acts));
      const blow = deck.pop()!;
      this.fallen.set(blow, this.fallen.get(blow)! + 1);
      this.mending.push(acts[blow]!(this.chance.between(100, 1500)));
      await sleep(this.chance.between(300, 1300));
    }
    await Promise.all(this.mending);
  }

  private acts(): Blows {
    const { database, workspace_id } = this.site;
    const ofDatabase = Object.entries(database.blows(workspace_id)).map(([blow, act]): [string, Blows[string]] => [
      blow,
      (ms) => this.atDatabase(() => act(ms)),
    ]);
    return {
      'REST API killed': () => this.replace('rest-api'),
      'tool server killed': () => this.replace('mcp-gateway'),
      ...Object.fromEntries(ofDatabase),
      'identity provider gone': (ms) => this.withoutIdp(ms),
    };
  }

  private async replace(app: App): Promise<void> {
    const at = this.chance.happens(0.5) ? 0 : 1;
    await this.site.kill(app, at);
    await this.site.revive(app, at);
  }

  private atDatabase(work: () => Promise<unknown>): Promise<unknown> {
    return (this.database = this.database.then(work));
  }

  /** A tool server that starts meanwhile knows none of its keys. */
  private withoutIdp(ms: number): Promise<unknown> {
    this.idp = this.idp.then(async () => {
      await this.site.killIdp();
      const replaced = this.replace('mcp-gateway');
      await sleep(ms);
      await this.site.startIdp();
      await replaced;
    });
    return this.idp;
  }
}
