import { newId } from '#platform';
import type { AccessService } from '../../access/access.service.js';
import type { Caller } from '../../actor.js';
import type { Db } from '../../crm-database.js';
import { DomainError } from '../../errors.js';
import type { SchemaCache } from '../../objects/schema-cache.js';
import { recordIdOf } from '../../values/record-slug.js';
import { LargeRecord } from '../find-record.js';
import type { RecordUpserter } from '../matching/upsert.js';
import { tooManyLargeBytes } from '../record-size.js';
import type { RecordService } from '../record.service.js';
import type { ShownRecord } from '../shown/show-record.js';
import type { RecordWriter } from '../writing/record-writer.js';
import type { RecordInput } from '../writing/write.js';
import { readItem, refOf, type BatchItem, type RecordOfItem } from './batch-item.js';
import type { TogetherWriter } from './together-writer.js';
import { goesTogether, type Wanted } from './together.js';
import { BatchRefused, failed, type Batch, type BatchResult, type ItemResult } from './batch.js';
import { judgeBatch, refuseSize } from './judge-batch.js';
import { ToldIssues } from './told-issues.js';
import { undone } from './undone.js';

/** Records that are written in one statement at most. */
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
  /** Whether an item was refused because of these bytes. */
  isFull: boolean;
  /** How many items are tried at once. */
  together: number;
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
    private readonly rights: { access: AccessService; schemas: SchemaCache },
    private readonly writer: TogetherWriter,
    private readonly writers: Writers,
  ) {}

  /**
   * @returns what became of each item, in their order; see also `endsWhenFull`
   * @throws DomainError unauthenticated, forbidden, validation for the batch as a whole
   * @throws BatchRefused for an atomic batch of which an item failed; nothing is written then
   */
  async run(caller: Caller, batch: Batch): Promise<BatchResult> {
    const { access, schemas } = this.rights;
    const { schema_version } = await access.authorize(caller, 'write:data');
    refuseSize(batch);
    judgeBatch(await schemas.at(caller.workspace_id, schema_version), batch);
    if (batch.mode === 'each') return this.all(caller, batch);
    return this.db.joinTransaction(caller.workspace_id, async () => {
      const result = await this.all(caller, batch);
      const at = result.results.findIndex(failed);
      if (at < 0) return result;
      const { error } = result.results[at] as { error: DomainError };
      throw new BatchRefused(at, error, undone(batch, result.results));
    });
  }

  private async all(caller: Caller, batch: Batch): Promise<BatchResult> {
    const { room } = batch;
    const run: Run = { caller, batch, refs: new Map(), room, largeBytes: 0, isFull: false, together: MAX_TOGETHER };
    const results: ItemResult[] = [];
    const issues = new ToldIssues();
    while (results.length < batch.items.length) {
      batch.signal?.throwIfAborted();
      const done = await this.next(run, results.length);
      if (run.isFull && batch.endsWhenFull) break;
      const fault = done.find((result) => failed(result) && batch.mode === 'atomic' && !isOfItem(result.error));
      if (fault && failed(fault)) throw fault.error;
      results.push(...done.map((result) => issues.of(result)));
    }
    return { results, largeBytes: run.largeBytes };
  }

  /**
   * Writes that follow each other are done together, as far as nothing is wrong with them. After a refusal fewer are
   * tried at once, so that what has to be done again stays in proportion to what is done.
   */
  private async next(run: Run, from: number): Promise<ItemResult[]> {
    for (;;) {
      const wanted = run.together > 1 ? this.wanted(run, from) : [];
      const isTried = wanted.length > 1;
      const done = isTried ? await this.together(run, wanted) : [];
      if (done && done.length > 0) {
        run.together = Math.min(MAX_TOGETHER, 2 * done.length);
        return done;
      }
      if (isTried) run.together >>= 1;
      if (!done) continue;
      const single = await this.one(run, run.batch.items[from], from);
      if (!isTried && !failed(single)) run.together = Math.min(MAX_TOGETHER, 2 * run.together);
      return [single];
    }
  }

  /** Undefined where one of them was refused. */
  private async together(run: Run, wanted: readonly Wanted[]): Promise<ItemResult[] | undefined> {
    try {
      const done = await this.writer.write(run.caller, wanted);
      return done?.map((each, at) => {
        const { ref } = wanted[at]!;
        if (ref !== undefined) run.refs.set(ref, pointer(wanted[at]!, each.record));
        return told(run, each);
      });
    } catch (error) {
      // Nobody knows what was written: it must not be written again.
      for (const { ref } of wanted) if (ref !== undefined) run.refs.set(ref, undefined);
      return wanted.map(() => ({ error }));
    }
  }

  /** The items from one on that may be written together, up to one that cannot be read. */
  private wanted(run: Run, from: number): Wanted[] {
    const { batch } = run;
    const refs = new Map(run.refs);
    const wanted: Wanted[] = [];
    for (const [n, input] of batch.items.slice(from, from + run.together).entries()) {
      const item = readable(input, from + n, { batch, refs });
      if (!item || !goesTogether(item)) break;
      const record_id = item.op === 'update' ? (recordIdOf(item.record) ?? '') : newId();
      wanted.push({ ...item, record_id, input: inputOf(item, batch) });
      // Which record an upsert has written is known when it is done.
      if (item.ref !== undefined && item.op === 'upsert') break;
      if (item.ref !== undefined) refs.set(item.ref, { type: item.object, id: record_id });
    }
    return wanted;
  }

  private async one(run: Run, input: unknown, at: number): Promise<ItemResult> {
    const ref = refOf(input);
    try {
      const item = readItem(input, at, run);
      const done = await this.inBounds(run, (caller) => this.write(caller, item, run.batch));
      if (item.ref !== undefined)
        run.refs.set(item.ref, 'record' in done ? pointer(item, done.record) : { type: item.object, id: item.record });
      return 'record' in done ? told(run, done) : done;
    } catch (error) {
      if (ref !== undefined && !run.refs.has(ref)) run.refs.set(ref, undefined);
      if (error instanceof DomainError && error.facts) shorten(run, error);
      return { error };
    }
  }

  /** Large records are written as well, as long as they are not too many. */
  private async inBounds<T>(run: Run, write: (caller: Caller) => Promise<T>): Promise<T> {
    try {
      return await write({ ...run.caller, defersLarge: true });
    } catch (error) {
      if (!(error instanceof LargeRecord)) throw error;
      // An item that cannot wait for another batch is bounded by its own limits.
      const isFirst = run.largeBytes === 0 && run.batch.endsWhenFull;
      run.isFull = !isFirst && run.largeBytes + error.bytes > MAX_LARGE_BYTES;
      if (run.isFull) throw tooManyLargeBytes(MAX_LARGE_BYTES);
      run.largeBytes += error.bytes;
      return write({ ...run.caller, defersLarge: false });
    }
  }

  private async write(
    caller: Caller,
    item: BatchItem,
    batch: Batch,
  ): Promise<{ record: ShownRecord; created?: boolean } | { deleted: true }> {
    const { records, writer, upserter } = this.writers;
    const { op, object, record, match, trashed, expected } = item;
    const { shape } = batch;
    const at = { object, record };
    const input = inputOf(item, batch);
    switch (op) {
      case 'create':
        return { record: await writer.create(caller, object, input) };
      case 'update':
        return { record: await writer.update(caller, at, input) };
      case 'upsert':
        return upserter.upsert(caller, object, { ...input, match });
      case 'delete':
        return records.delete(caller, at, { trashed, expected });
      case 'trash':
        return { record: await records.trash(caller, at, { shape, expected }) };
      case 'restore':
        return { record: await records.restore(caller, at, { shape, expected }) };
    }
  }
}

function inputOf({ data, path, expected }: BatchItem, { ignore, shape }: Batch): RecordInput {
  return { data, path, ignore, shape, expected };
}

/** Undefined for one in which something is wrong: done alone, it says what. */
function readable(...item: Parameters<typeof readItem>): BatchItem | undefined {
  try {
    return readItem(...item);
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
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

/** What an error tells beside its message takes room in the answer, too: without room, only the present version is told. */
function shorten(run: Run, error: DomainError): void {
  const bytes = Buffer.byteLength(JSON.stringify(error.facts));
  if (bytes <= run.room) run.room -= bytes;
  else error.facts = { current_version: error.facts?.['current_version'] };
}

/** Whether an error is about the item, and would be the same the next time. */
function isOfItem(error: unknown): boolean {
  return error instanceof DomainError && error.kind !== 'unavailable' && error.kind !== 'rate_limited';
}
