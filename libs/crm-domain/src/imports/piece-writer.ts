import { Slices } from '../db/slices.js';
import type { AccessService } from '../access/access.service.js';
import type { Caller } from '../actor.js';
import { DomainError } from '../errors.js';
import type { SchemaCache } from '../objects/schema-cache.js';
import { failed, type ItemResult } from '../records/batch/batch.js';
import type { RecordBatchService } from '../records/batch/record-batch.service.js';
import { importCaller } from './import-caller.js';
import type { ImportJobEntity } from './import.entity.js';
import { MAX_REASON, type Row } from './import.js';
import type { RowError } from './import.store.js';
import { RowData } from './row-data.js';

/** Records that the rows of a piece refer to: with what each of them writes, an undo takes the whole piece back at once. */
const MAX_REFERENCES = 800;

/** What became of a piece of rows. */
export interface Outcome {
  /** How many were looked at; the next piece begins behind them. */
  rows: number;
  created: number;
  updated: number;
  errors: RowError[];
}

/** What writes records. */
export interface Domain {
  access: AccessService;
  schemas: SchemaCache;
  recordBatches: RecordBatchService;
}

interface Item {
  row: number;
  data: Record<string, unknown>;
}

/** Writes rows of a file as records, by the code and the rules of a batch in mode `each`. */
export class PieceWriter {
  constructor(private readonly domain: Domain) {}

  /**
   * Writes rows of an import, from the one behind `done` on: all of them, or the first ones.
   *
   * @throws DomainError that is not about a row: for a credential that may not write, and where others are at work
   */
  async write(job: ImportJobEntity, done: number, rows: readonly Row[]): Promise<Outcome> {
    const caller = importCaller(job);
    const data = await this.rowData(caller, job);
    const { items, ...outcome } = await itemsOf(data, done, rows);
    if (items.length === 0) return outcome;
    const results = await this.run(caller, { job, data, items });
    for (const [at, result] of results.entries()) count(outcome, { result, row: items[at]!.row, data });
    outcome.errors.sort((a, b) => a.row - b.row);
    const next = items[results.length]?.row;
    if (next === undefined) return outcome;
    return { ...outcome, rows: next - done - 1, errors: outcome.errors.filter(({ row }) => row < next) };
  }

  /** Fewer results than items where rows change large records: those are written in smaller pieces. */
  private async run(
    caller: Caller,
    { job, data, items }: { job: ImportJobEntity; data: RowData; items: readonly Item[] },
  ): Promise<ItemResult[]> {
    const { match } = data.mapping;
    const { results } = await this.domain.recordBatches.run(caller, {
      mode: 'each',
      items: items.map((item) => ({ op: match ? 'upsert' : 'create', ...(match && { match }), data: item.data })),
      object: job.object_id,
      names: { data: 'data', record: 'record' },
      shape: { format: 'concise', fields: ['id'] },
      room: 0,
      endsWhenFull: true,
    });
    return results;
  }

  private async rowData(caller: Caller, job: ImportJobEntity): Promise<RowData> {
    const actor = await this.domain.access.authorize(caller, 'write:data');
    const schema = await this.domain.schemas.at(caller.workspace_id, actor.schema_version);
    const object = schema.find(job.object_id);
    if (!object) throw new DomainError('validation', 'The object of the import was deleted.');
    return new RowData(object, job.mapping!, job.columns);
  }
}

/** The values of rows, and what is wrong with those that cannot be read. */
async function itemsOf(data: RowData, done: number, rows: readonly Row[]): Promise<Outcome & { items: Item[] }> {
  const read = { rows: 0, created: 0, updated: 0, errors: [] as RowError[], items: [] as Item[] };
  let links = 0;
  const slices = new Slices();
  for (const [at, cells] of rows.entries()) {
    await slices.next();
    const row = done + 1 + at;
    const values = typeof cells === 'string' ? cells : await slices.all(data.read(cells));
    if (typeof values === 'object') links += data.references(values);
    if (links > MAX_REFERENCES && at > 0) break; // The next piece begins with this row.
    read.rows++;
    if (typeof values === 'string') read.errors.push({ row, reason: values.slice(0, MAX_REASON) });
    else read.items.push({ row, data: values });
  }
  return read;
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

/** Whether it is worth another try. */
export function isPassing({ kind }: DomainError): boolean {
  return kind === 'unavailable' || kind === 'rate_limited';
}

function isOfCaller({ kind }: DomainError): boolean {
  return kind === 'unauthenticated' || kind === 'forbidden';
}
