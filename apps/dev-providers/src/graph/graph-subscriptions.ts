import { isObject } from '../http/exchange.js';
import type { Mail } from '../store/mail.store.js';
import type { Subscription, SubscriptionStore } from '../store/subscription.store.js';
import type { WebhookSender } from '../webhooks/webhook-sender.js';
import { shownId } from './graph-message.js';

/** What somebody subscribed to. */
export interface Wish {
  changeType: string;
  notificationUrl: string;
  lifecycleNotificationUrl: string | null;
  resource: string;
  clientState: string | null;
  /** Whether the subscription was made with the Prefer header, which decides the ids in its notifications. */
  immutable: boolean;
}

export type GraphSubscription = Subscription<Wish>;

export const LIFECYCLE_EVENTS = ['subscriptionRemoved', 'missed', 'reauthorizationRequired'] as const;
export type LifecycleEvent = (typeof LIFECYCLE_EVENTS)[number];

const TENANT = '00000000-0000-4000-8000-000000000001';

/** Change notifications and those about the subscriptions themselves. */
export class GraphSubscriptions {
  constructor(
    readonly store: SubscriptionStore<Wish>,
    private readonly webhooks: WebhookSender,
  ) {}

  changed(mail: Mail, kind: 'created' | 'updated'): void {
    for (const subscription of this.store.of(mail.account)) {
      const { changeType, notificationUrl, resource, immutable } = subscription.content;
      if (!changeType.split(',').includes(kind) || !covers(resource, mail)) continue;
      const path = `Users/${mail.account}/Messages/${shownId(mail, immutable)}`;
      const resourceData = {
        '@odata.type': '#Microsoft.Graph.Message',
        '@odata.id': path,
        '@odata.etag': `W/"${mail.seq}"`,
        id: shownId(mail, immutable),
      };
      this.notify(notificationUrl, subscription, { changeType: kind, resource: path, resourceData });
    }
  }

  /** Says that a subscription ended, that notifications were lost, or that it has to be renewed. */
  lifecycle(subscription: GraphSubscription, lifecycleEvent: LifecycleEvent): boolean {
    const { lifecycleNotificationUrl } = subscription.content;
    if (lifecycleEvent === 'subscriptionRemoved') this.store.remove(subscription.id);
    if (!lifecycleNotificationUrl) return false;
    this.notify(lifecycleNotificationUrl, subscription, { lifecycleEvent });
    return true;
  }

  private notify(url: string, { id, expires_at, content }: GraphSubscription, said: object): void {
    const value = {
      subscriptionId: id,
      subscriptionExpirationDateTime: new Date(expires_at).toISOString(),
      ...(content.clientState !== null && { clientState: content.clientState }),
      tenantId: TENANT,
      ...said,
    };
    this.webhooks.send({ about: 'outlook', url, body: JSON.stringify({ value: [value] }) });
  }
}

/** `/me/messages` covers all; a folder, in either way of writing it, only itself. */
function covers(resource: string, { folder }: Mail): boolean {
  const named = /mailFolders(?:\('|\/)(\w+)/i.exec(resource)?.[1];
  return named === undefined || named.toLowerCase() === folder;
}

/** What JSON wishes for; null when something is missing. */
export function wishOf(body: unknown, immutable: boolean): Wish | null {
  if (!isObject(body)) return null;
  const { changeType, notificationUrl, lifecycleNotificationUrl = null, resource, clientState = null } = body;
  const texts = [changeType, notificationUrl, resource].every((part) => typeof part === 'string' && part !== '');
  if (!texts || String(clientState ?? '').length > 128 || !URL.canParse(String(notificationUrl))) return null;
  return { changeType, notificationUrl, lifecycleNotificationUrl, resource, clientState, immutable } as Wish;
}
