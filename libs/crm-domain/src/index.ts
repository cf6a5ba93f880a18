export {
  CAPABILITIES,
  authorOf,
  trustedClaim,
  type Actor,
  type Capability,
  type Caller,
  type Provenance,
} from './actor.js';
export {
  DomainError,
  MAX_ISSUES,
  REASON_OF_KIND,
  conflict,
  forbidden,
  invalid,
  isEnough,
  notFound,
  unauthenticated,
  type ErrorKind,
  type Issue,
} from './errors.js';
export { REASONS, type Reason } from './reasons.js';
export { Domain } from './domain.js';
export type { DatabaseOptions } from './db/data-source.js';
export type { Db } from './crm-database.js';
export { CARDINALITIES, MAX_ALLOWED_OBJECTS } from './attributes/attribute-rules.js';
export { MAX_CHOICES } from './attributes/choice-deltas.js';
export type { AttributeChanges, AttributeWire, ChoiceIds, NewAttribute } from './attributes/attribute-wire.js';
export type { ObjectWire } from './objects/object.service.js';
export { stageFlags } from './objects/schema.js';
export { SharedPlaces } from './db/turns.js';
export { SchemaUse } from './objects/schema-use.js';
export { WorkTime } from './db/work-time.js';
export { LargeRecord } from './records/find-record.js';
export type { RecordAddress } from './records/authorize-and-find.js';
export type { RecordInput } from './records/writing/write.js';
export { MAX_KEYS } from './records/writing/read-patch.js';
export type { Page } from './records/record.service.js';
export type { FilterInput } from './records/query/parse-filter.js';
export { QUERY_GRAMMAR } from './records/query/grammar.js';
export { MAX_DUPLICATES_CURSOR } from './records/duplicates/duplicates-cursor.js';
export { DUPLICATE_REASONS } from './records/duplicates/reasons.js';
export { MAX_TIMELINE_CURSOR } from './timeline/timeline-cursor.js';
export { TIMELINE_KINDS, type TimelineEntry } from './timeline/timeline-entry.js';

export type { RecordQuery } from './records/query/parse-query.js';
export { FILTER_OPERATORS } from './values/filter.js';
export type { QueryPage } from './records/query/query-page.js';
export type { RecordWire, ValueWire } from './records/wire.js';
export { MAX_TOGETHER } from './records/get-many.js';
export {
  FORMATS,
  MAX_FIELD_LENGTH,
  MAX_NAMED,
  SYSTEM_FIELDS as SHOWN_SYSTEM_FIELDS,
  type AnswerShape,
  type Format,
} from './records/shown/shape.js';
export type { ShownRecord } from './records/shown/show-record.js';
export { MAX_RECORD_KEY_LENGTH, recordIdOf } from './values/record-slug.js';
export { UNSEARCHED_TYPES, VALUE_TYPES } from './values/registry.js';
export { ATTRIBUTE_TYPES, type AttributeType } from './values/value-type.js';
export { CrmDomainModule } from './crm-domain.module.js';
export { JobQueueModule } from './job-queue.module.js';
export { AccessService } from './access/access.service.js';
export { AccessPolicy, type AccessFacts } from './access/access-policy.js';
export { CapabilityMissing } from './access/capability-words.js';
export { AttributeService } from './attributes/attribute.service.js';
export { ChoiceService } from './attributes/choice.service.js';
export { IdempotencyService } from './idempotency/idempotency.service.js';
export { ObjectService } from './objects/object.service.js';
export { RecordQueryService } from './records/query/record-query.service.js';
export { RecordReader, type RecordStory } from './records/reading/record-reader.service.js';
export type { ReadableRecord } from './records/reading/readable-record.js';
export { RecordWriter } from './records/writing/record-writer.js';
export { UndoService } from './undo/undo.service.js';
export { LEFT_REASONS, type UndoInput, type UndoResult } from './undo/undo.js';
