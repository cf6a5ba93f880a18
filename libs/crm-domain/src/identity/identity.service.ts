import { newId } from '#platform';
import { IDENTITY_PROVIDER } from '../audit/audit.js';
import type { Db } from '../crm-database.js';
import type { Stores } from '../stores.js';
import { noteMember } from '../workspaces/note-member.js';
import { removeMember } from '../workspaces/remove-member.js';
import type { KnownUser, PersonKey, PersonRow, Role } from './identity.store.js';

/** What is known of a person beside their id; null where the provider does not say. */
export interface PublicData {
  email: string | null;
  name: string | null;
}

/** A change at the identity provider; `at` is when it happened, by the provider's clock. */
export type IdentityChange = { subject: string; at: Date } & (
  | { kind: 'user_saved'; data: PublicData }
  | { kind: 'user_deleted' }
  | {
      kind: 'membership';
      org_id: string;
      /** Null: removed. */
      role: Role | null;
      /** Null where the provider names the person by their id alone. */
      data: PublicData | null;
    }
);

/** `repeated`: taken in before; `outdated`: something newer was known; `ignored`: of no workspace here. */
export type IdentityOutcome = 'applied' | 'repeated' | 'outdated' | 'ignored';

/**
 * Takes in what the identity provider tells of people and their memberships. Whether it is the provider is judged
 * before.
 */
export class IdentityService {
  constructor(private readonly db: Db) {}

  /** Once for each `eventId`, in one transaction with remembering it; in any order. @param issuer that of the tokens */
  async apply(issuer: string, eventId: string, change: IdentityChange): Promise<IdentityOutcome> {
    const workspaceId =
      change.kind === 'membership'
        ? await this.db.autocommit('', (stores) => stores.identities.findWorkspace(change.org_id))
        : '';
    if (workspaceId === undefined) return 'ignored';
    return this.db.transaction(workspaceId, async (stores) => {
      if (!(await stores.identities.remember(eventId))) return 'repeated';
      await stores.identities.forgetOld();
      await stores.identities.lock({ issuer, subject: change.subject });
      return (await applied(stores, issuer, change)) ? 'applied' : 'outdated';
    });
  }
}

async function applied(stores: Stores, issuer: string, change: IdentityChange): Promise<boolean> {
  if (change.kind === 'membership') return saveMembership(stores, issuer, change);
  const { subject, at } = change;
  const person = { issuer, subject };
  if (change.kind === 'user_deleted') {
    return deletePerson(stores, person, at);
  }
  const { identities } = stores;
  const userId = await identities.saveUser(row(person, change.data), at);
  for (const { workspace_id, role } of userId ? await identities.joinWaiting(userId, person) : [])
    await noteMember(stores.of(workspace_id).audit, { change: 'added', user_id: userId!, role, by: IDENTITY_PROVIDER });
  return userId !== undefined;
}

async function deletePerson(stores: Stores, person: PersonKey, at: Date): Promise<boolean> {
  const { identities } = stores;
  // Also of somebody nobody told of yet: what comes later must not make them anew.
  await identities.addUser(row(person, { email: null, name: null }));
  const known = (await identities.findUser(person))!;
  // Told a second time, after an operator has added the person again.
  if (known.is_active && isBeforeDeletion(known, at)) return false;
  await identities.deactivateUser(person, at);
  // An operator may add the person again, to one workspace: that must not bring back the others.
  await identities.endMemberships(person, at);
  const { user_id } = known;
  for (const workspaceId of await identities.workspacesOf(user_id))
    await removeMember(stores.of(workspaceId), user_id, IDENTITY_PROVIDER);
  return true;
}

/** Also at the same time: a deletion is the last that happens. */
function isBeforeDeletion({ identity_deleted_at: deleted }: Pick<KnownUser, 'identity_deleted_at'>, at: Date): boolean {
  return deleted !== null && at <= deleted;
}

async function saveMembership(
  stores: Stores,
  issuer: string,
  { subject, role, data, at }: Extract<IdentityChange, { kind: 'membership' }>,
): Promise<boolean> {
  const { audit, identities, workspaces } = stores;
  const person = { issuer, subject };
  const known = await identities.findUser(person);
  if (known?.is_active ? isBeforeDeletion(known, at) : known && role) return false;
  if (!(await identities.noteMembership(person, role, at))) return false;
  if (data && role) await identities.addUser(row(person, data));
  const user = await identities.findUser(person);
  // Of a service the provider may say that it is out, and not what it is: it is never an admin.
  if (!user || (role && user.is_service)) return true;
  const { user_id } = user;
  if (!role) await removeMember(stores, user_id, IDENTITY_PROVIDER);
  else {
    const change = await workspaces.upsertMember(user_id, role);
    await noteMember(audit, { change, user_id, role, by: IDENTITY_PROVIDER });
  }
  return true;
}

function row(person: { issuer: string; subject: string }, data: PublicData): PersonRow {
  const email = tidy(data.email).toLowerCase();
  return { ...person, user_id: newId(), email, name: tidy(data.name) || email || person.subject };
}

/** People write their own names, so nothing is refused here. */
function tidy(text: string | null): string {
  return (text ?? '')
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 255)
    .toWellFormed();
}
