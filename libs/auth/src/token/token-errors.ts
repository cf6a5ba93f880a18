/** Said to a caller whose token is refused, unless telling more helps an honest client and nobody else. */
const NOT_VALID = 'The access token is not valid for this service.';

/**
 * The token was looked at and is no good: 401. `reason` is for the log; `description` may be shown to the caller and
 * never quotes the token, a key or the settings.
 */
export class TokenRefused extends Error {
  readonly status = 401;

  constructor(
    readonly reason: string,
    readonly description: string = NOT_VALID,
  ) {
    super(`Token refused: ${reason}`);
    this.name = 'TokenRefused';
  }
}

/**
 * The identity provider's keys cannot be had, so nothing can be said about the token: 503, never 401, which would make
 * every client throw a good token away (contract: "IdP unreachable with no cached keys").
 */
export class KeysUnavailable extends Error {
  readonly status = 503;
  readonly description = 'The keys of the identity provider cannot be fetched at the moment.';

  constructor(
    /** Seconds until a retry makes sense. */
    readonly retryAfter: number,
    options?: ErrorOptions,
  ) {
    super('The keys of the identity provider are unavailable', options);
    this.name = 'KeysUnavailable';
  }
}
