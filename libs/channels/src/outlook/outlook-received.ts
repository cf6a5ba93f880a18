import type { Party, ReceivedAttachment, ReceivedMessage } from '#crm-domain/messaging';
import { z } from 'zod';
import { textOfHtml } from '../mail/html-text.js';
import { referencesIn } from '../mail/references.js';

const recipient = z.object({
  emailAddress: z.object({ name: z.string().nullish(), address: z.string().nullish() }).nullish(),
});

const recipients = z
  .array(recipient.nullable())
  .nullish()
  .transform((all) => (all ?? []).flatMap((each) => each ?? []));

const resource = z.object({
  id: z.string().min(1),
  '@removed': z.never().optional(),
  isDraft: z.literal(false),
  conversationId: z.string().min(1).nullish(),
  internetMessageId: z.string().nullish(),
  subject: z.string().nullish(),
  body: z.object({ contentType: z.string().nullish(), content: z.string().nullish() }).nullish(),
  from: recipient.nullish(),
  replyTo: recipients,
  toRecipients: recipients,
  ccRecipients: recipients,
  bccRecipients: recipients,
  receivedDateTime: z.string().nullish(),
  sentDateTime: z.string().nullish(),
  isRead: z.boolean().nullish(),
  hasAttachments: z.boolean().nullish(),
  // Of what was sent, Graph often shows none.
  internetMessageHeaders: z.array(z.object({ name: z.string(), value: z.string() })).catch([]),
});

const bare = z.object({
  id: z.string().min(1),
  conversationId: z.never().optional(),
  '@removed': z.never().optional(),
});

const kept = z.looseObject({ id: z.string().min(1), isDraft: z.literal(false), '@removed': z.undefined().optional() });

const attachment = z.object({
  id: z.string(),
  name: z.string().nullish(),
  contentType: z.string().nullish(),
  size: z.number().nullish(),
});

/**
 * What is asked of a message; without its recipients and its headers; without its text, too. A stranger decides how long
 * these are.
 */
const HEAD =
  'id,isDraft,conversationId,internetMessageId,subject,from,receivedDateTime,sentDateTime,isRead,hasAttachments';
export const MESSAGE_FIELDS = `${HEAD},body,replyTo,toRecipients,ccRecipients,bccRecipients,internetMessageHeaders`;
export const FEWER_FIELDS = [`${HEAD},body`, HEAD];

export const outlookAttachments = z.object({ value: z.array(attachment) });

export interface OutlookMessage {
  message: ReceivedMessage;
  has_attachments: boolean;
}

/** The id of an item that bears nothing else and was not removed: the list was asked for ids alone. */
export function bareId(item: unknown): string | undefined {
  return bare.safeParse(item).data?.id;
}

/** Whether it is neither a draft nor removed: then it is a mail, whether it can be read or not. */
export function isMail(item: unknown): boolean {
  return kept.safeParse(item).success;
}

/** A mail as Graph shows it; undefined for drafts, for what was removed and for what cannot be read. Pure. */
export function outlookMessage(body: unknown, isSent: boolean): OutlookMessage | undefined {
  const { data } = resource.safeParse(body);
  if (!data) return undefined;
  const isHtml = data.body?.contentType?.toLowerCase() === 'html';
  const content = data.body?.content ?? '';
  const message: ReceivedMessage = {
    direction: isSent ? 'outbound' : 'inbound',
    provider_message_id: data.id,
    thread_id: data.conversationId ?? data.id,
    internet_message_id: data.internetMessageId ?? null,
    references: referencesIn(data.internetMessageHeaders),
    reply_to: null,
    mark: null,
    bears_mark_if_ours: false,
    from: partyOf(data.from ?? {}) ?? { address: '', display_name: null },
    reply_addresses: data.replyTo.flatMap((each) => partyOf(each)?.address ?? []),
    to: data.toRecipients.flatMap((each) => partyOf(each) ?? []),
    cc: data.ccRecipients.flatMap((each) => partyOf(each) ?? []),
    bcc: data.bccRecipients.length > 0 ? data.bccRecipients.flatMap((each) => partyOf(each)?.address ?? []) : undefined,
    subject: (data.subject ?? '').trim(),
    body: isHtml ? textOfHtml(content) : content,
    body_html: isHtml ? content : null,
    sent_at: new Date((isSent ? data.sentDateTime : data.receivedDateTime) ?? Number.NaN),
    seen: isSent || data.isRead === true,
    attachments: [],
  };
  return { message, has_attachments: data.hasAttachments === true };
}

export function outlookAttachment({ id, name, contentType, size }: z.infer<typeof attachment>): ReceivedAttachment {
  const content_type = contentType || 'application/octet-stream';
  return { filename: name || 'attachment', content_type, size: size ?? 0, provider_attachment_id: id };
}

function partyOf({ emailAddress }: z.infer<typeof recipient>): Party | undefined {
  const { name, address } = emailAddress ?? {};
  return address ? { address, display_name: name && name !== address ? name : null } : undefined;
}
