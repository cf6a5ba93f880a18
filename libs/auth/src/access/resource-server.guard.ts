import type { ServerResponse } from 'node:http';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { forbidden } from '#crm-domain';
import { LoadShedder } from '#platform';
import { Shed } from './concurrency-limiter.js';
import { Gatekeeper, type Arrival } from './gatekeeper.js';
import { ScopeGuard } from './scope.guard.js';
import { takePlace } from './take-place.js';
import { REQUIREMENT, type AuthenticatedRequest, type Bearer, type Requirement } from './requires.js';

/**
 * The OAuth resource server of both applications: credential, then rate, then what the database says of it (contract:
 * Authentication; decisions: Rate limits). Membership, entitlement and grant are for the `GrantPolicy`, with the facts
 * that the proof or the route's own statement brings.
 */
@Injectable()
export class ResourceServerGuard implements CanActivate {
  private readonly scopes = new ScopeGuard();

  constructor(
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(Gatekeeper) private readonly gatekeeper: Gatekeeper,
    @Inject(LoadShedder) private readonly admission: LoadShedder,
  ) {}

  /** @throws DomainError unauthenticated, forbidden, rate_limited, unavailable; Shed */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const requirement = this.reflector.getAllAndOverride<Requirement | 'public' | undefined>(REQUIREMENT, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (requirement === 'public') return true;
    if (!requirement) throw forbidden('No access rule is declared for this route.');
    const http = context.switchToHttp();
    const request = http.getRequest<AuthenticatedRequest>();
    const { authorization } = request.headers;
    const text = typeof authorization === 'string' ? authorization : undefined;
    const response = http.getResponse<Arrival['response'] & ServerResponse>();
    const bearer = await this.identify(text, request.requestId, response);
    request.bearer = bearer;
    if (!this.admission.belongs(response, bearer.caller.workspace_id)) {
      await new Promise<void>((answer) => this.admission.refuse(answer));
      throw new Shed();
    }
    this.gatekeeper.count?.(bearer, { request, response, requirement });
    const authorize = async () => {
      const actor = await this.gatekeeper.admit(bearer, requirement.needs);
      for (const each of requirement.also) this.scopes.check(actor, actor.capabilities, each);
      return actor;
    };
    if (requirement.proved === 'statement' && !isFirstUse(bearer)) {
      request.caller = bearer.caller;
      request.authorize = authorize;
    } else request.caller = await authorize();
    return true;
  }

  /**
   * Whoever has to be looked up holds no place meanwhile: made-up credentials would take all places, and nobody's share
   * is counted for them.
   */
  private async identify(text: string | undefined, requestId: string, response: ServerResponse): Promise<Bearer> {
    let hasLeft = false;
    const soon = setImmediate(() => {
      hasLeft = this.admission.holds(response);
      this.admission.leave(response);
    });
    const bearer = await this.gatekeeper.identify(text, { requestId }).finally(() => clearImmediate(soon));
    if (hasLeft) await takePlace(this.admission, response);
    return bearer;
  }
}

function isFirstUse({ caller, connection_id }: Bearer): boolean {
  return caller.client_id !== null && connection_id === undefined;
}
