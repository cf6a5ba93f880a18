import type { CitusFacts, CitusNodeFacts } from '#crm-domain/operations';
import { findingsOn } from '../../apps/cli/src/doctor/citus.js';

const SETTINGS = {
  jit: false,
  wal_level: 'logical',
  max_connections: 200,
  max_prepared_transactions: 200,
  has_functions: true,
};
const COORDINATOR: CitusNodeFacts = {
  node: 'coordinator:5432',
  is_coordinator: true,
  is_synced: true,
  takes_shards: false,
  shards: 0,
  settings: SETTINGS,
};
const worker = (change: Partial<CitusNodeFacts> = {}): CitusNodeFacts => ({
  node: 'worker-1:5432',
  is_coordinator: false,
  is_synced: true,
  takes_shards: true,
  shards: 32,
  settings: SETTINGS,
  ...change,
});
const cluster = (change: Partial<CitusFacts> = {}): CitusFacts => ({
  version: '13.2-1',
  plan_mode: 'force_custom_plan',
  shard_count: 64,
  recovers_every: 10,
  nodes: [COORDINATOR, worker(), worker({ node: 'worker-2:5432' })],
  ...change,
});

const PLACED = { parts: [], misplaced: [] };
const badOf = (facts: CitusFacts, plan: Parameters<typeof findingsOn>[1] = PLACED) =>
  findingsOn(facts, plan).flatMap(({ state, text, fix }) => (state === 'ok' ? [] : [`${state}: ${text} => ${fix}`]));
const withSettings = (change: Partial<typeof SETTINGS>) =>
  cluster({ nodes: [COORDINATOR, worker(), worker({ node: 'worker-2:5432', settings: { ...SETTINGS, ...change } })] });

describe('crm doctor on a Citus cluster', () => {
  it('says its size and that each node is well, when all is', () => {
    expect(findingsOn(cluster(), PLACED).map(({ text }) => text)).toEqual([
      'Citus 13.2-1: 64 shards on 2 of 2 nodes',
      'The node coordinator:5432 is set up as it should be',
      'The node worker-1:5432 is set up as it should be',
      'The node worker-2:5432 is set up as it should be',
      'Every table is placed',
    ]);
  });

  it.each<[string, CitusFacts, RegExp]>([
    [
      'jit on one node',
      withSettings({ jit: true }),
      /^warning: jit is on at worker-2:5432.* => Run alter system set jit = off/,
    ],
    [
      'a node that was not told of the shards',
      cluster({ nodes: [COORDINATOR, worker({ is_synced: false }), worker({ node: 'worker-2:5432' })] }),
      /^wrong: The node worker-1:5432 is switched off or does not know.*32 shards.* => Run select citus_activate_node\('worker-1', 5432\)/,
    ],
    ['writes that stay open for long', cluster({ recovers_every: 60 }), /^warning: citus.recover_2pc_interval is 60 s/],
    ['writes that stay open', cluster({ recovers_every: -1 }), /^warning: citus.recover_2pc_interval is off/],
    [
      'a node without prepared transactions',
      withSettings({ max_prepared_transactions: 0 }),
      /^wrong: max_prepared_transactions is 0 on worker-2:5432/,
    ],
    [
      'a node whose shards cannot be moved under writes',
      withSettings({ wal_level: 'replica' }),
      /^warning: wal_level is replica on worker-2:5432/,
    ],
    [
      'functions of another version',
      withSettings({ has_functions: false }),
      /^wrong: The functions of this version are not on worker-2:5432 => Run crm distribute/,
    ],
    [
      'a node that gives no answer',
      cluster({ nodes: [COORDINATOR, worker({ settings: undefined, failure: 'connection refused\nIs it running?' })] }),
      /^wrong: The node worker-1:5432 cannot be asked: connection refused => Start it; until then the workspaces of its 32 shards/,
    ],
    [
      'a node without shards',
      cluster({ nodes: [COORDINATOR, worker(), worker({ node: 'worker-2:5432', shards: 0 })] }),
      /^warning: Citus 13.2-1: 32 shards on 1 of 2 nodes; there is none on worker-2:5432 => Run select citus_rebalance_start/,
    ],
    [
      'a setting for too few shards, before there are any',
      cluster({ shard_count: 8, nodes: [COORDINATOR, worker({ shards: 0 })] }),
      /^warning: citus.shard_count is 8, .* => Run alter system set citus.shard_count = 64 .* before crm distribute\.$/,
    ],
    [
      'too few shards, whatever the setting is by now',
      cluster({ nodes: [COORDINATOR, worker({ shards: 4 }), worker({ node: 'worker-2:5432', shards: 4 })] }),
      /^warning: Each table has only 8 shards.* => With the services stopped, run select alter_distributed_table/,
    ],
    [
      'plans that Citus refuses',
      cluster({ plan_mode: 'force_generic_plan' }),
      /^wrong: plan_cache_mode is force_generic_plan .* => A pooler/,
    ],
    [
      'a coordinator that its nodes do not know',
      cluster({ nodes: [worker()] }),
      /^wrong: The coordinator is not among .* => Run select citus_set_coordinator_host/,
    ],
  ])('finds %s', (_what, facts, text) => {
    expect(badOf(facts)).toEqual([expect.stringMatching(text)]);
  });

  it('finds what is not placed', () => {
    expect(badOf(cluster(), { ...PLACED, parts: [['select 1']] })).toEqual([
      expect.stringMatching(/^wrong: Not everything is placed .*crm distribute/),
    ]);
  });
});
