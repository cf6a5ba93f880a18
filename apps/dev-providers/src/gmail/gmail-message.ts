import type { Mail, MailContent } from '../store/mail.store.js';

const LABELS = { drafts: 'DRAFT', sentitems: 'SENT', inbox: 'INBOX', deleteditems: 'TRASH' } as const;

export function labelsOf({ folder, content }: Mail): string[] {
  return [LABELS[folder], ...(content.unread ? ['UNREAD'] : [])];
}

/** `format` of a read: which parts of the message come with it. */
export interface Format {
  format: string;
  /** For `metadata`; all when empty. */
  metadataHeaders: string[];
}

export function formatOf(query: URLSearchParams): Format {
  return { format: (query.get('format') ?? 'full').toLowerCase(), metadataHeaders: query.getAll('metadataHeaders') };
}

/** A message as Gmail shows it. */
export function gmailMessage(mail: Mail, { format, metadataHeaders }: Format): Record<string, unknown> {
  const { id, thread, seq, at, content } = mail;
  const resource = {
    id,
    threadId: thread,
    labelIds: labelsOf(mail),
    snippet: content.text.slice(0, 100),
    historyId: String(seq),
    internalDate: String(at),
    sizeEstimate: Math.ceil((content.raw?.length ?? 0) * 0.75),
  };
  if (format === 'minimal') return resource;
  if (format === 'raw') return { ...resource, raw: content.raw };
  if (format === 'metadata') return { ...resource, payload: { ...envelope(content, metadataHeaders) } };
  return { ...resource, payload: { ...envelope(content, []), ...bodyOf(content) } };
}

function envelope(content: MailContent, wanted: string[]) {
  const names = wanted.map((name) => name.toLowerCase());
  const headers = content.headers.filter(({ name }) => names.length === 0 || names.includes(name.toLowerCase()));
  return { partId: '', mimeType: mimeTypeOf(content), filename: '', headers };
}

function mimeTypeOf({ html, text, attachments }: MailContent): string {
  if (attachments.length > 0) return 'multipart/mixed';
  if (html !== null && text) return 'multipart/alternative';
  return html === null ? 'text/plain' : 'text/html';
}

function bodyOf({ text, html, attachments }: MailContent) {
  const texts = [
    ...(text || html === null ? [{ mimeType: 'text/plain', body: textBody(text) }] : []),
    ...(html === null ? [] : [{ mimeType: 'text/html', body: textBody(html) }]),
  ];
  const files = attachments.map(({ filename, content_type, size }, at) => ({
    mimeType: content_type,
    filename,
    body: { attachmentId: `attachment-${at}`, size },
  }));
  if (texts.length === 1 && files.length === 0) return { body: texts[0]!.body };
  const parts = [...texts.map((part) => ({ ...part, filename: '' })), ...files];
  return { body: { size: 0 }, parts: parts.map((part, at) => ({ partId: String(at), headers: [], ...part })) };
}

function textBody(text: string) {
  return { size: Buffer.byteLength(text), data: Buffer.from(text).toString('base64url') };
}
