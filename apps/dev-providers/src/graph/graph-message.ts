import { randomBytes } from 'node:crypto';
import type { ApiRequest, Json } from '../http/exchange.js';
import type { Folder, Mail, MailAddress } from '../store/mail.store.js';

// The first letters of real ids tell the kinds apart, too.
export const newImmutableId = () => `AAkALg${randomBytes(32).toString('base64url')}`;
export const newMutableId = () => `AAMkAG${randomBytes(32).toString('base64url')}`;
export const newConversationId = () => `AAQkAG${randomBytes(24).toString('base64url')}`;

/** What a request wants to see of messages. */
export interface View {
  /** Ids that survive a move, for those who ask with the Prefer header. */
  immutable: boolean;
  /** All of the usual fields when empty. */
  select: string[];
  /** Extended properties come only when they are expanded. */
  properties: boolean;
  /** The body as text, whatever it was. */
  text: boolean;
}

export function viewOf({ headers, query }: ApiRequest): View {
  const prefer = String(headers.prefer ?? '');
  return {
    immutable: prefersImmutable(prefer),
    select: (query.get('$select') ?? '').split(',').filter(Boolean),
    properties: (query.get('$expand') ?? '').includes('singleValueExtendedProperties'),
    text: /outlook\.body-content-type\s*=\s*"?text/i.test(prefer),
  };
}

export function prefersImmutable(prefer: string): boolean {
  return /IdType\s*=\s*"?ImmutableId/i.test(prefer);
}

export function shownId(mail: Mail, immutable: boolean): string {
  return immutable ? mail.id : mail.other_id;
}

/** A message as Graph shows it. */
export function graphMessage(mail: Mail, view: View): Json {
  const all = fields(mail, view.text);
  const names = view.select.length > 0 ? view.select.filter((name) => name in all) : Object.keys(all);
  const shown = Object.fromEntries(
    names.filter((name) => name !== HEADERS || view.select.includes(HEADERS)).map((name) => [name, all[name]]),
  );
  const { properties = [] } = mail.content;
  return {
    '@odata.etag': `W/"${mail.seq}"`,
    id: shownId(mail, view.immutable),
    ...shown,
    ...(view.properties && { singleValueExtendedProperties: properties }),
  };
}

const HEADERS = 'internetMessageHeaders';

function fields(mail: Mail, asText: boolean): Json {
  const { content } = mail;
  const at = new Date(mail.at).toISOString();
  const html = !asText && content.html !== null;
  return {
    createdDateTime: at,
    lastModifiedDateTime: new Date(mail.sent_at ?? mail.at).toISOString(),
    receivedDateTime: at,
    sentDateTime: new Date(mail.sent_at ?? mail.at).toISOString(),
    hasAttachments: content.attachments.length > 0,
    internetMessageId: mail.internet_id,
    subject: content.subject,
    bodyPreview: content.text.slice(0, 255),
    importance: 'normal',
    parentFolderId: folderId(mail.folder),
    conversationId: mail.thread,
    isRead: !content.unread,
    isDraft: isDraft(mail),
    body: { contentType: html ? 'html' : 'text', content: html ? content.html : content.text },
    sender: recipient(content.from),
    from: recipient(content.from),
    toRecipients: content.to.map(recipient),
    ccRecipients: content.cc.map(recipient),
    bccRecipients: content.bcc.map(recipient),
    replyTo: (content.reply_to ?? []).map(recipient),
    [HEADERS]: content.headers,
  };
}

/** Only drafts are put into the deleted items here. */
export function isDraft({ folder }: Mail): boolean {
  return folder === 'drafts' || folder === 'deleteditems';
}

export function folderId(folder: Folder): string {
  return `AQMkAD${folder}`;
}

function recipient({ name, address }: MailAddress) {
  return { emailAddress: { name: name || address, address } };
}
