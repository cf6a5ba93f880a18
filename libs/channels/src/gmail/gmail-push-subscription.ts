import type { Push } from '#crm-domain/messaging';
import { z } from 'zod';
import { classifyAnswer } from '../provider/answer-table.js';
import { readAnswer } from '../provider/read-answer.js';
import type { ChannelAccess } from '../contract/channel.js';
import { GMAIL_ANSWERS } from './gmail-answers.js';
import type { ProviderSettings } from '../settings/provider-settings.js';
import { FetchDeclined, type PushSubscription } from '../contract/mailbox.js';
import { readProvider } from '../provider/provider-reader.js';

const DAY = 24 * 60 * 60_000;

const WATCHED_MS = 7 * DAY;

const watch = z.object({ expiration: z.coerce.number().positive() });

/** Gmail watches for 7 days and asks to be told again every day. */
export class GmailPushSubscription implements PushSubscription {
  readonly leadMs = 6 * DAY;

  constructor(
    private readonly settings: Pick<ProviderSettings, 'GMAIL_BASE_URL'>,
    private readonly topic: string,
  ) {}

  async renew({ token, signal }: ChannelAccess): Promise<Push> {
    const answer = await readProvider({
      method: 'POST',
      url: `${this.settings.GMAIL_BASE_URL}/gmail/v1/users/me/watch`,
      json: { topicName: this.topic, labelIds: ['INBOX', 'SENT'], labelFilterBehavior: 'INCLUDE' },
      token,
      signal,
    });
    const watched = readAnswer(answer, watch);
    if (!watched) throw new FetchDeclined(classifyAnswer(answer, GMAIL_ANSWERS));
    const push_expires_at = new Date(Math.min(watched.expiration, Date.now() + WATCHED_MS));
    return { push_subscription_id: null, push_secret_hash: null, push_expires_at };
  }
}
