import type { ReceivedAttachment, ReceivedMessage, ReceivedStatus } from '#crm-domain/messaging';
import { z } from 'zod';
import type { InboundEvent } from '../contract/inbound-event.js';
import {
  listOf,
  messageId,
  milliseconds,
  optionalText as optional,
  part,
  text,
} from '../contract/inbound-event-fields.js';

const party = z.looseObject({ id: z.coerce.string() });

const coordinate = z.number().nullish().catch(null);
const shared = {
  title: optional,
  url: optional,
  coordinates: part(z.looseObject({ lat: coordinate, long: coordinate })),
};
const attachment = z.looseObject({ type: text, ...shared, payload: part(z.looseObject(shared)) });

const message = z.looseObject({
  mid: messageId,
  text,
  is_echo: z.boolean().nullish(),
  is_deleted: z.boolean().nullish(),
  metadata: optional,
  reply_to: part(z.looseObject({ mid: optional })),
  attachments: part(listOf(attachment)),
});

/** Each is looked for in the database. */
const MAX_IDS = 1000;

const news = z.looseObject({
  account: z.string(),
  sender: party,
  recipient: party,
  timestamp: milliseconds,
  message: part(message),
  postback: part(z.looseObject({ mid: messageId, title: text })),
  delivery: part(z.looseObject({ mids: z.array(messageId).max(MAX_IDS).optional(), watermark: milliseconds })),
  // Messenger names a time, Instagram the message.
  read: part(z.looseObject({ watermark: milliseconds.optional(), mid: messageId.optional() })),
});

type News = z.infer<typeof news>;

export type PageChannel = 'facebook' | 'instagram';

/**
 * What Messenger sends for us carries our id as `metadata`, which its echo repeats: an echo without it is of another
 * app, or was written by hand. Instagram documents neither `metadata` nor `app_id` for its echoes, so only words,
 * people and time can tell there.
 */
const BEARS_MARK: Record<PageChannel, boolean> = { facebook: true, instagram: false };

// Meta gives the kind alone.
const FILES = ['image', 'video', 'audio', 'file'];
const CONTENT_TYPES: Record<string, string> = { image: 'image/*', video: 'video/*', audio: 'audio/*' };

/** What one stored piece of news of Messenger or Instagram tells. Pure; what is not known tells nothing. */
export function messengerFacts(channel: PageChannel, payload: unknown): InboundEvent[] {
  const { data } = news.safeParse(payload);
  if (!data) return [];
  const { account, postback } = data;
  const said = data.message ?? (postback && { mid: postback.mid, text: postback.title });
  if (said?.is_deleted) return [];
  if (said) {
    const bears_mark_if_ours = BEARS_MARK[channel];
    const message = { ...messageOf(data, said), bears_mark_if_ours };
    return [{ external_account_id: account, kind: 'message', message }];
  }
  const status = statusOf(data);
  return status ? [{ external_account_id: account, kind: 'status', status }] : [];
}

function messageOf(
  { sender, recipient, timestamp }: News,
  said: Partial<z.infer<typeof message>> & { mid: string },
): Omit<ReceivedMessage, 'bears_mark_if_ours'> {
  const isEcho = said.is_echo === true;
  const attachments = (said.attachments ?? []).map(attachmentOf);
  return {
    direction: isEcho ? 'outbound' : 'inbound',
    provider_message_id: said.mid,
    thread_id: isEcho ? recipient.id : sender.id,
    internet_message_id: null,
    references: [],
    reply_to: said.reply_to?.mid ?? null,
    mark: said.metadata ?? null,
    from: { address: sender.id, display_name: null },
    to: [{ address: recipient.id, display_name: null }],
    cc: [],
    subject: null,
    body_html: null,
    body: said.text || contentOf(said.attachments ?? []),
    sent_at: new Date(timestamp),
    seen: isEcho,
    attachments,
  };
}

/** What was shared without a word, such as a place or a link: nothing else of it is kept. Files have their own names. */
function contentOf(attachments: readonly z.infer<typeof attachment>[]): string {
  if (attachments.length === 0) return '[unsupported]';
  const lines = attachments
    .filter(({ type }) => !FILES.includes(type))
    .flatMap(({ payload, ...own }) => {
      const { lat, long } = payload?.coordinates ?? own.coordinates ?? {};
      return [payload?.title || own.title, payload?.url || own.url, [lat, long].filter(isNumber).join(', ')];
    });
  return lines.filter(Boolean).join('\n');
}

const isNumber = (given: unknown) => typeof given === 'number';

function attachmentOf({ type }: { type: string }): ReceivedAttachment {
  const content_type = CONTENT_TYPES[type] ?? 'application/octet-stream';
  return { filename: type || 'file', content_type, size: 0, provider_attachment_id: null };
}

function statusOf({ sender, timestamp, delivery, read }: News): ReceivedStatus | undefined {
  const at = new Date(timestamp);
  const upTo = (watermark: number) => ({ address: sender.id, until: new Date(watermark) });
  const shared = { mark: null, failure: null, at };
  if (delivery?.mids?.length) {
    return { ...shared, status: 'delivered', provider_message_ids: delivery.mids, up_to: null };
  }
  if (delivery) return { ...shared, status: 'delivered', provider_message_ids: [], up_to: upTo(delivery.watermark) };
  if (read?.mid) return { ...shared, status: 'read', provider_message_ids: [read.mid], up_to: null };
  if (read?.watermark) return { ...shared, status: 'read', provider_message_ids: [], up_to: upTo(read.watermark) };
  return undefined;
}
