import { logger } from '#platform';
import type { Db } from '../crm-database.js';
import { DomainError } from '../errors.js';
import { MAX_ATTEMPTS, type ExportKey } from './export.store.js';
import type { ExportEntity } from './export.entity.js';
import { StoredFile, Superseded } from './stored-file.js';
import { writeExport, type ExportSource } from './write-export.js';

/** Seconds until an attempt that met a database that was away is begun anew. */
const AGAIN_AFTER = 5;

/** Records of objects whose export takes seconds. */
const SMALL = 20_000;

/** Makes the files of exports, in the background, and takes those away that nobody can get any more. */
export class ExportMaker {
  /** When a workspace had its turn last, as far as it has something due. */
  private turns = new Map<string, number>();

  private readonly db: Db;

  constructor(private readonly source: ExportSource) {
    this.db = source.db;
  }

  /**
   * Makes one export that is due: of the workspace that has waited longest. Any number of processes may call it, also
   * several times at once. Gives whether there was one.
   *
   * @param signal ends the work; another process, or the next one here, begins it anew
   * @param small only one that takes seconds
   */
  async makeNext(signal: AbortSignal, { small = false } = {}): Promise<boolean> {
    for (const key of this.inTurn(await this.db.system.dueExports())) {
      if (small && !(await this.isSmall(key))) continue;
      const row = await this.claim(key);
      if (!row) continue;
      await this.make(row, signal);
      return true;
    }
    return false;
  }

  /** Of a whole workspace, or of all that there is about a person, nobody knows before. */
  private isSmall({ workspace_id, export_id }: ExportKey): Promise<boolean> {
    return this.db.autocommit(workspace_id, async ({ exports, queries, schema }) => {
      const row = await exports.find(export_id);
      if (!row || row.asked.format === 'full' || row.asked.person !== undefined) return false;
      const loaded = row.object_id === null ? await schema.load() : undefined;
      const objects =
        row.object_id === null ? (loaded?.objects ?? []).map((object) => object.row.object_id) : [row.object_id];
      let records = 0;
      for (const object of objects) records += (await queries.total(object)).total;
      return records <= SMALL;
    });
  }

  /** Takes away files that have expired, or belong to exports that were cancelled or failed. */
  async tidy(): Promise<void> {
    for (const { workspace_id, export_id } of await this.db.system.oldExports())
      await this.db.autocommit(workspace_id, async ({ exports }) => {
        while (await exports.dropChunks(export_id));
        await exports.forget(export_id);
      });
  }

  private inTurn(due: readonly ExportKey[]): ExportKey[] {
    const last = ({ workspace_id }: ExportKey) => this.turns.get(workspace_id) ?? 0;
    this.turns = new Map(due.map((key) => [key.workspace_id, last(key)]));
    return [...due].sort((one, other) => last(one) - last(other));
  }

  private async claim({ workspace_id, export_id }: ExportKey): Promise<ExportEntity | undefined> {
    const row = await this.db.transaction(workspace_id, async ({ exports, workspaces }) => {
      // Of those who want to begin one of this workspace, the second sees what the first has begun.
      await workspaces.holdCounts();
      return exports.claim(export_id);
    });
    if (!row) return undefined;
    this.turns.set(workspace_id, performance.now());
    // Of an attempt that was broken off.
    await this.db.autocommit(workspace_id, async ({ exports }) => {
      while (await exports.dropChunks(export_id));
    });
    return row;
  }

  private async make(row: ExportEntity, signal: AbortSignal): Promise<void> {
    const { workspace_id, attempt } = row;
    if (attempt > MAX_ATTEMPTS) return this.fail(row, `It was begun ${MAX_ATTEMPTS} times and broken off each time.`);
    const file = new StoredFile(this.db, row, signal);
    try {
      const user_id = row.created_by_type === 'user' ? row.created_by_id : null;
      const records = await writeExport(this.source, { ...row, user_id }, file);
      await file.end();
      await this.db.autocommit(workspace_id, ({ exports }) =>
        exports.end(row, { state: 'completed', failure: null, records }),
      );
    } catch (error) {
      await this.broken(row, signal.aborted, error);
    }
  }

  private async broken(row: ExportEntity, isStopping: boolean, error: unknown): Promise<void> {
    if (error instanceof Superseded) return;
    const { db } = this;
    if (isStopping) return db.autocommit(row.workspace_id, ({ exports }) => exports.release(row));
    if (error instanceof DomainError && error.kind !== 'unavailable') return this.fail(row, error.message);
    logger.warn({ err: error, export_id: row.export_id }, 'An export was broken off; it is begun anew.');
    if (row.attempt >= MAX_ATTEMPTS) return this.fail(row, 'The service failed to make it. Its log says why.');
    return db.autocommit(row.workspace_id, ({ exports }) => exports.postpone(row, AGAIN_AFTER));
  }

  private async fail(row: ExportEntity, failure: string): Promise<void> {
    await this.db.autocommit(row.workspace_id, ({ exports }) =>
      exports.end(row, { state: 'failed', failure, records: Number(row.records) }),
    );
  }
}
