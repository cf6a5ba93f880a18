export type {
  Channel,
  ChannelAccess,
  DeliveryTrace,
  OutboundMessage,
  Outcome,
  Prepared,
  Reconciled,
} from './contract/channel.js';
export { credentialKeys } from './settings/credential-keys.js';
export { CredentialVault, type AccountCredentials } from './tokens/credential-vault.js';
export { providerSettingsShape, type ProviderSettings } from './settings/provider-settings.js';
export { mcpGatewaySettings } from './services/mcp-gateway-settings.js';
export { restApiSettings } from './services/rest-api-settings.js';
export { metaOptions, pushOptions } from './inbound/inbound-settings.js';
export { CHANNEL_DESCRIPTORS, channelsFor } from './registry.js';
export type { MailboxAuthorization, MailboxEndpoints } from './channel-descriptor.js';
export type { AccountAccess } from './tokens/account-access.js';
export { tokenEnd } from './tokens/token-rules.js';
export { whoseMailbox, whoseToken } from './tokens/whose-mailbox.js';
export { AccountTokens } from './tokens/account-tokens.js';
export { ChannelsModule } from './channels.module.js';
export { deliveryWorker } from './outbound/delivery-settings.js';
export { DeliveryWorker, type DeliveryWorkerOptions } from './outbound/delivery-worker.js';
export { Inbound, type InboundOptions } from './inbound/inbound.js';
export { hashOf } from './outlook/outlook-push-subscription.js';
export { readGmailPush } from './gmail/gmail-events.js';
export { readGraphNotifications } from './outlook/graph-events.js';
export { splitMeta } from './meta/meta-events.js';
export { hasMetaSignature, isSignedByMeta } from './meta/meta-signature.js';
