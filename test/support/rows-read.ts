interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  'Actual Loops': number;
}

/** A store's session that only keeps what is asked, so that it can be explained. */
export class KeptStatements {
  readonly all: { text: string; values: unknown[] }[] = [];

  async query<Row>({ text }: { text: string }, values: unknown[]): Promise<Row[]> {
    this.all.push({ text, values });
    return [];
  }
}

interface Database {
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
}

interface Asked {
  text: string;
  values: unknown[];
}

/** How many rows of a table a statement reads when it is run. */
export function rowsRead(database: Database, table: string, asked: Asked): Promise<number> {
  return count(database, table, asked, (node) => node['Actual Rows']);
}

/** The same, with those that are read and then left out. */
export function rowsLookedAt(database: Database, table: string, asked: Asked): Promise<number> {
  return count(database, table, asked, (node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0));
}

async function count(
  database: Database,
  table: string,
  { text, values }: Asked,
  rowsOf: (node: PlanNode) => number,
): Promise<number> {
  const explain = `explain (analyze, timing off, format json) ${text}`;
  const [row] = await database.sql<{ 'QUERY PLAN': unknown }>(explain, values);
  return nodesOf(row!['QUERY PLAN'])
    .filter((node) => node['Relation Name']?.replace(/_\d+$/, '') === table)
    .reduce((sum, node) => sum + rowsOf(node) * node['Actual Loops'], 0);
}

/** Wherever they stand: a Citus has the plan of a worker within its own, with the names of shards. */
function nodesOf(plan: unknown): PlanNode[] {
  if (typeof plan !== 'object' || plan === null) return [];
  const within = Object.values(plan).flatMap(nodesOf);
  return 'Node Type' in plan ? [plan as unknown as PlanNode, ...within] : within;
}
