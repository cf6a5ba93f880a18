import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from './chance.js';
import type { App, Site } from './site.js';

export const BLOWS = [
  'REST API killed',
  'tool server killed',
  'Postgres restarted',
  'Postgres killed',
  'connections cut',
  'writers held up',
  'connections taken',
  'identity provider gone',
] as const;
export type Blow = (typeof BLOWS)[number];

/** Blows that fall one after the other, each kind once before any falls again, while services and clients go on. */
export class Storm {
  readonly fallen = new Map<Blow, number>();
  private readonly mending: Promise<unknown>[] = [];
  /** Postgres is hit by one thing at a time; whatever else happens meanwhile. */
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
    let deck: Blow[] = [];
    while (!isOver()) {
      if (deck.length === 0) deck = this.chance.shuffled(BLOWS);
      const blow = deck.pop()!;
      this.fallen.set(blow, (this.fallen.get(blow) ?? 0) + 1);
      this.strike(blow);
      await sleep(this.chance.between(300, 1300));
    }
    await Promise.all(this.mending);
  }

  private strike(blow: Blow): void {
    const { site, chance } = this;
    const ms = chance.between(100, 1500);
    const acts: Record<Blow, () => Promise<unknown>> = {
      'REST API killed': () => this.replace('rest-api'),
      'tool server killed': () => this.replace('mcp-gateway'),
      'Postgres restarted': () => this.atDatabase(() => site.postgres.restart()),
      'Postgres killed': () => this.atDatabase(() => site.postgres.kill()),
      'connections cut': () => this.atDatabase(() => site.postgres.cut(ms / 3)),
      'writers held up': () => this.atDatabase(() => site.postgres.hold(site.workspace_id, ms)),
      'connections taken': () => this.atDatabase(() => site.postgres.crowd(ms)),
      'identity provider gone': () => this.withoutIdp(ms),
    };
    this.mending.push(acts[blow]());
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
