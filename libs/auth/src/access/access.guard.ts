import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AccessService, forbidden, type Actor } from '#crm-domain';
import { Authenticator, type Identified } from './authenticator.js';
import { RateLimiter } from './rate-limiter.js';
import { REQUIREMENT, type AuthenticatedRequest, type Requirement } from './requires.js';

/** Lets a request in: credential, then rate, then what the database says of it (contract: Authentication; decisions: Rate limits). */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(Authenticator) private readonly authenticator: Authenticator,
    @Inject(AccessService) private readonly access: AccessService,
    @Inject(RateLimiter) private readonly limiter: RateLimiter,
  ) {}

  /** @throws DomainError unauthenticated, forbidden, rate_limited, unavailable */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const requirement = this.reflector.getAllAndOverride<Requirement | 'public' | undefined>(REQUIREMENT, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (requirement === 'public') return true;
    if (!requirement) throw forbidden('This route is closed.');
    const http = context.switchToHttp();
    const request = http.getRequest<AuthenticatedRequest>();
    const identified = await this.authenticator.identify(request);
    const { claim, bearer } = identified;
    const kind = isRead(request, requirement) ? 'reads' : 'writes';
    this.limiter.spend(claim, kind, http.getResponse());
    request.weigh = (bytes) => this.limiter.weigh(claim, kind, bytes);
    const prove = () => this.prove(identified, requirement);
    // The first use of a token makes its connection, which no statement of a route does.
    if (requirement.proved === 'statement' && (!bearer || bearer.connection_id)) {
      request.caller = claim;
      request.prove = prove;
    } else request.caller = await prove();
    return true;
  }

  private prove({ claim, bearer }: Identified, { needs }: Requirement): Promise<Actor> {
    return bearer ? this.authenticator.bearers!.admit(bearer, needs) : this.access.prove(claim, needs);
  }
}

/** A query is sent by POST and yet reads. */
function isRead({ method }: AuthenticatedRequest, { needs }: Requirement): boolean {
  return method === 'GET' || needs === 'read:data';
}
