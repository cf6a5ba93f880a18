import {
  DomainError,
  type Actor,
  type Capability,
  type Claim,
  type ConnectionService,
  type Provenance,
  type TokenIdentity,
} from '#crm-domain';
import { KeysUnavailable, TokenRefused } from '../token/token-errors.js';
import type { TokenVerifier } from '../token/token-verifier.js';

/** A verified token's bearer, whose workspace, membership and connection are still to be asked for. */
export interface TokenBearer {
  claim: Claim;
  token: TokenIdentity;
  /** The connection, when it was seen at work before: then the statement that does the work may prove the claim. */
  connection_id: string | undefined;
}

/** From an access token to a claim: signature first, then the workspace it is for (contract: Workspace resolution). */
export class TokenBearers {
  constructor(
    private readonly verifier: Pick<TokenVerifier, 'verify'>,
    private readonly connections: ConnectionService,
  ) {}

  /** @throws DomainError unauthenticated, unavailable when nothing can be said about the token */
  async identify(text: string, via: Provenance): Promise<TokenBearer> {
    const verified = await this.verifier.verify(text).catch((error: unknown) => {
      throw inDomainTerms(error);
    });
    const { issuer, subject, client_id, org_id } = verified;
    if (!org_id)
      throw new DomainError(
        'unauthenticated',
        'The token is for no workspace: it carries no org_id. Sign in again and choose one.',
      );
    const token = {
      issuer,
      subject,
      client_id,
      org_id,
      client_name: verified.client_name,
      client_redirect: verified.client_redirect,
    };
    const claim = await this.connections.identify(token, via);
    return { token, claim, connection_id: this.connections.recall(claim, token) };
  }

  /** Gives the name as it may be shown. */
  introduce(actor: Actor, clientName: string): string | undefined {
    return this.connections.introduce(actor, clientName);
  }

  /** @throws DomainError unauthenticated, forbidden */
  admit({ claim, token }: TokenBearer, needs: Capability | null): Promise<Actor> {
    return this.connections.admit(claim, token, needs);
  }
}

function inDomainTerms(error: unknown): unknown {
  if (error instanceof TokenRefused)
    return Object.assign(new DomainError('unauthenticated', error.description), { cause: error });
  if (error instanceof KeysUnavailable)
    return Object.assign(new DomainError('unavailable', error.description, [], error.retryAfter), { cause: error });
  return error;
}
