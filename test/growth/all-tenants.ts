/**
 * Every statement of the services that goes over all tenants, and why it may. `distributed` says how it
 * runs on a Citus: of each shard by itself, without those that cannot be reached, or of all nodes at once, as what must
 * know of everything.
 */
export interface AllTenantsStatement {
  /** The name under which it is prepared, or what its text looks like. */
  statement: string | RegExp;
  reason: string;
  distributed: 'by shard' | 'at once';
}

const QUEUE = 'Whoever is free takes what is due, whosever it is.';
const NOBODY_TOLD =
  'Finds the workspaces that have something to do when nobody was told; the work itself is done in each by itself.';
const NAMED_OUTSIDE = 'A provider names the account or the subscription, and never a workspace.';
const SHARED_ACCOUNT =
  'One account of a provider may be connected in several workspaces, all of which see the same messages there.';
const PERSON = 'A person may belong to several workspaces; their memberships are found by the index of their id.';
const OPERATOR = 'A question of the operator’s about the whole system.';

export const ALL_TENANTS: readonly AllTenantsStatement[] = [
  { statement: 'delivery-claim', reason: QUEUE, distributed: 'by shard' },
  { statement: 'delivery-release', reason: QUEUE, distributed: 'by shard' },
  { statement: 'delivery-catch-up', reason: QUEUE, distributed: 'by shard' },
  { statement: 'sync-due', reason: QUEUE, distributed: 'by shard' },
  { statement: 'sync-unheard', reason: QUEUE, distributed: 'by shard' },
  { statement: /^select workspace_id, purge_id, .* from purge\s/, reason: QUEUE, distributed: 'by shard' },
  { statement: 'event-pending-workspaces', reason: NOBODY_TOLD, distributed: 'by shard' },
  { statement: 'event-old-workspaces', reason: NOBODY_TOLD, distributed: 'by shard' },
  {
    statement: 'event-positions',
    reason: 'Tells in which of the workspaces that are followed something has happened.',
    distributed: 'by shard',
  },
  { statement: 'audit-old-workspaces', reason: NOBODY_TOLD, distributed: 'by shard' },
  { statement: 'imports-idle', reason: NOBODY_TOLD, distributed: 'by shard' },
  { statement: 'imports-old', reason: NOBODY_TOLD, distributed: 'by shard' },
  { statement: 'webhook-due-anywhere', reason: NOBODY_TOLD, distributed: 'by shard' },
  { statement: 'automation-due-anywhere', reason: NOBODY_TOLD, distributed: 'by shard' },
  { statement: 'erasures-due-anywhere', reason: QUEUE, distributed: 'by shard' },
  { statement: 'export-due-anywhere', reason: QUEUE, distributed: 'by shard' },
  { statement: 'export-old-anywhere', reason: NOBODY_TOLD, distributed: 'by shard' },
  { statement: 'idempotency-forget-old', reason: NOBODY_TOLD, distributed: 'by shard' },
  { statement: 'receive-accounts', reason: NAMED_OUTSIDE, distributed: 'by shard' },
  { statement: 'alike-accounts', reason: SHARED_ACCOUNT, distributed: 'at once' },
  { statement: 'sync-subscribed', reason: NAMED_OUTSIDE, distributed: 'by shard' },
  {
    statement: /^insert into membership .* select .* from identity_membership/s,
    reason: PERSON,
    distributed: 'at once',
  },
  {
    statement: /^select w\.workspace_id, w\.name as workspace_name, m\.role from membership/,
    reason: PERSON,
    distributed: 'by shard',
  },
  { statement: 'identity-workspaces', reason: PERSON, distributed: 'at once' },
  { statement: /^update identity_membership set role = null/, reason: PERSON, distributed: 'at once' },
  { statement: /^select count\(\*\)::int as depth, /, reason: OPERATOR, distributed: 'by shard' },
  { statement: /^select channel, state, count\(\*\)::int as count from \(/, reason: OPERATOR, distributed: 'by shard' },
  {
    statement: /^with found as materialized \(select t\.workspace_id from /,
    reason: OPERATOR,
    distributed: 'by shard',
  },
];
