import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '#crm-domain/operations';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#platform';
import { TcpProxy } from '../../support/tcp-proxy.js';
import type { Blows, DatabaseUnderFire } from './database-under-fire.js';

const FIRST_PORT = 16_400;
// As it comes, and so that a commit that was answered is on disk; few places, so that they can be taken.
const SETTINGS = { max_connections: '60', shared_buffers: '64MB' };

/** A Postgres that can be restarted, killed, cut off and crowded, always found under one URL. */
export class MortalPostgres implements DatabaseUnderFire {
  private constructor(
    private server: EmbeddedPostgres,
    private readonly dir: string,
    private readonly proxy: TcpProxy,
    /** Behind which the services find it. */
    readonly url: string,
  ) {}

  static async start(dir: string): Promise<MortalPostgres> {
    const server = await startEmbeddedPostgres({ dir, port: FIRST_PORT, settings: SETTINGS });
    const { proxy, url } = await TcpProxy.before(server.url);
    return new MortalPostgres(server, dir, proxy, url);
  }

  /** Not through the proxy. */
  get directUrl(): string {
    return this.server.url;
  }

  async prepare(): Promise<void> {
    await migrate(this.directUrl);
  }

  blows(workspaceId: string): Blows {
    return {
      'Postgres restarted': () => this.restart(),
      'Postgres killed': () => this.kill(),
      'connections cut': (ms) => this.cut(ms / 3),
      'writers held up': (ms) => this.hold(workspaceId, ms),
      'connections taken': (ms) => this.crowd(ms),
    };
  }

  /** Every connection is ended, what was under way is rolled back. */
  private async restart(): Promise<void> {
    await this.server.stop();
    await this.revive();
  }

  /** As when the power fails. */
  private async kill(): Promise<void> {
    process.kill(await this.pid(), 'SIGKILL');
    // Calls off the guard of the program that is gone.
    await this.server.stop();
    await this.revive();
  }

  /** Connections break in the middle of whatever they carry, and new ones are refused for a while. */
  private async cut(ms: number): Promise<void> {
    await this.proxy.cut();
    await sleep(ms);
    await this.proxy.restore();
  }

  /** Takes every place that is left, for a while. */
  private async crowd(ms: number): Promise<void> {
    const guests: pg.Client[] = [];
    try {
      for (;;) {
        const guest = new pg.Client({ connectionString: this.directUrl });
        guest.on('error', () => undefined);
        await guest.connect();
        guests.push(guest);
      }
    } catch {
      await sleep(ms);
    } finally {
      await Promise.all(guests.map((guest) => guest.end().catch(() => undefined)));
    }
  }

  /** Holds what every write has to look at, so that writers wait and fill up the pools of the services. */
  private async hold(workspaceId: string, ms: number): Promise<void> {
    const holder = new pg.Client({ connectionString: this.directUrl });
    holder.on('error', () => undefined);
    try {
      await holder.connect();
      await holder.query('begin');
      await holder.query('select 1 from workspace where workspace_id = $1 for update', [workspaceId]);
      await sleep(ms);
    } catch {
      // Another blow came in between.
    } finally {
      await holder.end().catch(() => undefined);
    }
  }

  async remove(): Promise<void> {
    await this.proxy.cut();
    await this.server.remove();
  }

  private async revive(): Promise<void> {
    this.server = await startEmbeddedPostgres({ dir: this.dir, port: FIRST_PORT, settings: SETTINGS });
    this.proxy.redirect(this.server.url);
  }

  private async pid(): Promise<number> {
    const client = new pg.Client({ connectionString: this.directUrl });
    await client.connect();
    const { rows } = await client.query<{ dir: string }>(`select current_setting('data_directory') as dir`);
    client.on('error', () => undefined);
    await client.end();
    return Number(readFileSync(join(rows[0]!.dir, 'postmaster.pid'), 'utf8').split('\n')[0]);
  }
}
