import { SetMetadata, applyDecorators, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { Request } from 'express';
import { Reflector } from '@nestjs/core';
import { REQUIREMENT } from '#auth';
import { MAX_ISSUES, invalid } from '#crm-domain';
import { REHEARSAL } from './rehearsal.js';
import { useOfKey } from './write.interceptor.js';

/** Where swagger keeps what `@ApiQuery` says of a route. */
const DOCUMENTED = 'swagger/apiParameters';
const OPEN = Symbol('open query');

/** For a route that a provider calls, which may add parameters of its own. */
export const OpenQuery = (): MethodDecorator => SetMetadata(OPEN, true);

const HINT = Symbol('hint');

/** What to do in place of sending parameters that a route does not know. */
export const QueryHint = (hint: string): MethodDecorator => SetMetadata(HINT, hint);

/** Names the query parameters of a route that is not in the OpenAPI document. */
export const QueryNames = (...names: string[]): MethodDecorator =>
  applyDecorators(...names.map((name) => ApiQuery({ name, required: false })));

/**
 * Refuses query parameters that a route does not document (decisions: Unknown query parameters): a misspelt one would
 * be passed over, and the first page read for ever. Comes after the proof of the caller, or the error filter asks for
 * it.
 */
export class QueryGuard implements CanActivate {
  /** @throws DomainError validation */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (!request.url.includes('?') || Reflect.getMetadata(OPEN, context.getHandler())) return true;
    const known = queryNamesAt(request.method, context.getHandler());
    const unknown = Object.keys(request.query).filter((name) => !known.includes(name));
    if (unknown.length === 0) return true;
    const hint = Reflect.getMetadata(HINT, context.getHandler()) as string | undefined;
    const message = `There is no such query parameter here.${hint ? ` ${hint}` : ''}`;
    throw invalid(
      unknown.slice(0, MAX_ISSUES + 1).map((path) => ({
        path: path.slice(0, 100),
        message,
        expected: known.length > 0 ? 'a known query parameter' : 'no query parameters',
        allowed: known,
      })),
    );
  }
}

type Handler = ReturnType<ExecutionContext['getHandler']>;

/** The query parameters that a route takes. */
export function queryNamesAt(method: string, handler: Handler): string[] {
  return [...documentedAt(handler, 'query'), ...ofWrites(method, handler)];
}

/** The names of a route's parameters in one place, as swagger knows them; a body that `@ApiBody` describes is one. */
export function documentedAt(handler: Handler, place: 'query' | 'body' | 'header'): string[] {
  const parameters = Reflect.getMetadata(DOCUMENTED, handler) as { in: string; name: string }[] | undefined;
  return (parameters ?? []).filter((parameter) => parameter.in === place).map(({ name }) => name);
}

const REFLECTOR = new Reflector();

/** Every write whose answer can be kept can be tried as well. */
function ofWrites(method: string, handler: Handler): readonly string[] {
  if (typeof Reflect.getMetadata(REQUIREMENT, handler) !== 'object') return [];
  return useOfKey(REFLECTOR, method, [handler]) === 'taken' ? REHEARSAL : [];
}
