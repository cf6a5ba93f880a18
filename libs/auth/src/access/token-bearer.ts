import { DomainError, type Actor, type Capability, type Provenance } from '#crm-domain';
import { cleanWords, type ConnectionService, type TokenIdentity } from '#crm-domain/people';
import type { Bearer } from './requires.js';
import { KeysUnavailable, TokenRefused } from '../token/token-errors.js';
import type { TokenVerifier } from '../token/token-verifier.js';

/** A verified token's bearer, whose workspace, membership and connection are still to be asked for. */
export interface TokenBearer extends Bearer {
  token: TokenIdentity;
}

/** From an access token to a caller: signature first, then the workspace it is for (contract: Workspace resolution). */
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
        'The token has no org_id, so it belongs to no workspace. Sign in again and choose a workspace.',
      );
    const token = {
      issuer,
      subject,
      client_id,
      org_id,
      client_name: cleanWords(verified.client_name ?? null),
      client_redirect: verified.client_redirect,
    };
    const caller = await this.connections.identify(token, via);
    return { token, caller, connection_id: this.connections.recall(caller, token), expires_at: verified.expires_at };
  }

  /** Gives the name as it may be shown. */
  introduce(actor: Actor, clientName: string): string | undefined {
    return this.connections.introduce(actor, clientName);
  }

  /** @throws DomainError unauthenticated, forbidden */
  admit({ caller, token }: TokenBearer, needs: Capability | null): Promise<Actor> {
    return this.connections.admit(caller, token, needs);
  }
}

function inDomainTerms(error: unknown): unknown {
  if (error instanceof TokenRefused)
    return Object.assign(new DomainError('unauthenticated', error.description), { cause: error });
  if (error instanceof KeysUnavailable)
    return Object.assign(new DomainError('unavailable', error.description, [], error.retryAfter), { cause: error });
  return error;
}
