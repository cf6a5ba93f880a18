import {
  distributionPlan,
  inspectCitus,
  type CitusFacts,
  type CitusNodeFacts,
  type DistributionPlan,
} from '#crm-domain/operations';
import { ok, warning, wrong, type Finding } from './finding.js';

/** What a database on several nodes needs beside a single one; nothing of one without the extension. */
export async function examineCitus(url: string): Promise<Finding[]> {
  const facts = await inspectCitus(url);
  if (!facts) return [];
  return findingsOn(facts, await distributionPlan(url));
}

/** @param plan what `crm distribute` would do */
export function findingsOn(facts: CitusFacts, plan: Pick<DistributionPlan, 'parts' | 'misplaced'>): Finding[] {
  return [
    shapeOf(facts),
    ...shardsOf(facts),
    ...planModeOf(facts),
    ...recoveryOf(facts),
    ...coordinatorOf(facts),
    ...facts.nodes.flatMap(nodeOf),
    ...placementOf(plan),
  ];
}

function placementOf({ parts, misplaced }: Pick<DistributionPlan, 'parts' | 'misplaced'>): Finding[] {
  if (misplaced.length > 0) return misplaced.map(({ table, how, fix }) => wrong(`The table ${table} is ${how}`, fix));
  if (parts.length === 0) return [ok('Every table is placed')];
  return [
    wrong('Not everything is placed on the nodes', 'Run crm distribute; crm distribute --dry-run shows the SQL.'),
  ];
}

function shapeOf({ version, nodes }: CitusFacts): Finding {
  const shards = nodes.reduce((sum, node) => sum + node.shards, 0);
  const takers = nodes.filter((node) => node.takes_shards || node.shards > 0);
  const holders = nodes.filter((node) => node.shards > 0);
  const text = `Citus ${version}: ${shards} shards on ${holders.length} of ${takers.length} nodes`;
  const idle = nodes.filter((node) => node.takes_shards && node.shards === 0).map(({ node }) => node);
  if (shards === 0 || idle.length === 0) return ok(text);
  const fix =
    shards < nodes.length
      ? 'There are fewer shards than nodes; crm tenant isolate gives a workspace a shard of its own.'
      : 'Run select citus_rebalance_start() on the coordinator.';
  return warning(`${text}; there is none on ${idle.join(', ')}`, fix);
}

/** A table cannot be spread over more nodes than it has shards, nor evenly over nearly as many. */
const LEAST_SHARDS = 32;

function shardsOf({ shard_count, nodes }: CitusFacts): Finding[] {
  const made = nodes.reduce((sum, node) => sum + node.shards, 0);
  if (made >= LEAST_SHARDS || (made === 0 && shard_count >= LEAST_SHARDS)) return [];
  if (made === 0) {
    const fix = 'Run alter system set citus.shard_count = 64 and select pg_reload_conf() before crm distribute.';
    return [warning(`citus.shard_count is ${shard_count}, so each table would have only so many shards`, fix)];
  }
  const fix =
    "With the services stopped, run select alter_distributed_table('public.record', shard_count => 64, cascade_to_colocated => true).";
  return [warning(`Each table has only ${made} shards, which can be spread over few nodes`, fix)];
}

function planModeOf({ plan_mode }: CitusFacts): Finding[] {
  if (plan_mode === 'force_custom_plan') return [];
  const text = `plan_cache_mode is ${plan_mode} on a connection of the services, with which Citus refuses most joins`;
  return [
    wrong(text, 'A pooler between them must keep settings of a session, or set plan_cache_mode=force_custom_plan.'),
  ];
}

/** Seconds for which a shard may stay locked by a write that was open on a node when that was lost. */
const LONGEST_RECOVERY = 15;

function recoveryOf({ recovers_every }: CitusFacts): Finding[] {
  if (recovers_every > 0 && recovers_every <= LONGEST_RECOVERY) return [];
  const text = `citus.recover_2pc_interval is ${recovers_every < 0 ? 'off' : `${recovers_every} s`}, so workspaces may wait that long after a lost node is back`;
  const fix = "Run alter system set citus.recover_2pc_interval = '10s' and select pg_reload_conf() on the coordinator.";
  return [warning(text, fix)];
}

function coordinatorOf({ nodes }: CitusFacts): Finding[] {
  if (nodes.some(({ is_coordinator }) => is_coordinator)) return [];
  const fix = "Run select citus_set_coordinator_host('<its host>', <its port>) there.";
  return [wrong('The coordinator is not among the nodes that Citus knows', fix)];
}

function nodeOf({ node, settings, failure = '', shards, is_synced }: CitusNodeFacts): Finding[] {
  if (!settings) {
    const text = `The node ${node} cannot be asked: ${failure.split('\n')[0]}`;
    return [wrong(text, `Start it; until then the workspaces of its ${shards} shards get 503.`)];
  }
  const { jit, wal_level, max_prepared_transactions, has_functions } = settings;
  const findings: Finding[] = [];
  if (!is_synced) {
    const [host, port] = [node.slice(0, node.lastIndexOf(':')), node.slice(node.lastIndexOf(':') + 1)];
    findings.push(
      wrong(
        `The node ${node} is switched off or does not know where the shards are, so the workspaces of its ${shards} shards get errors`,
        `Run select citus_activate_node('${host}', ${port}) on the coordinator.`,
      ),
    );
  }
  if (max_prepared_transactions === 0)
    findings.push(
      wrong(
        `max_prepared_transactions is 0 on ${node}, so what is written to several nodes fails`,
        'Set it to max_connections there and restart that server.',
      ),
    );
  if (!has_functions) findings.push(wrong(`The functions of this version are not on ${node}`, 'Run crm distribute.'));
  if (jit)
    findings.push(
      warning(
        `jit is on at ${node}, which slows statements of all nodes`,
        `Run alter system set jit = off there and select pg_reload_conf().`,
      ),
    );
  if (wal_level !== 'logical')
    findings.push(
      warning(
        `wal_level is ${wal_level} on ${node}, so its shards cannot be moved while they are written to`,
        'Set it to logical there and restart that server.',
      ),
    );
  return findings.length > 0 ? findings : [ok(`The node ${node} is set up as it should be`)];
}
