import type { OutboundMessage } from '../contract/channel.js';

/** More would only make the header long; mail programs look at the first and the last ones. */
const MAX_REFERENCES = 30;

/**
 * A Message-ID of a mail that came in was written by a stranger: only what is surely one goes into our headers,
 * and in ASCII: servers may refuse other bytes there.
 */
const MESSAGE_ID = /^<[!-;=?-~]{1,900}>$/;

/** RFC 5322: `In-Reply-To` and `References` of an answer; null and empty where it answers nothing. */
export function threadingOf({ reply }: OutboundMessage): { in_reply_to: string | null; references: string[] } {
  const parent = [reply?.internet_message_id ?? ''].filter(isMessageId);
  const before = (reply?.references ?? []).filter((id) => isMessageId(id) && id !== parent[0]);
  const [root, ...later] = [...new Set(before), ...parent];
  const references = root === undefined ? [] : [root, ...later.slice(1 - MAX_REFERENCES)];
  return { in_reply_to: parent[0] ?? null, references };
}

/** An answer without a subject of its own has that of the message it answers; mail programs sort by it. */
export function subjectOf({ subject, reply }: OutboundMessage): string {
  const own = subject ?? (reply?.subject ? `Re: ${reply.subject.replace(/^(re:\s*)+/i, '')}` : '');
  return oneLine(own);
}

/** Whatever could begin a new header becomes a blank. */
export function oneLine(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  return text.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ').trim();
}

function isMessageId(text: string): boolean {
  return MESSAGE_ID.test(text);
}
