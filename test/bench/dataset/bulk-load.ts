import pg from 'pg';
import type { Caller } from '#crm-domain';
import { completeForCreate, planChange, readShortPatch, type ObjectSchema } from '../product.js';
import { addRecord, insertText, noRows, type Rows } from './rows.js';

const BATCH = 1000;
const IN_FLIGHT = 2;
const SLOTS = 32;

export interface Load {
  caller: Caller;
  object: ObjectSchema;
  count: number;
  /** Input of record `n`, from 0. */
  input(n: number): Record<string, unknown>;
}

/**
 * Creates records in bulk: planned by the domain's own rules, stored by one insert a table for each thousand. Gives
 * their ids.
 */
export async function bulkLoad(pool: pg.Pool, load: Load): Promise<string[]> {
  const ids: string[] = [];
  const writing = new Set<Promise<void>>();
  for (let from = 0; from < load.count; from += BATCH) {
    const rows = noRows();
    for (let n = from; n < Math.min(load.count, from + BATCH); n++) ids.push(planned(rows, load, n));
    const written = insert(pool, rows).finally(() => writing.delete(written));
    writing.add(written);
    if (writing.size >= IN_FLIGHT) await Promise.race(writing);
    if (from > 0 && from % 100_000 === 0) process.stdout.write(`    ${from} of ${load.count}\n`);
  }
  await Promise.all(writing);
  await count(pool, load);
  return ids;
}

function planned(rows: Rows, { caller, object, input }: Load, n: number): string {
  const patch = readShortPatch({ object, data: input(n), path: 'data' });
  completeForCreate(object, patch, { path: 'data', me: null });
  const plan = planChange({ object, row: null, patch, caller, now: new Date(0) });
  return addRecord(rows, caller, { object_id: object.row.object_id, actor_name: 'bench' }, plan);
}

async function insert(pool: pg.Pool, rows: Rows): Promise<void> {
  for (const [table, columns] of Object.entries(rows)) {
    if (columns[0]!.length > 0) await pool.query({ name: `load-${table}`, text: insertText(table), values: columns });
  }
}

/** Spreads the count over all slots, as creating them one by one would have. */
async function count(pool: pg.Pool, { caller, object, count }: Load): Promise<void> {
  await pool.query(
    `insert into object_count select $1, $2, slot, $3::int / ${SLOTS} + (slot < $3::int % ${SLOTS})::int from generate_series(0, ${SLOTS - 1}) slot
      on conflict (workspace_id, object_id, slot) do update set n = object_count.n + excluded.n`,
    [caller.workspace_id, object.row.object_id, count],
  );
}
