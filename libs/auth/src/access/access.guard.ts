import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AccessService, DomainError, forbidden } from '#crm-domain';
import { Authenticator } from './authenticator.js';
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
    const requirement = this.reflector.getAllAndOverride<Requirement | 'public' | undefined>(REQUIREMENT, [context.getHandler(), context.getClass()]);
    if (requirement === 'public') return true;
    if (!requirement) throw forbidden('This route is closed.');
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const claim = await this.authenticator.identify(request);
    const kind = request.method === 'GET' ? 'reads' : 'writes';
    const state = this.limiter.take(claim, kind);
    this.limiter.announce(context.switchToHttp().getResponse(), state);
    if (!state.granted) throw new DomainError('rate_limited', `Too many ${kind} with this credential: ${state.limit} a second are allowed.`, [], state.resetIn);
    request.caller = requirement.proved === 'guard' ? await this.access.prove(claim, requirement.needs) : claim;
    return true;
  }
}
