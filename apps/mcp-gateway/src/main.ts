import { deliveryWorker, mcpGatewaySettings } from '#channels';
import { Domain } from '#crm-domain';
import { FeedDispatcher } from '#crm-domain/events';
import { databaseNeed } from '#crm-domain/operations';
import { JobQueue, listen, logger, runService, type SettingsOf } from '#platform';
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
  const app = await createMcpGateway({
    database: {
      url: settings.DATABASE_URL,
      poolSize: settings.DATABASE_POOL_SIZE,
      applicationName: 'crm-mcp-gateway',
    },
    optionsFrom: (domain) => optionsFrom(settings, domain),
  });
  const domain = app.get(Domain);
  // What tools write sets webhooks and automations going; they run beside the REST API.
  const queue = new JobQueue(settings.DATABASE_URL);
  const dispatcher = new FeedDispatcher(domain.db, queue, (error) =>
    logger.warn(
      { reason: String(error) },
      'Webhooks and automations could not be called; the REST API does it in a while.',
    ),
  );
  const worker = deliveryWorker({ domain, databaseUrl: settings.DATABASE_URL, settings });
  await domain.warmUp();
  await release();
  await listen(app, settings.MCP_PORT);
  // Only now: a start that fails must not have taken messages.
  worker?.start();
  queue.start();
  logger.info({ port: settings.MCP_PORT }, 'tool server is listening');
  return async () => {
    // The pools close with the application, so it is closed when nobody needs them any more.
    const answered = new Promise((closed) => app.getHttpServer().close(closed));
    await Promise.all([answered, worker?.stop()]);
    dispatcher.stop();
    await queue.stop();
    await app.close();
  };
}
