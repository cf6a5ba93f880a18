import type { Mail } from '../store/mail.store.js';

const MAX_LIMIT = 500;

/**
 * A page of a list, with the query's `q` as far as it is `rfc822msgid:`, `in:anywhere`, `to:<address>` or
 * `after:<seconds>`.
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
  return search.split(/\s+/).every((term) => {
    const [name, value = ''] = term.split(/:(.*)/s);
    if (name === 'rfc822msgid') return bare(mail.internet_id) === bare(value);
    if (name === 'after') return mail.at >= Number(value) * 1000;
    if (name === 'to') return [...mail.content.to, ...mail.content.cc].some(({ address }) => address === value);
    return true;
  });
}

function bare(messageId: string): string {
  return messageId.replace(/^<|>$/g, '');
}
