import type { ReceivedAttachment, ReceivedMessage, ReceivedStatus } from '#crm-domain';
import { z } from 'zod';
import { whatsappOutcome } from '../whatsapp/whatsapp-answers.js';
import type { Fact } from './fact.js';
import { messageId, optionalText as optional, seconds, text } from './fact-fields.js';

/** What is wrong with these takes nothing away from what they stand beside. */
const contacts = z
  .array(z.looseObject({ profile: z.looseObject({ name: optional }).optional() }).catch({}))
  .optional()
  .catch(undefined);
const errors = z
  .array(z.looseObject({ code: z.coerce.number().catch(0) }))
  .optional()
  .catch(undefined);

const reply = z.object({ title: text }).optional();
const media = z.looseObject({ id: optional, mime_type: optional, filename: optional, caption: optional });

const message = z.looseObject({
  id: messageId,
  from: optional,
  from_user_id: optional,
  timestamp: seconds,
  type: text,
  context: z.looseObject({ id: optional }).optional(),
  text: z.looseObject({ body: text }).optional(),
  button: z.looseObject({ text }).optional(),
  interactive: z.looseObject({ button_reply: reply, list_reply: reply }).optional(),
  reaction: z.looseObject({ message_id: text, emoji: optional }).optional(),
});

const status = z.looseObject({
  id: messageId,
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  timestamp: seconds,
  biz_opaque_callback_data: optional,
  errors,
});

const value = z.looseObject({
  metadata: z.looseObject({ phone_number_id: z.string(), display_phone_number: text }),
  contacts,
  messages: z.array(z.unknown()).optional(),
  statuses: z.array(z.unknown()).optional(),
  errors,
});

type Value = z.infer<typeof value>;
type Message = z.infer<typeof message>;

const MEDIA = ['image', 'video', 'audio', 'document', 'sticker'];
/** Sent by WhatsApp itself: a number that changed, a request to be welcomed. Nobody said anything. */
const SILENT = ['system', 'request_welcome'];

/** What one stored piece of WhatsApp news tells. Pure; what is not known tells nothing. */
export function whatsappFacts(payload: unknown): Fact[] {
  const { data } = value.safeParse(payload);
  if (!data) return [];
  const told = [
    ...each(message, data.messages).map((item) => messageFact(item, data)),
    ...each(status, data.statuses).map((item) => ({ kind: 'status' as const, status: statusOf(item) })),
    ...(data.errors ?? []).map(({ code }) => ({ kind: 'trouble' as const, code: String(code) })),
  ];
  const external_account_id = data.metadata.phone_number_id;
  return told.flatMap((fact) => (fact ? [{ external_account_id, ...fact }] : []));
}

function each<T>(shape: z.ZodType<T>, items: unknown[] = []): T[] {
  return items.flatMap((item) => {
    const { data } = shape.safeParse(item);
    return data ? [data] : [];
  });
}

function messageFact(item: Message, { metadata, contacts }: Value) {
  const sender = item.from || item.from_user_id;
  if (!sender || SILENT.includes(item.type) || (item.reaction && !item.reaction.emoji)) return undefined;
  const attachments = attachmentsOf(item);
  const read: ReceivedMessage = {
    ...{ direction: 'inbound', provider_message_id: item.id, thread_id: sender, mark: null, bears_mark_if_ours: true },
    ...{ internet_message_id: null, references: [], reply_to: item.reaction?.message_id ?? item.context?.id ?? null },
    from: { address: sender, display_name: contacts?.[0]?.profile?.name || null },
    to: [{ address: metadata.display_phone_number, display_name: null }],
    ...{ cc: [], subject: null, body_html: null },
    body: textOf(item) || (attachments.length > 0 ? '' : `[${item.type}]`),
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
  return {
    status: item.status,
    provider_message_ids: [item.id],
    mark: item.biz_opaque_callback_data ?? null,
    up_to: null,
    at: new Date(item.timestamp * 1000),
    failure: item.status === 'failed' ? failureOf(error?.code ?? 0) : null,
  };
}

/** The same words as for a message that is refused at once. */
function failureOf(code: number): ReceivedStatus['failure'] {
  const outcome = whatsappOutcome({ kind: 'answered', status: 400, headers: {}, body: { error: { code } } });
  const detail = outcome.kind === 'rejected' ? outcome.detail : 'WhatsApp could not deliver the message.';
  return { code: String(code), detail };
}
