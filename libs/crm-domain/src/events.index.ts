// For what follows changes of records and messages: the feed, webhooks, automations and their workers.
export { EVENT_KINDS, type EventKind } from './events/event.js';
export type { EventWire, PlacedEvent } from './events/event-wire.js';
export { FeedService, MAX_KINDS, type FeedQuery } from './events/feed.service.js';
export type { ChangedRow, FeedFilter } from './events/event.store.js';
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
export { MAX_SECONDS } from './events/backoff.js';
export { WebhookService } from './webhooks/webhook.service.js';
export { MAX_WATCHED, type WebhookInput } from './webhooks/webhook-input.js';
export type { PostResult } from './webhooks/delivery-run.js';
export { WebhookDeliveryService, type OpenSecret, type Post } from './webhooks/webhook-delivery.service.js';
