import { domainToASCII, domainToUnicode } from 'node:url';
import { sameAddresses, sameText } from '#crm-domain/messaging';
import { decodeWords } from 'postal-mime';
import { z } from 'zod';
import { providerId } from '../contract/provider-id.js';
import type { ChannelAccess, OutboundMessage, ProviderIds } from '../contract/channel.js';
import { MARK_HEADER } from '../mail/mime.js';
import { isOwn } from '../mail/own-sender.js';
import { subjectOf } from '../mail/threading.js';
import { sentAround, type Around } from '../provider/sent-around.js';
import { MAX_PEOPLE_LENGTH, gmailMessage, hasTooManyParts, partiesIn } from './gmail-received.js';

/** Headers to ask for, so that a message can be told from others. */
export const TELLING_HEADERS = ['Message-ID', MARK_HEADER, 'To', 'Cc', 'Bcc', 'Subject'];

/** What an address may hold, and nothing that ends the quotes of a search. */
const SEARCHABLE = /^([\w.!#$%&'*+/=?^`{|}~-]+@)([\p{L}\p{N}\p{M}.-]+)$/u;

/** Characters of a subject of ours at most, however it is encoded. */
const MAX_SUBJECT_LENGTH = 4000;
/** So many mails are compared, those nearest in time: what stands in a mailbox is its owner's to make slow. */
const MAX_COMPARED = 20;

export const mailBody = z.object({
  id: providerId,
  threadId: providerId.optional(),
  labelIds: z.array(z.string()).optional(),
  internalDate: z.string().optional(),
  payload: z.object({ headers: z.array(z.object({ name: z.string(), value: z.string() })).optional() }).optional(),
});
/** One that is broken hides no other: it is null. */
export const threadBody = z.object({ messages: z.array(mailBody.nullable().catch(null)).optional() });

export type Mail = z.infer<typeof mailBody>;

/** The sent message, or where nothing marks it those that it could be, whose text is still to be compared. */
export interface Found {
  marked: Mail | undefined;
  alike: Around<Mail>[];
}

/**
 * Terms of a search for what went to an address, in each form of its domain; none for an address that a search could
 * take for more than that. In braces, one of them is enough.
 */
export function wentTo(address: string): string {
  const [, local = '', domain = ''] = SEARCHABLE.exec(address) ?? [];
  const forms = new Set([domainToASCII(domain), domainToUnicode(domain)].map((form) => local + form));
  const terms = [...forms].filter((form) => SEARCHABLE.test(form)).map((form) => `to:"${form}"`);
  return terms.length > 1 ? `{${terms.join(' ')}}` : terms.join('');
}

/** The ids of a mail as Gmail has it. */
export function idsOf(mail: Mail): ProviderIds {
  return {
    provider_message_id: mail.id,
    provider_thread_id: mail.threadId ?? null,
    internet_message_id: providerId.safeParse(headerOf(mail, 'Message-ID')).data ?? null,
  };
}

/**
 * Whether a draft's mail is still to be sent. After a person has sent one from Gmail's own pages, `drafts.get` may go
 * on answering, with a mail that has the label SENT.
 */
export function isStillDraft({ labelIds = [] }: Mail): boolean {
  return labelIds.includes('DRAFT') && !labelIds.includes('SENT') && !labelIds.includes('TRASH');
}

/**
 * Whether a draft's mail has left, whoever sent it and whenever: Gmail alone gives the label SENT, and takes DRAFT away
 * with it.
 */
export function isSentDraft({ labelIds = [] }: Mail): boolean {
  return labelIds.includes('SENT') && !labelIds.includes('DRAFT');
}

export function isMarked(mail: Mail, messageId: string): boolean {
  return headerOf(mail, MARK_HEADER) === messageId;
}

/**
 * From memory: Gmail may strip our mark from what was sent. Then the message is one that was sent in this thread when
 * we began, which is `since` by Gmail's clock, to the same people and with the same subject.
 */
export function findSent(mails: readonly (Mail | null)[], message: OutboundMessage, since: Date | null): Found {
  const sent = mails.filter((mail) => mail !== null).filter((mail) => mail.labelIds?.includes('SENT'));
  const marked = sent.find((mail) => isMarked(mail, message.message_id));
  if (marked || !since) return { marked, alike: [] };
  const near = sentAround(sent.filter(isUnmarked), timeOf, since).slice(0, MAX_COMPARED);
  return { marked, alike: near.filter(({ found }) => readsLike(found, message)) };
}

/**
 * Whether a mail bears no mark at all, and has the people and the subject of the message; its text is still to be
 * compared.
 */
export function isUnmarkedLike(mail: Mail, message: OutboundMessage): boolean {
  return isUnmarked(mail) && readsLike(mail, message);
}

function isUnmarked(mail: Mail): boolean {
  return headerOf(mail, MARK_HEADER) === null;
}

/** When Gmail took it, in milliseconds since 1970 by Gmail's clock; 0 where it does not say. */
export function timeOf({ internalDate = '0' }: Mail): number {
  return Number(internalDate);
}

/** Whether a mail with its text, in `format=full`, says what the message does. */
export function saysTheSame(body: unknown, message: OutboundMessage): boolean {
  const mail = hasTooManyParts(body) ? undefined : gmailMessage(body);
  return mail !== undefined && sameText(mail.body, message.body);
}

/** Whether a draft, in `format=full`, has the people, the sender and the words of the message, and nothing else. */
export function isAsMade(draft: object, message: OutboundMessage, access: ChannelAccess): boolean {
  const body = mailBody.safeParse(draft).data;
  if (!body || hasTooManyParts(draft)) return false;
  // A draft is no mail to fetch; it is read as one that was sent.
  const mail = gmailMessage({ ...draft, labelIds: ['SENT'] });
  if (!mail || mail.attachments.length > 0 || valuesOf(body, 'Bcc').some(Boolean)) return false;
  if (!isFromAccount(body, access) || !isPlain((draft as { payload?: Part }).payload ?? {})) return false;
  return readsLike(body, message) && sameText(mail.body, message.body);
}

/** Of a draft whose fields all stand there once: of two, nobody knows which one counts. */
function isFromAccount(mail: Mail, access: ChannelAccess): boolean {
  if (['From', 'To', 'Cc', 'Subject'].some((name) => valuesOf(mail, name).length > 1)) return false;
  const named = ['From', 'Sender', 'Reply-To'].flatMap((name) => valuesOf(mail, name));
  return named.flatMap(partiesIn).every(({ address }) => isOwn(address, access));
}

interface Part {
  mimeType?: string;
  parts?: Part[];
}

/** Whether all of it is plain text, as we write it: what stands beside it says what nobody approved. */
function isPlain({ mimeType, parts = [] }: Part): boolean {
  if (parts.length > 0) return parts.every(isPlain);
  return !mimeType || mimeType.toLowerCase() === 'text/plain';
}

/** Whether it has the same subject and the same people. */
function readsLike(mail: Mail, message: OutboundMessage): boolean {
  const subject = headerOf(mail, 'Subject') ?? '';
  // Gmail shows a subject decoded already, and one of ours may have the form of an encoded word.
  const forms = subject.length > MAX_SUBJECT_LENGTH ? [] : [subject, decodeWords(subject)];
  return forms.some((form) => sameText(form, subjectOf(message))) && isTo(mail, message);
}

/** Whether it has the people of the message, in whichever of the two fields they stand. */
function isTo(mail: Mail, message: OutboundMessage): boolean {
  const people = peopleOf(mail);
  return people !== undefined && sameAddresses('email', people, [...message.to, ...message.cc]);
}

/** Whether what a person has sent from our draft did not go to all whom the message goes to, as far as Gmail shows it. */
export function leavesOut(mail: Mail, { to, cc }: OutboundMessage): boolean {
  const people = peopleOf(mail, ['To', 'Cc', 'Bcc']) ?? [];
  return people.length > 0 && !sameAddresses('email', people, [...people, ...to, ...cc]);
}

/** Undefined where they are more than anybody reads. */
function peopleOf(mail: Mail, names = ['To', 'Cc']): string[] | undefined {
  const fields = names.map((name) => headerOf(mail, name) ?? '');
  if (fields.some(({ length }) => length > MAX_PEOPLE_LENGTH)) return undefined;
  return fields.flatMap(partiesIn).map(({ address }) => address);
}

function headerOf(mail: Mail, name: string): string | null {
  return valuesOf(mail, name)[0] ?? null;
}

function valuesOf({ payload }: Mail, name: string): string[] {
  const found = payload?.headers?.filter((each) => each.name.toLowerCase() === name.toLowerCase());
  return found?.map(({ value }) => value) ?? [];
}
