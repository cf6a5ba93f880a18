import { mayRead, type Actor, type ActorType } from './actor.js';
import { CapabilityMissing } from './access/capability-words.js';
import { DomainError } from './errors.js';

/** Versions of which a write expects one; undefined: whichever there is. */
export type ExpectedVersions = readonly number[] | undefined;

/** A write that came after an expected version, for who may read. */
export interface ChangeSince {
  /** The version that it made. */
  version: number;
  changed_at: string;
  changed_by: { type: ActorType; id: string | null; name: string | null };
  /** What it changed: slugs of attributes, or names of fields; none where the record was moved to the trash or back. */
  fields: string[];
  /** How many more fields there are than are named. */
  more_fields?: number;
}

interface Compared {
  /** What has the version, as the message calls it. */
  thing: string;
  version: number;
  expected: ExpectedVersions;
  /** The newest writes after a version, newest first. */
  changes(after: number): Promise<ChangeSince[]>;
}

/** Changes that one answer tells of. */
export const MAX_CHANGES_TOLD = 20;
/** Fields of one of them that are named. */
const MAX_FIELDS_TOLD = 50;

/**
 * The same as `refuseOtherVersion`, for who may read: a version tells whether a value that was written had been there
 * before.
 *
 * @throws DomainError version_mismatch; CapabilityMissing for who may not read
 */
export async function expectVersion({ actor, ...compared }: Compared & { actor: Actor }): Promise<void> {
  if (compared.expected === undefined) return;
  if (!mayRead(actor)) throw new CapabilityMissing(actor, 'read:data');
  await refuseOtherVersion(compared);
}

/**
 * Refuses a write that was decided on by another version than the present one.
 *
 * @throws DomainError version_mismatch
 */
export async function refuseOtherVersion({ thing, version, expected, changes }: Compared): Promise<void> {
  if (expected === undefined || expected.includes(version)) return;
  const after = Math.max(0, ...expected.filter((each) => each < version));
  const told = after === 0 ? [] : await changes(after);
  const error = new DomainError(
    'version_mismatch',
    `${thing} has version ${version}, ${whyNot(expected, version)} Read it again, then decide. Nothing was changed.`,
  );
  error.facts = { current_version: version, changes: told.slice(0, MAX_CHANGES_TOLD).map(cut) };
  throw error;
}

const MAX_EXPECTED_TOLD = 3;

/** Versions only rise: one above the present one has never been. */
function whyNot(expected: readonly number[], version: number): string {
  const named = expected.slice(0, MAX_EXPECTED_TOLD).join(' or ');
  if (expected.some((each) => each < version)) return `not ${named} as expected: it was changed meanwhile.`;
  if (expected.length > 0) return `and never had version ${named}, which was expected.`;
  return 'and no version was expected: a version is a number from 1 on, as a tag in quotation marks, without W/.';
}

function cut(change: ChangeSince): ChangeSince {
  const more_fields = change.fields.length - MAX_FIELDS_TOLD;
  return more_fields > 0 ? { ...change, fields: change.fields.slice(0, MAX_FIELDS_TOLD), more_fields } : change;
}
