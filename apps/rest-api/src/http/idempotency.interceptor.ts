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
import { callsOut } from './turn.interceptor.js';

const SHOWN_ONCE = 'http:shown-once';

/**
 * For answers with a field that is shown this once: it is not kept, and the same request again is answered without it.
 */
export const ShownOnce = (field: string) => SetMetadata(SHOWN_ONCE, field);

type Targets = Parameters<Reflector['getAllAndOverride']>[1];

/** What a route does with a key: writes take it, reads pass over it, and what calls out refuses it. */
export function useOfKey(reflector: Reflector, method: string, targets: Targets): 'taken' | 'unused' | 'refused' {
  const requirement = reflector.getAllAndOverride<Requirement>(REQUIREMENT, targets);
  if (method === 'GET' || requirement.needs === 'read:data') return 'unused';
  return callsOut(reflector, targets) ? 'refused' : 'taken';
}

type Keyed = Parameters<IdempotencyService['once']>[1];
type KeyedRequest = AuthenticatedRequest & { originalUrl: string; body: unknown };

/**
 * `Idempotency-Key` on writes: the answer to the same request with the same key is the one that was given the first
 * time, and nothing is done twice.
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
    if (key === undefined || !request.caller) return next.handle();
    const targets = [context.getHandler(), context.getClass()];
    const use = useOfKey(this.reflector, request.method, targets);
    if (use === 'unused') return next.handle();
    if (use === 'refused')
      throw invalid([
        {
          path: 'Idempotency-Key',
          message: 'This request takes no idempotency key, because it calls an external endpoint each time.',
        },
      ]);
    const { needs } = this.reflector.getAllAndOverride<Requirement>(REQUIREMENT, targets);
    const field = this.reflector.getAllAndOverride<string | undefined>(SHOWN_ONCE, targets);
    const keep =
      field === undefined ? undefined : (answer: unknown) => without(field, answer as Record<string, unknown>);
    return from(this.once(context, { request, key: String(key), needs, keep }, next));
  }

  private async once(
    context: ExecutionContext,
    { request, ...keyed }: { request: KeyedRequest } & Pick<Keyed, 'key' | 'needs' | 'keep'>,
    next: CallHandler,
  ): Promise<unknown> {
    const input = [request.method, request.originalUrl, request.body ?? null];
    const { answer, replayed } = await this.idempotency.once<unknown>(request.caller!, { ...keyed, input }, () =>
      firstValueFrom(next.handle()),
    );
    const response = context.switchToHttp().getResponse<{ setHeader(name: string, value: string): unknown }>();
    if (replayed) response.setHeader('Idempotency-Replayed', 'true');
    return answer;
  }
}

function without(field: string, answer: Record<string, unknown>): Record<string, unknown> {
  const { [field]: _, ...rest } = answer;
  return rest;
}
