import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { invalid } from '#crm-domain';
import { documentedAt } from './query.guard.js';

/** What `If-None-Match: *` may have been sent for. */
const ONLY_CREATE = 'To create a record only if none has its unique values, send POST /v1/records/{object}.';

/**
 * Refuses an `If-Match` on writes that do not document it, and an `If-None-Match` on any: whoever sends one counts on it,
 * and would overwrite what others have changed or created. Comes after the proof of the caller, or the error filter asks for it.
 */
export class ConditionGuard implements CanActivate {
  /** @throws DomainError validation */
  canActivate(context: ExecutionContext): boolean {
    const { method, headers } = context.switchToHttp().getRequest<Request>();
    if (method === 'GET' || method === 'HEAD') return true;
    if (headers['if-none-match'] !== undefined) {
      const message = `Only a read takes If-None-Match. ${ONLY_CREATE} Nothing was changed.`;
      throw invalid([{ path: 'If-None-Match', message, expected: 'no If-None-Match' }]);
    }
    if (headers['if-match'] === undefined) return true;
    if (documentedAt(context.getHandler(), 'header').includes('If-Match')) return true;
    const message = 'This request compares no versions, so it takes no If-Match. Nothing was changed.';
    throw invalid([{ path: 'If-Match', message, expected: 'no If-Match' }]);
  }
}
