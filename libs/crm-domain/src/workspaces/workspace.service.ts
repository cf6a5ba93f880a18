import { isUuidShaped, newId } from '#platform';
import { OPERATOR, atConsole, type AuditAuthor, type AuditNote } from '../audit/audit.js';
import type { Db } from '../crm-database.js';
import { conflict, invalid, notFound } from '../errors.js';
import type { PersonRow } from '../identity/identity.store.js';
import { requiredText } from '../required-text.js';
import { addSystemObjects } from './system-objects.js';
import type { Stores } from '../stores.js';
import { connectService, newUser, type NewMember } from './new-member.js';
import { noteMember } from './note-member.js';
import { removeMember } from './remove-member.js';
import type { MemberRow, WorkspaceList, WorkspaceRow } from './workspace.store.js';

export interface NewWorkspace {
  name: string;
  /** Given when the identity provider's organisation exists already and has a UUID. */
  workspace_id?: string;
  /** The identity provider's id of the organisation; the workspace's own id if not given. */
  external_org_id?: string;
  api_access?: boolean;
}

/**
 * Workspaces and who belongs to them. Called by the operator's command line and the identity provider's webhooks, never
 * by a request.
 */
export class WorkspaceService {
  constructor(private readonly db: Db) {}

  /** Starts with the system objects: people, companies, deals, notes, tasks and activities. @throws DomainError validation, conflict */
  async create(workspace: NewWorkspace): Promise<{ workspace_id: string }> {
    const workspace_id = (workspace.workspace_id ?? newId()).toLowerCase();
    if (!isUuidShaped(workspace_id)) throw invalid([{ path: 'id', message: 'Expected a UUID.', expected: 'uuid' }]);
    const name = requiredText(workspace.name, 'name');
    await this.db.transaction(workspace_id, async (stores) => {
      const { external_org_id = workspace_id, api_access = true } = workspace;
      await stores.workspaces.insert({ name, external_org_id, api_access });
      await addSystemObjects(stores.schema);
      await note(stores, workspace_id, { action: 'workspace.created', details: { name, api_access } });
    });
    return { workspace_id };
  }

  /** @throws DomainError not_found */
  async get(workspaceId: string): Promise<WorkspaceRow> {
    const row = isUuidShaped(workspaceId)
      ? await this.db.autocommit(workspaceId, (stores) => stores.workspaces.find())
      : undefined;
    if (!row) throw notFound('Workspace');
    return row;
  }

  /** All workspaces, for the operator. */
  list(): Promise<WorkspaceList> {
    return this.db.autocommit('', (stores) => stores.workspaces.list());
  }

  /** Switches the paid API access on or off (contract: Entitlement gate). @throws DomainError not_found */
  async setApiAccess(workspaceId: string, on: boolean): Promise<void> {
    await this.get(workspaceId);
    await this.change(workspaceId, { action: 'workspace.api_access_changed', details: { api_access: on } }, (stores) =>
      stores.workspaces.setApiAccess(on),
    );
  }

  /** Says whether a person has to approve each draft that a tool would send. @throws DomainError not_found */
  async setDraftsNeedApproval(workspaceId: string, on: boolean): Promise<void> {
    await this.get(workspaceId);
    const done = { action: 'workspace.approval_changed', details: { approval: on } } as const;
    await this.change(workspaceId, done, async (stores) => {
      if (!on) await stores.connections.raiseRuled();
      return stores.workspaces.setDraftsNeedApproval(on);
    });
  }

  /** @throws DomainError not_found, validation */
  async rename(workspaceId: string, name: string): Promise<void> {
    const trimmed = requiredText(name, 'name');
    await this.get(workspaceId);
    await this.change(workspaceId, { action: 'workspace.renamed', details: { name: trimmed } }, (stores) =>
      stores.workspaces.rename(trimmed),
    );
  }

  /**
   * Adds a person, or changes their role; or a service, with its connection.
   *
   * @throws DomainError not_found; validation; conflict where the subject is known as something else
   */
  async addMember(member: NewMember): Promise<{ user_id: string }> {
    const { workspace_id, role = 'member' } = member;
    const user = newUser(member);
    const { service_client_id } = user;
    await this.get(workspace_id);
    return this.db.transaction(workspace_id, async (stores) => {
      const user_id = await stores.workspaces.upsertUser(user);
      if (!user_id)
        throw conflict('already_exists', 'This subject is that of a person, or of another service, already.');
      const change = await stores.workspaces.upsertMember(user_id, role);
      await noteMember(stores.audit, { change, user_id, role, service_client_id, by: OPERATOR });
      if (service_client_id) await connectService(stores, { ...user, user_id });
      return { user_id };
    });
  }

  /**
   * For a member whose identity provider has another address now: they stay who they are, unless it knows them already.
   */
  async moveMember(workspaceId: string, who: { subject: string; from: string; to: string }): Promise<void> {
    await this.db.autocommit(workspaceId, (stores) => stores.workspaces.moveUser(who));
  }

  /**
   * As when the identity provider removes somebody: out at the next request, their accounts are disconnected, and their
   * connections begin anew if they come back.
   * @param who at least one of both
   * @throws DomainError not_found; conflict when several are meant
   */
  async removeMember(
    workspaceId: string,
    who: { email?: string | undefined; subject?: string | undefined },
  ): Promise<PersonRow> {
    await this.get(workspaceId);
    return this.db.transaction(workspaceId, async (stores) => {
      const wanted = { email: who.email?.trim().toLowerCase(), subject: who.subject };
      const [member, second] = await stores.identities.findMembers(wanted);
      if (!member) throw notFound('Member');
      if (second) throw conflict('not_allowed', 'Several members have this address or subject; give both.');
      await removeFrom(stores, member, OPERATOR);
      return member;
    });
  }

  /**
   * The same of a service, by an admin: it is refused from its next request on.
   *
   * @throws DomainError not_found, for a person as well
   */
  async removeService(workspaceId: string, userId: string, adminUserId: string): Promise<void> {
    await this.db.transaction(workspaceId, async (stores) => {
      const [service] = isUuidShaped(userId) ? await stores.identities.findMembers({ service_user_id: userId }) : [];
      if (!service) throw notFound('Service member');
      await removeFrom(stores, service, atConsole(adminUserId));
    });
  }

  /** The oldest first, at most `most` of them if that is given. @throws DomainError not_found */
  async members(workspaceId: string, most?: number): Promise<MemberRow[]> {
    await this.get(workspaceId);
    return this.db.autocommit(workspaceId, (stores) => stores.workspaces.members(most));
  }

  private change(workspaceId: string, done: Done, work: (stores: Stores) => Promise<unknown>): Promise<void> {
    return this.db.transaction(workspaceId, async (stores) => {
      await work(stores);
      await note(stores, workspaceId, done);
    });
  }
}

async function removeFrom(stores: Stores, member: PersonRow, by: AuditAuthor): Promise<void> {
  await stores.identities.lock(member);
  // What the provider told before must not let them in again.
  await stores.identities.noteMembership(member, null, new Date());
  await removeMember(stores, member.user_id, by);
}

type Done = Pick<AuditNote, 'action' | 'details'>;

function note({ audit }: Stores, workspaceId: string, done: Done): Promise<void> {
  return audit.append({ ...done, by: OPERATOR, subject: { type: 'workspace', id: workspaceId } });
}
