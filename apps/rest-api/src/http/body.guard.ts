import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { parseJson, type BodiedRequest } from './json-body.js';

/**
 * Parses bodies, and refuses requests whose body could not be read. After the proof of the caller: who may not ask
 * learns nothing of it (decisions: Order of refusals), and has nothing parsed. A guard, because an interceptor would
 * cost every request a tenth.
 */
export class BodyGuard implements CanActivate {
  /** @throws DomainError validation */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<BodiedRequest>();
    if (request.bodyError !== undefined) throw request.bodyError;
    if (request.json) request.body = parseJson(request.json);
    return true;
  }
}
