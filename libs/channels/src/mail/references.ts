/** A header of a mail, as Gmail and Graph show it. */
export interface MailHeader {
  name: string;
  value: string;
}

/** RFC 5322: the Message-IDs of the mails that a mail refers to, the one that it answers last. */
export function referencesIn(headers: readonly MailHeader[]): string[] {
  const named = (name: string) => idsIn(headers.findLast((each) => each.name.toLowerCase() === name)?.value);
  return [...new Set([...named('references'), ...named('in-reply-to')])];
}

/** The Message-IDs in a header. */
export function idsIn(value = ''): string[] {
  return value.match(/<[^<>\s]+>/g) ?? [];
}
