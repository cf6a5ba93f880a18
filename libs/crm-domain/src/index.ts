export { CAPABILITIES, trustedClaim, type Actor, type Capability, type Claim, type Provenance } from './actor.js';
export {
  DomainError,
  MOST_ISSUES,
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
export { Domain, openDomain } from './domain.js';
export { isBehind, migrate, pendingMigrations } from './db/migrate.js';
export { SHARED_TABLES, distribute, distributionPlan, type DistributionPlan } from './db/distribution.js';
export {
  inspectDatabase,
  sealedSamples,
  type DatabaseFacts,
  type MissingRight,
  type SealedText,
} from './db/inspect.js';
export { readQueues } from './db/queues.js';
export { missingFrom } from './db/readiness.js';
export type { DatabaseOptions } from './db/data-source.js';
export type { Db } from './db/db.js';
export { ConsistencyService, type ConsistencyRequest } from './consistency/consistency.service.js';
export type { ConsistencyReport, Finding } from './consistency/finding.js';
export { looksLikeApiKey } from './api-keys/api-key-format.js';
export { KEY_CAPABILITIES, type ApiKeyView } from './api-keys/api-key.service.js';
export { CARDINALITIES, MOST_ALLOWED_OBJECTS } from './attributes/attribute-rules.js';
export { MOST_CHOICES } from './attributes/choice-deltas.js';
export type { AttributeChanges, AttributeWire, ChoiceDelta, NewAttribute } from './attributes/attribute-wire.js';
export type { ChoiceAddress, ChoiceKind } from './attributes/choice.service.js';
export type { NewObject, ObjectChanges, ObjectWire } from './objects/object.service.js';
export type { RecordAddress } from './records/locate.js';
export type { RecordInput } from './records/record-writer.js';
export { MOST_KEYS } from './records/read-patch.js';
export type { Page } from './records/record.service.js';
export type { FilterInput } from './records/query/judge-filter.js';
export type { RecordQuery } from './records/query/judge-query.js';
export { FILTER_OPERATORS } from './records/query/operators.js';
export { RecordQueryService, type QueryPage } from './records/query/record-query.service.js';
export type { RecordWire, ValueWire } from './records/wire.js';
export { LONGEST_RECORD_KEY } from './values/record-slug.js';
export { VALUE_TYPES } from './values/registry.js';
export { ATTRIBUTE_TYPES, type AttributeType } from './values/value-type.js';
export { EVENT_KINDS, type EventKind } from './events/event.js';
export type { EventWire } from './events/event-wire.js';
export { FeedService, MOST_KINDS, type FeedQuery, type PlacedEvent } from './events/feed.service.js';
export { CONSUMER_JOBS, FeedDispatcher } from './events/feed-dispatcher.js';
export type { Consumer, ConsumerKind } from './events/consumer.store.js';
export { TRIGGERS, type Action, type AutomationInput } from './automations/automation.js';
export type { AutomationWire, RunWire } from './automations/automation-wire.js';
export { AutomationService } from './automations/automation.service.js';
export { AutomationRunner } from './automations/automation-runner.js';
export {
  CONSUMER_STATES,
  DELIVERY_STATES,
  webhookSecretOwner,
  type DeliveryState,
  type DeliveryWire,
  type WebhookWire,
} from './webhooks/webhook.js';
export { LONGEST_SECONDS } from './events/backoff.js';
export { MOST_WATCHED, WebhookService, type WebhookInput } from './webhooks/webhook.service.js';
export type { PostResult } from './webhooks/delivery-run.js';
export { WebhookDeliveryService, type OpenSecret, type Post } from './webhooks/webhook-delivery.service.js';
export { CrmDomainModule } from './crm-domain.module.js';
export { JobQueueModule } from './job-queue.module.js';
export { AccessService } from './access/access.service.js';
export { CapabilityMissing } from './access/judge.js';
export { ApiKeyService } from './api-keys/api-key.service.js';
export { AttributeService } from './attributes/attribute.service.js';
export { ChoiceService } from './attributes/choice.service.js';
export { IdempotencyService } from './idempotency/idempotency.service.js';
export { IdentityService, type IdentityChange } from './identity/identity.service.js';
export { ObjectService } from './objects/object.service.js';
export { PurgeService } from './purge/purge.service.js';
export { RecordService } from './records/record.service.js';
export { RecordWriter } from './records/record-writer.js';
export { SearchIndexService } from './search-index/search-index.service.js';
export { WorkspaceService } from './workspaces/workspace.service.js';
export {
  ConnectionService,
  TIERS,
  TIER_CAPABILITIES,
  tierOf,
  type ConnectionView,
  type Tier,
  type TokenIdentity,
} from './connections/connection.service.js';
export { SignInService, isFresh, type Person } from './sign-in/sign-in.service.js';
export { CHANNELS, HANDLE_KINDS, isMail, type ChannelName, type HandleKind } from './messaging/channel-name.js';
export {
  AccountService,
  mayManage,
  type AccountView,
  type NewAccount,
  type Seal,
} from './messaging/account.service.js';
export type { AccountUse } from './messaging/account.store.js';
export { LONGEST_BODY, LONGEST_SUBJECT, MOST_RECIPIENTS } from './messaging/compose.js';
export {
  OUTBOX_STATES,
  OutboxService,
  type Delivery,
  type OutboxPage,
  type OutboxState,
} from './messaging/outbox.service.js';
export { DELIVERY_NUMBERS, type DeliveryNumbers } from './messaging/delivery-numbers.js';
export type { Lease } from './messaging/delivery-queue.store.js';
export type { ProviderWord } from './messaging/delivery-end.js';
export { DeliveryService } from './messaging/delivery.service.js';
export type { Candidate, Verdict } from './messaging/delivery-state.js';
export type { ChannelAccountRow } from './messaging/channel-account.store.js';
export { inspectWhatsApp } from './db/inspect-whatsapp.js';
export { databaseNeed } from './db/reach-database.js';
export { SENT_WITHIN_MS, sameAddresses, sameText } from './messaging/same-message.js';
export { ProviderEventService } from './messaging/provider-event.service.js';
export type { ProviderEventRow } from './messaging/provider-event.store.js';
export { MessageUnderWay, ReceiveService } from './messaging/receive.service.js';
export type { ReceivingAccount } from './messaging/receive.store.js';
export type { Party, ReceivedAttachment, ReceivedMessage, ReceivedStatus } from './messaging/received.js';
export { SyncService } from './messaging/sync.service.js';
export type { AccountKey, Push, PushedAccount, SyncedAccount } from './messaging/sync.store.js';
