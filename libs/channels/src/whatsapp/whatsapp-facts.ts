import type { ReceivedAttachment, ReceivedMessage, ReceivedStatus } from '#crm-domain/messaging';
import { z } from 'zod';
import { readCallbackData, waId } from './whatsapp-ids.js';
import { whatsappOutcome } from './whatsapp-answers.js';
import { contentOf } from './whatsapp-content.js';
import type { InboundEvent } from '../contract/inbound-event.js';
import { listOf, messageId, optionalText as optional, part, seconds, text } from '../contract/inbound-event-fields.js';

/** What is wrong with these takes nothing away from what they stand beside. */
const contacts = part(z.array(z.looseObject({ profile: z.looseObject({ name: optional }).optional() }).catch({})));
const digits = z.string().regex(/^\d{1,9}$/);
/** 0 is a code of Meta's own; what is none is null. */
const code = z
  .union([z.number(), digits.transform(Number)])
  .nullable()
  .catch(null);
const errors = part(listOf(z.looseObject({ code })));

const reply = part(z.object({ title: text }));
const media = z.looseObject({ id: optional, mime_type: optional, filename: optional, caption: optional });

const message = z.looseObject({
  id: messageId,
  from: optional,
  from_user_id: optional,
  timestamp: seconds,
  type: text,
  context: part(z.looseObject({ id: optional })),
  text: part(z.looseObject({ body: text })),
  button: part(z.looseObject({ text })),
  interactive: part(z.looseObject({ button_reply: reply, list_reply: reply })),
  reaction: part(z.looseObject({ message_id: text, emoji: optional })),
});

const status = z.looseObject({
  id: messageId,
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  timestamp: seconds,
  recipient_id: waId,
  biz_opaque_callback_data: optional,
  errors,
});

const value = z.looseObject({
  metadata: z.looseObject({ phone_number_id: z.string(), display_phone_number: text }),
  contacts,
  messages: part(listOf(message)),
  statuses: part(listOf(status)),
  errors,
});

type Value = z.infer<typeof value>;
type Message = z.infer<typeof message>;

const MEDIA = ['image', 'video', 'audio', 'document', 'sticker'];
/** Sent by WhatsApp itself: a number that changed, a request to be welcomed. Nobody said anything. */
const SILENT = ['system', 'request_welcome'];

/** What one stored piece of WhatsApp news tells. Pure; what is not known tells nothing. */
export function whatsappFacts(payload: unknown): InboundEvent[] {
  const { data } = value.safeParse(payload);
  if (!data) return [];
  const { messages = [], statuses = [], errors = [] } = data;
  const told = [
    ...messages.map((item) => messageFact(item, data)),
    ...statuses.map((item) => ({ kind: 'status' as const, status: statusOf(item) })),
    ...errors.map(({ code }) => ({ kind: 'trouble' as const, code: String(code ?? 'unknown') })),
  ];
  const external_account_id = data.metadata.phone_number_id;
  return told.flatMap((fact) => (fact ? [{ external_account_id, ...fact }] : []));
}

function messageFact(item: Message, { metadata, contacts }: Value) {
  const sender = item.from || item.from_user_id;
  const isReaction = item.type === 'reaction' || item.reaction !== undefined;
  // What is said in a group is not said to us alone, and no answer of ours would go there.
  if (item['group_id']) return undefined;
  if (!sender || SILENT.includes(item.type) || (isReaction && !item.reaction?.emoji)) return undefined;
  const attachments = attachmentsOf(item);
  const read: ReceivedMessage = {
    direction: 'inbound',
    provider_message_id: item.id,
    thread_id: sender,
    mark: null,
    bears_mark_if_ours: true,
    internet_message_id: null,
    references: [],
    reply_to: item.reaction?.message_id ?? item.context?.id ?? null,
    from: { address: sender, display_name: contacts?.[0]?.profile?.name || null },
    to: [{ address: metadata.display_phone_number, display_name: null }],
    cc: [],
    subject: null,
    body_html: null,
    body: textOf(item) || (attachments.length > 0 ? '' : contentOf(item.type, item[item.type])),
    sent_at: new Date(item.timestamp * 1000),
    seen: false,
    attachments,
  };
  return { kind: 'message' as const, message: read };
}

function textOf(item: Message): string {
  const { button_reply, list_reply } = item.interactive ?? {};
  const said = item.text?.body || item.button?.text || button_reply?.title || list_reply?.title;
  return said || item.reaction?.emoji || media.safeParse(item[item.type]).data?.caption || '';
}

function attachmentsOf(item: Message): ReceivedAttachment[] {
  const { data } = MEDIA.includes(item.type) ? media.safeParse(item[item.type]) : {};
  if (!data) return [];
  const content_type = data.mime_type || 'application/octet-stream';
  return [{ filename: data.filename || item.type, content_type, size: 0, provider_attachment_id: data.id ?? null }];
}

function statusOf(item: z.infer<typeof status>): ReceivedStatus {
  const [error] = item.errors ?? [];
  // Without a code nobody says why.
  const failure = item.status === 'failed' && error && error.code !== null ? failureOf(error.code) : null;
  const { mark, transmission } = readCallbackData(item.biz_opaque_callback_data);
  return {
    status: item.status,
    provider_message_ids: [item.id],
    thread_id: item.recipient_id ?? null,
    mark,
    // An id alone is the first transmission's. What it says must not end a later one, whose mark names it; only a release
    // that named none sent later ones with an id alone.
    transmission: transmission ?? (mark === null ? null : 1),
    up_to: null,
    at: new Date(item.timestamp * 1000),
    failure,
  };
}

/** As for a message that is refused at once: the same words, and whether it may be sent again. */
function failureOf(code: number): NonNullable<ReceivedStatus['failure']> {
  const outcome = whatsappOutcome({ kind: 'answered', status: 400, headers: {}, body: { error: { code } } });
  const isKnown = outcome.kind === 'rejected' || outcome.kind === 'transient';
  return {
    code: String(code),
    detail: isKnown ? outcome.detail : 'WhatsApp could not deliver the message.',
    ...(outcome.kind === 'transient' && { throttles: outcome.throttles }),
  };
}
