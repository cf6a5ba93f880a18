import { McpGatekeeper, TokenBearers, TokenVerifier, tokenSettingsFor } from '#auth';
import { deliveryWorker } from '#channels';
import { FeedDispatcher, missingFrom, openDomain } from '#crm-domain';
import { JobQueue, logger, runService } from '#platform';
import { createMcpGateway } from './app.js';
import { settingsShape } from './settings.js';

const NO_KEYS = 'keys: those of the identity provider could not be fetched, so no token can be checked';

await runService({ name: 'crm-mcp-gateway', shape: settingsShape }, async (settings) => {
  const mcpUrl = settings.MCP_URL.replace(/\/+$/, '');
  const verifier = new TokenVerifier(tokenSettingsFor(settings, settings.MCP_AUDIENCES ?? [`${mcpUrl}/mcp`]), {
    onKeysFailure: (error) => logger.warn({ err: error }, 'The keys of the identity provider cannot be fetched.'),
  });
  const domain = await openDomain({
    url: settings.DATABASE_URL,
    poolSize: settings.DATABASE_POOL_SIZE,
    applicationName: 'crm-mcp-gateway',
  });
  // What tools write sets webhooks and automations going; they run beside the REST API.
  const queue = new JobQueue(settings.DATABASE_URL);
  const dispatcher = new FeedDispatcher(domain.db, queue, (error) =>
    logger.warn(
      { reason: String(error) },
      'Webhooks and automations could not be called; the REST API does it in a while.',
    ),
  );
  const app = await createMcpGateway({
    mcpUrl,
    issuer: settings.MCP_AUTH_URL,
    screenUrl: `${settings.BASE_URL.replace(/\/+$/, '')}/console/connections`,
    gatekeeper: new McpGatekeeper(new TokenBearers(verifier, domain.connections)),
    services: domain,
    tolerateLegacyHeader: !settings.MCP_STRICT_VERSION_HEADER,
    allowedOrigins: settings.MCP_ALLOWED_ORIGINS ?? [],
    allowedHosts: settings.MCP_ALLOWED_HOSTS ?? [],
    missing: async () => [...(await missingFrom(domain.source)), ...(verifier.hasKeys() ? [] : [NO_KEYS])],
    mostAtOnce: settings.MAX_REQUESTS_AT_ONCE,
    log: logger,
  });
  const worker = deliveryWorker({ domain, databaseUrl: settings.DATABASE_URL, settings });
  worker?.start();
  void verifier.warm();
  queue.start();
  await app.listen(settings.MCP_PORT);
  logger.info({ port: settings.MCP_PORT }, 'tool server is listening');
  return async () => {
    await Promise.all([app.close(), worker?.stop()]);
    dispatcher.stop();
    await queue.stop();
    await domain.close();
  };
});
