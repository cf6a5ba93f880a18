import { CHANNEL_DESCRIPTORS, CredentialVault, type ProviderSettings } from '#channels';
import { notFound } from '#crm-domain';
import { CHANNELS, type ChannelName } from '#crm-domain/messaging';
import { MailboxClient, type ConnectedMailbox, type MailboxProvider } from './mailbox-client.js';

/**
 * The providers of mailboxes at which this server is registered; none as long as there is no key to keep credentials
 * with.
 */
export class Mailboxes {
  private readonly clients: readonly MailboxClient[];

  constructor(
    providers: readonly MailboxProvider[],
    private readonly vault: CredentialVault | undefined,
  ) {
    this.clients = vault ? providers.map((provider) => new MailboxClient(provider)) : [];
  }

  get channels(): ChannelName[] {
    return this.clients.map(({ channel }) => channel);
  }

  /** @throws DomainError not_found for a channel that people cannot connect here */
  get(channel: string): MailboxClient {
    const found = this.clients.find((client) => client.channel === channel);
    if (!found) throw notFound('Channel');
    return found;
  }

  /** What of a connected mailbox is kept, readable for its account alone. */
  seal(workspace_id: string, channel_account_id: string, mailbox: ConnectedMailbox, now = Date.now()): string {
    const { access_token, refresh_token, expires_in } = mailbox;
    const at = (time: number) => new Date(time).toISOString();
    const expires = expires_in === undefined ? {} : { expires_at: at(now + expires_in * 1000) };
    const credentials = { access_token, refresh_token, ...expires, obtained_at: at(now) };
    return this.vault!.seal({ workspace_id, channel_account_id }, credentials);
  }
}

/** The providers for which there is a client id and a secret, as the screens at `baseUrl` use them. */
export function mailboxesOf(settings: ProviderSettings, baseUrl: string): Mailboxes {
  const { CREDENTIALS_KEYS: keys } = settings;
  const providers = CHANNELS.flatMap((channel): MailboxProvider[] => {
    const { authorization } = CHANNEL_DESCRIPTORS[channel];
    if (!authorization) return [];
    const endpoints = authorization.endpoints(settings);
    const { clientId, clientSecret } = endpoints;
    if (!clientId || !clientSecret) return [];
    const redirectUri = `${baseUrl.replace(/\/+$/, '')}/console/channels/callback/${channel}`;
    return [{ ...endpoints, channel, authorization, clientId, clientSecret, redirectUri }];
  });
  return new Mailboxes(providers, keys && new CredentialVault(keys));
}
