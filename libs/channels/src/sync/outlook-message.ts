import type { Party, ReceivedAttachment, ReceivedMessage } from '#crm-domain';
import { z } from 'zod';
import { textOfHtml } from '../mail/html-text.js';

const recipient = z.object({
  emailAddress: z.object({ name: z.string().nullish(), address: z.string().nullish() }).nullish(),
});

const resource = z.object({
  id: z.string().min(1),
  '@removed': z.never().optional(),
  isDraft: z.literal(false),
  conversationId: z.string().min(1),
  internetMessageId: z.string().nullish(),
  subject: z.string().nullish(),
  body: z.object({ contentType: z.string(), content: z.string() }).nullish(),
  from: recipient.nullish(),
  toRecipients: z.array(recipient).default([]),
  ccRecipients: z.array(recipient).default([]),
  receivedDateTime: z.string().nullish(),
  sentDateTime: z.string().nullish(),
  isRead: z.boolean().nullish(),
  hasAttachments: z.boolean().nullish(),
});

const attachment = z.object({
  id: z.string(),
  name: z.string().nullish(),
  contentType: z.string().nullish(),
  size: z.number().nullish(),
});

/** What is asked of a message. */
export const MESSAGE_FIELDS =
  'id,isDraft,conversationId,internetMessageId,subject,body,from,toRecipients,ccRecipients,receivedDateTime,sentDateTime,isRead,hasAttachments';

export const outlookAttachments = z.object({ value: z.array(attachment) });

export interface OutlookMessage {
  message: ReceivedMessage;
  has_attachments: boolean;
}

/** A mail as Graph shows it; undefined for drafts, for what was removed and for what is no mail. Pure. */
export function outlookMessage(body: unknown, isSent: boolean): OutlookMessage | undefined {
  const { data } = resource.safeParse(body);
  if (!data) return undefined;
  const isHtml = data.body?.contentType.toLowerCase() === 'html';
  const content = data.body?.content ?? '';
  const message: ReceivedMessage = {
    direction: isSent ? 'outbound' : 'inbound',
    provider_message_id: data.id,
    thread_id: data.conversationId,
    internet_message_id: data.internetMessageId ?? null,
    // The conversation's id is in every mail of it.
    ...{ references: [], reply_to: null, mark: null, bears_mark_if_ours: false },
    from: partyOf(data.from ?? {}) ?? { address: '', display_name: null },
    to: data.toRecipients.flatMap((each) => partyOf(each) ?? []),
    cc: data.ccRecipients.flatMap((each) => partyOf(each) ?? []),
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
