import { TABLES } from '../dataset/rows.js';
import type { Bench, Scenario } from '../scenario.js';

const MOST = 6 * 1024;

/** Runs first: later scenarios add records and history. */
export const bytes: Scenario = {
  name: 'bytes',
  about: 'Bytes on disk a record, indexes and full text among them.',
  async run(bench) {
    const sizes = await sizesOf(bench);
    const { rows } = await bench.database.query<{ records: number }>('select count(*)::int as records from record');
    const records = rows[0]!.records;
    const each = Object.entries(sizes).map(([table, size]) => [table, Math.round(size / records)] as const);
    const sum = each.reduce((total, [, size]) => total + size, 0);
    return [
      {
        what: 'bytes a record, 13 indexed attributes and full text',
        target: `<= ${MOST / 1024} KB`,
        result: `${(sum / 1024).toFixed(1)} KB`,
        reached: sum <= MOST,
        detail: each.map(([table, size]) => `${table} ${size}`).join(', '),
      },
    ];
  },
};

async function sizesOf({ database }: Bench): Promise<Record<string, number>> {
  const { rows } = await database.query<{ table: string; size: string }>(
    'select relname as table, pg_total_relation_size(oid) as size from pg_class where relname = any($1) order by 2 desc',
    [Object.keys(TABLES)],
  );
  return Object.fromEntries(rows.map(({ table, size }) => [table, Number(size)]));
}
