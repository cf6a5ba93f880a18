export { AuthModule } from './auth.module.js';
export { authSettingsShape, tokenSettingsFor, type AuthSettings } from './auth-settings.js';
export { By, Public, REQUIREMENT, Requires, type AuthenticatedRequest, type Requirement } from './access/requires.js';
export { McpGatekeeper } from './access/mcp-gatekeeper.js';
export { TokenBearers } from './access/token-bearer.js';
export { readIdentityEvent } from './webhooks/identity-event.js';
export { webhookSecrets } from './webhooks/webhook-secrets.js';
export { verifyWebhook } from './webhooks/webhook-signature.js';
export { TokenVerifier } from './token/token-verifier.js';
