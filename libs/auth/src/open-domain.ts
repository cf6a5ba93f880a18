import { Domain, type DatabaseOptions } from '#crm-domain';
import { GrantPolicy } from './access/grant-policy.js';

/**
 * The domain with this service's access policy, for what is no Nest application.
 *
 * @throws Error when the database cannot be reached
 */
export function openDomain(options: string | DatabaseOptions): Promise<Domain> {
  return Domain.open(options, new GrantPolicy());
}
