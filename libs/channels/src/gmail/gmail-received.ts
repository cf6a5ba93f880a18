import { TextDecoder } from 'node:util';
import type { Party, ReceivedAttachment, ReceivedMessage } from '#crm-domain/messaging';
import { addressParser, decodeWords } from 'postal-mime';
import { z } from 'zod';
import { textOfHtml } from '../mail/html-text.js';
import { MARK_HEADER } from '../mail/mime.js';
import { idsIn, referencesIn, type MailHeader } from '../mail/references.js';

interface Part {
  mimeType: string;
  filename: string;
  headers: MailHeader[];
  body: { data?: string; size: number; attachmentId?: string };
  parts: Part[];
}

/** A part as it may come; nobody has looked at it. */
type Raw = { parts?: Raw[]; headers?: unknown[] } | null | undefined;

const header = z.object({ name: z.string(), value: z.string() });
const part: z.ZodType<Part> = z.lazy(() =>
  z.object({
    mimeType: z.string().default(''),
    filename: z.string().default(''),
    headers: z.array(header).default([]),
    body: z
      .object({ data: z.string().optional(), size: z.number().default(0), attachmentId: z.string().optional() })
      .default({ size: 0 }),
    parts: z.array(part).default([]),
  }),
);

/** `messages.get` with `format=full`. */
const resource = z.object({
  id: z.string().min(1),
  threadId: z.string().min(1),
  labelIds: z.array(z.string()).default([]),
  internalDate: z.coerce.number().catch(Number.NaN),
  payload: part,
});

/** The headers that are read of a mail. */
const READ_IDS = ['Message-ID', 'References', 'In-Reply-To', MARK_HEADER];
export const READ_HEADERS = ['From', 'Reply-To', 'To', 'Cc', 'Bcc', 'Subject', ...READ_IDS];

/**
 * Characters of a header that names people, more than those take that are kept. What a stranger nests in quotes and
 * groups takes the parser seconds, in which nothing else is done.
 */
export const MAX_PEOPLE_LENGTH = 32_000;
/**
 * The parser reads what follows a group once more for each group that may be in it: of a header with more groups than
 * these only the beginning is read.
 */
const [MAX_GROUPS, BEGINNING] = [10, 4000];
/** Characters of a subject, and of the name of a file, that are decoded, more than those take that are kept. */
const [MAX_WORDS_LENGTH, MAX_NAME_LENGTH] = [8000, 3000];
/** Files whose names are decoded: as many as are kept. */
const MAX_FILES = 200;

/** Characters of base64 that are decoded of the texts of a mail, and of its HTML: more than those take that are kept. */
const MAX_TEXT_LENGTH = 4 * 1024 * 1024;
/** Texts of a mail that are read for its words. */
const MAX_READ = 20;

/** Mail programs stop far before that. */
const [MAX_DEPTH, MAX_PARTS, MAX_HEADERS] = [100, 1000, 20_000];

const THROWN_AWAY = ['SPAM', 'TRASH'];
/** Not yet sent, thrown away or no mail at all. */
const ELSEWHERE = new Set(['DRAFT', 'CHAT', ...THROWN_AWAY]);

/** Whether a mail has so many parts or headers, or parts in parts, that to read them would take long, or all of the stack. */
export function hasTooManyParts(body: unknown): boolean {
  let level = [(body as { payload?: Raw } | null | undefined)?.payload];
  for (let depth = 0, parts = 0, headers = 0; level.length > 0; depth++) {
    parts += level.length;
    headers += level.reduce((sum, each) => sum + (each?.headers?.length ?? 0), 0);
    if (depth > MAX_DEPTH || parts > MAX_PARTS || headers > MAX_HEADERS) return true;
    level = level.flatMap((each) => each?.parts ?? []);
  }
  return false;
}

export function isMailToFetch(labels: readonly string[]): boolean {
  return !labels.some((label) => ELSEWHERE.has(label));
}

/** Whether a person has taken a mail out of spam or trash, or sent it from its draft, by the labels that it lost. */
export function isBroughtBack(removed: readonly string[]): boolean {
  return removed.some((label) => label === 'DRAFT' || THROWN_AWAY.includes(label));
}

/** A mail as Gmail shows it; undefined for what is none, or not to be kept. Pure. */
export function gmailMessage(body: unknown): ReceivedMessage | undefined {
  const { data } = resource.safeParse(body);
  if (!data || !isMailToFetch(data.labelIds)) return undefined;
  const { id, threadId, labelIds, internalDate, payload } = data;
  const headers = new Map(payload.headers.map(({ name, value }) => [name.toLowerCase(), value]));
  const parts = leavesOf(payload);
  const isSent = labelIds.includes('SENT');
  return {
    direction: isSent ? 'outbound' : 'inbound',
    provider_message_id: id,
    thread_id: threadId,
    internet_message_id: idsIn(headers.get('message-id'))[0] ?? null,
    references: referencesIn(payload.headers),
    // From memory: Gmail may take the mark away.
    reply_to: null,
    mark: headers.get(MARK_HEADER.toLowerCase())?.trim() ?? null,
    bears_mark_if_ours: false,
    from: partiesIn(headers.get('from'))[0] ?? { address: '', display_name: null },
    reply_addresses: partiesIn(headers.get('reply-to')).map(({ address }) => address),
    to: partiesIn(headers.get('to')),
    cc: partiesIn(headers.get('cc')),
    bcc: headers.has('bcc') ? partiesIn(headers.get('bcc')).map(({ address }) => address) : undefined,
    subject: wordsOf(headers.get('subject')).trim(),
    subject_as_told: headers.get('subject')?.slice(0, MAX_WORDS_LENGTH).trim(),
    body: textOf(payload),
    body_html: htmlOf(parts),
    sent_at: new Date(internalDate),
    seen: isSent || !labelIds.includes('UNREAD'),
    attachments: parts
      .filter((each) => each.filename || each.body.attachmentId || isAttachedMail(each))
      .slice(0, MAX_FILES)
      .map(attachmentOf),
  };
}

/** A mail that is attached, as in a bounce, is one of them: its words are somebody else's. */
function leavesOf(whole: Part): Part[] {
  return whole.parts.length === 0 || isAttachedMail(whole) ? [whole] : whole.parts.flatMap(leavesOf);
}

function isAttachedMail({ mimeType }: Part): boolean {
  return mimeType.toLowerCase() === 'message/rfc822';
}

/** Whether it is a text of this type, and no attachment. */
function isText({ mimeType, filename, body }: Part, type: 'text/plain' | 'text/html'): boolean {
  return mimeType.toLowerCase() === type && !filename && Boolean(body.data);
}

/** The words of a mail: of all its texts, and where several say the same (RFC 2046 section 5.1.4), of one that is plain. */
function textOf(whole: Part): string {
  const read = readingOf(whole).slice(0, MAX_READ);
  const htmls = read.filter((each) => isText(each, 'text/html')).length;
  return decodedAll(read, (text, each) => (isText(each, 'text/html') ? textOfHtml(text, htmls) : text))
    .filter((text) => text.trim())
    .join('\n');
}

/** All HTML of a mail; null where there is none. */
function htmlOf(parts: readonly Part[]): string | null {
  const found = parts.filter((each) => isText(each, 'text/html'));
  return found.length > 0 ? decodedAll(found).join('\n') : null;
}

/** The parts whose words are read. Some programs put a blank text beside what they have to say. */
function readingOf(whole: Part): Part[] {
  if (isAttachedMail(whole)) return [];
  if (isText(whole, 'text/html')) return [whole];
  if (isText(whole, 'text/plain')) return decoded(whole, MAX_TEXT_LENGTH).trim() ? [whole] : [];
  const readings = whole.parts.map(readingOf).filter((each) => each.length > 0);
  if (whole.mimeType.toLowerCase() !== 'multipart/alternative') return readings.flat();
  return readings.find((each) => each.every((leaf) => isText(leaf, 'text/plain'))) ?? readings[0] ?? [];
}

/** As far as there is room for all of them together. */
function decodedAll(parts: readonly Part[], read = (text: string, _: Part) => text): string[] {
  let room = MAX_TEXT_LENGTH;
  const texts: string[] = [];
  for (const each of parts) {
    if (room <= 0) break;
    texts.push(read(decoded(each, room), each));
    room -= each.body.data!.length;
  }
  return texts;
}

/**
 * From memory: Gmail gives text in UTF-8 whatever the mail was written in; where it does not, the part says in what.
 */
function decoded({ body: { data = '' }, headers }: Part, longest: number): string {
  const bytes = Buffer.from(data.slice(0, longest), 'base64url');
  // The last character of what is cut may be cut, too.
  const stream = data.length > longest;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream });
  } catch {
    const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
    return decoderFor(/charset="?([\w-]+)/i.exec(type)?.[1]).decode(bytes, { stream });
  }
}

function decoderFor(charset = 'windows-1252'): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder('windows-1252');
  }
}

function attachmentOf({ filename, mimeType, body }: Part): ReceivedAttachment {
  const content_type = mimeType || 'application/octet-stream';
  return {
    // Gmail gives a long text by an id of its own, too.
    filename: wordsOf(filename, MAX_NAME_LENGTH) || 'attachment',
    content_type,
    size: body.size,
    provider_attachment_id: body.attachmentId ?? null,
  };
}

/** What a header says, its encoded words decoded. */
function wordsOf(value = '', longest = MAX_WORDS_LENGTH): string {
  return decodeWords(value.slice(0, longest));
}

/** Whom a header names, as far as it is read. */
export function partiesIn(value = ''): Party[] {
  const most = cutBehindComma(value, MAX_PEOPLE_LENGTH);
  // The parser also reads groups that stand in encoded words.
  const hasManyGroups = decodeWords(most).split(':').length - 1 > MAX_GROUPS;
  const read = hasManyGroups ? cutBehindComma(most, BEGINNING) : most;
  return addressParser(read, { flatten: true }).flatMap(({ name, address }) =>
    address ? [{ address, display_name: name.trim() || null }] : [],
  );
}

function cutBehindComma(text: string, longest: number): string {
  return text.length > longest ? text.slice(0, text.lastIndexOf(',', longest) + 1) : text;
}
