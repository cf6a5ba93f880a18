import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { openDomain } from '#auth';
import type { Domain } from '#crm-domain';
import { WEBHOOKS_HERE } from '../../events/support/automations.js';
import { everyDeed } from '../../model/support/deeds.js';
import { FullContent } from '../../model/support/full-content.js';
import { Cli, workDir } from '../../support/cli.js';
import { freshDatabase, type FreshDatabase } from '../../support/database.js';
import { fullExport, stopFollowing } from '../../support/full-export.js';
import { Rest } from '../../support/rest.js';
import { exportedTables, removeWorkspace, workspaceTables, type TableRows } from '../../support/workspace-tables.js';

/** A workspace with something in every table, its full export, and a second database to restore it into. */
export class RestoreSite {
  rest: Rest;
  second: FreshDatabase;
  /** Of the second database. */
  other: Domain;
  workspace_id: string;
  file: Buffer;
  /** The tables of the workspace when it was exported. */
  before: TableRows;
  private readonly dir = workDir();
  private pool: pg.Pool;

  static async make(): Promise<RestoreSite> {
    const site = new RestoreSite();
    site.rest = await Rest.start(WEBHOOKS_HERE, {
      alone: 'Nothing follows the feed between the export and the look at the tables.',
    });
    await stopFollowing(site.rest);
    const content = await FullContent.make(site.rest, 'Tarnwick');
    for (const deed of everyDeed) await content.do(deed);
    site.workspace_id = content.workspace_id;
    site.file = await fullExport(site.rest.domain, site.workspace_id);
    site.before = await workspaceTables(site.rest, site.workspace_id, 'before');
    site.second = await freshDatabase();
    site.other = await openDomain(site.second.url);
    site.pool = new pg.Pool({ connectionString: site.second.url, max: 1 });
    return site;
  }

  async stop(): Promise<void> {
    await this.rest.stop();
    await this.pool.end();
    await this.other.close();
    await this.second.drop();
    rmSync(this.dir, { recursive: true });
  }

  /** Runs SQL in the second database. */
  async sql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.pool.query<Row & pg.QueryResultRow>(text, values)).rows;
  }

  /** As if the workspace had never been restored. */
  async clear(): Promise<void> {
    await removeWorkspace(this, this.workspace_id);
    await this.sql('delete from app_user where user_id <> all(array(select user_id from membership))');
  }

  /** How many rows a workspace has in the second database. */
  async counted(id = this.workspace_id): Promise<number> {
    let rows = 0;
    for (const table of exportedTables()) {
      const [found] = await this.sql<{ n: number }>(`select count(*)::int as n from ${table} where workspace_id = $1`, [
        id,
      ]);
      rows += found!.n;
    }
    return rows;
  }

  /** Puts a file where the command runs, and gives its name. */
  written(name: string, bytes = this.file): string {
    writeFileSync(join(this.dir, name), bytes);
    return name;
  }

  /** Runs `crm restore`, into the second database unless another is named. */
  crm(line: string, { url = this.second.url, stdin }: { url?: string; stdin?: string } = {}): Cli {
    return new Cli(`restore ${line}`.split(' '), { cwd: this.dir, env: { DATABASE_URL: url }, stdin });
  }
}
