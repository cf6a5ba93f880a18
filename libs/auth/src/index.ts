export { AuthModule, restGatekeeper } from './auth.module.js';
export {
  authSettingsShape,
  issuerUrl,
  rateLimitsOf,
  rateSettingsShape,
  tokenSettingsFor,
  type AuthSettings,
} from './auth-settings.js';
export {
  By,
  Public,
  REQUIREMENT,
  Requires,
  RequiresAll,
  type AnswerWeighing,
  type AuthenticatedRequest,
  type Bearer,
  type Requirement,
} from './access/requires.js';
export { GrantPolicy } from './access/grant-policy.js';
export { Gatekeeper } from './access/gatekeeper.js';
export { McpGatekeeper } from './access/mcp-gatekeeper.js';
export { ResourceServerGuard } from './access/resource-server.guard.js';
export { ConcurrencyLimits, LARGE_BODY, isLargeBody } from './access/concurrency-limits.js';
export { Shed } from './access/concurrency-limiter.js';
export { takePlace } from './access/take-place.js';
export { AnswerWeight } from './access/answer-weight.js';
export { RateLimiter, type RateKind } from './access/rate-limiter.js';
export { SharedBudget } from './access/shared-budget.js';
export { TokenBuckets } from './access/token-buckets.js';
export { TokenBearers } from './access/token-bearer.js';
export { openDomain } from './open-domain.js';
export { readIdentityEvent } from './webhooks/identity-event.js';
export { PushTokens, type PushTokenOptions } from './webhooks/push-token.js';
export { webhookSecrets } from './webhooks/webhook-secrets.js';
export { verifyWebhook } from './webhooks/webhook-signature.js';
export { KeysUnavailable } from './token/token-errors.js';
export { isIdentifier } from './token/token-claims.js';
export { fetchIssuerMetadata, type IssuerMetadata } from './token/issuer-metadata.js';
export { isSecureUrl } from './token/secure-url.js';
export { TokenVerifier } from './token/token-verifier.js';
