import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../crm-database.js';
import { DomainError } from '../errors.js';
import type { ImportJobEntity } from './import.entity.js';
import { ImportReader, Superseded, readingTurns } from './import-reader.js';
import { MAX_REASON, isLargeFile, type ImportKey, type Row } from './import.js';
import type { ImportStore } from './import.store.js';
import { PieceWriter, isPassing, type Domain, type Outcome } from './piece-writer.js';

/** Milliseconds for which one import keeps its place; then others have their turn. */
const TURN_MS = 15_000;
/** After each piece it rests for this share of the time that the piece took. */
const REST = 0.25;
const MAX_REST_MS = 250;
/** Large files that a process reads at the same moment. */
const READ_AT_ONCE = 2;
/** How often the same piece is tried. */
const MAX_ATTEMPTS = 20;

/** Ends the transaction of a check. */
class Discarded extends Error {
  constructor(readonly outcome: Outcome) {
    super('A check is not kept.');
  }
}

/**
 * Works on imports in the background, beside any number of processes that do the same. Rows are written with the number
 * of those that are done in one transaction: whoever is killed has written both or neither.
 */
export class ImportRunner {
  private readonly writer: PieceWriter;
  private readonly readingTurns = readingTurns(READ_AT_ONCE);

  constructor(private readonly domain: Domain & { db: Db }) {
    this.writer = new PieceWriter(domain);
  }

  /** Whether the next that is to be done is to read a file that takes long. */
  async hasLargeFile({ workspace_id, import_id }: ImportKey): Promise<boolean> {
    const job = await this.domain.db.autocommit(workspace_id, ({ imports }) => imports.find(import_id));
    return job?.state === 'reading' && isLargeFile(job);
  }

  /** Works on an import for a while. Gives whether there is more to do. Whoever worked on it before is stopped. */
  async run({ workspace_id, import_id }: ImportKey, signal: AbortSignal): Promise<boolean> {
    const { db } = this.domain;
    const job = await db.autocommit(workspace_id, ({ imports }) => imports.claim(import_id));
    if (!job) return false;
    try {
      if (job.attempts > MAX_ATTEMPTS) throw new DomainError('validation', 'It failed too often at the same place.');
      if (job.state !== 'reading') return await this.turn(job, signal);
      await new ImportReader(db, job, isLargeFile(job) ? this.readingTurns : undefined).read(signal);
      return false;
    } catch (error) {
      if (error instanceof Superseded) return false;
      if (!(error instanceof DomainError) || isPassing(error)) throw error;
      await this.fail(job, error.message);
      return false;
    }
  }

  /** Whoever comes next need not wait until this one counts as lost. */
  private async turn(job: ImportJobEntity, signal: AbortSignal): Promise<boolean> {
    const hasMore = await this.pieces(job, signal);
    if (hasMore) await this.domain.db.autocommit(job.workspace_id, ({ imports }) => imports.release(job));
    return hasMore;
  }

  private async pieces(job: ImportJobEntity, signal: AbortSignal): Promise<boolean> {
    if (job.rows_done === 0) await this.drop('import_error', job);
    // From now on it is not read again.
    if (job.state === 'running') await this.drop('import_part', job);
    const until = performance.now() + TURN_MS;
    for (let done = job.rows_done; !signal.aborted;) {
      const begun = performance.now();
      done += await this.piece(job, done);
      if (done >= job.rows_read) return false;
      if (performance.now() > until) return true;
      await sleep(Math.min(MAX_REST_MS, REST * (performance.now() - begun)));
    }
    return true;
  }

  /** Errors of a check before, or the file as it was sent. @throws Superseded */
  private async drop(what: 'import_error' | 'import_part', job: ImportJobEntity): Promise<void> {
    const some = async ({ imports }: { imports: ImportStore }) => {
      await held(imports, job, job.rows_done);
      return imports.drop(what, job.import_id);
    };
    while (await this.domain.db.transaction(job.workspace_id, some));
  }

  /** Gives how many rows were done. */
  private async piece(job: ImportJobEntity, done: number): Promise<number> {
    const { db } = this.domain;
    const { workspace_id, import_id } = job;
    const piece = await db.autocommit(workspace_id, ({ imports }) => imports.piece(import_id, done + 1));
    const rows = piece ? (JSON.parse(piece.cells) as Row[]).slice(done + 1 - piece.first_row) : [];
    if (rows.length === 0) throw new DomainError('validation', 'The rows of the file are no longer kept.');
    const advance = async (outcome: Outcome) => {
      await db.transaction(workspace_id, ({ imports }) => this.advance(imports, job, { done, outcome }));
      return outcome.rows;
    };
    if (job.state === 'checking') return advance(await this.tried(job, done, rows));
    return db.joinTransaction(workspace_id, async () => {
      await db.autocommit(workspace_id, ({ imports }) => held(imports, job, done));
      return advance(await this.writer.write(job, done, rows));
    });
  }

  /** As a run would do it; nothing of it is kept. */
  private async tried(job: ImportJobEntity, done: number, rows: readonly Row[]): Promise<Outcome> {
    try {
      return await this.domain.db.joinTransaction(job.workspace_id, async () => {
        throw new Discarded(await this.writer.write(job, done, rows));
      });
    } catch (error) {
      if (error instanceof Discarded) return error.outcome;
      throw error;
    }
  }

  private async advance(
    imports: ImportStore,
    job: ImportJobEntity,
    { done, outcome }: { done: number; outcome: Outcome },
  ): Promise<void> {
    const now = await held(imports, job, done);
    const rows_done = done + outcome.rows;
    const isLast = rows_done >= job.rows_read;
    const failures = now.failed + outcome.errors.length;
    if (outcome.errors.length > 0) await imports.addErrors(job.import_id, outcome.errors);
    await imports.update(job.import_id, {
      rows_done,
      created: now.created + outcome.created,
      updated: now.updated + outcome.updated,
      failed: failures,
      attempts: 0,
      ...(isLast && { state: job.state === 'checking' ? 'checked' : 'done', claim: null }),
      ...(isLast && job.state === 'running' && { finished_at: () => 'now()' }),
      // There are no failed rows to be read again, and the file's room is counted.
      ...(isLast && job.state === 'running' && failures === 0 && { kept_until: () => 'now()' }),
    });
  }

  private async fail(job: ImportJobEntity, failure: string): Promise<void> {
    await this.domain.db.transaction(job.workspace_id, async ({ imports }) => {
      const now = await imports.hold(job.import_id);
      if (now?.claim !== job.claim) return;
      await imports.update(job.import_id, {
        state: 'failed',
        failure: failure.slice(0, MAX_REASON),
        claim: null,
        finished_at: () => 'now()',
        // Of a file that cannot be read there is nothing to keep, and its room is counted.
        ...(job.state === 'reading' && { kept_until: () => 'now()' }),
      });
    });
  }
}

/** The import, for this transaction, if nobody else has taken it over. @throws Superseded */
async function held(imports: ImportStore, job: ImportJobEntity, done: number): Promise<ImportJobEntity> {
  const now = await imports.hold(job.import_id);
  if (!now || now.claim !== job.claim || now.state !== job.state || now.rows_done !== done) throw new Superseded();
  return now;
}
