export { batch, batches, type BatchItem, type BatchOptions, type BatchResult } from './batch.js';
export { answered, createCrm, type Crm, type CrmOptions } from './client.js';
export {
  ConflictError,
  ConnectionError,
  CrmError,
  ForbiddenError,
  GoneError,
  InvalidRequestError,
  NotAuthenticatedError,
  NotFoundError,
  RateLimitedError,
  ResponseError,
  ServiceError,
  TooLargeError,
  VersionMismatchError,
  WebhookVerificationError,
  type Issue,
  type Reason,
} from './errors.js';
export { events, type EventsOptions } from './events.js';
export type { components, operations, paths } from './openapi.js';
export { paged, type Page, type Paged, type PagePosition } from './pages.js';
export { records } from './records.js';
export type { ChangeOptions, Found, QueryOptions, ReadOptions, Records, WriteOptions, Written } from './records.js';
export type * from './schema.js';
export { verifyWebhook, type Delivery, type WebhookEvent } from './webhooks.js';
