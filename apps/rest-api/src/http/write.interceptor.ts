import type { ServerResponse } from 'node:http';
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
import { ConcurrencyLimits, REQUIREMENT, type AuthenticatedRequest, type Requirement } from '#auth';
import { IdempotencyService, invalid } from '#crm-domain';
import { DryRunService } from '#crm-domain/writes';
import { rehearsalOf, rehearsed } from './rehearsal.js';

const CALLS_OUT = 'http:calls-out';
const SHOWN_ONCE = 'http:shown-once';

/** For routes that call somebody else's endpoint: what was sent there cannot be taken back with a transaction. */
export const CallsOut = () => SetMetadata(CALLS_OUT, true);

const MAKES_MANY = 'http:makes-many';

/** For routes of which one request makes many writes. */
export const MakesMany = () => SetMetadata(MAKES_MANY, true);

/**
 * For answers with a field that is shown this once: it is not kept, and the same request again is answered without it.
 */
export const ShownOnce = (field: string) => SetMetadata(SHOWN_ONCE, field);

type Targets = Parameters<Reflector['getAllAndOverride']>[1];

function callsOut(reflector: Reflector, targets: Targets): boolean {
  return reflector.getAllAndOverride<boolean | undefined>(CALLS_OUT, targets) === true;
}

function makesMany(reflector: Reflector, targets: Targets): boolean {
  return reflector.getAllAndOverride<boolean | undefined>(MAKES_MANY, targets) === true;
}

/** What a route does with a key: writes take it, reads pass over it, and what calls out refuses it. */
export function useOfKey(reflector: Reflector, method: string, targets: Targets): 'taken' | 'unused' | 'refused' {
  const requirement = reflector.getAllAndOverride<Requirement>(REQUIREMENT, targets);
  if (method === 'GET' || requirement.needs === 'read:data') return 'unused';
  return callsOut(reflector, targets) ? 'refused' : 'taken';
}

type Work = () => Promise<unknown>;
type Keyed = Parameters<IdempotencyService['once']>[1];
type KeyedRequest = AuthenticatedRequest & { originalUrl: string; body: unknown; query: Record<string, unknown> };

/**
 * Around every route that may write. A write of a workspace, or its call of somebody's endpoint, waits for its turn
 * (see `ConcurrencyLimits`). Then its `Idempotency-Key` is looked at: the answer to the same request with the same key
 * is the one that was given the first time, and nothing is done twice. A dry run keeps nothing, no answer either.
 *
 * One interceptor for all: each costs a write as much as reading its body.
 */
@Injectable()
export class WriteInterceptor implements NestInterceptor {
  constructor(
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(ConcurrencyLimits) private readonly limits: ConcurrencyLimits,
    @Inject(IdempotencyService) private readonly idempotency: IdempotencyService,
    @Inject(DryRunService) private readonly dryRuns: DryRunService,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { method } = context.switchToHttp().getRequest<AuthenticatedRequest>();
    // A route that needs no capability may read alone.
    if (method === 'GET' || method === 'HEAD') return next.handle();
    return from(this.inTurn(context, () => this.once(context, () => firstValueFrom(next.handle()))));
  }

  private inTurn(context: ExecutionContext, work: Work): Promise<unknown> {
    const { limits } = this;
    const http = context.switchToHttp();
    const request = http.getRequest<AuthenticatedRequest>();
    const response = http.getResponse<ServerResponse>();
    const caller = request.caller!;
    if (callsOut(this.reflector, [context.getHandler()])) return limits.calls.run(caller, response, work);
    const asking = { caller, response, weight: request.weight };
    // What was done before a large record was found must not be done again.
    if (makesMany(this.reflector, [context.getHandler()])) return limits.many(asking, work);
    const write = (defersLarge: boolean) => {
      request.caller = { ...caller, defersLarge };
      return work();
    };
    return limits.largeAlone(asking, (defersLarge) =>
      defersLarge ? limits.write(asking, () => write(true)) : write(false),
    );
  }

  private async once(context: ExecutionContext, work: Work): Promise<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<KeyedRequest>();
    const key = request.headers['idempotency-key'];
    const rehearsal = rehearsalOf(request);
    if ((key === undefined && !rehearsal) || !request.caller) return work();
    const targets = [context.getHandler(), context.getClass()];
    const use = useOfKey(this.reflector, request.method, targets);
    if (use === 'unused') return work();
    if (use === 'refused') throw refusedKey();
    const { needs } = this.reflector.getAllAndOverride<Requirement>(REQUIREMENT, targets);
    const rehearse = () => this.rehearsed(request, { needs, ...rehearsal! }, { targets, work });
    if (key === undefined || rehearsal?.isDryRun) return rehearse();
    const input = [request.method, request.originalUrl, request.bodyDigest ?? request.body ?? null];
    const keyed: Keyed = { key: String(key), needs, keep: this.keepOf(targets), input };
    const once = rehearsal ? rehearse : work;
    const { answer, replayed } = await this.idempotency.once<unknown>(request.caller, keyed, once);
    if (replayed) http.getResponse<ServerResponse>().setHeader('Idempotency-Replayed', 'true');
    return answer;
  }

  private async rehearsed(
    { caller }: KeyedRequest,
    asked: Parameters<DryRunService['run']>[1],
    { targets, work }: { targets: Targets; work: Work },
  ): Promise<unknown> {
    const { answer, dry_run } = await this.dryRuns.run(caller!, asked, work);
    if (!dry_run) return answer;
    // What is shown this once of what was made belongs to nothing after a dry run.
    return rehearsed(this.keepOf(targets)?.(answer) ?? answer, dry_run);
  }

  /** What is kept of an answer, where that is not all. */
  private keepOf(targets: Targets): Keyed['keep'] {
    const field = this.reflector.getAllAndOverride<string | undefined>(SHOWN_ONCE, targets);
    return field === undefined ? undefined : (answer) => without(field, answer as Record<string, unknown>);
  }
}

function refusedKey(): Error {
  const message = 'This request takes no idempotency key, because it calls an external endpoint each time.';
  return invalid([{ path: 'Idempotency-Key', message }]);
}

function without(field: string, answer: Record<string, unknown>): Record<string, unknown> {
  const { [field]: _, ...rest } = answer;
  return rest;
}
