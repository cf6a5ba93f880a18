import { newId } from '#platform';
import type { AccessService } from '../../access/access.service.js';
import type { Caller } from '../../actor.js';
import type { Db } from '../../crm-database.js';
import { DomainError, invalid } from '../../errors.js';
import { isObject } from '../../values/parse.js';
import { LargeRecord } from '../find-record.js';
import type { RecordUpserter } from '../matching/upsert.js';
import { tooManyLargeBytes } from '../record-size.js';
import type { RecordService } from '../record.service.js';
import type { ShownRecord } from '../shown/show-record.js';
import type { RecordWriter } from '../writing/record-writer.js';
import { readItem, refOf, type BatchItem, type RecordOfItem } from './batch-item.js';
import type { TogetherCreator, Wanted } from './create-together.js';
import { BatchRefused, MAX_ITEMS, failed, type Batch, type BatchResult, type ItemResult } from './batch.js';

/** Records that are created in one statement at most. */
const MAX_TOGETHER = 100;
/** Bytes of large records that one batch may read: each takes a process for as long as many small ones. */
const MAX_LARGE_BYTES = 16 * 1024 * 1024;

/** What is known of a batch while it runs. */
interface Run {
  caller: Caller;
  batch: Batch;
  refs: Map<string, RecordOfItem>;
  /** Bytes of records that may still be told. */
  room: number;
  largeBytes: number;
}

interface Writers {
  records: RecordService;
  writer: RecordWriter;
  upserter: RecordUpserter;
}

/** Many writes in one request, done in their order by the same rules as single ones. */
export class RecordBatchService {
  constructor(
    private readonly db: Db,
    private readonly access: AccessService,
    private readonly creator: TogetherCreator,
    private readonly writers: Writers,
  ) {}

  /**
   * @returns what became of each item, in their order
   * @throws DomainError unauthenticated, forbidden, validation for the batch as a whole
   * @throws BatchRefused for an atomic batch of which an item failed; nothing is written then
   */
  async run(caller: Caller, batch: Batch): Promise<BatchResult> {
    await this.access.authorize(caller, 'write:data');
    refuseSize(batch.items.length);
    if (batch.mode === 'each') return this.all(caller, batch);
    return this.db.joinTransaction(caller.workspace_id, async () => {
      const result = await this.all(caller, batch);
      const at = result.results.findIndex(failed);
      if (at < 0) return result;
      const { error } = result.results[at] as { error: DomainError };
      const told = result.results.map((each): ItemResult => (failed(each) ? each : { undone: true }));
      throw new BatchRefused(at, error, told);
    });
  }

  private async all(caller: Caller, batch: Batch): Promise<BatchResult> {
    const run: Run = { caller, batch, refs: new Map(), room: batch.room, largeBytes: 0 };
    const results: ItemResult[] = [];
    while (results.length < batch.items.length) {
      batch.signal?.throwIfAborted();
      const at = results.length;
      const done = await this.several(run, at, createsFrom(batch.items, at));
      const fault = done.find((result) => failed(result) && batch.mode === 'atomic' && !isOfItem(result.error));
      if (fault && failed(fault)) throw fault.error;
      results.push(...done);
    }
    return { results, largeBytes: run.largeBytes };
  }

  /** Creates of records that follow each other are done together, as far as nothing is wrong with them. */
  private async several(run: Run, from: number, count: number): Promise<ItemResult[]> {
    if (count < 2) return [await this.one(run, run.batch.items[from], from)];
    const refs = new Map(run.refs);
    const wanted = this.wanted({ ...run, refs }, from, count);
    try {
      const made = wanted && (await this.creator.create(run.caller, wanted));
      if (made) {
        for (const [ref, record] of refs) run.refs.set(ref, record);
        return made.map((record) => told(run, { record }));
      }
    } catch (error) {
      // Nobody knows what was written: it must not be written again.
      for (const ref of refs.keys()) if (!run.refs.has(ref)) run.refs.set(ref, undefined);
      return Array.from({ length: count }, () => ({ error }));
    }
    const half = count >> 1;
    return [...(await this.several(run, from, half)), ...(await this.several(run, from + half, count - half))];
  }

  /** Undefined where one of the items cannot be read. */
  private wanted(run: Run, from: number, count: number): Wanted[] | undefined {
    const { shape, ignore, items } = run.batch;
    try {
      return items.slice(from, from + count).map((input, n) => {
        const { object, data, path, ref } = readItem(input, from + n, run);
        const record_id = newId();
        if (ref !== undefined) run.refs.set(ref, { type: object, id: record_id });
        return { object, record_id, input: { data, path, ignore, shape } };
      });
    } catch {
      return undefined;
    }
  }

  private async one(run: Run, input: unknown, at: number): Promise<ItemResult> {
    const ref = refOf(input);
    try {
      const item = readItem(input, at, run);
      const done = await this.inBounds(run, (caller) => this.write(caller, item, run.batch));
      if (item.ref !== undefined) run.refs.set(item.ref, 'record' in done ? pointer(item, done.record) : undefined);
      return 'record' in done ? told(run, done) : done;
    } catch (error) {
      if (ref !== undefined && !run.refs.has(ref)) run.refs.set(ref, undefined);
      return { error };
    }
  }

  /** Large records are written as well, as long as they are not too many. */
  private async inBounds<T>(run: Run, write: (caller: Caller) => Promise<T>): Promise<T> {
    try {
      return await write({ ...run.caller, defersLarge: true });
    } catch (error) {
      if (!(error instanceof LargeRecord)) throw error;
      if (run.largeBytes + error.bytes > MAX_LARGE_BYTES) throw tooManyLargeBytes(MAX_LARGE_BYTES);
      run.largeBytes += error.bytes;
      return write({ ...run.caller, defersLarge: false });
    }
  }

  private async write(
    caller: Caller,
    item: BatchItem,
    { shape, ignore }: Batch,
  ): Promise<{ record: ShownRecord; created?: boolean } | { deleted: true }> {
    const { records, writer, upserter } = this.writers;
    const { op, object, record, match, data, path } = item;
    const at = { object, record };
    const input = { data, path, ignore, shape };
    switch (op) {
      case 'create':
        return { record: await writer.create(caller, object, input) };
      case 'update':
        return { record: await writer.update(caller, at, input) };
      case 'upsert':
        return upserter.upsert(caller, object, { ...input, match });
      case 'delete':
        return records.delete(caller, at);
      case 'trash':
        return { record: await records.trash(caller, at, { shape }) };
      case 'restore':
        return { record: await records.restore(caller, at, { shape }) };
    }
  }
}

/** How many items from one on create records; 1 for any other item. */
function createsFrom(items: readonly unknown[], from: number): number {
  const end = Math.min(items.length, from + MAX_TOGETHER);
  let at = from;
  while (at < end && isObject(items[at]) && (items[at] as { op?: unknown }).op === 'create') at++;
  return Math.max(1, at - from);
}

function pointer({ object: type }: BatchItem, { id }: ShownRecord): RecordOfItem {
  return { type, id: typeof id === 'string' ? id : id.record_id };
}

/** A record as the answer has it: whole, as long as there is room. */
function told(run: Run, { record, created }: { record: ShownRecord; created?: boolean }): ItemResult {
  const isNew = created === undefined ? {} : { created };
  const bytes = Buffer.byteLength(JSON.stringify(record));
  if (bytes > run.room) return { record: { id: record.id }, ...isNew, shortened: true };
  run.room -= bytes;
  return { record, ...isNew };
}

/** Whether an error is about the item, and would be the same the next time. */
function isOfItem(error: unknown): boolean {
  return error instanceof DomainError && error.kind !== 'unavailable' && error.kind !== 'rate_limited';
}

/** @throws DomainError validation */
function refuseSize(count: number): void {
  if (count >= 1 && count <= MAX_ITEMS) return;
  const expected = `1 to ${MAX_ITEMS} items`;
  throw invalid([{ path: 'items', message: `Expected ${expected}, got ${count}.`, expected }]);
}
