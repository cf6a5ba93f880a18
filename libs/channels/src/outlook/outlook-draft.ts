import { sameAddresses, sameText } from '#crm-domain/messaging';
import { z } from 'zod';
import type { OutboundMessage } from '../contract/channel.js';
import { providerId } from '../contract/provider-id.js';
import { textOfHtml } from '../mail/html-text.js';
import { subjectOf } from '../mail/threading.js';

const recipients = z.array(z.object({ emailAddress: z.object({ address: z.string().nullish() }) })).default([]);

/** What tells whether a mail was sent, and whether a draft is as it was made. */
export const DRAFT_FIELDS =
  'id,isDraft,conversationId,internetMessageId,parentFolderId,subject,body,toRecipients,ccRecipients,bccRecipients,hasAttachments';

export const messageBody = z.object({
  id: providerId,
  isDraft: z.boolean(),
  conversationId: providerId.nullish(),
  internetMessageId: providerId.nullish().catch(null),
  parentFolderId: z.string().nullish(),
  subject: z.string().nullish(),
  body: z.object({ contentType: z.string(), content: z.string() }).nullish(),
  toRecipients: recipients,
  ccRecipients: recipients,
  bccRecipients: recipients,
  hasAttachments: z.boolean().nullish(),
});

export type Mail = z.infer<typeof messageBody>;

/** Whether a draft has the people and the words of the message. */
export function isAsMade(draft: Mail, message: OutboundMessage): boolean {
  return hasSameWords(draft, message) && isToSame(draft, message);
}

/**
 * Whether a draft of an answer differs in its people alone, as it does where Graph added who wrote the mail that is
 * answered, and the attempt that made it came no further. Graph adds nobody who is not shown to the others.
 */
export function isUnaddressed(draft: Mail, message: OutboundMessage): boolean {
  const isAnswer = Boolean(message.reply?.provider_message_id);
  const isWithoutBcc = draft.bccRecipients.length === 0;
  return isAnswer && isWithoutBcc && hasSameWords(draft, message) && !isToSame(draft, message);
}

/** Of an answer without a subject of its own Graph made the subject. */
function hasSameWords(draft: Mail, message: OutboundMessage): boolean {
  const isSubject = message.subject === null || sameText(draft.subject ?? '', subjectOf(message));
  return isSubject && sameText(textOf(draft), message.body) && !draft.hasAttachments;
}

/** Whether a draft goes to the people of the message, and to nobody else. */
export function isToSame({ toRecipients, ccRecipients, bccRecipients }: Mail, { to, cc }: OutboundMessage): boolean {
  const people = [...toRecipients, ...ccRecipients].map(({ emailAddress }) => emailAddress.address ?? '');
  return sameAddresses('email', people, [...to, ...cc]) && bccRecipients.length === 0;
}

/** Outlook may keep as HTML what was given as text. */
function textOf({ body }: Mail): string {
  const content = body?.content ?? '';
  return body?.contentType.toLowerCase() === 'html' ? textOfHtml(content) : content;
}
