import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Observable } from 'rxjs';
import type { BodiedRequest } from './json-body.js';

/** Refuses requests whose body could not be read. After the guards: who may not ask learns nothing of it (decisions: Order of refusals). */
export class BodyErrorInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { bodyError } = context.switchToHttp().getRequest<BodiedRequest>();
    if (bodyError !== undefined) throw bodyError;
    return next.handle();
  }
}
