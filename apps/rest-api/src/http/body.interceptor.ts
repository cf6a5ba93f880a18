import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { parseJson, type BodiedRequest } from './json-body.js';

/**
 * Parses bodies, and refuses requests whose body could not be read. After the guards: who may not ask learns nothing of
 * it (decisions: Order of refusals), and has nothing parsed.
 */
export class BodyInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<BodiedRequest>();
    if (request.bodyError !== undefined) throw request.bodyError;
    if (request.json) request.body = parseJson(request.json);
    return next.handle();
  }
}
