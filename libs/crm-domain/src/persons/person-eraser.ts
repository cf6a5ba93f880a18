import { setTimeout as sleep } from 'node:timers/promises';
import { logger } from '#platform';
import type { Db } from '../crm-database.js';
import { DomainError, notFound } from '../errors.js';
import type { WorkspaceSchema } from '../objects/schema.js';
import { retryStalePlans } from '../records/writing/retry-stale-plans.js';
import type { Stores } from '../stores.js';
import { certificateOf, noteOf } from './certificate.js';
import { eraseFiles, findInFiles, type FilesFound } from './erase-files.js';
import { add, type ErasureStep, type Progress, type Subject } from './erasure.js';
import type { ErasureKey } from './erasure.store.js';
import { findAgain } from './find-person.js';
import { lookAt, lookedFor } from './look-at.js';
import type { PersonErasureEntity } from './person-erasure.entity.js';
import { PageSize } from './page-size.js';
import type { PagedRow } from './person.store.js';
import { personTables, type PersonTable } from './person-tables.js';
import { RULES } from './rules.js';
import { Unsettled, expectSettled, isLate } from './settled.js';

/** Another process has the erasure. */
class Superseded extends Error {}

/** For how long one is worked on before that of another workspace comes. */
const TURN_MS = 10_000;
/** Rows of a transaction: whoever waits for one of them waits a moment. */
const ROWS_AT_ONCE = 20;
/** Seconds until it is tried again. */
const AGAIN_AFTER = 5;
const ROUNDS = 3;

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
    const until = performance.now() + TURN_MS;
    try {
      do {
        const from = performance.now();
        await this.step(row);
        await sleep(rest(from));
      } while (row.state === 'running' && !signal.aborted && performance.now() < until);
      if (row.state === 'running') await this.postpone(row, 0);
    } catch (error) {
      await this.broken(row, error);
    }
    return true;
  }

  private async broken(row: PersonErasureEntity, error: unknown): Promise<void> {
    if (error instanceof Superseded) return;
    const isUnsettled = error instanceof Unsettled;
    if (isUnsettled && isLate(row)) return this.fail(row, error.message);
    if (error instanceof DomainError && error.kind !== 'unavailable') return this.fail(row, error.message);
    if (!isUnsettled)
      logger.warn({ err: error, erasure_id: row.erasure_id }, 'An erasure was broken off; it goes on later.');
    await this.postpone(row, AGAIN_AFTER);
  }

  private postpone(row: PersonErasureEntity, seconds: number): Promise<void> {
    return this.db.autocommit(row.workspace_id, ({ erasures }) => erasures.postpone(row, seconds));
  }

  private async fail(row: PersonErasureEntity, failure: string): Promise<void> {
    const changes = { state: 'failed' as const, failure, subject: null, finished_at: new Date() };
    await this.db.autocommit(row.workspace_id, ({ erasures }) => erasures.save(row, changes));
    row.state = 'failed';
  }

  private async step(row: PersonErasureEntity): Promise<void> {
    if (row.step === 'files') return this.files(row);
    const { table, after } = row.progress;
    if (row.step === 'erase' && table === 0 && after === null) await expectSettled(this.db, row);
    const current = this.tables[table];
    return current ? this.page(row, current) : this.end(row);
  }

  private async page(row: PersonErasureEntity, table: PersonTable): Promise<void> {
    const { workspace_id, subject } = row;
    const looked = lookedFor(subject!);
    const { rows, isLast } = await this.size.timed(async (most) => {
      const { after } = row.progress;
      const found = await this.db.autocommit(workspace_id, ({ persons }) => persons.page(table, after, most, looked));
      return { rows: found, isLast: found.length < most };
    });
    const some = rows.filter(({ own, address, name }) => own || address || name);
    if (row.step === 'erase') await this.erase(row, table, some);
    const progress = structuredClone(row.progress);
    if (row.step !== 'erase')
      await this.db.autocommit(workspace_id, (stores) =>
        lookAt(stores, row, { table, rows: some, looked: rows.length }, progress),
      );
    progress.table += isLast ? 1 : 0;
    progress.after = isLast ? null : rows.at(-1)!.key;
    if (isLast && row.step === 'scan') progress.scanned.tables++;
    await this.save(row, { progress });
  }

  private async erase(row: PersonErasureEntity, table: PersonTable, rows: readonly PagedRow[]): Promise<void> {
    const rule = RULES[table.name];
    if (!rule) return;
    const { workspace_id, erasure_id, subject } = row;
    const most = table.name === 'record' ? 1 : ROWS_AT_ONCE;
    for (let at = 0; at < rows.length; at += most) {
      const progress = structuredClone(row.progress);
      await retryStalePlans(this.db, () =>
        this.db.transaction(workspace_id, async (stores) => {
          await this.hold(stores, row);
          const schema = await schemaOf(stores);
          const erasing = { stores, workspace_id, erasure_id, schema, subject: subject! };
          let changed = 0;
          for (const each of rows.slice(at, at + most)) if (await rule(erasing, table, each)) changed++;
          progress.erased = { ...row.progress.erased };
          add(progress.erased, table.name, changed);
          await stores.erasures.save(row, { progress });
        }),
      );
      row.progress = progress;
    }
  }

  private async files(row: PersonErasureEntity): Promise<void> {
    const progress = structuredClone(row.progress);
    const found = await this.findInFiles(row);
    const gone = await this.db.transaction(row.workspace_id, async (stores) => {
      await this.hold(stores, row);
      return eraseFiles(stores, found);
    });
    add(progress.erased, 'export_chunk', gone);
    await this.go(row, 'scan', progress);
  }

  /** That may take longer than the erasure is kept for, and there are requests to be answered meanwhile. */
  private findInFiles(row: PersonErasureEntity): Promise<FilesFound> {
    let from = performance.now();
    const goOn = async () => {
      await this.db.autocommit(row.workspace_id, (stores) => this.hold(stores, row));
      await sleep(rest(from));
      from = performance.now();
    };
    return this.db.autocommit(row.workspace_id, (stores) => findInFiles(stores, row.subject!, goOn));
  }

  /** What follows when all tables are through. */
  private async end(row: PersonErasureEntity): Promise<void> {
    const { step, is_dry_run, expect_digest } = row;
    const progress = structuredClone(row.progress);
    if (step === 'erase') {
      await expectSettled(this.db, row);
      return this.go(row, 'files', progress);
    }
    if (step === 'scan') return this.afterScan(row, progress);
    if (is_dry_run) return this.finish(row);
    if (expect_digest !== progress.digest)
      return this.fail(row, 'There is something else to erase than what the dry run showed. Nothing was erased.');
    return this.go(row, 'erase', progress);
  }

  private async afterScan(row: PersonErasureEntity, progress: Progress): Promise<void> {
    const files = await this.findInFiles(row);
    add(progress.scanned.found, 'export_chunk', files.export_chunk.length);
    add(progress.scanned.found, 'import_part', files.import_part.length);
    const isClean = Object.keys(progress.scanned.found).length === 0;
    row.progress = progress;
    if (isClean || progress.round >= ROUNDS) return this.finish(row);
    progress.scanned = { tables: 0, rows: 0, found: {}, names: {} };
    progress.round++;
    return this.go(row, 'erase', progress, await this.foundAgain(row));
  }

  /** With what has come in meanwhile. */
  private foundAgain({ workspace_id, subject }: PersonErasureEntity): Promise<Subject> {
    return this.db.autocommit(workspace_id, async (stores) => findAgain(stores, await schemaOf(stores), subject!));
  }

  private go(
    row: PersonErasureEntity,
    step: ErasureStep,
    ...[progress, subject]: [progress: Progress, subject?: Subject]
  ): Promise<void> {
    return this.save(row, { step, progress: { ...progress, table: 0, after: null }, ...(subject && { subject }) });
  }

  private async finish(row: PersonErasureEntity): Promise<void> {
    const finished_at = new Date();
    const certificate = row.is_dry_run ? null : certificateOf(row, finished_at);
    const isClean = Object.keys(row.progress.scanned.found).length === 0;
    const state = isClean ? ('completed' as const) : ('incomplete' as const);
    await this.db.transaction(row.workspace_id, async (stores) => {
      await this.hold(stores, row);
      await stores.erasures.save(row, { state, certificate, finished_at, subject: null, progress: row.progress });
      if (certificate) await stores.audit.append(noteOf(row, certificate));
    });
    row.state = state;
  }

  private async save(
    row: PersonErasureEntity,
    changes: Partial<Pick<PersonErasureEntity, 'step' | 'progress' | 'subject'>>,
  ): Promise<void> {
    await this.db.transaction(row.workspace_id, async (stores) => {
      await this.hold(stores, row);
      await stores.erasures.save(row, changes);
    });
    Object.assign(row, changes);
  }

  /** @throws Superseded */
  private async hold({ erasures }: Stores, row: PersonErasureEntity): Promise<void> {
    if (!(await erasures.hold(row))) throw new Superseded();
  }
}

/** Milliseconds for which others come first after some work. */
function rest(from: number): number {
  return Math.min(250, (performance.now() - from) / 4);
}

async function schemaOf({ schema }: Stores): Promise<WorkspaceSchema> {
  const loaded = await schema.load();
  if (!loaded) throw notFound('Workspace');
  return loaded;
}
