import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from './chance.js';

/** When a node was away or shards were moved, and which workspaces that concerns. */
export interface Outage {
  kind: 'away' | 'moving';
  concerns(workspaceId: string): boolean;
  from: number;
  /** Infinity until it is over. */
  to: number;
}

/** The services that bystanders ask. */
export interface Services {
  urlOf(app: 'rest-api', chance: Chance): string;
  isServed(app: 'rest-api'): boolean;
}

/** A tenant of its own: its API key, and the record that it changes. */
export interface Tenant {
  workspace_id: string;
  api_key: string;
  record_id: string;
}

const PAUSE_MS = 50;
const LAST_TRY_MS = 60_000;

/** A tenant that changes one record again and again, and notes how long it goes without an answer. */
export class Bystander {
  /** Milliseconds between two acknowledged changes while the node was there. */
  readonly waits: number[] = [];
  /** The longest of these while shards were moved, and the longest after the node came back. */
  longestMove = 0;
  longestRecovery = 0;
  acknowledged = 0;
  private since = 0;
  /** What it was told since the last acknowledged change. */
  private told: string[] = [];

  constructor(
    private readonly tenant: Tenant,
    private readonly services: Services,
    private readonly of: { chance: Chance; outages: readonly Outage[]; complaints: string[] },
  ) {}

  async write(isOver: () => boolean): Promise<void> {
    this.since = performance.now();
    while (!isOver()) await this.step();
    const [before, until] = [this.acknowledged, performance.now() + LAST_TRY_MS];
    while (this.acknowledged === before && performance.now() < until) await this.step();
    if (this.acknowledged === before) this.complain('is not answered any more');
  }

  private async step(): Promise<void> {
    const isDone = await this.change().catch((error: Error) => this.hear(String(error.cause ?? error)));
    const now = performance.now();
    if (isDone) {
      this.acknowledged++;
      this.note(this.since, now);
    }
    // Without any service nobody is answered, wherever the rows are.
    if (isDone || !this.services.isServed('rest-api')) [this.since, this.told] = [now, []];
    await sleep(PAUSE_MS);
  }

  private async change(): Promise<boolean> {
    const { api_key, record_id } = this.tenant;
    const url = `${this.services.urlOf('rest-api', this.of.chance)}/v1/records/companies/${record_id}`;
    const headers = { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ data: { name: `Change ${this.acknowledged}` } });
    const response = await fetch(url, { method: 'PATCH', headers, body });
    const text = await response.text();
    return response.ok || this.hear(`${response.status} ${text.slice(0, 200)}`);
  }

  private hear(refusal: string): false {
    this.told.push(refusal);
    return false;
  }

  private note(from: number, to: number): void {
    const outages = this.of.outages.filter(
      (each) => each.concerns(this.tenant.workspace_id) && each.from < to && each.to > from,
    );
    const away = outages.filter(({ kind }) => kind === 'away');
    if (away.length === 0) {
      if (outages.length > 0) this.longestMove = Math.max(this.longestMove, to - from);
      else this.waits.push(to - from);
      return;
    }
    const recovery = to - Math.max(...away.map((each) => each.to));
    this.longestRecovery = Math.max(this.longestRecovery, recovery);
  }

  private complain(what: string): void {
    this.of.complaints.push(
      `Tenant ${this.tenant.workspace_id} ${what}: ${[...new Set(this.told)].join(', ') || 'no refusal'}.`,
    );
  }
}
