import { McpGatekeeper, TokenBearers, TokenVerifier, tokenSettingsFor } from '#auth';
import { isBehind, openDomain } from '#crm-domain';
import { logger, readSettings, runService } from '#platform';
import { createMcpGateway } from './app.js';
import { settingsShape } from './settings.js';

await runService(async () => {
  const settings = readSettings(settingsShape, process.env);
  const mcpUrl = settings.MCP_URL.replace(/\/+$/, '');
  const verifier = new TokenVerifier(tokenSettingsFor(settings, settings.MCP_AUDIENCES ?? [`${mcpUrl}/mcp`]), {
    onKeysFailure: (error) => logger.warn({ err: error }, 'The keys of the identity provider cannot be fetched.'),
  });
  const domain = await openDomain({
    url: settings.DATABASE_URL,
    poolSize: settings.DATABASE_POOL_SIZE,
    applicationName: 'crm-mcp-gateway',
  });
  const app = await createMcpGateway({
    mcpUrl,
    issuer: settings.MCP_AUTH_URL,
    screenUrl: `${settings.BASE_URL.replace(/\/+$/, '')}/console/connections`,
    gatekeeper: new McpGatekeeper(new TokenBearers(verifier, domain.connections)),
    services: domain,
    tolerateLegacyHeader: !settings.MCP_STRICT_VERSION_HEADER,
    allowedOrigins: settings.MCP_ALLOWED_ORIGINS ?? [],
    allowedHosts: settings.MCP_ALLOWED_HOSTS ?? [],
    ready: async () => !(await isBehind(domain.source)),
    log: logger,
  });
  void verifier.warm();
  await app.listen(settings.MCP_PORT);
  logger.info({ port: settings.MCP_PORT }, 'tool server is listening');

  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void app.close().then(() => domain.close()));
});
