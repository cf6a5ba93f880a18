import { z } from 'zod';
import { tokenSettings, type TokenSettings } from './token/token-settings.js';

const list = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .optional();
const seconds = z.coerce.number().int().min(0).optional();

/** How the identity provider's tokens look; with the defaults, those of a provider that follows RFC 9068. */
export const authSettingsShape = {
  MCP_AUTH_URL: z.url({ protocol: /^https?$/ }).optional(),
  AUTH_JWKS_URL: z.url({ protocol: /^https?$/ }).optional(),
  AUTH_ALGORITHMS: list,
  AUTH_TOKEN_TYPES: list,
  AUTH_ORG_CLAIMS: list,
  AUTH_CLIENT_CLAIMS: list,
  AUTH_SCOPE_CLAIMS: list,
  AUTH_REQUIRED_SCOPES: list,
  AUTH_CLOCK_TOLERANCE_SECONDS: seconds,
  AUTH_MAX_LIFETIME_SECONDS: seconds,
};

export type AuthSettings = z.infer<z.ZodObject<typeof authSettingsShape>>;

/** Settings of a verifier for tokens that are meant for one of `audiences`. */
export function tokenSettingsFor(
  settings: AuthSettings & { MCP_AUTH_URL: string },
  audiences: readonly string[],
): TokenSettings {
  return tokenSettings({
    issuer: settings.MCP_AUTH_URL,
    audiences,
    jwks_uri: settings.AUTH_JWKS_URL,
    algorithms: settings.AUTH_ALGORITHMS as TokenSettings['algorithms'] | undefined,
    token_types: settings.AUTH_TOKEN_TYPES,
    org_claims: settings.AUTH_ORG_CLAIMS,
    client_claims: settings.AUTH_CLIENT_CLAIMS,
    scope_claims: settings.AUTH_SCOPE_CLAIMS,
    required_scopes: settings.AUTH_REQUIRED_SCOPES,
    clock_tolerance_seconds: settings.AUTH_CLOCK_TOLERANCE_SECONDS,
    max_lifetime_seconds: settings.AUTH_MAX_LIFETIME_SECONDS,
  });
}
