import { Inject, Injectable } from '@nestjs/common';
import type { Approval } from '#crm-domain/messaging';
import { forbidden } from '#crm-domain';
import { ConnectionService, WorkspaceService, type ConnectionView, type Member, type Tier } from '#crm-domain/people';
import { clientNames } from './client-names.js';

/**
 * A person's own connections, and for an admin those of the workspace's services; never those of another person. A
 * change is one of the version that they saw.
 */
@Injectable()
export class OwnConnections {
  constructor(
    @Inject(ConnectionService) private readonly connections: ConnectionService,
    @Inject(WorkspaceService) private readonly workspaces: WorkspaceService,
  ) {}

  /** Where there are more than `most`, those that were used last. */
  list({ workspace_id, user_id }: Member, most?: number): Promise<ConnectionView[]> {
    return this.connections.list(workspace_id, user_id, most);
  }

  count({ workspace_id, user_id }: Member): Promise<number> {
    return this.connections.count(workspace_id, user_id);
  }

  /** All that this person decides about. */
  async listWithServices(member: Member): Promise<ConnectionView[]> {
    return [...(await this.list(member)), ...(await this.listOfServices(member))];
  }

  /** None for somebody who is no admin. */
  async listOfServices({ workspace_id, role }: Member): Promise<ConnectionView[]> {
    return role === 'admin' ? this.connections.listOfServices(workspace_id) : [];
  }

  /** What their clients are called, by the ids of their connections: no two are called the same. */
  async names(member: Member): Promise<ReadonlyMap<string, string>> {
    return new Map([...clientNames(await this.list(member))].map(([id, { full }]) => [id, full]));
  }

  /** @throws DomainError validation, not_found, conflict */
  async setTier(member: Member, connectionId: string, tier: Tier, version: number): Promise<void> {
    const by = { ...(await this.decides(member, connectionId)), version };
    await this.connections.setTier(member.workspace_id, connectionId, tier, by);
  }

  /** @throws DomainError validation, not_found, conflict */
  async setApproval(member: Member, connectionId: string, approval: Approval, version: number): Promise<void> {
    const by = { ...(await this.decides(member, connectionId)), version };
    await this.connections.setApproval(member.workspace_id, connectionId, approval, by);
  }

  /** @throws DomainError not_found, conflict */
  async revoke(member: Member, connectionId: string, version: number): Promise<void> {
    const by = { ...(await this.decides(member, connectionId)), version };
    await this.connections.revoke(member.workspace_id, connectionId, by);
  }

  /** Gives how many. @throws DomainError validation */
  revokeUnused({ workspace_id, user_id }: Member, since: Date): Promise<number> {
    return this.connections.revokeUnused(workspace_id, user_id, since);
  }

  /** @throws DomainError not_found, conflict */
  async restore(member: Member, connectionId: string, version: number): Promise<void> {
    const by = { ...(await this.decides(member, connectionId)), version };
    await this.connections.restore(member.workspace_id, connectionId, by);
  }

  /** Takes a service out of the workspace. @throws DomainError forbidden, not_found */
  async removeService({ workspace_id, user_id, role }: Member, serviceUserId: string): Promise<void> {
    if (role !== 'admin') throw forbidden('Only admins of a workspace can remove its service members.');
    await this.workspaces.removeService(workspace_id, serviceUserId, user_id);
  }

  /** Whose connection it has to be, and who decides about it: neither ever changes for a connection. */
  private async decides(member: Member, connectionId: string): Promise<{ user_id: string; admin_user_id?: string }> {
    const { user_id } = member;
    const services = await this.listOfServices(member);
    const service = services.find(({ connection_id }) => connection_id === connectionId.toLowerCase());
    return service ? { user_id: service.user_id, admin_user_id: user_id } : { user_id };
  }
}
