import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { AuthenticatedRequest } from '#auth';
import { forbidden, type Actor } from '#crm-domain';

/** Lets only admins in, with an access token of their own, before anything else of a request is judged. */
export class AdminGuard implements CanActivate {
  /** @throws DomainError forbidden */
  canActivate(context: ExecutionContext): boolean {
    const actor = context.switchToHttp().getRequest<AuthenticatedRequest>().caller as Actor;
    if (actor.role === 'admin') return true;
    throw forbidden(
      'Only admins of the workspace may read its audit log, with an access token and not with an API key.',
    );
  }
}
