import type { HandleKind } from '../channel-name.js';
import { handleOf } from '../handle.js';

/**
 * How far a provider's time of a message may be from ours of the beginning of its transmission, in milliseconds: clocks
 * differ, and providers take their time. What says the same outside of that is another message.
 */
export const SENT_WITHIN_MS = { before: 60_000, after: 10 * 60_000 } as const;

/**
 * Whether two texts say the same. Providers break lines anew, end them in their own way, trim texts and compose
 * characters, so whitespace and the composition of characters do not count; everything else does.
 */
export function sameText(one: string, other: string): boolean {
  return sameAs(one)(other);
}

/** The same for any number of others: the one, which may be long, is prepared once. */
export function sameAs(one: string): (other: string) => boolean {
  let key: string | undefined;
  return (other) => one === other || textKey(other) === (key ??= textKey(one));
}

interface Words {
  subject: string | null;
  body: string;
}

/**
 * Whether one of ours says the same. A mail that answers has the subject of what it answers where it has none of its
 * own. A subject of ours may have the form of encoded words, which its provider shows as they are.
 */
export function sameWordsAs(message: Words & { subject_as_told?: string | undefined }): (ours: Words) => boolean {
  const [isSubject, isBody] = [sameAs(message.subject ?? ''), sameAs(message.body)];
  const isAsTold = message.subject_as_told === undefined ? isSubject : sameAs(message.subject_as_told);
  return ({ subject, body }) => (!subject?.trim() || isSubject(subject) || isAsTold(subject)) && isBody(body);
}

/** Whether two lists hold the same addresses, in whatever order and however often each is named. */
export function sameAddresses(kind: HandleKind, one: readonly string[], other: readonly string[]): boolean {
  const [these, those] = [one, other].map((list) => new Set(list.map((address) => handleOf(kind, address))));
  return these!.size === those!.size && [...these!].every((handle) => those!.has(handle));
}

/**
 * Of the marks on one letter 30 count: the time to put them in order grows with the square of their number (UAX 15,
 * D3).
 */
function textKey(text: string): string {
  return text
    .replace(/(\p{M}{30})\p{M}+/gu, '$1')
    .normalize('NFC')
    .replace(/\s+/gu, '');
}
