import { RESULT_CHARACTERS } from './fit-page.js';

/** What of a message can be long. */
export interface LongMessage {
  body: string;
  to: unknown[];
  cc: unknown[];
  attachments: unknown[];
  shortened?: true | undefined;
}

/** Room for what the frame says beside the conversation. */
const ASIDE = 1000;
const LONGEST = 32_000;
const SHORTEST = 500;
/** So much more of the newest message, which is what a reader came for. */
const NEWEST_SHARE = 8;
const MOST_LISTED = 25;

/**
 * Keeps a conversation under the limit: there is no second page to ask for. First long texts are cut, all to the same
 * length and the newest least; then the oldest messages are left out. What was cut says so, what was left out is counted.
 * `show` gives what is sent of the messages; its length counts.
 */
export function fitThread<M extends LongMessage, Shown extends object>(
  messages: readonly M[],
  show: (messages: readonly M[]) => Shown,
  limit = RESULT_CHARACTERS - ASIDE,
): Shown {
  const lengthOf = (shown: object) => JSON.stringify(shown).length;
  let shown = show(messages);
  let kept = messages;
  for (let most = LONGEST; lengthOf(shown) > limit && most >= SHORTEST; most /= 2) {
    kept = messages.map((message, at) => cut(message, at === messages.length - 1 ? NEWEST_SHARE * most : most));
    shown = show(kept);
  }
  while (lengthOf(shown) > limit && kept.length > 1) {
    // By halves of what is too much, so that a long thread is not written a hundred times.
    const surplus = 1 - limit / lengthOf(shown);
    kept = kept.slice(Math.max(1, Math.floor((kept.length * surplus) / 2)));
    shown = show(kept);
  }
  return shown;
}

function cut<M extends LongMessage>(message: M, most: number): M {
  const { body, to, cc, attachments } = message;
  const isLong = body.length > most || [to, cc, attachments].some((list) => list.length > MOST_LISTED);
  if (!isLong) return message;
  const first = (list: unknown[]) => list.slice(0, MOST_LISTED);
  const lists = { to: first(to), cc: first(cc), attachments: first(attachments) };
  return { ...message, ...lists, body: body.slice(0, most).toWellFormed(), shortened: true };
}
