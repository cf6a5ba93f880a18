import { createHash, randomBytes } from 'node:crypto';
import type { Push } from '#crm-domain/messaging';
import { z } from 'zod';
import { classifyAnswer } from '../provider/answer-table.js';
import { isMissing, readAnswer } from '../provider/read-answer.js';
import type { ChannelAccess } from '../contract/channel.js';
import { OUTLOOK_ANSWERS } from './outlook-answers.js';
import type { ProviderSettings } from '../settings/provider-settings.js';
import { FetchDeclined, type PushSubscription } from '../contract/mailbox.js';
import { readProvider } from '../provider/provider-reader.js';

const MINUTE = 60_000;

const subscription = z.object({ id: z.string().min(1), expirationDateTime: z.iso.datetime({ offset: true }) });
/** The longest that every version of the documentation allows for mails. */
const SUBSCRIBED_MS = 4230 * MINUTE;

/** Graph's subscriptions: made with a secret of their own, renewed at half their life, made anew when they are gone. */
export class OutlookPushSubscription implements PushSubscription {
  readonly leadMs = SUBSCRIBED_MS / 2;

  constructor(
    private readonly settings: Pick<ProviderSettings, 'GRAPH_BASE_URL'>,
    private readonly notificationUrl: string,
  ) {}

  async renew(access: ChannelAccess, known: string | null): Promise<Push> {
    return (known && (await this.prolong(access, known))) || this.subscribe(access);
  }

  private async prolong({ token, signal }: ChannelAccess, id: string): Promise<Push | undefined> {
    const url = `${this.settings.GRAPH_BASE_URL}/subscriptions/${encodeURIComponent(id)}`;
    const json = { expirationDateTime: new Date(Date.now() + SUBSCRIBED_MS).toISOString() };
    const answer = await readProvider({ method: 'PATCH', url, json, token, signal });
    if (isMissing(answer)) return undefined;
    const prolonged = readAnswer(answer, subscription);
    if (!prolonged) throw new FetchDeclined(classifyAnswer(answer, OUTLOOK_ANSWERS));
    return {
      push_subscription_id: id,
      push_secret_hash: null,
      push_expires_at: new Date(prolonged.expirationDateTime),
    };
  }

  private async subscribe({ token, signal }: ChannelAccess): Promise<Push> {
    const secret = randomBytes(32).toString('base64url');
    const answer = await readProvider({
      method: 'POST',
      url: `${this.settings.GRAPH_BASE_URL}/subscriptions`,
      headers: { prefer: 'IdType="ImmutableId"' },
      json: {
        changeType: 'created',
        resource: '/me/messages',
        clientState: secret,
        notificationUrl: this.notificationUrl,
        lifecycleNotificationUrl: this.notificationUrl,
        expirationDateTime: new Date(Date.now() + SUBSCRIBED_MS).toISOString(),
      },
      token,
      signal,
    });
    const made = readAnswer(answer, subscription);
    if (!made) throw new FetchDeclined(classifyAnswer(answer, OUTLOOK_ANSWERS));
    const push_expires_at = new Date(made.expirationDateTime);
    return { push_subscription_id: made.id, push_secret_hash: hashOf(secret), push_expires_at };
  }
}

/** What is kept of the secret in notifications: enough to know it again. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
