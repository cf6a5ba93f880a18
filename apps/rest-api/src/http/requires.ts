import { UseInterceptors, applyDecorators } from '@nestjs/common';
import { Requires as requires } from '#auth';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';

/** What a route asks of its caller; those that may write take an `Idempotency-Key`. Reads pass no interceptor: it would cost them a tenth. */
export function Requires(...[needs, proved]: Parameters<typeof requires>): MethodDecorator {
  if (needs === 'read:data') return requires(needs, proved);
  return applyDecorators(requires(needs, proved), UseInterceptors(IdempotencyInterceptor));
}
