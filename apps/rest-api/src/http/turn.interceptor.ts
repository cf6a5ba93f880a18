import type { ServerResponse } from 'node:http';
import {
  Inject,
  Injectable,
  SetMetadata,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { ConcurrencyLimits, type AuthenticatedRequest } from '#auth';

const CALLS_OUT = 'http:calls-out';

/** For routes that call somebody else's endpoint: what was sent there cannot be taken back with a transaction. */
export const CallsOut = () => SetMetadata(CALLS_OUT, true);

export function callsOut(reflector: Reflector, targets: Parameters<Reflector['getAllAndOverride']>[1]): boolean {
  return reflector.getAllAndOverride<boolean | undefined>(CALLS_OUT, targets) === true;
}

/** Has a write of a workspace, or its call of somebody's endpoint, wait for its turn (see `ConcurrencyLimits`). */
@Injectable()
export class WriteTurnInterceptor implements NestInterceptor {
  constructor(
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(ConcurrencyLimits) private readonly limits: ConcurrencyLimits,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { limits } = this;
    const http = context.switchToHttp();
    const request = http.getRequest<AuthenticatedRequest>();
    // A route that needs no capability may read alone.
    if (request.method === 'GET' || request.method === 'HEAD') return next.handle();
    const response = http.getResponse<ServerResponse>();
    const caller = request.caller!;
    if (callsOut(this.reflector, [context.getHandler()]))
      return from(limits.calls.run(caller, response, () => firstValueFrom(next.handle())));
    const write = (defersLarge: boolean) => {
      request.caller = { ...caller, defersLarge };
      return firstValueFrom(next.handle());
    };
    const asking = { caller, response, weight: request.weight };
    return from(
      limits.largeAlone(asking, (defersLarge) =>
        defersLarge ? limits.writes.run(caller, response, () => write(true)) : write(false),
      ),
    );
  }
}

@Injectable()
export class PageTurnInterceptor implements NestInterceptor {
  constructor(@Inject(ConcurrencyLimits) private readonly limits: ConcurrencyLimits) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const { caller, weight } = http.getRequest<AuthenticatedRequest>();
    const asking = { caller: caller!, response: http.getResponse<ServerResponse>(), weight };
    const name = `${context.getClass().name}.${context.getHandler().name}`;
    return from(this.limits.page(asking, name, () => firstValueFrom(next.handle())));
  }
}

/** For routes that give many records or events at once: a workspace has few of them under way. */
export const GivesPage = () => UseInterceptors(PageTurnInterceptor);
