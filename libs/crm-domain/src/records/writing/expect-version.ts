import type { Actor } from '../../actor.js';
import type { ChangedRow } from '../../events/event.store.js';
import type { Stores } from '../../stores.js';
import { MAX_CHANGES_TOLD, expectVersion, type ChangeSince, type ExpectedVersions } from '../../version-mismatch.js';
import type { RecordRow } from '../document.js';

interface Read {
  actor: Actor;
  row: Pick<RecordRow, 'record_id' | 'rev'>;
}

/**
 * Refuses a write of a record that does not have one of the expected versions. Whoever calls it writes no other revision
 * than that of `row`.
 *
 * @throws DomainError version_mismatch; CapabilityMissing for who may not read
 */
export async function expectRevision(
  { events }: Pick<Stores, 'events'>,
  { actor, row: { record_id, rev } }: Read,
  expected: ExpectedVersions,
): Promise<void> {
  const changes = async (after: number) => {
    const rows = await events.changed(record_id, rev + 1, MAX_CHANGES_TOLD);
    return rows.filter((event) => event.rev > after).map(changeOf);
  };
  await expectVersion({ actor, thing: 'The record', version: rev, expected, changes });
}

function changeOf({ rev, occurred_at, actor_type, actor_id, actor_name, slugs }: ChangedRow): ChangeSince {
  return {
    version: rev,
    changed_at: occurred_at.toISOString(),
    changed_by: { type: actor_type, id: actor_id, name: actor_name },
    fields: slugs,
  };
}
