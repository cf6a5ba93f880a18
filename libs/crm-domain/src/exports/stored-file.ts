import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { Db } from '../crm-database.js';
import { DomainError, invalid } from '../errors.js';
import type { ExportEntity } from './export.entity.js';
import { MAX_STORED, type ExportProgress } from './export.js';
import type { ExportSink } from './export-sink.js';

const compress = promisify(deflateRaw);
const expand = promisify(inflateRaw);

/** Characters after which a piece is stored, and seconds after which one is stored though it is smaller. */
const PIECE = 1024 * 1024;
const PROLONG_MS = 10_000;
/** Bytes of a piece: it ends with the batch of records that fills it, of at most some megabytes. */
const MAX_PIECE = 64 * 1024 * 1024;
/** Node's own 16 KiB take two to three times the time: each goes through the event loop, and is copied. */
const EXPANDED_AT_ONCE = 256 * 1024;
/** Text costs less to compress fast, and takes little more room. */
const LEVEL = 3;
/** For how long an export reads: so long it keeps vacuum from what others delete. */
const MAX_MS = 15 * 60_000;

/** Another process has the export, or it was cancelled. */
export class Superseded extends Error {}

/** Stores the file of an export in pieces, each committed by itself. */
export class StoredFile implements ExportSink {
  private parts: string[] = [];
  private length = 0;
  private chunks = 0;
  private progress: ExportProgress = { records: 0, share: 0 };
  private readonly until = performance.now() + MAX_MS;
  private storedAt = performance.now();
  private restedAt = performance.now();

  constructor(
    private readonly db: Db,
    private readonly row: ExportEntity,
    private readonly signal: AbortSignal,
  ) {}

  async begin(at: Date, position: string): Promise<void> {
    const { db, row } = this;
    const held = await db.autocommit(row.workspace_id, ({ exports }) => exports.begin(row, at, position));
    if (!held) throw new Superseded();
  }

  /** @throws Superseded; the reason of the signal; DomainError where it takes too long or becomes too large */
  async write(text: string, progress: ExportProgress): Promise<void> {
    this.signal.throwIfAborted();
    this.progress = progress;
    this.parts.push(text);
    this.length += text.length;
    const now = performance.now();
    if (now > this.until) throw this.tooMuch(`It took longer than ${MAX_MS / 60_000} minutes.`);
    if (this.length >= PIECE || now - this.storedAt > PROLONG_MS) await this.store();
    // The process is there for its requests.
    await sleep(Math.min(250, Math.max(1, (performance.now() - this.restedAt) / 5)));
    this.restedAt = performance.now();
  }

  /** Stores what is left. @throws Superseded */
  end(): Promise<void> {
    return this.store();
  }

  private async store(): Promise<void> {
    const text = Buffer.from(this.parts.join(''));
    this.parts = [];
    this.length = 0;
    const { records, share } = this.progress;
    const body = await compress(text, { level: LEVEL });
    const chunk = { chunk_no: this.chunks++, body, bytes: text.length, records, progress: share };
    const stored = await this.db.autocommit(this.row.workspace_id, ({ exports }) => exports.add(this.row, chunk));
    if (stored === undefined) throw new Superseded();
    if (stored > MAX_STORED) throw this.tooMuch(`It takes more than ${MAX_STORED / 1024 ** 3} GiB.`);
    this.storedAt = performance.now();
  }

  private tooMuch(message: string): DomainError {
    const { format } = this.row.asked;
    const instead =
      format === 'full'
        ? 'The operator can write it with crm export --format full.'
        : 'Export a view, fewer fields, or one object at a time.';
    return invalid([{ path: 'object', message: `${message} ${instead}` }]);
  }
}

/** A stored piece as it was written. */
export function readPiece(body: Buffer): Promise<Buffer> {
  return expand(body, { maxOutputLength: MAX_PIECE, chunkSize: EXPANDED_AT_ONCE });
}
