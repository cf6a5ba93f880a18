import { deliveryWorker, mcpGatewaySettings } from '#channels';
import { FeedDispatcher, databaseNeed, openDomain } from '#crm-domain';
import { JobQueue, logger, runService, type SettingsOf } from '#platform';
import { createMcpGateway } from './app.js';
import { optionsFrom } from './from-settings.js';

type Settings = SettingsOf<typeof mcpGatewaySettings>;

await runService(mcpGatewaySettings, {
  name: 'crm-mcp-gateway',
  port: ({ MCP_PORT }) => MCP_PORT,
  needs: databaseNeed,
  start: startGateway,
});

async function startGateway(settings: Settings, release: () => Promise<void>): Promise<() => Promise<void>> {
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
  const app = await createMcpGateway(optionsFrom(settings, domain));
  const worker = deliveryWorker({ domain, databaseUrl: settings.DATABASE_URL, settings });
  await release();
  await app.listen(settings.MCP_PORT);
  // Only now: a start that fails must not have taken messages.
  worker?.start();
  queue.start();
  logger.info({ port: settings.MCP_PORT }, 'tool server is listening');
  return async () => {
    await Promise.all([app.close(), worker?.stop()]);
    dispatcher.stop();
    await queue.stop();
    await domain.close();
  };
}
