import type { KeyObject } from 'node:crypto';
import { Strategy, type SecretOrKeyProvider } from 'passport-jwt';
import { JwksSource } from './jwks-source.js';
import { KnownTokens } from './known-tokens.js';
import { EXPIRED, checkTimes, readClaims, type SignedToken, type VerifiedToken } from './token-claims.js';
import { TokenRefused } from './token-errors.js';
import { readHeader } from './token-header.js';
import { checkTokenSettings, type TokenSettings } from './token-settings.js';

export interface TokenVerifierOptions {
  /** Milliseconds since the epoch. */
  clock?: () => number;
  /** One source may serve several verifiers of the same issuer. */
  keys?: JwksSource;
  fetchTimeoutMs?: number;
  /** Told of every failed fetch of keys; for the log. */
  onKeysFailure?: (error: Error) => void;
}

/**
 * Decides whether an access token is one of ours (contract: Authentication, Tool server 1 and 7). It knows nothing of
 * workspaces, members and grants. Of a token that was found good, only what time changes is judged again: see `KnownTokens`.
 */
export class TokenVerifier {
  private readonly keys: JwksSource;
  private readonly known = new KnownTokens();
  private readonly now: () => number;

  /** @throws Error when the settings are unsafe */
  constructor(
    private readonly settings: TokenSettings,
    { clock = Date.now, keys, fetchTimeoutMs, onKeysFailure }: TokenVerifierOptions = {},
  ) {
    checkTokenSettings(settings);
    const { issuer, jwks_uri: jwksUri } = settings;
    this.now = clock;
    this.keys = keys ?? new JwksSource({ issuer, jwksUri, clock, fetchTimeoutMs, onFailure: onKeysFailure });
  }

  /**
   * @throws TokenRefused when the token is no good (401)
   * @throws KeysUnavailable when nothing can be said about it (503)
   */
  async verify(token: string): Promise<VerifiedToken> {
    const header = readHeader(token, this.settings);
    const found = await this.keys.find(header.kid);
    if (!found) throw new TokenRefused('key id is unknown');
    if (found.alg !== undefined && found.alg !== header.alg) throw new TokenRefused('key is for another algorithm');
    const now = Math.floor(this.now() / 1000);
    const known = this.known.find(found.key, token);
    if (known) {
      checkTimes(known, this.settings, now);
      return known;
    }
    const verified = await this.authenticate(token, found.key, now);
    this.known.add(found.key, token, verified);
    return verified;
  }

  /** Whether tokens can be checked now. Where not, the keys are asked for again. */
  hasKeys(): boolean {
    if (!this.keys.areUsable) void this.keys.warm();
    return this.keys.areUsable;
  }

  /** Fetches the keys ahead of the first token. Never throws. */
  warm(): Promise<void> {
    return this.keys.warm();
  }

  /**
   * Runs passport's strategy by hand. The key was found before, because passport answers 401 to every trouble with keys;
   * a strategy per token is what lets it know the time.
   */
  private authenticate(token: string, key: KeyObject, now: number): Promise<VerifiedToken> {
    return new Promise((resolve, reject) => {
      const strategy = new Strategy(this.strategyOptions(token, key, now), (signed: SignedToken, done) =>
        done(null, readClaims(signed, this.settings, now)),
      );
      strategy.success = (verified) => resolve(verified as unknown as VerifiedToken);
      strategy.fail = (failure: unknown) => reject(refusalOf(failure));
      strategy.error = reject;
      strategy.authenticate({} as Parameters<Strategy['authenticate']>[0], {});
    });
  }

  private strategyOptions(token: string, key: KeyObject, clockTimestamp: number) {
    const { issuer, audiences, algorithms, clock_tolerance_seconds: clockTolerance } = this.settings;
    // The types know texts only; jsonwebtoken takes a parsed key, which spares it the PEM.
    const secretOrKeyProvider = ((_request, _token, done) => done(null, key as never)) as SecretOrKeyProvider;
    return {
      jwtFromRequest: () => token,
      secretOrKeyProvider,
      issuer,
      audience: [...audiences],
      algorithms: [...algorithms],
      // `complete` is the only way to see the header that was signed.
      jsonWebTokenOptions: { complete: true as const, clockTolerance, clockTimestamp },
    };
  }
}

function refusalOf(failure: unknown): TokenRefused {
  const { name, message } = failure instanceof Error ? failure : new Error(String(failure));
  return name === 'TokenExpiredError' ? new TokenRefused('expired', EXPIRED) : new TokenRefused(message);
}
