import jwt from 'jsonwebtoken';
import { DomainError } from '#crm-domain';
import { bearerOf } from '../token/bearer.js';
import { JwksSource } from '../token/jwks-source.js';
import { KeysUnavailable } from '../token/token-errors.js';
import { readHeader } from '../token/token-header.js';

/** Whose pushes are taken, and where the keys are that Google signs their tokens with. */
export interface PushTokenOptions {
  /** `aud`, as it was set at the subscription. */
  audience: string;
  /** The service account that pushes. */
  email: string;
  keysUrl: string;
}

const ISSUERS: [string, string] = ['https://accounts.google.com', 'accounts.google.com'];
const ALGORITHMS = ['RS256'] as const;

/** The OpenID Connect token with which Pub/Sub signs each push (Pub/Sub: authenticate push subscriptions). */
export class PushTokens {
  private readonly keys: JwksSource;

  constructor(private readonly options: PushTokenOptions) {
    this.keys = new JwksSource({ issuer: ISSUERS[0], jwksUri: options.keysUrl });
  }

  /** @throws DomainError unauthenticated, the same whatever is wrong; unavailable when the keys cannot be had */
  async verify(authorization: string | undefined): Promise<void> {
    const credential = bearerOf(authorization);
    if (credential.kind !== 'token') throw refused();
    try {
      const header = readHeader(credential.token, { algorithms: ALGORITHMS });
      const found = await this.keys.find(header.kid);
      if (!found || !this.isOurs(jwt.verify(credential.token, found.key, this.demands))) throw refused();
    } catch (error) {
      if (error instanceof KeysUnavailable) {
        const message = 'The keys of Google cannot be fetched at the moment.';
        throw Object.assign(new DomainError('unavailable', message, [], error.retryAfter), { cause: error });
      }
      throw refused();
    }
  }

  private get demands(): jwt.VerifyOptions & { complete?: false } {
    return { algorithms: [...ALGORITHMS], issuer: ISSUERS, audience: this.options.audience, clockTolerance: 30 };
  }

  private isOurs(claims: string | jwt.JwtPayload): boolean {
    if (typeof claims === 'string' || typeof claims.exp !== 'number') return false;
    const { email, email_verified } = claims as { email?: unknown; email_verified?: unknown };
    return email === this.options.email && email_verified === true;
  }
}

function refused(): DomainError {
  return new DomainError('unauthenticated', 'The push is not signed by the configured service account.');
}
