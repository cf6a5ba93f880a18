import { Inject, Injectable } from '@nestjs/common';
import { ApiKeyService, DomainError, looksLikeApiKey, type Claim, type Provenance } from '#crm-domain';
import type { AuthenticatedRequest } from './requires.js';

const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i;
const LONGEST = 8192;

/** Reads the one credential of a request and says whose it claims to be. The prefix of a key decides; no second kind is ever tried. */
@Injectable()
export class Authenticator {
  constructor(@Inject(ApiKeyService) private readonly apiKeys: ApiKeyService) {}

  /** @throws DomainError unauthenticated */
  async identify(request: AuthenticatedRequest): Promise<Claim> {
    const header = request.headers.authorization;
    if (typeof header !== 'string') throw refused('Send an Authorization header: "Bearer" and an API key.');
    const token = header.length <= LONGEST ? BEARER.exec(header)?.[1] : undefined;
    if (!token) throw refused('The Authorization header must be "Bearer", a space and the credential.');
    const via: Provenance = { origin: 'rest-api', request_id: request.requestId };
    if (looksLikeApiKey(token)) return this.apiKeys.identify(token, via);
    throw refused('The credential is neither an API key nor an access token of this service.');
  }
}

function refused(message: string): DomainError {
  return new DomainError('unauthenticated', message);
}
