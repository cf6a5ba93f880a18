/** What the Authorization header of a request held. */
export type Credential = { kind: 'none' } | { kind: 'token'; token: string } | { kind: 'malformed' };

/** Longest credential that is looked at, in bytes. A token of an identity provider is one to two thousand. */
export const MAX_CREDENTIAL_BYTES = 8192;

const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

/**
 * Reads the one credential a request may carry (contract: Authentication). Nothing sent and something unreadable are
 * told apart, because a challenge names an error only when there was a credential (RFC 6750 section 3.1). Query
 * parameters and bodies are no places for a token.
 */
export function bearerOf(authorization: string | undefined): Credential {
  if (authorization === undefined) return { kind: 'none' };
  if (Buffer.byteLength(authorization) > MAX_CREDENTIAL_BYTES) return { kind: 'malformed' };
  const token = BEARER.exec(authorization)?.[1];
  return token ? { kind: 'token', token } : { kind: 'malformed' };
}
