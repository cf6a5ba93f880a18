import { randomBytes } from 'node:crypto';
import PostalMime, { decodeWords, type Address } from 'postal-mime';
import type { MailAddress, MailContent } from '../store/mail.store.js';

const MARK = 'x-crm-message-id';

/** What a message in RFC 5322 form says. @throws when it is none */
export async function parseMime(raw: Buffer): Promise<MailContent> {
  const email = await PostalMime.parse(raw);
  return {
    from: mailboxes(email.from && [email.from])[0] ?? { name: '', address: '' },
    reply_to: mailboxes(email.replyTo),
    to: mailboxes(email.to),
    cc: mailboxes(email.cc),
    bcc: mailboxes(email.bcc),
    subject: email.subject ?? '',
    text: withoutLastBreak(email.text ?? ''),
    html: email.html === undefined ? null : withoutLastBreak(email.html),
    headers: email.headers.map(({ originalKey, value }) => ({ name: originalKey, value: decodeWords(value) })),
    attachments: email.attachments.map(({ filename, mimeType, content }) => ({
      filename: filename ?? '',
      content_type: mimeType,
      size: typeof content === 'string' ? content.length : content.byteLength,
    })),
    raw: raw.toString('base64url'),
    unread: false,
  };
}

export function headerOf({ headers }: Pick<MailContent, 'headers'>, name: string): string | null {
  return headers.find((header) => header.name.toLowerCase() === name.toLowerCase())?.value ?? null;
}

export function markOf(content: MailContent): string | null {
  return headerOf(content, MARK);
}

/** The ids that a reply names, all in one list. */
export function referencesOf(content: Pick<MailContent, 'headers'>): string[] {
  const named = [headerOf(content, 'in-reply-to'), headerOf(content, 'references')];
  return named.flatMap((value) => value?.match(/<[^<>\s]+>/g) ?? []);
}

/** A Message-ID as Gmail makes it, whatever the sender's was. */
export function mintMessageId(): string {
  return `<CA${randomBytes(24).toString('base64url')}@mail.gmail.com>`;
}

/** The sent copy: Gmail's own Message-ID in the place of ours, and our mark gone unless the account keeps headers. */
export function sentCopy(content: MailContent, messageId: string, keepsHeaders: boolean): MailContent {
  const lost = ['message-id', ...(keepsHeaders ? [] : [MARK])];
  const headers = content.headers.filter(({ name }) => !lost.includes(name.toLowerCase()));
  const message = Buffer.from(content.raw ?? '', 'base64url').toString('latin1');
  const end = message.search(/\r?\n\r?\n/);
  const lines = message.slice(0, end).split(/\r?\n(?![ \t])/);
  const kept = lines.filter((line) => !lost.includes(line.split(':', 1)[0]!.toLowerCase()));
  const raw = [`Message-ID: ${messageId}`, ...kept].join('\r\n') + message.slice(end);
  return {
    ...content,
    headers: [...headers, { name: 'Message-ID', value: messageId }],
    raw: Buffer.from(raw, 'latin1').toString('base64url'),
  };
}

/** A message ends with a line break that nobody wrote. */
function withoutLastBreak(text: string): string {
  return text.replace(/\n$/, '');
}

function mailboxes(addresses: readonly Address[] = []): MailAddress[] {
  return addresses.flatMap((entry) => (entry.group ? entry.group : [{ name: entry.name, address: entry.address }]));
}
