import type { DataSource } from 'typeorm';
import { looking } from '../inspect.js';
import { functionDigests } from './on-shard.js';

/** One server of a Citus, as itself says it. */
export interface CitusNodeFacts {
  /** `host:port`, as the other nodes reach it. */
  node: string;
  is_coordinator: boolean;
  /** Whether it is in use and knows what the coordinator knows of the shards. */
  is_synced: boolean;
  /** Whether shards may be placed there, and how many of each table are. */
  takes_shards: boolean;
  shards: number;
  /** What is known of a node that answers; else why it could not be asked. */
  settings?: CitusSettings;
  failure?: string;
}

/** How a node of a Citus is set up, as far as the services depend on it. */
export interface CitusSettings {
  jit: boolean;
  wal_level: string;
  max_connections: number;
  max_prepared_transactions: number;
  /** Whether the functions that run the statements of tenants are those of this version. */
  has_functions: boolean;
}

/** What is known of a distributed database. */
export interface CitusFacts {
  version: string;
  /** `plan_cache_mode` of a connection as the services make it. */
  plan_mode: string;
  /** `citus.shard_count`: how many shards a table gets that is placed beside none. */
  shard_count: number;
  /** `citus.recover_2pc_interval`, after which a write that a lost node left open is ended; below 0 never. Seconds. */
  recovers_every: number;
  nodes: CitusNodeFacts[];
}

const INSTALLED = `select extversion as version, current_setting('plan_cache_mode') as plan_mode,
  current_setting('citus.shard_count')::int as shard_count,
  (select setting::int / 1000 from pg_settings where name = 'citus.recover_2pc_interval') as recovers_every
  from pg_extension where extname = 'citus'`;

const OF_A_NODE = `select json_build_object(
  'jit', current_setting('jit')::bool,
  'wal_level', current_setting('wal_level'),
  'max_connections', current_setting('max_connections')::int,
  'max_prepared_transactions', current_setting('max_prepared_transactions')::int,
  'digests', (select coalesce(json_agg(md5(prosrc)), '[]') from pg_proc where proname like 'crm\\_%'))`;

const NODES = `select n.nodename || ':' || n.nodeport as node, n.groupid = 0 as is_coordinator,
    n.isactive and (n.groupid = 0 or n.hasmetadata and n.metadatasynced) as is_synced,
    n.shouldhaveshards as takes_shards, c.success, c.result,
    (select count(*) from pg_dist_placement p join pg_dist_shard s using (shardid)
      where s.logicalrelid = to_regclass('public.record') and p.groupid = n.groupid)::int as shards
  from run_command_on_all_nodes($1) c join pg_dist_node n using (nodeid)
  order by n.groupid`;

/**
 * What an operator asks of a Citus; undefined of a database that has not the extension.
 *
 * @throws when it cannot be reached
 */
export function inspectCitus(url: string): Promise<CitusFacts | undefined> {
  return looking(url, async (source) => {
    const [found] = await source.query<Omit<CitusFacts, 'nodes'>[]>(INSTALLED);
    return found && { ...found, nodes: await nodesOf(source) };
  });
}

interface NodeRow extends Omit<CitusNodeFacts, 'settings' | 'failure'> {
  success: boolean;
  /** The answer of the node as text, or why there is none. */
  result: string;
}

async function nodesOf(source: DataSource): Promise<CitusNodeFacts[]> {
  const rows = await source.query<NodeRow[]>(NODES, [OF_A_NODE]);
  return rows.map(({ success, result, ...node }) => ({
    ...node,
    ...(success ? { settings: settingsIn(result) } : { failure: result }),
  }));
}

function settingsIn(answer: string): CitusSettings {
  const { digests, ...settings } = JSON.parse(answer) as CitusSettings & { digests: string[] };
  return { ...settings, has_functions: functionDigests.every((digest) => digests.includes(digest)) };
}
