import {
  Inject,
  Injectable,
  SetMetadata,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { REQUIREMENT, type AuthenticatedRequest, type Requirement } from '#auth';
import { IdempotencyService, invalid } from '#crm-domain';

const CALLS_OUT = 'http:calls-out';

/** For routes that call somebody else's endpoint: what was sent there cannot be taken back with a transaction. */
export const CallsOut = () => SetMetadata(CALLS_OUT, true);

type KeyedRequest = AuthenticatedRequest & { originalUrl: string; body: unknown };

/**
 * `Idempotency-Key` on writes: the answer to the same request with the same key is the one that was given the first time,
 * and nothing is done twice. Stands around the envelope, so that what is kept is what is sent.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(IdempotencyService) private readonly idempotency: IdempotencyService,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<KeyedRequest>();
    const key = request.headers['idempotency-key'];
    if (key === undefined || request.method === 'GET' || !request.caller) return next.handle();
    const targets = [context.getHandler(), context.getClass()];
    const requirement = this.reflector.getAllAndOverride<Requirement>(REQUIREMENT, targets);
    if (requirement.needs === 'read:data') return next.handle();
    if (this.reflector.getAllAndOverride<boolean>(CALLS_OUT, targets))
      throw invalid([
        {
          path: 'Idempotency-Key',
          message: 'This request calls an endpoint of somebody else each time it is sent, and takes no key.',
        },
      ]);
    return from(this.once(context, { request, key: String(key), needs: requirement.needs }, next));
  }

  private async once(
    context: ExecutionContext,
    { request, key, needs }: { request: KeyedRequest; key: string; needs: Requirement['needs'] },
    next: CallHandler,
  ): Promise<unknown> {
    const input = [request.method, request.originalUrl, request.body ?? null];
    const { answer, replayed } = await this.idempotency.once(request.caller!, { key, input, needs }, () =>
      firstValueFrom(next.handle()),
    );
    const response = context.switchToHttp().getResponse<{
      setHeader(name: string, value: string): unknown;
      status(code: number): unknown;
    }>();
    response.status(200);
    if (replayed) response.setHeader('Idempotency-Replayed', 'true');
    return answer;
  }
}
