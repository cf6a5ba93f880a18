import type { ServerResponse } from 'node:http';
import {
  Inject,
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { ConcurrencyLimits, type AuthenticatedRequest } from '#auth';

/** Has a page wait for its turn (see `ConcurrencyLimits`). */
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
