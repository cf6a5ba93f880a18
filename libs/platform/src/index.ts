export {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './postgres/embedded-postgres.js';
export { isUuidShaped, newId, newIdAt, packedId, unpackedId } from './ids.js';
export { JobQueue, installJobQueue, jobQueueSql, type JobKind, type JobRun, type JobSending } from './job-queue.js';
export { logger, requestLog } from './logger.js';
export { LogOnce } from './background/log-once.js';
export { LogSeldom } from './background/log-seldom.js';
export { PollLoop, type AfterRound } from './background/poll-loop.js';
export { countDelivery, countSkippedMail, countToolCall, countToolResult, gauge } from './metrics/metrics.js';
export { measurePool } from './metrics/pool-metrics.js';
export { measureQueues, type OpenDeliveries, type QueueState, type Waiting } from './metrics/queue-metrics.js';
export { serveMetrics } from './metrics/serve-metrics.js';
export { freePort, portIsFree } from './processes/ports.js';
export { CpuTime } from './requests/cpu-time.js';
export { listen } from './requests/listen.js';
export { LoadShedder, SHED, onceDone } from './requests/load-shedder.js';
export type { Room } from './requests/places.js';
export { jsonExcess, measureJson } from './requests/json-limits.js';
export { oneByOne } from './requests/one-by-one.js';
export { splitItems } from './requests/split-items.js';
export { BodyMemoryLimit, boundBody, lengthOf, type ArrivingRequest } from './requests/body-memory-limit.js';
export { expressServer, limitServer, type ExpressApp } from './requests/express-server.js';
export { utf8Length } from './requests/utf8-length.js';
export { watchRequests, type RequestFacts, type RoutedRequest } from './requests/watch-requests.js';
export { SERVICE_FLAGS, ServiceProcesses, type ServiceProcess } from './processes/service-processes.js';
export {
  NEW_SECRET,
  SettingsError,
  differentPorts,
  isKnownSecret,
  judgeSettings,
  readDeclared,
  readSettings,
  together,
  type SettingsDeclaration,
  type SettingsOf,
  type SettingsProblem,
} from './settings/settings.js';
export { setting } from './settings/setting.js';
export { eachHost } from './settings/postgres-hosts.js';
export { operationSettings } from './settings/operation-settings.js';
export { runService } from './processes/service-main.js';
export { Vault, VaultError, type VaultKeys } from './vault.js';
export { traced } from './tracing/tracing.js';
