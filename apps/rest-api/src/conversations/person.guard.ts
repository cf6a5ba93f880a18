import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { AuthenticatedRequest } from '#auth';
import { userOf } from '#crm-domain/messaging';

/**
 * Holds back API keys, which have no inbox, before anything else of a request is judged. For controllers whose routes
 * are for people.
 */
export class PersonGuard implements CanActivate {
  /** @throws DomainError forbidden */
  canActivate(context: ExecutionContext): boolean {
    userOf(context.switchToHttp().getRequest<AuthenticatedRequest>().caller!);
    return true;
  }
}
