import { DomainError } from '#crm-domain';
import { SHED } from '#platform';

/**
 * A request that was refused, with nothing begun, because the service has more to do than it can. It is counted, and no
 * fault.
 */
export class Shed extends DomainError {
  constructor() {
    super('unavailable', SHED.message, [], SHED.retryAfter);
  }
}
