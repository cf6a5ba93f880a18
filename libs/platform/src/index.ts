export { startEmbeddedPostgres, type EmbeddedPostgres, type EmbeddedPostgresOptions } from './embedded-postgres.js';
export { newId, packedId, unpackedId } from './ids.js';
export { JobQueue, installJobQueue, jobQueueSql, type JobKind, type JobRun, type JobSending } from './job-queue.js';
export { NEW_SECRET, isKnownSecret } from './known-secret.js';
export { logger } from './logger.js';
export { countDelivery, countToolCall } from './metrics/metrics.js';
export { measurePool } from './metrics/pool-metrics.js';
export { measureQueues, type OpenDeliveries, type QueueState, type Waiting } from './metrics/queue-metrics.js';
export { serveMetrics } from './metrics/serve-metrics.js';
export { freePort, portIsFree } from './ports.js';
export { Admission, SHED } from './requests/admission.js';
export { jsonExcess } from './requests/json-limits.js';
export { BodyRoom, lengthOf } from './requests/body-room.js';
export { expressServer, type ExpressApp } from './requests/express-server.js';
export { limitServer } from './requests/server-limits.js';
export { utf8Length } from './requests/utf8-length.js';
export { watchRequests, type RequestFacts, type RoutedRequest } from './requests/watch-requests.js';
export { SERVICE_FLAGS, ServiceProcesses, type ServiceProcess } from './service-processes.js';
export {
  SettingsError,
  judgeSettings,
  readDeclared,
  readSettings,
  type SettingsDeclaration,
  type SettingsOf,
  type SettingsProblem,
} from './settings.js';
export { setting } from './setting.js';
export { differentPorts, together } from './setting-rules.js';
export { operationSettings } from './operation-settings.js';
export { runService } from './service-main.js';
export { Vault, VaultError, type VaultKeys } from './vault.js';
export { traced } from './tracing/tracing.js';
