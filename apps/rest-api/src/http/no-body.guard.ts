import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { MAX_ISSUES, invalid, type Issue } from '#crm-domain';
import type { BodiedRequest } from './json-body.js';
import { documentedAt, queryNamesAt } from './query.guard.js';

/**
 * Refuses a body that is sent to a route which takes none: a client that writes `{"dry_run": true}` there would do the
 * real thing without a word. Comes after the body was parsed. An empty body, `{}` and `null` ask for nothing.
 */
export class NoBodyGuard implements CanActivate {
  private readonly taking = new WeakMap<object, boolean>();

  /** @throws DomainError validation */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<BodiedRequest>();
    if (this.takesBody(context) || isEmpty(request)) return true;
    const known = queryNamesAt(request.method, context.getHandler());
    const names = namesIn(request.body);
    throw invalid(names.slice(0, MAX_ISSUES + 1).map((name) => misplaced(name, known)));
  }

  private takesBody(context: ExecutionContext): boolean {
    const handler = context.getHandler();
    const known = this.taking.get(handler);
    if (known !== undefined) return known;
    const takes = takesBody(context);
    this.taking.set(handler, takes);
    return takes;
  }
}

function isEmpty(request: BodiedRequest): boolean {
  const body = request.body as unknown;
  if (body === undefined) return !isUnread(request);
  if (body === null) return true;
  // Each byte would become a key with a text of its own, which takes seconds for some MiB.
  if (ArrayBuffer.isView(body)) return body.byteLength === 0;
  if (typeof body !== 'object' || Array.isArray(body)) return false;
  for (const _ in body) return false;
  return true;
}

/** Whether there is a body of a type that is not read, such as that of a form. */
function isUnread({ headers }: BodiedRequest): boolean {
  if (Number(headers['content-length'] ?? 0) > 0) return true;
  return headers['transfer-encoding'] !== undefined && headers['content-type'] !== undefined;
}

function takesBody(context: ExecutionContext): boolean {
  const handler = context.getHandler();
  const read = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), handler.name) as object | undefined;
  return (
    Object.keys(read ?? {}).some((name) => name.startsWith(`${RouteParamtypes.BODY}:`)) ||
    documentedAt(handler, 'body').length > 0
  );
}

/** The fields of a body, or `body` for one without fields. */
function namesIn(body: unknown): string[] {
  const hasFields = typeof body === 'object' && body !== null && !Array.isArray(body) && !ArrayBuffer.isView(body);
  return hasFields ? Object.keys(body) : ['body'];
}

function misplaced(name: string, known: readonly string[]): Issue {
  const message = known.includes(name)
    ? 'This request takes no body. Send this as a query parameter.'
    : 'This request takes no body.';
  return { path: name.slice(0, 100), message, expected: 'no body' };
}
