import type { Domain } from '#crm-domain';
import type { QueryResultRow, Pool } from 'pg';

interface Part {
  query<Row>(statement: { text: string }, values: unknown[]): Promise<Row[]>;
}

interface Parts {
  anywhere: { ofParts<T>(ask: (part: Part) => Promise<T>): Promise<{ found: T[] }> };
}

// What Citus says of statements that it does not take apart: of several tenants, or without the tenant's id.
const REFUSED =
  /complex joins|only supported when|could not run distributed|not supported|cannot perform|cannot pushdown|STABLE functions|MUTABLE functions|must not be VOLATILE/;

/**
 * Runs a test's own statement. On a Citus one that is refused runs in each part of the database by itself: rows of all
 * parts, and the sum where each counts.
 */
export async function testSql<Row extends object>(
  { pool, domain }: { pool: Pool; domain: Domain },
  text: string,
  values: unknown[],
): Promise<Row[]> {
  try {
    return (await pool.query<Row & QueryResultRow>(text, values)).rows;
  } catch (error) {
    if (!process.env.TEST_DATABASE_NODES || !REFUSED.test((error as Error).message)) throw error;
    const { anywhere } = domain.db as unknown as Parts;
    const { found } = await anywhere.ofParts((part) => part.query<Row>({ text }, values));
    return /^select (count|sum)\(|^select \(select count/.test(text) ? [summed(found.flat())] : found.flat();
  }
}

/** Runs statements about one workspace, a `;` between them; on a Citus each where the rows of that are. */
export async function sqlOf(pool: Pool, workspaceId: string, texts: string): Promise<void> {
  if (!process.env.TEST_DATABASE_NODES) return void (await pool.query(texts));
  for (const text of texts.split(/;\s*/).filter(Boolean))
    await pool.query(`select crm_on_shard($1, null, $2, '{}', false)`, [workspaceId, text]);
}

function summed<Row extends object>(rows: Row[]): Row {
  const sum = { ...rows[0] } as Record<string, unknown>;
  for (const name of Object.keys(sum))
    if (typeof sum[name] === 'number')
      sum[name] = rows.reduce((all, row) => all + (row as Record<string, number>)[name]!, 0);
  return sum as Row;
}
