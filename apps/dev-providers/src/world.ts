import type { Chores } from './chores.js';
import type { Faults } from './faults/faults.js';
import type { GmailPush } from './gmail/gmail-push.js';
import type { GraphSubscriptions } from './graph/graph-subscriptions.js';
import type { MetaWebhooks } from './meta/meta-webhooks.js';
import type { ProvidersSettings } from './settings.js';
import type { AccountStore } from './store/account.store.js';
import type { ChatStore } from './store/chat.store.js';
import type { DeliveryStore } from './store/delivery.store.js';
import type { Mail, MailStore } from './store/mail.store.js';
import type { WebhookSender } from './webhooks/webhook-sender.js';

/** Everything that the stand-ins have. */
export interface World {
  settings: ProvidersSettings;
  accounts: AccountStore;
  mails: MailStore;
  chats: ChatStore;
  deliveries: DeliveryStore;
  faults: Faults;
  chores: Chores;
  webhooks: WebhookSender;
  gmailPush: GmailPush;
  graphSubscriptions: GraphSubscriptions;
  metaWebhooks: MetaWebhooks;
}

/** Tells subscribers that a mail came or changed. */
export function announce({ gmailPush, graphSubscriptions }: World, mail: Mail, kind: 'created' | 'updated'): void {
  if (mail.channel === 'gmail') gmailPush.changed(mail);
  else graphSubscriptions.changed(mail, kind);
}
