import type { DataSource } from 'typeorm';
import { DomainError } from '../../errors.js';
import { dataSource } from '../data-source.js';
import { notAWorker } from './coordinator.js';
import { placedTables } from './placement.js';
import { TENANT_NAME } from './tenant-name.js';

/** Where the rows of a workspace are on a Citus. */
export interface TenantPlace {
  shard: string;
  /** `host:port`, as the other nodes reach it. */
  node: string;
  /** How many workspaces have their rows in this shard, itself included. */
  workspaces: number;
}

/** What was done, and where the workspace is now. */
export interface TenantMove extends TenantPlace {
  /** Where it was; null when it was there already. */
  from: string | null;
}

interface FoundPlace extends TenantPlace {
  host: string;
  port: number;
  /** Whether no other workspace could be in this shard. */
  is_alone: boolean;
}

const PLACE = `select s.shardid::text as shard, n.nodename || ':' || n.nodeport as node, n.nodename as host, n.nodeport as port,
    s.shardminvalue = s.shardmaxvalue as is_alone,
    (select count(*) from ${TENANT_NAME} t where t.name like 'organisation %'
      and get_shard_id_for_distribution_column('public.record', t.workspace_id) = s.shardid)::int as workspaces
  from pg_dist_shard s join pg_dist_placement p using (shardid) join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
  where s.shardid = get_shard_id_for_distribution_column('public.record', $1::uuid)`;
const IS_DISTRIBUTED = `select to_regclass('pg_catalog.pg_dist_partition') is not null and to_regclass('public.${TENANT_NAME}') is not null as is_so`;
const HAS_CITUS = `select to_regclass('pg_catalog.pg_dist_partition') is not null as is_so`;
const NOT_AT_ALL =
  'This database is not distributed: all workspaces are on its one server. docs/scaling.md says how to distribute it.';
const IN_PART = 'Only a part of the tables is placed on the nodes. Run crm distribute first; crm doctor says more.';
const EXISTS = `select 1 from ${TENANT_NAME} where workspace_id = $1 and name like 'organisation %'`;
// Without `block_writes` a split never ends where rows are updated meanwhile (citusdata/citus#6790).
const ISOLATE = `select isolate_tenant_to_new_shard('public.record', $1::uuid, 'CASCADE', shard_transfer_mode => 'block_writes')`;
const NODES = `select nodename || ':' || nodeport as node from pg_dist_node
  where noderole = 'primary' and isactive and shouldhaveshards order by 1`;
const SILENT = `select nodename || ':' || nodeport as node
  from run_command_on_all_nodes('select 1') join pg_dist_node using (nodeid) where not success`;

/**
 * Moves the shard that a workspace is in, and so the others in it, to another node. Its services read and write on
 * meanwhile; writes wait for a moment at its end.
 *
 * @param node `host:port` of a node that takes shards
 * @throws DomainError on a database that is not distributed, for a workspace or node that does not exist, and where a
 *   node gives no answer
 */
export function moveTenant(url: string, workspaceId: string, node: string): Promise<TenantMove> {
  return atCoordinator(url, (source) => moved(source, workspaceId, node));
}

/**
 * Gives a workspace a shard of its own, on the node where it is or on another one, so that it can be moved alone. The
 * workspaces of its former shard wait until that is copied, and longer than 5 s get 503.
 *
 * @throws DomainError as `moveTenant`
 */
export function isolateTenant(url: string, workspaceId: string, node?: string): Promise<TenantMove> {
  return atCoordinator(url, async (source) => {
    if (node !== undefined) await knownNode(source, node);
    const { is_alone } = await placeOf(source, workspaceId);
    await answering(source);
    if (!is_alone) await source.query(ISOLATE, [workspaceId]).catch(explainOtherMove);
    const { node: now } = await placeOf(source, workspaceId);
    return moved(source, workspaceId, node ?? now);
  });
}

async function moved(source: DataSource, workspaceId: string, node: string): Promise<TenantMove> {
  await knownNode(source, node);
  const before = await placeOf(source, workspaceId);
  await answering(source);
  if (before.node === node) return { ...shown(before), from: null };
  const at = node.lastIndexOf(':');
  const to = [node.slice(0, at), Number(node.slice(at + 1))];
  await source
    .query('select citus_move_shard_placement($1, $2, $3, $4, $5)', [before.shard, before.host, before.port, ...to])
    .catch(async (error: unknown) => {
      explainNewNode(error);
      await answering(source);
      return explainOtherMove(error);
    });
  return { ...shown(await placeOf(source, workspaceId)), from: before.node };
}

/** @throws DomainError conflict where that is why a move failed */
function explainNewNode(error: unknown): void {
  if (!/missing reference tables/.test((error as Error).message)) return;
  const how = `select replicate_reference_tables('block_writes')`;
  throw new DomainError(
    'conflict',
    `A node that was added has no copies of the shared tables yet. Nothing was changed; run ${how} on the coordinator, then try again.`,
  );
}

/** @throws DomainError conflict where that is why, else the error */
function explainOtherMove(error: unknown): never {
  if (!/could not acquire the lock required to/.test((error as Error).message)) throw error;
  throw new DomainError(
    'conflict',
    'Other shards are being moved or split at the moment. Nothing was changed; wait until that is over (select * from citus_rebalance_status() shows it), then try again.',
  );
}

function shown({ shard, node, workspaces }: FoundPlace): TenantPlace {
  return { shard, node, workspaces };
}

async function placeOf(source: DataSource, workspaceId: string): Promise<FoundPlace> {
  const [known] = await source.query<object[]>(EXISTS, [workspaceId]);
  if (!known) throw new DomainError('not_found', 'Workspace not found.');
  const [place] = await source.query<FoundPlace[]>(PLACE, [workspaceId]);
  return place!;
}

async function knownNode(source: DataSource, node: string): Promise<void> {
  const nodes = (await source.query<{ node: string }[]>(NODES)).map((each) => each.node);
  if (nodes.includes(node)) return;
  const known = nodes.length > 0 ? `those that do are ${nodes.join(', ')}` : 'none does';
  throw new DomainError('not_found', `No node ${node} takes shards; ${known}.`);
}

/** Every node is told where shards are. @throws DomainError conflict where one gives no answer */
async function answering(source: DataSource): Promise<void> {
  const [away] = await source.query<{ node: string }[]>(SILENT);
  if (!away) return;
  throw new DomainError(
    'conflict',
    `No answer comes from the node ${away.node}. Nothing was changed; start it, then try again.`,
  );
}

async function isInPart(source: DataSource): Promise<boolean> {
  const [{ is_so }] = await source.query<[{ is_so: boolean }]>(HAS_CITUS);
  return is_so && (await placedTables(source)).length > 0;
}

async function atCoordinator<T>(url: string, work: (source: DataSource) => Promise<T>): Promise<T> {
  // It takes as long as there are rows to copy.
  const waits = { statementTimeout: 0, lockTimeout: 60_000 };
  const options = { url, poolSize: 1, ...waits, applicationName: 'crm-tenant' };
  const source = await notAWorker(await dataSource(options).initialize());
  try {
    const [{ is_so }] = await source.query<[{ is_so: boolean }]>(IS_DISTRIBUTED);
    if (!is_so) throw new DomainError('conflict', (await isInPart(source)) ? IN_PART : NOT_AT_ALL);
    return await work(source);
  } finally {
    await source.destroy();
  }
}
