import { randomUUID } from 'node:crypto';
import { markOf, parseMime } from '../gmail/mime.js';
import { isObject, jsonBody, Refused, type ApiRequest, type Json } from '../http/exchange.js';
import type { Account } from '../store/account.store.js';
import type { Mail, MailAddress, MailContent } from '../store/mail.store.js';
import { graphError } from './graph-error.js';
import { newConversationId, newImmutableId, newMutableId } from './graph-message.js';

type Draft = Omit<Mail, 'seq'>;

/** What a request wants to put into a message: JSON, or a whole message in base64. @throws Refused */
export async function contentOf(request: ApiRequest, account: Account): Promise<Partial<MailContent>> {
  if (String(request.headers['content-type']).startsWith('text/plain')) {
    const raw = request.raw.toString('utf8').trim();
    if (!/^[A-Za-z0-9+/=\s]+$/.test(raw)) {
      throw new Refused(
        graphError(400, 'ErrorMimeContentInvalidBase64String', 'Invalid base64 string for MIME content.'),
      );
    }
    return { ...(await parseMime(Buffer.from(raw, 'base64'))), from: addressOf(account), raw: null };
  }
  const body = jsonBody(request);
  if (!body) throw new Refused(graphError(400));
  return contentFrom(body);
}

/** The parts of a message that JSON names. */
export function contentFrom(message: Json): Partial<MailContent> {
  const body = isObject(message.body) ? message.body : undefined;
  const isHtml = String(body?.contentType).toLowerCase() === 'html';
  const content = String(body?.content ?? '');
  return {
    ...(message.subject !== undefined && { subject: String(message.subject) }),
    ...(body && { text: isHtml ? textOf(content) : content, html: isHtml ? content : null }),
    ...(message.toRecipients !== undefined && { to: recipients(message.toRecipients) }),
    ...(message.ccRecipients !== undefined && { cc: recipients(message.ccRecipients) }),
    ...(message.bccRecipients !== undefined && { bcc: recipients(message.bccRecipients) }),
    ...(Array.isArray(message.internetMessageHeaders) && { headers: message.internetMessageHeaders }),
    ...(Array.isArray(message.singleValueExtendedProperties) && { properties: message.singleValueExtendedProperties }),
  };
}

/** A draft of the account. Exchange gives it its Message-ID, which stays when it is sent. */
export function draftOf(account: Account, given: Partial<MailContent>): Draft {
  const content: MailContent = {
    from: addressOf(account),
    to: [],
    cc: [],
    bcc: [],
    subject: '',
    text: '',
    html: null,
    headers: [],
    attachments: [],
    raw: null,
    unread: false,
    ...given,
  };
  return {
    channel: 'outlook',
    account: account.id,
    id: newImmutableId(),
    other_id: newMutableId(),
    thread: newConversationId(),
    folder: 'drafts',
    internet_id: `<${randomUUID()}@prod.outlook.com>`,
    mark: propertyMark(content),
    at: Date.now(),
    sent_at: null,
    content,
  };
}

/** The same as an answer to a message, in its conversation. */
export function replyOf(account: Account, parent: Mail, given: Partial<MailContent>): Draft {
  const { subject, from } = parent.content;
  const headers = [
    { name: 'In-Reply-To', value: parent.internet_id },
    { name: 'References', value: parent.internet_id },
  ];
  const usual = { subject: /^re:/i.test(subject) ? subject : `RE: ${subject}`, to: [from], headers };
  return { ...draftOf(account, { ...usual, ...given }), thread: parent.thread };
}

/** The property named crm-message-id, else whichever is the first; of a whole message, the header. */
function propertyMark(content: MailContent): string | null {
  const { properties = [] } = content;
  const named = properties.find(({ id }) => /Name crm-message-id$/i.test(id)) ?? properties[0];
  return named?.value ?? markOf(content);
}

function addressOf({ name, address }: Account): MailAddress {
  return { name: name ?? '', address };
}

/** @throws Refused */
function recipients(list: unknown): MailAddress[] {
  if (!Array.isArray(list)) throw new Refused(graphError(400));
  return list.map((entry) => {
    const found = isObject(entry) && isObject(entry.emailAddress) ? entry.emailAddress : undefined;
    if (!found) throw new Refused(graphError(400));
    return { name: String(found.name ?? ''), address: String(found.address ?? '') };
  });
}

function textOf(html: string): string {
  return html.replace(/<[^>]*>/g, '').trim();
}
