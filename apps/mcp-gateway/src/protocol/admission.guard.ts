import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { GATEWAY, type GatewaySettings } from '../gateway-options.js';
import type { McpRequest } from './door.guard.js';

/** Authentication, on every request and before its body is read (contract: Authentication, Tool server). */
@Injectable()
export class AdmissionGuard implements CanActivate {
  constructor(@Inject(GATEWAY) private readonly settings: GatewaySettings) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { headers, visit } = context.switchToHttp().getRequest<McpRequest>();
    visit.actor = await this.settings.gatekeeper.admit(headers.authorization, { requestId: visit.requestId });
    return true;
  }
}
