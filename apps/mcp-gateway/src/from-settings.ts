import { McpGatekeeper, RateLimiter, TokenBearers, TokenVerifier, rateLimitsOf, tokenSettingsFor } from '#auth';
import type { mcpGatewaySettings } from '#channels';
import type { Domain } from '#crm-domain';
import { missingFrom } from '#crm-domain/operations';
import { logger, requestLog, type SettingsOf } from '#platform';
import type { McpGatewayOptions } from './gateway-options.js';

const NO_KEYS = 'keys: those of the identity provider could not be fetched, so no token can be checked';

/** The gateway as its environment wants it. @throws Error when the token settings are unsafe */
export function optionsFrom(settings: SettingsOf<typeof mcpGatewaySettings>, domain: Domain): McpGatewayOptions {
  const mcpUrl = settings.MCP_URL.replace(/\/+$/, '');
  const verifier = new TokenVerifier(tokenSettingsFor(settings, settings.MCP_AUDIENCES ?? [`${mcpUrl}/mcp`]), {
    onKeysFailure: (error) => logger.warn({ err: error }, 'The keys of the identity provider cannot be fetched.'),
  });
  void verifier.warm();
  return {
    mcpUrl,
    issuer: settings.MCP_AUTH_URL,
    screenUrl: `${settings.BASE_URL.replace(/\/+$/, '')}/console/connections`,
    gatekeeper: new McpGatekeeper(
      new TokenBearers(verifier, domain.connections),
      new RateLimiter(rateLimitsOf(settings)),
    ),
    services: domain,
    resultCharacters: settings.MCP_RESULT_CHARACTERS,
    tolerateLegacyHeader: !settings.MCP_STRICT_VERSION_HEADER,
    allowedOrigins: settings.MCP_ALLOWED_ORIGINS ?? [],
    allowedHosts: settings.MCP_ALLOWED_HOSTS ?? [],
    missing: async () => [...(await missingFrom(domain.source)), ...(verifier.hasKeys() ? [] : [NO_KEYS])],
    mostAtOnce: settings.MAX_REQUESTS_AT_ONCE,
    connections: settings.DATABASE_POOL_SIZE,
    log: logger,
    requestLog,
  };
}
