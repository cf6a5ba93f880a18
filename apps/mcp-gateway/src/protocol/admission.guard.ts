import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { GATEWAY, type GatewaySettings } from '../gateway-options.js';
import type { McpRequest } from './door.guard.js';

/**
 * Authentication, on every request and before its body is read (contract: Authentication, Tool server). What the database
 * says of a connection that was seen before is asked later, by the tool's own statement if it can.
 */
@Injectable()
export class AdmissionGuard implements CanActivate {
  constructor(@Inject(GATEWAY) private readonly settings: GatewaySettings) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { headers, visit } = context.switchToHttp().getRequest<McpRequest>();
    const { gatekeeper } = this.settings;
    visit.bearer = await gatekeeper.identify(headers.authorization, { requestId: visit.requestId });
    if (!visit.bearer.connection_id) visit.actor = await gatekeeper.admit(visit.bearer);
    return true;
  }
}
