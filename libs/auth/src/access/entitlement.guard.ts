import { forbidden, type AccessFacts } from '#crm-domain';

/** Holds back who has no paid API access, whatever their grant (contract: Authentication, Tool server 8). */
export class EntitlementGuard {
  /** @throws DomainError forbidden */
  check({ api_access }: Pick<AccessFacts, 'api_access'>): void {
    if (api_access) return;
    throw forbidden('This workspace has no API access. An owner can switch it on with its plan.', 'no_api_access');
  }
}
