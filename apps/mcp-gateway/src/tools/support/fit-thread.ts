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
const MAX_LENGTH = 32_000;
const SHORTEST = 500;
/** So much more of the newest message, which is what a reader came for. */
const NEWEST_SHARE = 8;
const MAX_LISTED = 25;

/**
 * Keeps a conversation under the limit: there is no second page to ask for. First long texts are cut, all to the same
 * length and the newest least; then the oldest messages are left out. What was cut says so, what was left out is
 * counted. `show` gives what is sent of the messages; its length counts.
 */
export function fitThread<M extends LongMessage, Shown extends object>(
  messages: readonly M[],
  show: (messages: readonly M[]) => Shown,
  limit = RESULT_CHARACTERS - ASIDE,
): Shown {
  const lengthOf = (shown: object) => JSON.stringify(shown).length;
  let kept = messages;
  let shown = fits(kept, limit) ? show(kept) : undefined;
  for (let most = MAX_LENGTH; !(shown && lengthOf(shown) <= limit) && most >= SHORTEST; most /= 2) {
    kept = messages.map((message, at) => cut(message, at === messages.length - 1 ? NEWEST_SHARE * most : most));
    shown = fits(kept, limit) ? show(kept) : undefined;
  }
  if (!shown) {
    kept = newest(kept, limit);
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

/** Whether messages may fit: what is certainly too long, to find out how much costs more than everything else does. */
function fits(messages: readonly LongMessage[], limit: number): boolean {
  return newest(messages, limit).length === messages.length;
}

/** The newest messages that may fit by what is long in them, and one at least. */
function newest<M extends LongMessage>(messages: readonly M[], limit: number): readonly M[] {
  let room = limit;
  const first = messages.findLastIndex(({ body, to, cc, attachments }) => {
    room -= body.length + leastOf(to) + leastOf(cc) + leastOf(attachments);
    return room < 0;
  });
  return messages.slice(Math.min(first + 1, messages.length - 1));
}

/** Characters that a list has in JSON at least. */
function leastOf(list: readonly unknown[]): number {
  let least = 0;
  for (const entry of list) {
    if (typeof entry === 'string') least += entry.length;
    else for (const [name, value] of Object.entries(entry as object)) least += leastOfMember(name, value);
  }
  return least;
}

function leastOfMember(name: string, value: unknown): number {
  if (value === undefined) return 0;
  return name.length + 4 + (typeof value === 'string' ? value.length : 1);
}

function cut<M extends LongMessage>(message: M, most: number): M {
  const { body, to, cc, attachments } = message;
  const isLong = body.length > most || [to, cc, attachments].some((list) => list.length > MAX_LISTED);
  if (!isLong) return message;
  const first = (list: unknown[]) => list.slice(0, MAX_LISTED);
  const lists = { to: first(to), cc: first(cc), attachments: first(attachments) };
  return { ...message, ...lists, body: body.slice(0, most).toWellFormed(), shortened: true };
}
