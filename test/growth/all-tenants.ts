/**
 * Every statement of the services that goes over all tenants, and why it may. `distributed` says what becomes of it on
 * a Citus by the documentation of that: it runs on all nodes at once, or it has to be rewritten before tables are
 * distributed.
 */
export interface AllTenantsStatement {
  /** The name under which it is prepared, or what its text looks like. */
  statement: string | RegExp;
  reason: string;
  distributed: 'runs' | 'has to be rewritten';
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
  // A recursion, and rows locked on several nodes.
  { statement: 'delivery-claim', reason: QUEUE, distributed: 'has to be rewritten' },
  { statement: 'delivery-release', reason: QUEUE, distributed: 'has to be rewritten' },
  { statement: 'delivery-catch-up', reason: QUEUE, distributed: 'has to be rewritten' },
  { statement: 'sync-due', reason: QUEUE, distributed: 'runs' },
  { statement: 'sync-unheard', reason: QUEUE, distributed: 'runs' },
  // It compares transaction numbers, which each node counts for itself.
  { statement: /^select workspace_id, purge_id, .* from purge\s/, reason: QUEUE, distributed: 'has to be rewritten' },
  // A recursion.
  { statement: 'event-pending-workspaces', reason: NOBODY_TOLD, distributed: 'has to be rewritten' },
  {
    statement: /^select h\.workspace_id from event_head h join event_feed f/,
    reason: NOBODY_TOLD,
    distributed: 'runs',
  },
  { statement: 'webhook-due-anywhere', reason: NOBODY_TOLD, distributed: 'runs' },
  { statement: 'automation-due-anywhere', reason: NOBODY_TOLD, distributed: 'runs' },
  // It deletes what a limited sub-select finds.
  { statement: /^delete from idempotency i using \(select/, reason: NOBODY_TOLD, distributed: 'has to be rewritten' },
  { statement: 'receive-accounts', reason: NAMED_OUTSIDE, distributed: 'runs' },
  { statement: 'alike-accounts', reason: SHARED_ACCOUNT, distributed: 'runs' },
  { statement: 'sync-subscribed', reason: NAMED_OUTSIDE, distributed: 'runs' },
  { statement: /^insert into membership .* select .* from identity_membership/s, reason: PERSON, distributed: 'runs' },
  {
    statement: /^select w\.workspace_id, w\.name as workspace_name, m\.role from membership/,
    reason: PERSON,
    distributed: 'runs',
  },
  { statement: /^update channel_account a set .* from membership m/s, reason: PERSON, distributed: 'runs' },
  // Some of them limit within a join.
  { statement: /^select count\(\*\)::int as depth, /, reason: OPERATOR, distributed: 'has to be rewritten' },
  { statement: /^select channel, state, count\(\*\)::int as count from \(/, reason: OPERATOR, distributed: 'runs' },
  { statement: /^with found as materialized \(select t\.workspace_id from /, reason: OPERATOR, distributed: 'runs' },
];
