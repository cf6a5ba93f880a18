import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { AnswerWeight, ConcurrencyLimits, RateLimiter } from '#auth';
import type { Caller } from '#crm-domain';
import { LoadShedder } from '#platform';
import type { LeftBody } from '../../http/body-reader.js';
import type { ConsoleRequest } from './console.guard.js';

/**
 * Has a screen wait for its turn among the pages of a workspace (see `ConcurrencyLimits`). How many a person opens is
 * not counted, but what they weigh is: pages of a large record take all of a process, one after the other. A person of
 * several workspaces waits with those of the first.
 *
 * A part of a file waits among the writes instead, and its bytes are counted apart: whoever sends a file can look at
 * pages meanwhile.
 */
@Injectable()
export class ScreenTurnInterceptor implements NestInterceptor {
  constructor(
    @Inject(ConcurrencyLimits) private readonly limits: ConcurrencyLimits,
    @Inject(RateLimiter) private readonly rates: RateLimiter,
    @Inject(LoadShedder) private readonly admission: LoadShedder,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<ConsoleRequest>();
    const { person, requestId } = request;
    const response = http.getResponse<Response>();
    const { user_id } = person;
    const caller: Caller = {
      workspace_id: person.memberships[0]?.workspace_id ?? user_id,
      user_id,
      api_key_id: null,
      client_id: null,
      trusted: false,
      via: { origin: 'console', request_id: requestId },
    };
    if (request.method === 'PUT') return from(this.file({ caller, response }, request, next));
    const weight = new AnswerWeight(this.rates, caller, 'reads');
    request.weight = weight;
    const show = async () => {
      const shown = await firstValueFrom(next.handle());
      weight.weigh(Number(response.getHeader('Content-Length') ?? 0));
      return shown;
    };
    const name = `${context.getClass().name}.${context.getHandler().name}`;
    return from(this.limits.page({ caller, response, weight }, name, show));
  }

  /** @throws DomainError rate_limited; what is wrong with the body */
  private async file(
    asking: { caller: Caller; response: Response },
    request: ConsoleRequest & LeftBody,
    next: CallHandler,
  ): Promise<unknown> {
    this.rates.spend(asking.caller, 'batched', asking.response);
    // Whoever sends slowly holds no place meanwhile.
    this.admission.leave(asking.response);
    await request.readBody?.();
    if (request.bodyError !== undefined) throw request.bodyError;
    const { body } = request as { body: unknown };
    if (Buffer.isBuffer(body)) this.rates.weigh(asking.caller, 'batched', body.length);
    return this.limits.write(asking, () => firstValueFrom(next.handle()));
  }
}
