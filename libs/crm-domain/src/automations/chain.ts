import { trustedClaim, type Caller } from '../actor.js';
import type { Db } from '../crm-database.js';
import type { PlacedEvent } from '../events/event-wire.js';
import type { AutomationEntity } from './automation.entity.js';

/** Automations that set each other off end here. */
const MAX_DEPTH = 8;
/**
 * Runs that automations set off after one change of a person or client: each may set off hundreds of others, and these
 * again. Runs that begin at the same moment do not see each other, so there may be a few more.
 */
const MAX_CHAINED = 200;

/** Why a run ends before all of its actions are done. */
export class Stop extends Error {}

/** Who acts when an automation follows an event, and how far that is from a person or client. */
export function actingFor(
  { workspace_id, automation_id, name }: AutomationEntity,
  { event_id, via }: PlacedEvent,
): Caller {
  return trustedClaim(workspace_id, {
    origin: 'system',
    request_id: event_id,
    name,
    automation_id,
    depth: (via.depth ?? 0) + 1,
    root_event_id: via.root_event_id ?? event_id,
  });
}

/** @throws Stop */
export async function refuseLongChains(db: Db, { workspace_id, via }: PlacedEvent): Promise<void> {
  const { depth = 0, root_event_id: root } = via;
  if (depth >= MAX_DEPTH) throw new Stop(`Stopped: a chain of ${MAX_DEPTH} automations triggered each other.`);
  if (root === undefined) return;
  const runs = await db.autocommit(workspace_id, ({ automations }) => automations.chained(root, MAX_CHAINED));
  if (runs >= MAX_CHAINED)
    throw new Stop(`Stopped: after one change, automations triggered each other ${MAX_CHAINED} times.`);
}
