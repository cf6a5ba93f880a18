import { CredentialVault, type ProviderSettings } from '#channels';
import { Mailboxes } from './mailboxes.js';
import type { MailboxProvider } from './mailbox-client.js';

type Addresses = Pick<MailboxProvider, 'channel' | 'authorizeUrl' | 'tokenUrl' | 'apiUrl'>;

/** The providers for which there is a client id and a secret, as the screens at `baseUrl` use them. */
export function mailboxesOf(settings: ProviderSettings, baseUrl: string): Mailboxes {
  const { CREDENTIALS_KEYS: keys } = settings;
  const registered = ({ channel, ...at }: Addresses, clientId?: string, clientSecret?: string): MailboxProvider[] => {
    const redirectUri = `${baseUrl.replace(/\/+$/, '')}/console/channels/callback/${channel}`;
    return clientId && clientSecret ? [{ channel, ...at, clientId, clientSecret, redirectUri }] : [];
  };
  const gmail = {
    channel: 'gmail' as const,
    authorizeUrl: settings.GOOGLE_AUTHORIZE_URL,
    tokenUrl: settings.GOOGLE_TOKEN_URL,
    apiUrl: settings.GMAIL_BASE_URL,
  };
  const outlook = {
    channel: 'outlook' as const,
    authorizeUrl: settings.MICROSOFT_AUTHORIZE_URL,
    tokenUrl: settings.MICROSOFT_TOKEN_URL,
    apiUrl: settings.GRAPH_BASE_URL,
  };
  const providers = [
    ...registered(gmail, settings.GOOGLE_CLIENT_ID, settings.GOOGLE_CLIENT_SECRET),
    ...registered(outlook, settings.MICROSOFT_CLIENT_ID, settings.MICROSOFT_CLIENT_SECRET),
  ];
  return new Mailboxes(providers, keys && new CredentialVault(keys));
}
