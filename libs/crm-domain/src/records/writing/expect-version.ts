import { mayRead, type Actor } from '../../actor.js';
import { DomainError } from '../../errors.js';
import type { ChangedRow } from '../../events/event.store.js';
import type { Stores } from '../../stores.js';
import { MAX_CHANGES_TOLD, expectVersion, type ChangeSince, type ExpectedVersions } from '../../version-mismatch.js';
import type { RecordAddress } from '../authorize-and-find.js';
import type { RecordRow } from '../document.js';

interface Read {
  actor: Actor;
  row: Pick<RecordRow, 'record_id' | 'rev'>;
  /** By what it was found, where that may be the id of a record that was merged into it. */
  at?: RecordAddress;
}

/**
 * Refuses a write of a record that does not have one of the expected versions. Whoever calls it writes no other revision
 * than that of `row`.
 *
 * @throws DomainError version_mismatch; CapabilityMissing for who may not read
 */
export async function expectRevision(
  { events }: Pick<Stores, 'events'>,
  { actor, row: { record_id, rev }, at }: Read,
  expected: ExpectedVersions,
): Promise<void> {
  if (expected && at?.isSurvivor && mayRead(actor)) throw mergedInto(record_id);
  const changes = async (after: number) => {
    const { rows } = await events.changed(record_id, rev + 1, MAX_CHANGES_TOLD);
    return rows.filter((event) => event.rev > after).map(changeOf);
  };
  await expectVersion({ actor, thing: 'The record', version: rev, expected, changes });
}

/** The expected version is one of the record that was merged: the record that stays may have the same by chance. */
function mergedInto(record_id: string): DomainError {
  const message = `The record was merged into ${record_id}, which has versions of its own. Read that one, then send the request to its id. Nothing was changed.`;
  return new DomainError('version_mismatch', message).because('record_merged');
}

function changeOf({ rev, occurred_at, actor_type, actor_id, actor_name, slugs }: ChangedRow): ChangeSince {
  return {
    version: rev,
    changed_at: occurred_at.toISOString(),
    changed_by: { type: actor_type, id: actor_id, name: actor_name },
    fields: slugs,
  };
}
