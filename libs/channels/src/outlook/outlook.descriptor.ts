import { z } from 'zod';
import type { ChannelDescriptor, MailboxAuthorization } from '../channel-descriptor.js';
import { mailToken } from '../mail/mail-token.js';
import { lifecycleOf } from './graph-events.js';
import { OutlookPushSubscription } from './outlook-push-subscription.js';
import { OutlookApi } from './outlook-api.js';
import { OutlookMailbox } from './outlook-mailbox.js';
import { OutlookChannel } from './outlook.channel.js';

const organizations = z.object({
  value: z.array(z.object({ verifiedDomains: z.array(z.object({ name: z.string() })) })),
});
type Organizations = z.infer<typeof organizations>;
const VERIFIED_DOMAINS = '/organization?$select=verifiedDomains';

/**
 * Whether `mail` is an address that only the owner of its domain can give out. An administrator of any organization may
 * set it to an address of another one; the name that a user signs in with has a domain that was verified.
 */
function isProven({ mail, userPrincipalName }: Record<string, unknown>, proof?: Organizations): boolean {
  const verified = proof?.value.flatMap(({ verifiedDomains }) => verifiedDomains.map(({ name }) => name.toLowerCase()));
  return mail == null || [domainOf(userPrincipalName), ...(verified ?? [])].includes(domainOf(mail));
}

function domainOf(address: unknown): string | undefined {
  return typeof address === 'string' ? address.split('@').at(-1)!.toLowerCase() : undefined;
}

const authorization: MailboxAuthorization = {
  endpoints: (settings) => ({
    authorizeUrl: settings.MICROSOFT_AUTHORIZE_URL,
    tokenUrl: settings.MICROSOFT_TOKEN_URL,
    apiUrl: settings.GRAPH_BASE_URL,
    clientId: settings.MICROSOFT_CLIENT_ID,
    clientSecret: settings.MICROSOFT_CLIENT_SECRET,
  }),
  scopes: ['offline_access', 'User.Read', 'Mail.ReadWrite', 'Mail.Send'],
  demanded: ['Mail.ReadWrite', 'Mail.Send'],
  parameters: { prompt: 'select_account', response_mode: 'query' },
  whoAmI: '/me?$select=mail,userPrincipalName,displayName',
  proof: (profile) => (isProven(profile) ? undefined : VERIFIED_DOMAINS),
  read: (profile, proof) => {
    const { mail, userPrincipalName, displayName } = profile;
    return {
      address: isProven(profile, organizations.safeParse(proof).data) ? (mail ?? userPrincipalName) : userPrincipalName,
      name: displayName,
    };
  },
};

export const outlook: ChannelDescriptor = {
  title: 'Outlook',
  sender: (settings, graceMs) => new OutlookChannel(new OutlookApi(settings), graceMs),
  mailbox: (settings) => new OutlookMailbox(settings),
  pushSubscriptions: (settings, { graphWebhookUrl }) =>
    graphWebhookUrl ? new OutlookPushSubscription(settings, graphWebhookUrl) : undefined,
  subscription: lifecycleOf,
  token: mailToken(authorization.endpoints),
  authorization,
};
