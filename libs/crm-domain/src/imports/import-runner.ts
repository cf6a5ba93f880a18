import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../actor.js';
import type { Db } from '../crm-database.js';
import { Slices } from '../db/slices.js';
import { DomainError } from '../errors.js';
import type { SchemaCache } from '../objects/schema-cache.js';
import { failed, type ItemResult } from '../records/batch/batch.js';
import type { RecordBatchService } from '../records/batch/record-batch.service.js';
import type { AccessService } from '../access/access.service.js';
import { importCaller } from './import-caller.js';
import type { ImportJobEntity } from './import.entity.js';
import { ImportReader, Superseded } from './import-reader.js';
import { MAX_REASON, type ImportKey, type Row } from './import.js';
import type { ImportStore, RowError } from './import.store.js';
import { RowData } from './row-data.js';

/** Milliseconds for which one import keeps its place; then others have their turn. */
const TURN_MS = 15_000;
/** After each piece it rests for this share of the time that the piece took. */
const REST = 0.25;
const MAX_REST_MS = 250;
/** How often the same piece is tried. */
const MAX_ATTEMPTS = 20;
/** Records that the rows of a piece refer to: with what each of them writes, an undo takes the whole piece back at once. */
const MAX_REFERENCES = 800;

/** What became of a piece of rows. */
interface Outcome {
  rows: number;
  created: number;
  updated: number;
  errors: RowError[];
}

/** Ends the transaction of a check. */
class Discarded extends Error {
  constructor(readonly outcome: Outcome) {
    super('A check is not kept.');
  }
}

interface Domain {
  db: Db;
  access: AccessService;
  schemas: SchemaCache;
  recordBatches: RecordBatchService;
}

/**
 * Works on imports in the background, beside any number of processes that do the same. Rows are written with the number
 * of those that are done in one transaction: whoever is killed has written both or neither.
 */
export class ImportRunner {
  constructor(private readonly domain: Domain) {}

  /** Works on an import for a while. Gives whether there is more to do. Whoever worked on it before is stopped. */
  async run({ workspace_id, import_id }: ImportKey, signal: AbortSignal): Promise<boolean> {
    const { db } = this.domain;
    const job = await db.autocommit(workspace_id, ({ imports }) => imports.claim(import_id));
    if (!job) return false;
    try {
      if (job.attempts > MAX_ATTEMPTS) throw new DomainError('validation', 'It failed too often at the same place.');
      if (job.state !== 'reading') return await this.turn(job, signal);
      await new ImportReader(db, job).read(signal);
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
    if (job.rows_done === 0) await this.dropErrors(job);
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

  /** Those of a check before. @throws Superseded */
  private async dropErrors(job: ImportJobEntity): Promise<void> {
    const drop = async ({ imports }: { imports: ImportStore }) => {
      await held(imports, job, 0);
      return imports.drop('import_error', job.import_id);
    };
    while (await this.domain.db.transaction(job.workspace_id, drop));
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
      return advance(await this.write(job, done, rows));
    });
  }

  /** As a run would do it; nothing of it is kept. */
  private async tried(job: ImportJobEntity, done: number, rows: readonly Row[]): Promise<Outcome> {
    try {
      return await this.domain.db.joinTransaction(job.workspace_id, async () => {
        throw new Discarded(await this.write(job, done, rows));
      });
    } catch (error) {
      if (error instanceof Discarded) return error.outcome;
      throw error;
    }
  }

  private async write(job: ImportJobEntity, done: number, rows: readonly Row[]): Promise<Outcome> {
    const caller = importCaller(job);
    const data = await this.rowData(caller, job);
    const outcome: Outcome = { rows: 0, created: 0, updated: 0, errors: [] };
    let links = 0;
    const items: { row: number; data: Record<string, unknown> }[] = [];
    const slices = new Slices();
    for (const [at, cells] of rows.entries()) {
      // To read some values, such as phone numbers, takes a while.
      await slices.next();
      const row = done + 1 + at;
      const read = typeof cells === 'string' ? cells : data.read(cells);
      if (typeof read === 'object') links += data.references(read);
      if (links > MAX_REFERENCES && at > 0) break; // The next piece begins with this row.
      outcome.rows++;
      if (typeof read === 'string') outcome.errors.push({ row, reason: read.slice(0, MAX_REASON) });
      else items.push({ row, data: read });
    }
    if (items.length === 0) return outcome;
    const { match } = data.mapping;
    const { results } = await this.domain.recordBatches.run(caller, {
      mode: 'each',
      items: items.map((item) => ({ op: match ? 'upsert' : 'create', ...(match && { match }), data: item.data })),
      object: job.object_id,
      names: { data: 'data', record: 'record' },
      shape: { format: 'concise', fields: ['id'] },
      room: 0,
    });
    for (const [at, result] of results.entries()) count(outcome, { result, row: items[at]!.row, data });
    outcome.errors.sort((a, b) => a.row - b.row);
    return outcome;
  }

  private async rowData(caller: Caller, job: ImportJobEntity): Promise<RowData> {
    const actor = await this.domain.access.authorize(caller, 'write:data');
    const schema = await this.domain.schemas.at(caller.workspace_id, actor.schema_version);
    const object = schema.find(job.object_id);
    if (!object) throw new DomainError('validation', 'The object of the import was deleted.');
    return new RowData(object, job.mapping!, job.columns);
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

function count(outcome: Outcome, { result, row, data }: { result: ItemResult; row: number; data: RowData }): void {
  if (!failed(result)) {
    if ('created' in result && result.created === false) outcome.updated++;
    else outcome.created++;
    return;
  }
  const { error } = result;
  if (!(error instanceof DomainError) || isPassing(error) || isOfCaller(error)) throw error;
  outcome.errors.push({ row, reason: reasonOf(error, data).slice(0, MAX_REASON) });
}

/** In the words of the file. */
function reasonOf({ issues, message }: DomainError, data: RowData): string {
  if (issues.length === 0) return message;
  const texts = issues.map((issue) => {
    const attribute = /^items\[\d+\]\.data\.([^.[]+)/.exec(issue.path)?.[1];
    const name = attribute && (data.columnOf(attribute) ?? attribute);
    return name ? `${name}: ${issue.message}` : issue.message;
  });
  return texts.join(' ');
}

function isPassing({ kind }: DomainError): boolean {
  return kind === 'unavailable' || kind === 'rate_limited';
}

function isOfCaller({ kind }: DomainError): boolean {
  return kind === 'unauthenticated' || kind === 'forbidden';
}
