import { All, BadRequestException, Controller, Module, NotFoundException, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Application, NextFunction, Request, Response } from 'express';
import { Requires } from '#auth';

/** By the router's name for it, which tells this route from those that there are. */
export const UNKNOWN_ROUTE = '/v1{/*path}';

const UNREADABLE = '/v1/unreadable';

/**
 * Sends a path that cannot be decoded to no route: the router would refuse it before anybody knows who asks (decisions:
 * Order of refusals).
 */
export function divertUnreadable(request: Request, _response: Response, next: NextFunction): void {
  if (request.url.includes('%') && request.path.startsWith('/v1/') && !isReadable(request.path))
    request.url = UNREADABLE;
  next();
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Takes what no other route of the API does, so that who may not ask is not told either that there is no such route or
 * that it takes another method (decisions: Order of refusals). Its module is the last one, so that every other route
 * comes before.
 */
@ApiExcludeController()
@Controller()
class UnknownRouteController {
  @All(UNKNOWN_ROUTE.slice(1))
  @Requires(null)
  refuse(@Req() { url, originalUrl }: Request): never {
    throw url === UNREADABLE && url !== originalUrl ? new BadRequestException() : new NotFoundException();
  }
}

@Module({ controllers: [UnknownRouteController] })
export class UnknownRouteModule {}

interface Layer {
  match(path: string): boolean;
  route?: { path: string; methods: Record<string, boolean> };
}

/**
 * The methods that routes take at a path, in capitals; none where there is no route. A path that a route names counts
 * as that route only, as `/v1/records/people/query` does, which is no record.
 */
export function methodsAt(app: Application, path: string): string[] {
  const { stack } = app.router as unknown as { stack: Layer[] };
  const routes = stack.flatMap((layer) => (layer.route && layer.match(path) ? [layer.route] : []));
  const known = routes.filter((route) => route.path !== UNKNOWN_ROUTE);
  const least = Math.min(...known.map(parametersOf));
  const methods = known.filter((each) => parametersOf(each) === least).flatMap((each) => Object.keys(each.methods));
  return [...new Set(methods.map((method) => method.toUpperCase()))].sort();
}

function parametersOf({ path }: { path: string }): number {
  return path.split(':').length - 1;
}
