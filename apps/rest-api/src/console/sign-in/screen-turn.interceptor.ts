import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { ConcurrencyLimits } from '#auth';
import type { ConsoleRequest } from './console.guard.js';

/**
 * Has a screen wait for its turn among the pages of a workspace (see `ConcurrencyLimits`): no rate bounds how many a
 * person opens. A person of several workspaces waits with those of the first.
 */
@Injectable()
export class ScreenTurnInterceptor implements NestInterceptor {
  constructor(@Inject(ConcurrencyLimits) private readonly limits: ConcurrencyLimits) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const { person } = http.getRequest<ConsoleRequest>();
    const workspace_id = person.memberships[0]?.workspace_id ?? person.user_id;
    return from(
      this.limits.pages.run({ workspace_id }, http.getResponse<Response>(), () => firstValueFrom(next.handle())),
    );
  }
}
