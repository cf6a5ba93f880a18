import {
  AccessPolicy,
  DomainError,
  authorOf,
  type AccessFacts,
  type Actor,
  type Capability,
  type Caller,
} from '#crm-domain';
import { EntitlementGuard } from './entitlement.guard.js';
import { MembershipGuard } from './membership.guard.js';
import { ScopeGuard } from './scope.guard.js';

/**
 * The access policy of this service, the same for both applications. Its guards are asked with the facts that a
 * statement of the domain brought, and not by Nest before a route runs: that would be a round trip of its own for every
 * request.
 */
export class GrantPolicy extends AccessPolicy {
  private readonly membership = new MembershipGuard();
  private readonly entitlement = new EntitlementGuard();
  private readonly scopes = new ScopeGuard();

  /** 401 comes before 403, so that nobody learns of an entitlement through a credential that is worth nothing. */
  override authorize(caller: Caller, facts: AccessFacts | undefined, needs: Capability | null): Actor {
    if (!facts) throw new DomainError('unauthenticated', 'This credential belongs to no workspace.');
    const capabilities = this.scopes.resolve(facts);
    // The service itself is nobody's guest.
    if (!caller.trusted) {
      this.membership.check(caller, facts);
      this.entitlement.check(facts);
      this.scopes.check(caller, capabilities, needs);
    }
    const { type, id } = authorOf(caller);
    return {
      ...caller,
      type,
      id,
      name: facts.actor_name ?? caller.via.name ?? 'system',
      role: facts.role ?? null,
      capabilities,
      schema_version: facts.schema_version,
      connection_id: facts.connection_id ?? null,
      client_name: facts.client_name ?? null,
    };
  }

  override require(actor: Actor, needs: Capability): void {
    this.scopes.check(actor, actor.capabilities, needs);
  }
}
