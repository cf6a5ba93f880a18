import { CHANNEL_DESCRIPTORS, CredentialVault, type ProviderSettings } from '#channels';
import { CHANNELS } from '#crm-domain/messaging';
import { Mailboxes } from './mailboxes.js';
import type { MailboxProvider } from './mailbox-client.js';

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
