import pg from 'pg';
import { SHARED_TABLES } from '#crm-domain/operations';
import { shardText } from '../../../libs/crm-domain/src/db/citus/shard-text.js';
import { ALL_TENANTS } from '../all-tenants.js';
import { forgottenIn } from './written-tenant.js';

/** A statement as it was sent, and by which program. */
export interface SentStatement {
  app: string;
  name?: string;
  text: string;
}

export interface Judgement {
  problems: string[];
  /** Statements that were judged and found right. */
  count: number;
  exceptions: number;
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Alias?: string;
  Operation?: string;
  Output?: string[];
  Plans?: PlanNode[];
  [field: string]: unknown;
}

const SHARED: readonly string[] = Object.values(SHARED_TABLES).flat();
/** Programs that work on the schema, and the queue, whose tables are a library's own. */
const NOT_SERVICES = ['crm-migrate', 'crm-distribute', 'crm-jobs', 'crm-doctor'];
const PLANNED = /^\s*(select|insert|update|delete|with)\b/i;
const TENANT =
  /^(?:\w+\.)?workspace_id = \(?\$(\d+)\)?(?:::uuid)?$|^\(?\$(\d+)\)?(?:::uuid)? = (?:\w+\.)?workspace_id$/;

/**
 * Asks Postgres for the plan of each statement, with nothing known of its parameters, and looks at every table in it:
 * each has to be read or written by one and the same parameter as its workspace. What writes has to say so in its own
 * words, because a distributed database splits it before it plans. In a whole run each exception and each table must
 * have come up.
 */
export async function judgeStatements(
  statements: readonly SentStatement[],
  { databaseUrl, isWhole }: { databaseUrl: string; isWhole: boolean },
): Promise<Judgement> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const tenants = await tenantTables(client);
    const onShard = await pretendShard(client, [...tenants, ...SHARED_TABLES.named, ...SHARED_TABLES.copied]);
    const problems: string[] = [];
    const [unused, unseen] = [new Set(ALL_TENANTS), new Set(tenants)];
    let [count, exceptions] = [0, 0];
    for (const { app, name, text } of statements) {
      if (NOT_SERVICES.includes(app) || !PLANNED.test(text)) continue;
      // However its lines are broken.
      const inOneLine = text.replace(/\s+/g, ' ');
      const exception = ALL_TENANTS.find(({ statement }) =>
        typeof statement === 'string' ? statement === name : statement.test(inOneLine),
      );
      if (exception) {
        unused.delete(exception);
        exceptions++;
        continue;
      }
      const { wrong, tables } = await judgeOne(client, text, tenants);
      const there = await plan(client, onShard(text));
      if (wrong.length === 0 && typeof there === 'string')
        wrong.push(`cannot be written with the names that tables have on a Citus: ${there}`);
      for (const table of tables) unseen.delete(table);
      if (wrong.length > 0) problems.push(`${name ?? '(unnamed)'}: ${wrong.join('; ')}\n${text}`);
      else count++;
    }
    if (isWhole) {
      for (const { statement } of unused)
        problems.push(`The listed exception ${statement} was not met: is it still true?`);
      for (const table of unseen)
        problems.push(`No statement on ${table} was met: what is not tried cannot be judged.`);
    }
    return { problems, count, exceptions };
  } finally {
    await client.end();
  }
}

async function judgeOne(
  client: pg.Client,
  text: string,
  tenants: readonly string[],
): Promise<{ wrong: string[]; tables: string[] }> {
  const nodes = await plan(client, text);
  if (typeof nodes === 'string') return { wrong: [`Postgres does not plan it: ${nodes}`], tables: [] };
  const wrong = forgottenIn(text, tenants).map((block) => `does not say its tenant in its own words: ${block}`);
  const parameters = new Set<string>();
  const tables: string[] = [];
  for (const node of nodes) {
    const table = node['Relation Name'];
    if (!table || !tenants.includes(table)) continue;
    tables.push(table);
    if (node['Node Type'] === 'ModifyTable') {
      if (node.Operation === 'Insert' && !insertsTenant(node))
        wrong.push(`inserts into ${table} without its tenant as a parameter`);
      continue;
    }
    const found = tenantsOf(node);
    if (found.length === 0) wrong.push(`${table} ${node.Alias} is not read by its tenant`);
    for (const parameter of found) parameters.add(parameter);
  }
  if (parameters.size > 1) wrong.push(`tenants are taken from several parameters: ${[...parameters].join(', ')}`);
  return { wrong, tables };
}

/** Has each table once more, under the name that it might have in a shard of a Citus. */
async function pretendShard(client: pg.Client, tables: readonly string[]): Promise<(text: string) => string> {
  const names = new Map(tables.map((table) => [table, `${table}_102008`]));
  const made = [...names].map(([table, name]) => `create temp table ${name} (like ${table} including all)`);
  await client.query(made.join(';'));
  return shardText(names);
}

async function plan(client: pg.Client, text: string): Promise<PlanNode[] | string> {
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `explain (generic_plan, verbose, format json) ${text}`,
    );
    return flat(rows[0]!['QUERY PLAN'][0]!.Plan);
  } catch (error) {
    return (error as Error).message;
  }
}

function flat(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flat)];
}

/** Which parameters a scan takes as its tenant. Of a bitmap the conditions stand below. */
function tenantsOf(node: PlanNode): string[] {
  const inside = node['Node Type'] === 'Bitmap Heap Scan' ? flat(node) : [node];
  const conditions = inside.flatMap((each) => [each['Index Cond'], each['Recheck Cond'], each.Filter]);
  return conditions
    .flatMap((condition) => parts(String(condition ?? '')))
    .flatMap((part) => {
      const [, first, second] = TENANT.exec(part) ?? [];
      return first || second ? [`$${first ?? second}`] : [];
    });
}

/** What has to hold all together, of a condition as Postgres writes it: everything in brackets. */
function parts(condition: string): string[] {
  const inner = /^\((.*)\)$/s.exec(condition)?.[1] ?? condition;
  const found = [''];
  let depth = 0;
  for (const token of inner.split(/(\(|\)| AND )/)) {
    if (token === '(') depth++;
    if (token === ')') depth--;
    if (token === ' AND ' && depth === 0) found.push('');
    else found[found.length - 1] += token;
  }
  return found.length > 1 ? found.flatMap(parts) : [inner];
}

/** Rows to be inserted come with every column of the table in its order, and the tenant is the first of each table. */
function insertsTenant(node: PlanNode): boolean {
  const first = node.Plans?.find((child) => child['Parent Relationship'] === 'Outer')?.Output?.[0] ?? '';
  return /^\(?\$\d+\)?(::uuid)?$/.test(first) || /\bworkspace_id$/.test(first);
}

async function tenantTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; first: boolean }>(
    `select c.relname::text as name, a.attnum = 1 as first from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  );
  const tables = rows.filter(({ name }) => !SHARED.includes(name));
  const late = tables.filter(({ first }) => !first).map(({ name }) => name);
  if (late.length > 0) throw new Error(`workspace_id has to be the first column of ${late.join(', ')}.`);
  return tables.map(({ name }) => name);
}
