import type { Rest } from './rest.js';

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
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

/** How many rows of a table a statement reads when it is run. */
export async function rowsRead(
  rest: Rest,
  table: string,
  { text, values }: { text: string; values: unknown[] },
): Promise<number> {
  const [row] = await rest.sql<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    `explain (analyze, timing off, format json) ${text}`,
    values,
  );
  const count = (node: PlanNode): number =>
    (node['Relation Name'] === table ? node['Actual Rows'] * node['Actual Loops'] : 0) +
    (node.Plans ?? []).reduce((sum, each) => sum + count(each), 0);
  return count(row!['QUERY PLAN'][0]!.Plan);
}
