import { DomainError, unauthenticated, type AccessFacts, type Caller } from '#crm-domain';

type Known = Pick<AccessFacts, 'actor_name' | 'role' | 'connection_revoked_at'>;

/**
 * Whether the key, or the member and their connection, are still what the credential says (contract: Authentication,
 * Tool server 7 and 9).
 */
export class MembershipGuard {
  /** @throws DomainError unauthenticated */
  check({ api_key_id, user_id }: Caller, { actor_name, role, connection_revoked_at }: Known): void {
    if (api_key_id && actor_name === null) throw unauthenticated();
    if (!user_id) return;
    // One text for a stranger and for a former member: nobody can find out which workspaces or users exist.
    if (!role || actor_name === null)
      throw new DomainError('unauthenticated', 'The token does not stand for a member of its workspace.');
    if (connection_revoked_at)
      throw new DomainError(
        'unauthenticated',
        'This connection was revoked. Its owner can allow it again on the connected-clients screen.',
      ).because('connection_revoked');
  }
}
