import type { ChannelDescriptor, MailboxAuthorization } from '../channel-descriptor.js';
import { mailToken } from '../mail/mail-token.js';
import { GmailPushSubscription } from './gmail-push-subscription.js';
import { GmailApi } from './gmail-api.js';
import { gmailFacts } from './gmail-events.js';
import { GmailMailbox } from './gmail-mailbox.js';
import { GmailChannel } from './gmail.channel.js';

const SCOPE = 'https://www.googleapis.com/auth/gmail.';

const authorization: MailboxAuthorization = {
  endpoints: (settings) => ({
    authorizeUrl: settings.GOOGLE_AUTHORIZE_URL,
    tokenUrl: settings.GOOGLE_TOKEN_URL,
    apiUrl: settings.GMAIL_BASE_URL,
    clientId: settings.GOOGLE_CLIENT_ID,
    clientSecret: settings.GOOGLE_CLIENT_SECRET,
  }),
  scopes: [`${SCOPE}compose`, `${SCOPE}readonly`],
  demanded: [`${SCOPE}compose`, `${SCOPE}readonly`],
  // A refresh token comes only offline, and a second time only when consent is given again.
  parameters: { access_type: 'offline', prompt: 'consent' },
  whoAmI: '/gmail/v1/users/me/profile',
  read: ({ emailAddress }) => ({ address: emailAddress }),
};

export const gmail: ChannelDescriptor = {
  title: 'Gmail',
  sender: (settings, graceMs) => new GmailChannel(new GmailApi(settings), graceMs),
  mailbox: (settings) => new GmailMailbox(settings),
  pushSubscriptions: (settings, { gmailTopic }) =>
    gmailTopic ? new GmailPushSubscription(settings, gmailTopic) : undefined,
  facts: gmailFacts,
  token: mailToken(authorization.endpoints),
  authorization,
};
