import { sameAddresses, sameText } from '#crm-domain/messaging';
import { z } from 'zod';
import type { ChannelAccess, OutboundMessage } from '../contract/channel.js';
import { providerId } from '../contract/provider-id.js';
import { textOfHtml } from '../mail/html-text.js';
import { isOwn } from '../mail/own-sender.js';
import { isPlainHtml } from '../mail/plain-html.js';
import { subjectOf } from '../mail/threading.js';

const recipient = z.object({ emailAddress: z.object({ address: z.string().nullish() }) });
const recipients = z.array(recipient).default([]);

/** What tells whether a mail was sent, and whether a draft is as it was made. */
export const DRAFT_FIELDS =
  'id,isDraft,conversationId,internetMessageId,parentFolderId,subject,body,toRecipients,ccRecipients,bccRecipients,hasAttachments,from,sender,replyTo';

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
  from: recipient.nullish().catch(null),
  sender: recipient.nullish().catch(null),
  replyTo: recipients.nullish().catch(null),
});

export type Mail = z.infer<typeof messageBody>;

/** Whether a draft has the people, the sender and the words of the message. */
export function isAsMade(draft: Mail, message: OutboundMessage, access: ChannelAccess): boolean {
  return isFromAccount(draft, access) && hasSameWords(draft, message) && isToSame(draft, message);
}

/**
 * From memory: where a person chooses another sender, `from` is theirs, and `sender` still the mailbox. Where both are
 * the same, that may be an address of the mailbox that we do not know, as of an account that was opened with another.
 */
export function isFromAccount({ from, sender, replyTo }: Mail, access: ChannelAccess): boolean {
  const [author = '', mailbox = ''] = [from, sender].map((each) => each?.emailAddress.address ?? undefined);
  const known = { ...access, external_account_id: mailbox || access.external_account_id };
  const answers = (replyTo ?? []).map(({ emailAddress }) => emailAddress.address ?? '');
  return [author, ...answers].every((address) => isOwn(address, access) || isOwn(address, known));
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

const ANSWER_ALONE = /^\s*(?:[\p{L}\p{M}]{1,10}\s*[:\uff1a]\s*)?$/u;

/**
 * Of an answer to a mail without a subject Graph made the subject: the word for an answer, in the language of the
 * mailbox. Outlook may keep as HTML what was given as text; a picture in it does not count among the attachments.
 */
function hasSameWords({ subject, body, hasAttachments }: Mail, message: OutboundMessage): boolean {
  const isSubject =
    message.subject === null ? ANSWER_ALONE.test(subject ?? '') : sameText(subject ?? '', subjectOf(message));
  const content = body?.content ?? '';
  const isHtml = body?.contentType.toLowerCase() === 'html';
  const isBody = sameText(isHtml ? textOfHtml(content) : content, message.body) && (!isHtml || isPlainHtml(content));
  return isSubject && isBody && !hasAttachments;
}

/** Whether a draft goes to the people of the message, and to nobody else. */
export function isToSame(draft: Mail, { to, cc }: OutboundMessage): boolean {
  return sameAddresses('email', peopleOf(draft), [...to, ...cc]) && draft.bccRecipients.length === 0;
}

/** Whether what a person has sent from our draft did not go to all whom the message goes to. */
export function leavesOut(mail: Mail, { to, cc }: OutboundMessage): boolean {
  const people = [...peopleOf(mail), ...mail.bccRecipients.map(({ emailAddress }) => emailAddress.address ?? '')];
  return !sameAddresses('email', people, [...people, ...to, ...cc]);
}

function peopleOf({ toRecipients, ccRecipients }: Mail): string[] {
  return [...toRecipients, ...ccRecipients].map(({ emailAddress }) => emailAddress.address ?? '');
}
