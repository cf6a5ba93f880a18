import type { Mail } from '../store/mail.store.js';

const MAX_LIMIT = 500;

/** A term of a search, whose value may be quoted. */
const TERM = /(\w+):(?:"([^"]*)"|([^\s"{}]*))/g;
/** A term, or several in braces. */
const GROUP = /\{(?:"[^"]*"|[^"}])*\}|\w+:(?:"[^"]*"|[^\s"{}]*)/g;

/**
 * A page of a list, with the query's `q` as far as it is `rfc822msgid:`, `in:anywhere`, `to:<address>` or
 * `after:<seconds>`. Of the terms in braces one is enough.
 */
export function listPage(mails: Mail[], query: URLSearchParams) {
  const found = mails.filter((mail) => fits(mail, query.get('q') ?? ''));
  const from = Number(query.get('pageToken') ?? 0);
  const to = from + Math.min(Number(query.get('maxResults') ?? 100), MAX_LIMIT);
  return {
    items: found.slice(from, to),
    ...(to < found.length && { nextPageToken: String(to) }),
    resultSizeEstimate: found.length,
  };
}

function fits(mail: Mail, search: string): boolean {
  return [...search.matchAll(GROUP)].every(([group]) =>
    [...group.matchAll(TERM)].some(([, name, quoted, plain = '']) => has(mail, name!, quoted ?? plain)),
  );
}

function has({ internet_id, at, content: { to, cc } }: Mail, name: string, value: string): boolean {
  if (name === 'rfc822msgid') return bare(internet_id) === bare(value);
  if (name === 'after') return at >= Number(value) * 1000;
  if (name === 'to') return [...to, ...cc].some(({ address }) => address.toLowerCase() === value.toLowerCase());
  return true;
}

function bare(messageId: string): string {
  return messageId.replace(/^<|>$/g, '');
}
