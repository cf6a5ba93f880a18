// For what looks after the database: migrations, inspections, repairs.
export { isBehind, migrate, pendingMigrations } from './db/migrate.js';
export { refuseMisplaced } from './db/citus/placement.js';
export { PLACES, SHARED_TABLES, distribute, distributionPlan, type DistributionPlan } from './db/distribution.js';
export {
  inspectDatabase,
  sealedSamples,
  type DatabaseFacts,
  type MissingRight,
  type SealedText,
} from './db/inspect.js';
export { inspectCitus, type CitusFacts, type CitusNodeFacts, type CitusSettings } from './db/citus/inspect-citus.js';
export { isolateTenant, moveTenant, type TenantMove, type TenantPlace } from './db/citus/tenant-place.js';
export { missingFrom } from './db/readiness.js';
export { isContention } from './db/pg-errors.js';
export { ConsistencyService, type ConsistencyRequest } from './consistency/consistency.service.js';
export { UNREADABLE, type ConsistencyReport, type Finding } from './consistency/finding.js';
export { IdentityService, type IdentityChange } from './identity/identity.service.js';
export {
  EXPORT_FORMATS,
  EXPORT_STATES,
  FILE_TYPES,
  type ExportFormat,
  type ExportWire,
  type NewExport,
} from './exports/export.js';
export { ExportService, type ExportFile } from './exports/export.service.js';
export { ExportMaker } from './exports/export-maker.service.js';
export type { ExportSink } from './exports/export-sink.js';
export { ERASURE_STATES, type Certificate, type ErasureWire, type NewErasure } from './persons/erasure.js';
export { PersonEraser } from './persons/person-eraser.js';
export { PersonService } from './persons/person.service.js';
export { PurgeService } from './purge/purge.service.js';
export { SearchIndexService } from './search-index/search-index.service.js';
export type { SqlViewsMade } from './reports/sql-views.service.js';
export { inspectWhatsApp } from './db/inspect-whatsapp.js';
export { databaseNeed, findDatabase } from './db/reach-database.js';
