import { IDENTITY_SCOPES } from '../protocol/challenge.js';

/**
 * The protected resource metadata of RFC 9728 (contract: Authentication, Tool server 3). `resource` is byte for byte
 * the URL clients call: several compare it so, and ask the identity provider for a token for exactly that string.
 */
export function protectedResource(mcpUrl: string, issuer: string): object {
  return {
    resource: `${mcpUrl}/mcp`,
    authorization_servers: [issuer],
    scopes_supported: IDENTITY_SCOPES,
    bearer_methods_supported: ['header'],
  };
}
