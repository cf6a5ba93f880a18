import type { KeyObject } from 'node:crypto';
import { Strategy, type SecretOrKeyProvider } from 'passport-jwt';
import type { JwksSource } from './jwks-source.js';
import type { SignedToken } from './token-claims.js';
import { KeysUnavailable, TokenRefused } from './token-errors.js';
import type { TokenHeader } from './token-header.js';
import type { TokenSettings } from './token-settings.js';

/** What the strategy is given as its request: a token, and its header as it was read before any key was looked for. */
interface Attempt {
  token: string;
  header: TokenHeader;
  /** That it was tried with. */
  key?: KeyObject;
}

/**
 * The passport-jwt strategy of one issuer: signature, pinned algorithms, issuer and audience. There is one for all
 * requests, with the issuer's keys behind `secretOrKeyProvider`. What passport-jwt cannot do stands around it:
 * - A trouble with keys is a failed login to it, a 401. Here `KeysUnavailable` comes out as it went in, to become a
 * 503.
 * - It reads no time but the system's, fixed for all requests when it is made. `readClaims` judges `exp`, `nbf` and
 * `iat`, so
 *   that a token seen before and a new one meet the same clock and the same rules.
 * - It knows nothing of `typ`, `crit`, `cnf`, clients and scopes: `readClaims` again, with the header that was signed.
 */
export class IssuerStrategy {
  private readonly strategy: Strategy;

  constructor(
    { issuer, audiences, algorithms }: TokenSettings,
    private readonly keys: JwksSource,
  ) {
    // `then` before `catch`: what fails while the signature is checked has to end this attempt as well.
    const secretOrKeyProvider: SecretOrKeyProvider<Attempt> = (attempt, _token, done) =>
      void this.keyOf(attempt.header)
        // The types know texts only; jsonwebtoken takes a parsed key, which spares it the PEM.
        .then((key) => done(null, (attempt.key = key) as never))
        .catch(done);
    const options = {
      jwtFromRequest: (attempt: unknown) => (attempt as Attempt).token,
      secretOrKeyProvider,
      issuer,
      audience: [...audiences],
      algorithms: [...algorithms],
      ignoreExpiration: true,
      // `complete` is the only way to see the header that was signed.
      jsonWebTokenOptions: { complete: true as const, ignoreNotBefore: true },
    };
    this.strategy = new Strategy(options, (signed: SignedToken, done) => done(null, signed));
  }

  /**
   * The key that a header names, if it may be used with the header's algorithm.
   *
   * @throws TokenRefused
   * @throws KeysUnavailable
   */
  async keyOf({ kid, alg }: TokenHeader): Promise<KeyObject> {
    const found = await this.keys.find(kid);
    if (!found) throw new TokenRefused('key id is unknown');
    if (found.alg !== undefined && found.alg !== alg) throw new TokenRefused('key is for another algorithm');
    return found.key;
  }

  /**
   * Gives what was signed, with the key that it was signed with.
   *
   * @throws TokenRefused
   * @throws KeysUnavailable
   */
  authenticate(token: string, header: TokenHeader): Promise<{ signed: SignedToken; key: KeyObject }> {
    return new Promise((resolve, reject) => {
      const attempt: Attempt = { token, header };
      // As passport's own middleware has it: an object for each request, on top of the one strategy, takes the outcome.
      const strategy = Object.assign(Object.create(this.strategy) as Strategy, {
        success: (signed: unknown) => resolve({ signed: signed as SignedToken, key: attempt.key! }),
        fail: (failure: unknown) => reject(refusalOf(failure)),
        error: reject,
      });
      strategy.authenticate(attempt as unknown as Parameters<Strategy['authenticate']>[0]);
    });
  }
}

/** The libraries' own words are for the log only. */
function refusalOf(failure: unknown): Error {
  if (failure instanceof TokenRefused || failure instanceof KeysUnavailable) return failure;
  return new TokenRefused(failure instanceof Error ? failure.message : String(failure));
}
