import type { Mail } from '../store/mail.store.js';

const MOST = 500;

/** A page of a list, with the query's `q` as far as it is `rfc822msgid:`, `in:anywhere` or `after:<seconds>`. */
export function listPage(mails: Mail[], query: URLSearchParams) {
  const found = mails.filter((mail) => fits(mail, query.get('q') ?? ''));
  const from = Number(query.get('pageToken') ?? 0);
  const to = from + Math.min(Number(query.get('maxResults') ?? 100), MOST);
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
    return true;
  });
}

function bare(messageId: string): string {
  return messageId.replace(/^<|>$/g, '');
}
