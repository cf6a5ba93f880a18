import { DomainError, type Actor, type Capability } from '#crm-domain';
import { looksLikeApiKey } from '#crm-domain/people';
import { bearerOf } from '../token/bearer.js';
import { AnswerWeight } from './answer-weight.js';
import { Gatekeeper } from './gatekeeper.js';
import { requestsOf, type HeaderSink, type RateKind, type RateLimiter } from './rate-limiter.js';
import type { BodySize } from './requires.js';
import type { TokenBearer, TokenBearers } from './token-bearer.js';

/**
 * Lets clients of the tool server in: access tokens only, since an API key has no person behind it (contract: Tool
 * server, Authentication).
 */
export class McpGatekeeper extends Gatekeeper<TokenBearer> {
  constructor(
    private readonly bearers: TokenBearers,
    private readonly limiter: RateLimiter,
  ) {
    super();
  }

  /** @throws DomainError unauthenticated, unavailable */
  override async identify(authorization: string | undefined, request: { requestId: string }): Promise<TokenBearer> {
    const credential = bearerOf(authorization);
    if (credential.kind !== 'token')
      throw new DomainError('unauthenticated', 'Send an Authorization header: "Bearer" and an access token.');
    if (looksLikeApiKey(credential.token)) {
      throw new DomainError(
        'unauthenticated',
        'API keys are for the REST API. The tool server takes the access token of a person, got by signing in.',
      );
    }
    return this.bearers.identify(credential.token, { origin: 'mcp', request_id: request.requestId });
  }

  /** @throws DomainError rate_limited */
  spend({ caller }: TokenBearer, kind: RateKind, response: HeaderSink): void {
    this.limiter.spend(caller, kind, response);
  }

  /** One that counts as a single message is left to `spend`. @throws DomainError rate_limited */
  spendBody({ caller }: TokenBearer, size: BodySize, response: HeaderSink): void {
    if (requestsOf(size) > 0) this.limiter.spend(caller, 'reads', response, size);
  }

  weight({ caller }: TokenBearer, kind: RateKind): AnswerWeight {
    return new AnswerWeight(this.limiter, caller, kind);
  }

  /** @throws DomainError unauthenticated, forbidden */
  override async admit(bearer: TokenBearer, needs: Capability | null): Promise<Actor> {
    const actor = await this.bearers.admit(bearer, needs);
    const { connection_id, via } = actor;
    const client_name = bearer.token.client_name || actor.client_name;
    return {
      ...actor,
      via: { ...via, connection_id: connection_id ?? undefined, client_name: client_name ?? undefined },
    };
  }

  /** The name that a token gives stays; that of this message stands before what an earlier one gave. */
  introduce(actor: Actor, clientName: string, { token }: TokenBearer): Actor {
    if (token.client_name) return actor;
    const client_name = this.bearers.introduce(actor, clientName) ?? actor.via.client_name;
    return { ...actor, via: { ...actor.via, client_name } };
  }
}
