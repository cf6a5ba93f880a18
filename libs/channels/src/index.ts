export type {
  Channel,
  ChannelAccess,
  DeliveryTrace,
  OutboundMessage,
  Outcome,
  Prepared,
  Reconciled,
} from './channel.js';
export { credentialKeys } from './credentials/credential-keys.js';
export { CredentialVault, type AccountCredentials } from './credentials/credential-vault.js';
export { providerSettingsShape, type ProviderSettings } from './provider-settings.js';
export { mcpGatewaySettings } from './services/mcp-gateway-settings.js';
export { restApiSettings } from './services/rest-api-settings.js';
export { metaOptions, pushOptions } from './inbound-settings.js';
export { channelsFor } from './registry.js';
export type { AccountAccess } from './tokens/account-access.js';
export { AccountTokens } from './tokens/account-tokens.js';
export { ChannelsModule } from './channels.module.js';
export { deliveryWorker } from './delivery/delivery-settings.js';
export { DeliveryWorker, type DeliveryWorkerOptions } from './delivery/delivery-worker.js';
export { Inbound, type InboundOptions } from './inbound.js';
export { hashOf } from './sync/push.js';
export { readGmailPush } from './webhooks/gmail-events.js';
export { readGraphNotifications } from './webhooks/graph-events.js';
export { splitMeta } from './webhooks/meta-events.js';
export { isSignedByMeta } from './webhooks/meta-signature.js';
