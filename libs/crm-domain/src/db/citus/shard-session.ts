import { setTimeout as sleep } from 'node:timers/promises';
import { isRetryable } from '../pg-errors.js';
import { arrayLiteral } from '../statement-writer.js';
import type { Columns, Session, Statement } from '../session.js';
import type { DirectNodes } from './direct-nodes.js';
import type { Layout } from './layout.js';
import type { Part } from './nodes.js';
import { ON_SHARD } from './on-shard.js';
import { isUuidShaped, logger } from '#platform';
import { valuesOf } from './row-text.js';
import { StoredTenantNames, TENANT_NAME } from './tenant-name.js';

type Row = Record<string, unknown>;

/** What statements give, by their texts. A text that only stands once is not worth more room than this. */
const COLUMNS = new Map<string, Columns>();
const MOST_TEXTS = 2000;
const [TRIES, PAUSE_MS] = [5, 20];

/**
 * A session on a Citus: statements of a workspace run on its node as they would on a database without nodes, all others
 * where Citus has them run.
 *
 * @param at.direct for statements that each stand alone, which need not go by the coordinator
 */
export function shardSession(
  session: Session,
  { layout, direct }: { layout: Layout; direct?: DirectNodes | undefined },
  workspaceId: string,
): Session {
  return {
    ...session,
    async query<Wanted>(statement: Statement, values: unknown[]): Promise<Wanted[]> {
      const tenant = layout.isOfTenant(statement.text) ? tenantOf(statement, values, workspaceId) : '';
      if (tenant === '') return session.query<Wanted>(onAllNodes(statement), values);
      const byCoordinator = () => onShard(session, tenant, { statement, values });
      const rows = direct
        ? await again(async () => (await direct.rows(session, tenant, [statement, values])) ?? (await byCoordinator()))
        : await byCoordinator();
      await tellListeners(session, statement, direct !== undefined);
      return rows as Wanted[];
    },
    tenantNames: new StoredTenantNames(session),
    ofParts: async (ask) => layout.nodes.ask(await partsOf(session), ask),
  };
}

/**
 * A statement that stands alone and was undone, as one that came to a node which the rows have just left, is done again:
 * a transaction begins anew by itself, but a read in none has nobody else to do so.
 */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error) || tries === TRIES) throw error;
      await sleep(PAUSE_MS * 2 ** tries);
    }
  }
}

/** A session whose statements all go to the shard of a tenant, for whatever tenants have rows there. */
function partSession(session: Session, tenant: string): Session {
  return { query: async (statement, values) => (await onShard(session, tenant, { statement, values })) as never };
}

/** Some statements name another workspace than that of their session. */
function tenantOf({ text }: Statement, [first]: unknown[], workspaceId: string): string {
  return /\bworkspace_id = \$1\b/.test(text) && typeof first === 'string' && isUuidShaped(first) ? first : workspaceId;
}

function onAllNodes(statement: Statement): Statement {
  return statement.onCitus ? { ...statement, text: statement.onCitus } : statement;
}

async function onShard(
  session: Session,
  workspaceId: string,
  { statement, values }: { statement: Statement; values: unknown[] },
): Promise<Row[]> {
  const columns = await columnsOf(session, statement.text);
  const given = [workspaceId, statement.name, statement.text, arrayOf(values), columns.names.length > 0];
  const asked = { name: 'on-shard', text: ON_SHARD, pipelined: statement.pipelined, does: statement.text };
  const rows = (await session.query<{ row: string }>(asked, given)).map(({ row }) => valuesOf(row));
  if (rows[0] === undefined || rows[0].length === columns.names.length) return rows.map((row) => named(columns, row));
  // A migration has added a column since.
  COLUMNS.delete(statement.text);
  const now = await columnsOf(session, statement.text);
  return rows.map((row) => named(now, row));
}

function named({ names, parsers }: Columns, values: readonly (string | null)[]): Row {
  const row: Row = {};
  for (const [at, name] of names.entries()) {
    const value = values[at] ?? null;
    row[name] = value === null ? null : parsers[at]!(value);
  }
  return row;
}

async function columnsOf(session: Session, text: string): Promise<Columns> {
  const known = COLUMNS.get(text);
  if (known) return known;
  if (COLUMNS.size >= MOST_TEXTS) COLUMNS.clear();
  const columns = await session.describe!(text);
  COLUMNS.set(text, columns);
  return columns;
}

function arrayOf(values: readonly unknown[]): string {
  return arrayLiteral(values.map(textOf));
}

/** A value as the driver would send it. */
function textOf(value: unknown): unknown {
  if (value instanceof Buffer) return `\\x${value.toString('hex')}`;
  if (Array.isArray(value)) return arrayLiteral(value.map(textOf));
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** Services listen where they connect, and what a statement says on another node is not heard there. */
async function tellListeners(session: Session, { text }: Statement, isDone: boolean): Promise<void> {
  const channel = /\bpg_notify\('(\w+)'/.exec(text)?.[1];
  if (!channel) return;
  try {
    await session.query({ text: `select pg_notify($1, '')` }, [channel]);
  } catch (error) {
    // What is not heard is found by whoever looks for work; what is done is not to be told as failed.
    if (!isDone) throw error;
    logger.warn({ channel, err: error }, 'Those who listen could not be told; they look again by themselves.');
  }
}

const SHARDS = `select shardid::text as shard, nodename || ':' || nodeport as node
  from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_node n using (groupid)
  where n.noderole = 'primary' and logicalrelid = 'public.record'::regclass order by shardid`;
const ONE_OF_EACH = `select distinct on (shard) shard::text, tenant from (
    select tenant, get_shard_id_for_distribution_column('public.record', tenant) as shard
    from (select gen_random_uuid() as tenant from generate_series(1, $1::int)) made offset 0) placed`;

// The shard of one tenant alone has a single value, which no id made by chance comes upon.
const ONE_THAT_IS_THERE = `select distinct on (shard) shard::text, workspace_id as tenant from (
    select workspace_id, get_shard_id_for_distribution_column('public.record', workspace_id) as shard
    from ${TENANT_NAME} offset 0) placed`;
const MOST_IDS = 200_000;
const MOST_SHARDS = 20_000;

interface Placed {
  shard: string;
  tenant: string;
}

/** By shard, an id that a tenant there would have. */
const tenants = new Map<string, string>();

async function partsOf(session: Session): Promise<Part[]> {
  const shards = await session.query<{ shard: string; node: string }>({ name: 'shards', text: SHARDS }, []);
  const isKnown = ({ shard }: { shard: string }) => tenants.has(shard);
  for (let ids = 20 * shards.length; ids < MOST_IDS && !shards.every(isKnown); ids *= 2)
    remember(await session.query<Placed>({ text: ONE_OF_EACH }, [ids]));
  if (!shards.every(isKnown)) remember(await session.query<Placed>({ text: ONE_THAT_IS_THERE }, []));
  return shards
    .filter(isKnown)
    .map(({ shard, node }) => ({ name: shard, node, session: partSession(session, tenants.get(shard)!) }));
}

/** For each node, an id that a tenant there would have; of a shard with one tenant alone, that tenant's. */
export async function tenantOfEachNode(session: Session): Promise<string[]> {
  const parts = await partsOf(session);
  return [...new Map(parts.map(({ name, node }) => [node, tenants.get(name)!])).values()];
}

function remember(rows: readonly Placed[]): void {
  if (tenants.size >= MOST_SHARDS) tenants.clear();
  for (const { shard, tenant } of rows) tenants.set(shard, tenant);
}
