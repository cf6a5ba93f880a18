import {
  DomainError,
  unauthenticated,
  type AccessService,
  type Actor,
  type Capability,
  type Provenance,
} from '#crm-domain';
import { looksLikeApiKey, type ApiKeyService } from '#crm-domain/people';
import { bearerOf } from '../token/bearer.js';
import { AnswerWeight } from './answer-weight.js';
import { Gatekeeper, type Arrival } from './gatekeeper.js';
import type { RateLimiter } from './rate-limiter.js';
import type { AuthenticatedRequest, Bearer, Requirement } from './requires.js';
import type { TokenBearer, TokenBearers } from './token-bearer.js';

/** The caller of an API key, or of a token with what the token says of its bearer. */
type RestBearer = Bearer & Partial<TokenBearer>;

/** What callers of the REST API are known by, and held to. */
export interface RestCallers {
  apiKeys: ApiKeyService;
  access: AccessService;
  /** Null: API keys only. */
  bearers: TokenBearers | null;
  limiter: RateLimiter;
}

/**
 * Lets programs in: the prefix of a key decides, and a second kind of credential is never tried (decisions: REST
 * credentials).
 */
export class RestGatekeeper extends Gatekeeper<RestBearer> {
  constructor(private readonly callers: RestCallers) {
    super();
  }

  /** @throws DomainError unauthenticated, unavailable */
  override async identify(authorization: string | undefined, request: { requestId: string }): Promise<RestBearer> {
    const { apiKeys, bearers } = this.callers;
    const credential = bearerOf(authorization);
    if (credential.kind !== 'token')
      throw new DomainError('unauthenticated', 'The request has no header "Authorization: Bearer <API key>".');
    const via: Provenance = { origin: 'rest-api', request_id: request.requestId };
    if (looksLikeApiKey(credential.token))
      return { caller: await apiKeys.identify(credential.token, via), connection_id: undefined };
    if (!bearers) throw unauthenticated();
    return bearers.identify(credential.token, via);
  }

  /** @throws DomainError rate_limited */
  override count({ caller }: RestBearer, { request, response, requirement }: Arrival): void {
    const { limiter } = this.callers;
    const kind = isRead(request, requirement) ? 'reads' : request.isBatch ? 'batched' : 'writes';
    limiter.spend(caller, kind, response, request.bodySize);
    request.weight = new AnswerWeight(limiter, caller, kind);
  }

  /** @throws DomainError unauthenticated, forbidden */
  override admit({ caller, token, connection_id }: RestBearer, needs: Capability | null): Promise<Actor> {
    const { access, bearers } = this.callers;
    return token && bearers ? bearers.admit({ caller, token, connection_id }, needs) : access.authorize(caller, needs);
  }
}

/** A query is sent by POST and yet reads. */
function isRead({ method }: AuthenticatedRequest, { needs }: Requirement): boolean {
  return method === 'GET' || needs === 'read:data';
}
