import { looksLikeApiKey, unauthenticated, type ApiKeyService, type Claim, type Provenance } from '#crm-domain';
import { bearerOf } from '../token/bearer.js';
import type { AuthenticatedRequest } from './requires.js';
import type { TokenBearer, TokenBearers } from './token-bearer.js';

/** Who a request says it is from: an API key's claim, or a token's with what the token says of its bearer. */
export type Identified = { claim: Claim; bearer?: TokenBearer };

/** Reads the one credential of a REST request. The prefix of a key decides; a second kind is never tried (decisions: REST credentials). */
export class Authenticator {
  constructor(
    private readonly apiKeys: ApiKeyService,
    readonly bearers: TokenBearers | null,
  ) {}

  /** @throws DomainError unauthenticated, unavailable */
  async identify(request: AuthenticatedRequest): Promise<Identified> {
    const header = request.headers.authorization;
    const credential = bearerOf(typeof header === 'string' ? header : undefined);
    if (credential.kind !== 'token') throw unauthenticated();
    const via: Provenance = { origin: 'rest-api', request_id: request.requestId };
    if (looksLikeApiKey(credential.token)) return { claim: await this.apiKeys.identify(credential.token, via) };
    if (!this.bearers) throw unauthenticated();
    const bearer = await this.bearers.identify(credential.token, via);
    return { claim: bearer.claim, bearer };
  }
}
