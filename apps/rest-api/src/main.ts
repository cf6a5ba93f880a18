import { logger, readSettings, runService } from '#platform';
import { createRestApi } from './app.js';
import { settingsShape } from './settings.js';

await runService(async () => {
  const settings = readSettings(settingsShape, process.env);
  const app = await createRestApi(settings);
  await app.listen(settings.REST_PORT);
  logger.info({ port: settings.REST_PORT }, 'REST API is listening');
});
