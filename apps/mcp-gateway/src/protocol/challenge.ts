/**
 * The scopes of the identity flow, all of them. Capabilities are no scopes: asking for one would fail at the provider.
 */
export const IDENTITY_SCOPES: readonly string[] = ['openid', 'profile', 'email', 'user:org:read'];

/** Did a bearer token come along, however bad? */
export function sentToken(authorization: string | undefined): boolean {
  return authorization !== undefined && /^bearer +\S/i.test(authorization);
}

/**
 * The `WWW-Authenticate` header of a 401 (contract: Authentication, Tool server 2). Clients ask for exactly the scopes
 * named here. `error` stands only where a token was sent, as RFC 6750 wants it; its description comes last, because
 * clients look for the other parameters by name from the left.
 */
export function challenge(mcpUrl: string, authorization: string | undefined, description: string): string {
  const metadata = `resource_metadata="${mcpUrl}/.well-known/oauth-protected-resource"`;
  const parts = [metadata, `scope="${IDENTITY_SCOPES.join(' ')}"`];
  if (sentToken(authorization)) parts.push('error="invalid_token"', `error_description="${quotable(description)}"`);
  return `Bearer ${parts.join(', ')}`;
}

function quotable(text: string): string {
  return text.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, '?');
}
