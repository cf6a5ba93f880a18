export { AuthModule } from './auth.module.js';
export {
  authSettingsShape,
  issuerUrl,
  rateLimitsOf,
  rateSettingsShape,
  tokenSettingsFor,
  type AuthSettings,
} from './auth-settings.js';
export { By, Public, REQUIREMENT, Requires, type AuthenticatedRequest, type Requirement } from './access/requires.js';
export { McpGatekeeper } from './access/mcp-gatekeeper.js';
export { PagesAtOnce } from './access/pages-at-once.js';
export { Shed } from './access/shed.js';
export { RateLimiter, type RateKind } from './access/rate-limiter.js';
export { TokenBuckets } from './access/token-buckets.js';
export { TokenBearers } from './access/token-bearer.js';
export { readIdentityEvent } from './webhooks/identity-event.js';
export { PushTokens, type PushTokenOptions } from './webhooks/push-token.js';
export { webhookSecrets } from './webhooks/webhook-secrets.js';
export { verifyWebhook } from './webhooks/webhook-signature.js';
export { isIdentifier } from './token/identifier.js';
export { fetchIssuerMetadata, type IssuerMetadata } from './token/issuer-metadata.js';
export { isSecureUrl } from './token/secure-url.js';
export { TokenVerifier } from './token/token-verifier.js';
