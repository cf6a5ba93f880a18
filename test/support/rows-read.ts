interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  'Actual Loops': number;
  Plans?: PlanNode[];
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
  return count(database, asked, (node) => (node['Relation Name'] === table ? node['Actual Rows'] : 0));
}

/** The same, with those that are read and then left out. */
export function rowsLookedAt(database: Database, table: string, asked: Asked): Promise<number> {
  const all = (node: PlanNode) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
  return count(database, asked, (node) => (node['Relation Name'] === table ? all(node) : 0));
}

async function count(database: Database, { text, values }: Asked, rowsOf: (node: PlanNode) => number) {
  const explain = `explain (analyze, timing off, format json) ${text}`;
  const [row] = await database.sql<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(explain, values);
  const counted = (node: PlanNode): number =>
    rowsOf(node) * node['Actual Loops'] + (node.Plans ?? []).reduce((sum, each) => sum + counted(each), 0);
  return counted(row!['QUERY PLAN'][0]!.Plan);
}
