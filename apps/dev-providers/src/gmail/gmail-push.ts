import { randomInt } from 'node:crypto';
import type { ProvidersSettings } from '../settings.js';
import type { KeyStore } from '../store/key.store.js';
import type { Mail } from '../store/mail.store.js';
import type { SubscriptionStore } from '../store/subscription.store.js';
import type { WebhookSender } from '../webhooks/webhook-sender.js';
import { labelsOf } from './gmail-message.js';

export interface Watch {
  topic: string;
  /** All when empty. */
  labels: string[];
}

const HOUR = 3600;

/** Pub/Sub's pushes for mailboxes that are watched. */
export class GmailPush {
  constructor(
    private readonly settings: ProvidersSettings,
    private readonly watches: SubscriptionStore<Watch>,
    private readonly keys: KeyStore,
    private readonly webhooks: WebhookSender,
  ) {}

  changed(mail: Mail): void {
    const url = this.settings.gmailPushUrl;
    const watch = this.watches.of(mail.account)[0]?.content;
    if (!url || !watch || !covers(watch, labelsOf(mail))) return;
    const data = { emailAddress: mail.account, historyId: mail.seq };
    const messageId = String(randomInt(2 ** 47));
    const publishTime = new Date().toISOString();
    const message = { data: Buffer.from(JSON.stringify(data)).toString('base64'), messageId, publishTime };
    const body = JSON.stringify({ message, subscription: watch.topic.replace('/topics/', '/subscriptions/') });
    this.webhooks.send({ about: 'gmail', url, headers: { authorization: `Bearer ${this.token(url)}` }, body });
  }

  /** As Google signs them; the issuer is Google's although the key is ours. */
  private token(url: string): string {
    const iat = Math.floor(Date.now() / 1000);
    const { gmailPushAudience, gmailPushAccount } = this.settings;
    return this.keys.sign({
      iss: 'https://accounts.google.com',
      aud: gmailPushAudience ?? url,
      azp: '100000000000000000000',
      sub: '100000000000000000000',
      email: gmailPushAccount,
      email_verified: true,
      iat,
      exp: iat + HOUR,
    });
  }
}

function covers({ labels }: Watch, carried: string[]): boolean {
  return labels.length === 0 || labels.some((label) => carried.includes(label));
}
