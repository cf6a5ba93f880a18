import { UseGuards, UseInterceptors, applyDecorators } from '@nestjs/common';
import { Requires as requires, RequiresAll as requiresAll } from '#auth';
import type { Capability } from '#crm-domain';
import { NoBodyGuard } from './no-body.guard.js';
import { ConditionGuard } from './condition.guard.js';
import { QueryGuard } from './query.guard.js';
import { WriteInterceptor } from './write.interceptor.js';

/**
 * What a route asks of its caller, who may send the query parameters and the body that it documents and no others; those that may
 * write take an `Idempotency-Key` and wait for their turn. Reads pass no interceptor: it would cost them a tenth.
 */
export function Requires(...[needs, proved]: Parameters<typeof requires>): MethodDecorator {
  const all = [requires(needs, proved), UseGuards(...INPUT)];
  if (needs === 'read:data') return applyDecorators(...all);
  return applyDecorators(...all, ...WRITES);
}

/** The same for a route that writes and asks for several capabilities. */
export function RequiresAll(needs: Exclude<Capability, 'read:data'>, ...also: Capability[]): MethodDecorator {
  return applyDecorators(requiresAll(needs, ...also), UseGuards(...INPUT), ...WRITES);
}

const INPUT = [QueryGuard, NoBodyGuard];
const WRITES = [UseGuards(ConditionGuard), UseInterceptors(WriteInterceptor)];
