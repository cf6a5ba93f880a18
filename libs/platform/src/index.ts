export { startEmbeddedPostgres, type EmbeddedPostgres, type EmbeddedPostgresOptions } from './embedded-postgres.js';
export { newId } from './ids.js';
export { logger } from './logger.js';
export { freePort, portIsFree } from './ports.js';
export { SERVICE_FLAGS, ServiceProcesses, type ServiceProcess } from './service-processes.js';
export { SettingsError, readSettings } from './settings.js';
export { setting } from './setting.js';
export { runService } from './service-main.js';
