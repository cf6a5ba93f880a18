import type { Channel } from './contract/channel.js';
import type { InboundEvent } from './contract/inbound-event.js';
import type { Mailbox, PushSubscription } from './contract/mailbox.js';
import type { ProviderRequest } from './provider/provider-call.js';
import type { ProviderSettings } from './settings/provider-settings.js';
import type { AccountCredentials } from './tokens/credential-vault.js';

/**
 * Everything that the service knows of one channel. A channel is its folder with one of these, and a line in
 * registry.ts.
 */
export interface ChannelDescriptor {
  /** As people call it. */
  title: string;
  /** What sends. `graceMs` replaces the usual wait before a transmission may be looked into. */
  sender(settings: ProviderSettings, graceMs?: number): Channel;
  /** What fetches; absent where the provider keeps nothing that could be fetched. */
  mailbox?(settings: ProviderSettings): Mailbox;
  /** What has the provider tell us of news; undefined where there is no address to tell it to. */
  pushSubscriptions?(settings: ProviderSettings, addresses: PushAddresses): PushSubscription | undefined;
  /** What a stored event tells of the provider's accounts. */
  facts?(payload: unknown): InboundEvent[];
  /** What a stored event tells of a subscription, where the provider names no account. */
  subscription?(payload: unknown): SubscriptionNews | undefined;
  /** How an account's token is replaced; absent where it stays as it is. */
  token?: TokenRule;
  /** How people connect a mailbox of theirs; absent where operators connect accounts. */
  authorization?: MailboxAuthorization;
}

/** Where providers tell us of news, as far as the deployment has set that up. */
export interface PushAddresses {
  graphWebhookUrl?: string;
  gmailTopic?: string;
}

/** `lifecycle` is null for news of the mailbox itself. */
export interface SubscriptionNews {
  subscription_id: string;
  lifecycle: string | null;
}

/** Times are milliseconds. */
export interface TokenRule {
  /** So long before its end. */
  beforeEndMs: number;
  /** Younger ones are not replaced. */
  leastAgeMs: number;
  /** How long one lives of which nobody tells when it ends; absent where the provider always tells it. */
  livesMs?: number;
  /** Whether one that was refused can be replaced without the account's owner. */
  revives: boolean;
  /** The request for the next one, or why there can be none. */
  request(credentials: AccountCredentials, settings: ProviderSettings): ProviderRequest | NoTokenRequest;
}

/** `revoked`: only the account's owner can mend it. `later`: the deployment has to be set up first. */
export interface NoTokenRequest {
  kind: 'revoked' | 'later';
  code: string;
}

/**
 * OAuth 2 with a mailbox's provider. Without `openid`: the mailbox's own address matters, and it is asked of the mail
 * API.
 */
export interface MailboxAuthorization {
  endpoints(settings: ProviderSettings): MailboxEndpoints;
  scopes: readonly string[];
  /** Without these the mailbox is of no use. */
  demanded: readonly string[];
  parameters: Record<string, string>;
  /** Path of the mail API that tells whose mailbox it is. */
  whoAmI: string;
  /** Another path, where the answer does not prove the address; personal accounts may have no such path. */
  proof?(profile: Answer): string | undefined;
  read(profile: Answer, proof?: Answer): { address: unknown; name?: unknown };
}

type Answer = Record<string, unknown>;

/** Where a mail provider signs people in and answers. */
export interface MailboxEndpoints {
  authorizeUrl: string;
  tokenUrl: string;
  /** Where its mail API answers. */
  apiUrl: string;
  clientId?: string;
  clientSecret?: string;
}
