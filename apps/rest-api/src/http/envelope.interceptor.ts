import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { map, type Observable } from 'rxjs';

/** An answer that carries more than `data`. */
export class Answer {
  constructor(
    readonly data: unknown,
    readonly more: Record<string, unknown>,
  ) {}
}

/** Successful answers are status 200 and stand under `data` (contract: What the service does). */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    context.switchToHttp().getResponse<{ status(code: number): unknown }>().status(200);
    return next
      .handle()
      .pipe(
        map((result: unknown) => (result instanceof Answer ? { data: result.data, ...result.more } : { data: result })),
      );
  }
}
