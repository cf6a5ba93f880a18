import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { MOST_ISSUES, invalid } from '#crm-domain';

/** Where swagger keeps what `@ApiQuery` says of a route. */
const DOCUMENTED = 'swagger/apiParameters';

/**
 * Refuses query parameters that a route does not document (decisions: Unknown query parameters): a misspelt one would be passed
 * over, and the first page read for ever. Comes after the proof of the caller, or the error filter asks for it.
 */
export class QueryGuard implements CanActivate {
  /** @throws DomainError validation */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (!request.url.includes('?')) return true;
    const known = documentedAt(context.getHandler());
    const unknown = Object.keys(request.query).filter((name) => !known.includes(name));
    if (unknown.length === 0) return true;
    throw invalid(
      unknown.slice(0, MOST_ISSUES + 1).map((path) => ({
        path: path.slice(0, 100),
        message: 'There is no such query parameter here.',
        expected: known.length > 0 ? 'a known query parameter' : 'no query parameters',
        allowed: known,
      })),
    );
  }
}

function documentedAt(handler: object): string[] {
  const parameters = Reflect.getMetadata(DOCUMENTED, handler) as { in: string; name: string }[] | undefined;
  return (parameters ?? []).filter((parameter) => parameter.in === 'query').map(({ name }) => name);
}
