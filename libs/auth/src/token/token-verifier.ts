import { IssuerStrategy } from './issuer-strategy.js';
import { JwksSource } from './jwks-source.js';
import { KnownTokens } from './known-tokens.js';
import { checkTimes, readClaims, type VerifiedToken } from './token-claims.js';
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
 * workspaces, members and grants. Of a token that was found good, only what time changes is judged again: see
 * `KnownTokens`.
 */
export class TokenVerifier {
  private readonly keys: JwksSource;
  private readonly strategy: IssuerStrategy;
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
    this.strategy = new IssuerStrategy(settings, this.keys);
  }

  /**
   * @throws TokenRefused when the token is no good (401)
   * @throws KeysUnavailable when nothing can be said about it (503)
   */
  async verify(token: string): Promise<VerifiedToken> {
    const header = readHeader(token, this.settings);
    const known = this.known.find(await this.strategy.keyOf(header), token);
    if (known) {
      checkTimes(known, this.settings, this.seconds());
      return known;
    }
    const { signed, key } = await this.strategy.authenticate(token, header);
    const verified = readClaims(signed, this.settings, this.seconds());
    this.known.add(key, token, verified);
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

  private seconds(): number {
    return Math.floor(this.now() / 1000);
  }
}
