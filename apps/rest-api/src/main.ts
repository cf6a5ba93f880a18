import { restApiSettings } from '#channels';
import { Domain } from '#crm-domain';
import { databaseNeed } from '#crm-domain/operations';
import { listen, logger, measureQueues, runService } from '#platform';
import { createRestApi } from './app.js';

await runService(restApiSettings, {
  name: 'crm-rest-api',
  port: ({ REST_PORT }) => REST_PORT,
  needs: databaseNeed,
  async start(settings, release) {
    const app = await createRestApi(settings);
    const domain = app.get(Domain);
    measureQueues(() => domain.db.system.queues());
    await domain.warmUp();
    await release();
    await listen(app, settings.REST_PORT);
    logger.info({ port: settings.REST_PORT }, 'REST API is listening');
    return () => {
      // At once, beside what the modules wait for: Nest closes it only after them, and would serve until then.
      app.getHttpServer().close();
      return app.close();
    };
  },
});
