import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { AuthenticatedRequest } from '#auth';
import { forbidden, type Actor } from '#crm-domain';

/** Lets only admins in, with an access token that may change the workspace, before anything else is judged. */
export class PersonAdminGuard implements CanActivate {
  /** @throws DomainError forbidden */
  canActivate(context: ExecutionContext): boolean {
    const { role, capabilities } = context.switchToHttp().getRequest<AuthenticatedRequest>().caller as Actor;
    if (role !== 'admin')
      throw forbidden(
        'Only admins of the workspace may export and erase people, with an access token and not with an API key.',
      );
    if (!capabilities.has('write:data'))
      throw forbidden('This connection may only read. Its owner can let it write.', 'capability_missing');
    return true;
  }
}
