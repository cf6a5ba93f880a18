import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../actor.js';
import type { EventRow } from '../events/event.js';
import type { EventStore } from '../events/event.store.js';
import { MAX_CHANGES_TOLD, expectVersion, type ChangeSince, type ExpectedVersions } from '../version-mismatch.js';

/** An object or an attribute, as a change of it is refused. */
export interface Versioned {
  /** As the message calls it. */
  thing: 'The object' | 'The attribute';
  id: string;
  version: number;
}

/**
 * Refuses a change of an object or an attribute that does not have one of the expected versions.
 *
 * @throws DomainError version_mismatch; CapabilityMissing for who may not read
 */
export function expectSchemaVersion(
  events: EventStore,
  actor: Actor,
  { thing, id, version }: Versioned,
  expected: ExpectedVersions,
): Promise<void> {
  const changes = async (after: number) => {
    const { rows } = await events.timeline(id, FIRST_REV, MAX_CHANGES_TOLD);
    return rows.flatMap(changeOf).filter((change) => change.version > after);
  };
  return expectVersion({ actor, thing, version, expected, changes });
}

/** Events of what has no revisions have 0. */
const FIRST_REV = 1;

type Shown = Record<string, unknown> | undefined;

/** Events of the releases before say no version. */
function changeOf({ occurred_at, actor_type, actor_id, actor_name, data }: EventRow): ChangeSince[] {
  const [before, after] = [data['before'] as Shown, data['after'] as Shown];
  if (typeof after?.['version'] !== 'number') return [];
  return [
    {
      version: after['version'],
      changed_at: occurred_at.toISOString(),
      changed_by: { type: actor_type, id: actor_id, name: actor_name },
      fields: Object.keys(after).filter(
        (field) => field !== 'version' && !isDeepStrictEqual(before?.[field], after[field]),
      ),
    },
  ];
}
