import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { invalid } from '#crm-domain';
import { documentedAt } from './query.guard.js';

/**
 * Refuses an `If-Match` on writes that do not document it: whoever sends it counts on it, and would overwrite what others
 * have changed. Comes after the proof of the caller, or the error filter asks for it.
 */
export class ConditionGuard implements CanActivate {
  /** @throws DomainError validation */
  canActivate(context: ExecutionContext): boolean {
    const { method, headers } = context.switchToHttp().getRequest<Request>();
    if (headers['if-match'] === undefined || method === 'GET') return true;
    if (documentedAt(context.getHandler(), 'header').includes('If-Match')) return true;
    const message = 'This request compares no versions, so it takes no If-Match. Nothing was changed.';
    throw invalid([{ path: 'If-Match', message, expected: 'no If-Match' }]);
  }
}
