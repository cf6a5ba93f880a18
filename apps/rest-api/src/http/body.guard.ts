import type { ServerResponse } from 'node:http';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ConcurrencyLimits, LARGE_BODY, type AuthenticatedRequest } from '#auth';
import { parseBatch } from './batch-body.js';
import { parseJson, type BodiedRequest } from './json-body.js';

type BatchRequest = BodiedRequest & Pick<AuthenticatedRequest, 'bodyDigest' | 'weight'>;

/**
 * Parses bodies, large ones of a workspace in turn, and refuses requests whose body could not be read. After the proof
 * of the caller: who may not ask learns nothing of it (decisions: Order of refusals), and has nothing parsed. A guard,
 * because an interceptor would cost every request a tenth.
 */
@Injectable()
export class BodyGuard implements CanActivate {
  constructor(@Inject(ConcurrencyLimits) private readonly limits: ConcurrencyLimits) {}

  /** @throws DomainError validation; what `ConcurrencyLimits.body` throws */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<BatchRequest & Pick<AuthenticatedRequest, 'caller'>>();
    const { bodyError, caller, json } = request;
    if (bodyError !== undefined) throw bodyError;
    if (!json) return true;
    if (request.isBatch && caller)
      return this.limits.body(caller, http.getResponse<ServerResponse>(), () => this.readBatch(request, json));
    const parse = () => {
      request.body = parseJson(json);
      return true;
    };
    // Most are small, and are spared a promise.
    if (!caller || json.length < LARGE_BODY) return parse();
    return this.limits.body(caller, http.getResponse<ServerResponse>(), async () => parse());
  }

  /** Each item counts as a write, and what the body has beyond an ordinary one. */
  private async readBatch(request: BatchRequest, json: Buffer): Promise<true> {
    const { body, parts, items, digest } = await parseBatch(json);
    request.body = body;
    request.bodyDigest = digest;
    request.weight?.spendItems?.(items - 1, { bytes: json.length, parts });
    return true;
  }
}
