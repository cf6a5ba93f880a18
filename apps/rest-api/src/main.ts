import { logger, readSettingsOrExit } from '#platform';
import { createRestApi } from './app.js';
import { settingsShape } from './settings.js';

const settings = readSettingsOrExit(settingsShape, process.env);
const app = await createRestApi(settings);
await app.listen(settings.REST_PORT);
logger.info({ port: settings.REST_PORT }, 'REST API is listening');
