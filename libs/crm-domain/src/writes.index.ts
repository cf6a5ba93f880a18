// For what passes writes on: many in one request, tried ones, and those that are sent again.
export {
  BATCH_MODES,
  BATCH_OPERATIONS,
  BatchRefused,
  MAX_ITEMS,
  isApplied,
  type BatchMode,
  type ItemResult,
} from './records/batch/batch.js';
export { DryRunService, type DryRun } from './dry-run/dry-run.service.js';
export { canonicalJson } from './idempotency/fingerprint.js';
export { MAX_FROM, MAX_REFERENCES } from './records/merging/merge.js';
export { keyOf, type Chosen, type ImportChoices } from './imports/choices.js';
export { ImportRunner } from './imports/import-runner.js';
export { ImportService } from './imports/import.service.js';
export type { ImportWire } from './imports/import-wire.js';
export { CURRENCY_CODES } from './values/currency.js';
export { COUNTRIES, type ReadingSettings } from './imports/reading-settings.js';
export {
  DATE_ORDERS,
  ENCODINGS,
  IMPORT_FORMATS,
  IMPORT_JOB,
  LARGE_FILE_JOB,
  MAX_COLUMNS,
  MAX_COLUMN_NAME,
  MAX_FILE_BYTES,
  PART_BYTES,
  SEPARATORS,
  WORKING,
  type DateOrder,
  type FileOptions,
  type ImportFormat,
  type Separator,
  type FileColumn,
  type ImportState,
  type ColumnMapping,
  type Mapping,
} from './imports/import.js';
