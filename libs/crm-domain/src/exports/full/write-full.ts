import { createHash } from 'node:crypto';
import { schemaNumber } from '../../db/data-source.js';
import type { WorkspaceRow } from '../../workspaces/workspace.store.js';
import type { Stores } from '../../stores.js';
import { isUuid } from '../../values/parse.js';
import type { ExportProgress } from '../export.js';
import { FULL_FORMAT, FULL_VERSION, type FullEnd, type FullHeader } from './full-file.js';
import type { FullTable } from './full-table.statements.js';
import type { FullRow } from './full-table.store.js';

/** People that are read together. */
const PEOPLE_AT_ONCE = 500;

/** What is exported, and where it goes to. */
export interface FullSource {
  stores: Stores;
  workspace: WorkspaceRow;
  moment: { at: Date; position: string };
  write(text: string, progress: ExportProgress): Promise<void>;
}

/** Writes all tables of a workspace but secrets, a row a line, in a snapshot that its caller holds. */
export class FullExport {
  private readonly digest = createHash('sha256');
  private readonly rows: Record<string, number> = {};
  private readonly people = new Set<string>();
  private share = 0;

  constructor(private readonly source: FullSource) {}

  /** Gives how many records there were. */
  async run(): Promise<number> {
    const { tables, people } = this.source.stores.fullTables;
    await this.write(`${JSON.stringify(this.header([...tables, people]))}\n`);
    for (const [at, table] of tables.entries()) {
      this.share = at / tables.length;
      await this.writeTable(table);
    }
    await this.writePeople(people.name);
    const end: FullEnd = { rows: this.rows, sha256: this.digest.digest('hex') };
    await this.source.write(`${JSON.stringify({ end })}\n`, this.progress);
    return this.progress.records;
  }

  private header(tables: readonly FullTable[]): FullHeader {
    const { workspace, moment } = this.source;
    return {
      format: FULL_FORMAT,
      version: FULL_VERSION,
      schema: schemaNumber(),
      workspace_id: workspace.workspace_id,
      name: workspace.name,
      as_of: moment.at.toISOString(),
      position: Number(moment.position),
      tables: Object.fromEntries(tables.map(({ name, columns }) => [name, columns])),
    };
  }

  private async writeTable(table: FullTable): Promise<void> {
    const { fullTables } = this.source.stores;
    const places = table.key.map((column) => table.columns.indexOf(column));
    for (let after: (string | null)[] | undefined; ;) {
      const page = await fullTables.page(table, after);
      const last = page.at(-1);
      if (!last) return;
      await this.noteWho(page);
      await this.writeRows(
        table.name,
        page.map(({ line }) => line),
      );
      if (places.length === 0) return;
      const values = JSON.parse(last.line) as (string | null)[];
      after = places.map((place) => values[place] ?? null);
    }
  }

  private async noteWho(page: readonly FullRow[]): Promise<void> {
    const ids = new Set(page.flatMap(({ people }) => people ?? []));
    const unknown = [...ids].filter((id) => isUuid(id) && !this.people.has(id));
    if (unknown.length === 0) return;
    for (const id of await this.source.stores.fullTables.arePeople(unknown)) this.people.add(id);
  }

  private async writePeople(name: string): Promise<void> {
    const ids = [...this.people].sort();
    for (let at = 0; at < ids.length; at += PEOPLE_AT_ONCE)
      await this.writeRows(name, await this.source.stores.fullTables.peopleRows(ids.slice(at, at + PEOPLE_AT_ONCE)));
  }

  private async writeRows(table: string, lines: readonly string[]): Promise<void> {
    this.rows[table] = (this.rows[table] ?? 0) + lines.length;
    const begin = `["${table}",`;
    await this.write(lines.map((line) => `${begin}${line}]\n`).join(''));
  }

  private async write(text: string): Promise<void> {
    this.digest.update(text);
    await this.source.write(text, this.progress);
  }

  private get progress(): ExportProgress {
    return { records: this.rows.record ?? 0, share: this.share };
  }
}
