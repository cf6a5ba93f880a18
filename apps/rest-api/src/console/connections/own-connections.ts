import { Inject, Injectable } from '@nestjs/common';
import type { Approval } from '#crm-domain/messaging';
import { ConnectionService, type ConnectionView, type Member, type Tier } from '#crm-domain/people';

/**
 * A person's own connections; never somebody else's, whatever their role. A change is one of the version that they saw.
 */
@Injectable()
export class OwnConnections {
  constructor(@Inject(ConnectionService) private readonly connections: ConnectionService) {}

  list({ workspace_id, user_id }: Member): Promise<ConnectionView[]> {
    return this.connections.list(workspace_id, user_id);
  }

  /** @throws DomainError validation, not_found, conflict */
  setTier({ workspace_id, user_id }: Member, connectionId: string, tier: Tier, version: number): Promise<void> {
    return this.connections.setTier(workspace_id, connectionId, tier, { user_id, version });
  }

  /** @throws DomainError validation, not_found, conflict */
  setApproval(
    { workspace_id, user_id }: Member,
    connectionId: string,
    approval: Approval,
    version: number,
  ): Promise<void> {
    return this.connections.setApproval(workspace_id, connectionId, approval, { user_id, version });
  }

  /** @throws DomainError not_found, conflict */
  revoke({ workspace_id, user_id }: Member, connectionId: string, version: number): Promise<void> {
    return this.connections.revoke(workspace_id, connectionId, { user_id, version });
  }

  /** Gives how many. @throws DomainError validation */
  revokeUnused({ workspace_id, user_id }: Member, since: Date): Promise<number> {
    return this.connections.revokeUnused(workspace_id, user_id, since);
  }

  /** @throws DomainError not_found, conflict */
  restore({ workspace_id, user_id }: Member, connectionId: string, version: number): Promise<void> {
    return this.connections.restore(workspace_id, connectionId, { user_id, version });
  }
}
