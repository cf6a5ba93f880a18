import type { ServerResponse } from 'node:http';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ConcurrencyLimits, isLargeBody, takePlace, type AuthenticatedRequest } from '#auth';
import { LoadShedder } from '#platform';
import { parseBatch } from './batch-body.js';
import { parseJson, type BodiedRequest } from './json-body.js';

type GuardedRequest = BodiedRequest & Pick<AuthenticatedRequest, 'bodyDigest' | 'weight' | 'caller'>;
type Caller = NonNullable<AuthenticatedRequest['caller']>;

/**
 * Reads the bodies that were left, and parses all, large ones of a workspace in turn, and refuses requests whose body
 * could not be read. After the proof of the caller: who may not ask learns nothing of it (decisions: Order of
 * refusals), and has nothing large read and nothing parsed. A guard, because an interceptor would cost every request a
 * tenth.
 */
@Injectable()
export class BodyGuard implements CanActivate {
  constructor(
    @Inject(ConcurrencyLimits) private readonly limits: ConcurrencyLimits,
    @Inject(LoadShedder) private readonly admission: LoadShedder,
  ) {}

  /** @throws DomainError validation; what `ConcurrencyLimits.body` throws; Shed */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<GuardedRequest>();
    const response = http.getResponse<ServerResponse>();
    const { caller } = request;
    // Routes that ask for no caller here find out by themselves who it is.
    if (request.readBody && caller) return this.readLeft(request, response, caller);
    return this.parsed(request, response);
  }

  /** Whoever sends slowly holds no place meanwhile. */
  private async readLeft(request: GuardedRequest, response: ServerResponse, caller: Caller): Promise<boolean> {
    this.admission.leave(response);
    await request.readBody?.();
    const { bodySize, json } = request;
    if (bodySize) request.weight?.spendItems?.(0, bodySize);
    if (!json || !isLarge(request)) await takePlace(this.admission, response, caller.workspace_id);
    return this.parsed(request, response);
  }

  private parsed(request: GuardedRequest, response: ServerResponse): boolean | Promise<boolean> {
    const { bodyError, caller, json } = request;
    if (bodyError !== undefined) throw bodyError;
    if (!json) return true;
    if (request.isBatch && caller) return this.limits.body(caller, response, () => this.readBatch(request, json));
    const parse = () => {
      request.body = parseJson(json);
      return true;
    };
    // Most are small, and are spared a promise.
    if (!caller || !isLarge(request)) return parse();
    return this.limits.body(caller, response, async () => parse(), true);
  }

  /** Each item counts as a write, and what the body has beyond an ordinary one. */
  private async readBatch(request: GuardedRequest, json: Buffer): Promise<true> {
    const { body, parts, items, digest } = await parseBatch(json);
    request.body = body;
    request.bodyDigest = digest;
    request.weight?.spendItems?.(items - 1, { bytes: json.length, parts });
    return true;
  }
}

function isLarge({ json, bodySize }: GuardedRequest): boolean {
  return isLargeBody(bodySize ?? { bytes: json?.length ?? 0, parts: 0 });
}
