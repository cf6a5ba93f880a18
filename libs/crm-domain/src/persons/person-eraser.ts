import { setTimeout as sleep } from 'node:timers/promises';
import { logger } from '#platform';
import type { Db } from '../crm-database.js';
import { DomainError } from '../errors.js';
import { retryStalePlans } from '../records/writing/retry-stale-plans.js';
import { eraseFiles, findInFiles, type FilesFound } from './erase-files.js';
import { add, type Progress } from './erasure.js';
import type { ErasureKey } from './erasure.store.js';
import { HeldErasure, Superseded, schemaOf } from './held-erasure.js';
import { lookAt, lookedFor } from './look-at.js';
import { PageSize } from './page-size.js';
import type { PagedRow } from './person.store.js';
import { personTables, type PersonTable } from './person-tables.js';
import { RULES } from './rules.js';
import { Unsettled, expectSettled, isLate } from './settled.js';

/** For how long one is worked on before that of another workspace comes. */
const TURN_MS = 10_000;
/** Rows of a transaction: whoever waits for one of them waits a moment. */
const ROWS_AT_ONCE = 20;
/** Seconds until it is tried again. */
const AGAIN_AFTER = 5;
const ROUNDS = 3;
const ANOTHER_DIGEST = 'There is something else to erase than what the dry run showed. Nothing was erased.';

/**
 * Erases people, or counts what there is of them: one workspace has one person erased at a time. Every table is walked
 * through along its key; rows, counts and the place are written together, so that another process goes on at the same
 * place.
 */
export class PersonEraser {
  private readonly db: Db;
  private readonly tables: readonly PersonTable[];
  private readonly size = new PageSize();

  constructor({ db }: { db: Db }) {
    this.db = db;
    this.tables = personTables(db.source);
  }

  /** How many tables are looked through. */
  get tableCount(): number {
    return this.tables.length;
  }

  /** Works for some time on the one that has waited longest. Gives whether there was one. */
  async runNext(signal: AbortSignal): Promise<boolean> {
    for (const key of await this.db.system.dueErasures()) if (await this.run(key, signal)) return true;
    return false;
  }

  /** Works on this one for some time. Gives whether it was free. @param signal leaves the rest to others */
  async run({ workspace_id, erasure_id }: ErasureKey, signal: AbortSignal): Promise<boolean> {
    const row = await this.db.autocommit(workspace_id, ({ erasures }) => erasures.claim(erasure_id));
    if (!row) return false;
    const held = new HeldErasure(this.db, row);
    const until = performance.now() + TURN_MS;
    try {
      do {
        const from = performance.now();
        await this.step(held);
        await sleep(rest(from));
      } while (held.isRunning && !signal.aborted && performance.now() < until);
      if (held.isRunning) await held.postpone(0);
    } catch (error) {
      await this.broken(held, error);
    }
    return true;
  }

  private async broken(held: HeldErasure, error: unknown): Promise<void> {
    if (error instanceof Superseded) return;
    const { row } = held;
    const isUnsettled = error instanceof Unsettled;
    if (isUnsettled && isLate(row)) return held.fail(error.message);
    if (error instanceof DomainError && error.kind !== 'unavailable') return held.fail(error.message);
    if (!isUnsettled)
      logger.warn({ err: error, erasure_id: row.erasure_id }, 'An erasure was broken off; it goes on later.');
    await held.postpone(AGAIN_AFTER);
  }

  private async step(held: HeldErasure): Promise<void> {
    const { step, progress } = held.row;
    if (step === 'files') return this.files(held);
    if (step === 'erase' && progress.table === 0 && progress.after === null) await this.beginErasing(held);
    if (!held.isRunning) return;
    const table = this.tables[progress.table];
    return table ? this.page(held, table) : this.end(held);
  }

  /** What has come in since the person was found is theirs as well, unless the dry run had to show it. */
  private async beginErasing(held: HeldErasure): Promise<void> {
    if (!(await held.findAgain())) return held.fail(ANOTHER_DIGEST);
    await expectSettled(this.db, held.row);
  }

  private async page(held: HeldErasure, table: PersonTable): Promise<void> {
    const { row } = held;
    const { workspace_id, subject, step } = row;
    const looked = lookedFor(subject!);
    const { rows, isLast } = await this.size.timed(async (most) => {
      const { after } = row.progress;
      const found = await this.db.autocommit(workspace_id, ({ persons }) => persons.page(table, after, most, looked));
      return { rows: found, isLast: found.length < most };
    });
    const some = rows.filter(({ own, address, name }) => own || address || name);
    if (step === 'erase') await this.erase(held, table, some);
    const progress = structuredClone(row.progress);
    if (step !== 'erase')
      await this.db.autocommit(workspace_id, (stores) =>
        lookAt(stores, row, { table, rows: some, looked: rows.length }, progress),
      );
    progress.table += isLast ? 1 : 0;
    progress.after = isLast ? null : rows.at(-1)!.key;
    if (isLast && step === 'scan') progress.scanned.tables++;
    await held.save({ progress });
  }

  private async erase(held: HeldErasure, table: PersonTable, rows: readonly PagedRow[]): Promise<void> {
    const rule = RULES[table.name];
    if (!rule) return;
    const { row } = held;
    const { workspace_id, erasure_id, subject } = row;
    const most = table.name === 'record' ? 1 : ROWS_AT_ONCE;
    const tables = new Map(this.tables.map((each) => [each.name, each]));
    for (let at = 0; at < rows.length; at += most) {
      const progress = structuredClone(row.progress);
      await retryStalePlans(this.db, () =>
        this.db.transaction(workspace_id, async (stores) => {
          await held.hold(stores);
          const schema = await schemaOf(stores);
          const erased = { ...row.progress.erased };
          const erasing = { stores, workspace_id, erasure_id, schema, subject: subject!, tables, erased };
          for (const each of rows.slice(at, at + most))
            if (await rule(erasing, table, each)) add(erased, table.name, 1);
          progress.erased = erased;
          await stores.erasures.save(row, { progress });
        }),
      );
      row.progress = progress;
    }
  }

  private async files(held: HeldErasure): Promise<void> {
    const progress = structuredClone(held.row.progress);
    const found = await this.findInFiles(held);
    const gone = await this.db.transaction(held.row.workspace_id, async (stores) => {
      await held.hold(stores);
      return eraseFiles(stores, found);
    });
    add(progress.erased, 'export_chunk', gone);
    await held.go('scan', progress);
  }

  /** That may take longer than the erasure is kept for, and there are requests to be answered meanwhile. */
  private findInFiles(held: HeldErasure): Promise<FilesFound> {
    const { workspace_id, subject } = held.row;
    let from = performance.now();
    const goOn = async () => {
      await this.db.autocommit(workspace_id, (stores) => held.hold(stores));
      await sleep(rest(from));
      from = performance.now();
    };
    return this.db.autocommit(workspace_id, (stores) => findInFiles(stores, subject!, goOn));
  }

  /** What follows when all tables are through. */
  private async end(held: HeldErasure): Promise<void> {
    const { step, is_dry_run, expect_digest } = held.row;
    const progress = structuredClone(held.row.progress);
    if (step === 'erase') {
      await expectSettled(this.db, held.row);
      return held.go('files', progress);
    }
    if (step === 'scan') return this.afterScan(held, progress);
    if (is_dry_run) return held.finish();
    if (expect_digest !== progress.digest) return held.fail(ANOTHER_DIGEST);
    return held.go('erase', progress);
  }

  private async afterScan(held: HeldErasure, progress: Progress): Promise<void> {
    const files = await this.findInFiles(held);
    add(progress.scanned.found, 'export_chunk', files.export_chunk.length);
    add(progress.scanned.found, 'import_part', files.import_part.length);
    const isClean = Object.keys(progress.scanned.found).length === 0;
    held.row.progress = progress;
    if (isClean || progress.round >= ROUNDS) return held.finish();
    progress.scanned = { tables: 0, rows: 0, found: {}, names: {} };
    progress.round++;
    return held.go('erase', progress);
  }
}

/** Milliseconds for which others come first after some work. */
function rest(from: number): number {
  return Math.min(250, (performance.now() - from) / 4);
}
