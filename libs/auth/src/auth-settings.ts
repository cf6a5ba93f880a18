import { setting } from '#platform';
import type { z } from 'zod';
import type { RateLimits } from './access/rate-limiter.js';
import { isSecureUrl } from './token/secure-url.js';
import { VERIFIABLE, WITHIN, tokenSettings, type TokenSettings } from './token/token-settings.js';

/** The issuer of the identity provider, exactly as it writes it. */
export const issuerUrl = () =>
  setting.webUrlThat(
    (url) => isSecureUrl(url) && !/[?#]/.test(url),
    'the issuer as its provider writes it, an https address (or http on this machine) without query and fragment',
  );

/** How the identity provider's tokens look; with the defaults, those of a provider that follows RFC 9068. */
export const authSettingsShape = {
  MCP_AUTH_URL: issuerUrl().optional(),
  AUTH_JWKS_URL: setting.webUrlThat(isSecureUrl, 'an https address, or an http address on this machine').optional(),
  AUTH_ALGORITHMS: setting.list({
    isRight: (name) => VERIFIABLE.test(name),
    words: 'a list of RS, PS and ES algorithms such as RS256, separated by commas',
  }),
  AUTH_TOKEN_TYPES: setting.list(),
  AUTH_ORG_CLAIMS: setting.list(),
  AUTH_CLIENT_CLAIMS: setting.list(),
  AUTH_SCOPE_CLAIMS: setting.list(),
  // A comma alone demands none.
  AUTH_REQUIRED_SCOPES: setting.list({ least: 0 }),
  AUTH_SCOPE_CLAIM_OPTIONAL: setting.flag(false),
  AUTH_CLOCK_TOLERANCE_SECONDS: setting.seconds(...WITHIN.clock_tolerance_seconds),
  AUTH_MAX_LIFETIME_SECONDS: setting.seconds(...WITHIN.max_lifetime_seconds),
};

/** Requests a second that one credential may make of one process, and what counts as several. */
export const rateSettingsShape = {
  RATE_LIMIT_READS_PER_SECOND: setting.count(100),
  RATE_LIMIT_WRITES_PER_SECOND: setting.count(25),
  RATE_LIMIT_BATCHED_WRITES_PER_SECOND: setting.count(250),
  RATE_LIMIT_COUNTS_CPU: setting.flag(true),
};

/** The limits that the settings name. */
export function rateLimitsOf(settings: z.infer<z.ZodObject<typeof rateSettingsShape>>): RateLimits {
  return {
    reads: settings.RATE_LIMIT_READS_PER_SECOND,
    writes: settings.RATE_LIMIT_WRITES_PER_SECOND,
    batched: settings.RATE_LIMIT_BATCHED_WRITES_PER_SECOND,
    countsCpu: settings.RATE_LIMIT_COUNTS_CPU,
  };
}

/** Settings of a service that verifies tokens; docs/operations.md explains each. */
export type AuthSettings = z.infer<z.ZodObject<typeof authSettingsShape>>;

/** Settings of a verifier for tokens that are meant for one of `audiences`. */
export function tokenSettingsFor(
  settings: Partial<AuthSettings> & { MCP_AUTH_URL: string },
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
    scope_claim_optional: settings.AUTH_SCOPE_CLAIM_OPTIONAL,
    clock_tolerance_seconds: settings.AUTH_CLOCK_TOLERANCE_SECONDS,
    max_lifetime_seconds: settings.AUTH_MAX_LIFETIME_SECONDS,
  });
}
