import type { Member } from '#crm-domain/people';
import { CHANNELS, type ChannelName, type ShownSender } from '#crm-domain/messaging';
import { SIGNED_IN_AGAIN } from '../layout/notice.js';
import type { ConsoleRequest } from '../sign-in/console.guard.js';
import type { Reader } from './own-inbox.js';

type Query = Record<string, unknown>;
type Fields = Record<string, string | undefined>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const NOTICES: Record<string, string> = {
  archived: 'Archived.',
  blocked: 'Blocked. The conversation is not shown any more.',
  discarded: 'The draft was discarded.',
  marked: 'Saved.',
  newer: 'Not archived, because something came in since you opened this conversation. It is shown below.',
  saved: 'The draft was saved.',
  sent: 'The message is on its way. What becomes of it is shown here.',
  'sent-elsewhere':
    'The message is on its way, but from another account than you were shown: a program had sent it before you did.',
  unread: 'Marked as unread.',
  'signed-in': SIGNED_IN_AGAIN,
};

export function readerOf({ requestId }: ConsoleRequest, member: Member): Reader {
  return { member, requestId };
}

export function channelOf(given: unknown): ChannelName | undefined {
  return CHANNELS.find((name) => name === given);
}

export function idOf(given: unknown): string | undefined {
  return typeof given === 'string' && UUID.test(given) ? given : undefined;
}

/** Of a draft as it was shown; none has the version 0. */
export function versionOf(given: unknown): number {
  return typeof given === 'string' && /^\d{1,9}$/.test(given) ? Number(given) : 0;
}

/** The account that a form showed as the sender; null: none. Undefined where the form showed nothing of it. */
export function senderOf(given: unknown): ShownSender | null | undefined {
  if (given === NO_SENDER) return null;
  if (typeof given !== 'string') return undefined;
  const id = idOf(given.replace(SHARED, ''));
  return id === undefined ? undefined : { id, is_shared: given.endsWith(SHARED) };
}

/** What a form holds of the sender that it shows. */
export function shownSender(sender: ShownSender | undefined): string {
  return sender ? `${sender.id}${sender.is_shared ? SHARED : ''}` : NO_SENDER;
}

const NO_SENDER = 'none';
const SHARED = ' shared';

export function offsetOf(given: unknown): number {
  return typeof given === 'string' && /^\d{1,7}$/.test(given) ? Number(given) : 0;
}

const MAX_QUERY = 200;

export function textOf(given: unknown): string {
  return typeof given === 'string' ? given.slice(0, MAX_QUERY) : '';
}

export function noticeOf({ done }: Query): string | undefined {
  return Object.hasOwn(NOTICES, String(done)) ? NOTICES[String(done)] : undefined;
}

export function flagOf(given: string | undefined): boolean | undefined {
  return given === 'true' ? true : given === 'false' ? false : undefined;
}

export function typedIn({ to = '', cc = '', subject = '', body = '' }: Fields) {
  return { to, cc, subject, body };
}

/** Browsers send line ends as two characters. */
export function writtenIn(fields: Fields) {
  const { to, cc, subject, body } = typedIn(fields);
  return { to: addressesIn(to), cc: addressesIn(cc), subject, body: body.replaceAll('\r\n', '\n') };
}

export function addressesIn(text: string): string[] {
  return text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
