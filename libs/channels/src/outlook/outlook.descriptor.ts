import type { ChannelDescriptor, MailboxAuthorization } from '../channel-descriptor.js';
import { mailToken } from '../mail/mail-token.js';
import { lifecycleOf } from './graph-events.js';
import { OutlookPushSubscription } from './outlook-push-subscription.js';
import { OutlookApi } from './outlook-api.js';
import { OutlookMailbox } from './outlook-mailbox.js';
import { OutlookChannel } from './outlook.channel.js';

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
  read: ({ mail, userPrincipalName, displayName }) => ({ address: mail ?? userPrincipalName, name: displayName }),
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
