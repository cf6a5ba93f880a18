import type { Capability } from '../actor.js';
import type { Approval } from './approval.js';
import type { ConnectionRow } from './connection.store.js';
import { TIERS, TIER_CAPABILITIES, type Tier } from './tiers.js';

/** An AI client that a person has connected, as the console and the command line show it. */
export interface ConnectionView {
  connection_id: string;
  user_id: string;
  subject: string;
  /** The name of the service whose own connection it is; null of a person's. */
  service_name: string | null;
  client_id: string;
  client_name: string | null;
  client_redirect: string | null;
  tier: Tier;
  capabilities: Capability[];
  /** Whether each draft needs a person before it is sent. */
  approval: Approval;
  version: number;
  created_at: string;
  last_used_at: string | null;
  raised_at: string | null;
  /** What it was refused since its owner last decided what it may do: the tier it needed, and when. */
  asked: { tier: Tier; at: string } | null;
  revoked_at: string | null;
}

/** A connection as it may be shown. */
export function view({
  workspace_id: _workspace,
  access,
  asked_access,
  asked_at,
  ...row
}: ConnectionRow): ConnectionView {
  const tierOf = (given: number | null) => (Object.keys(TIERS) as Tier[]).find((each) => TIERS[each] === given);
  const [tier, askedTier] = [tierOf(access)!, tierOf(asked_access)];
  const iso = (time: Date | null) => time?.toISOString() ?? null;
  const times = {
    created_at: row.created_at.toISOString(),
    last_used_at: iso(row.last_used_at),
    raised_at: iso(row.raised_at),
    revoked_at: iso(row.revoked_at),
  };
  const asked = askedTier && asked_at ? { tier: askedTier, at: asked_at.toISOString() } : null;
  return { ...row, ...times, asked, tier, capabilities: TIER_CAPABILITIES[tier] };
}
