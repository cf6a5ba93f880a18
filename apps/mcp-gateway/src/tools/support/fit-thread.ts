import { beginning } from './fit-record.js';

/** What of a message can be long. */
export interface LongMessage {
  body: string;
  to: unknown[];
  cc: unknown[];
  attachments: unknown[];
  shortened?: true | undefined;
  /** Where the rest of the text begins, if this is not all of it. */
  next_offset?: number | undefined;
  /** Where the rest of the recipients and attachments begins. */
  next_list_offset?: number | undefined;
}

/** Where a reader goes on in one message: at a character of its text, at one of its recipients and attachments. */
export interface MessagePlace {
  offset: number;
  list_offset: number;
}

/** Room for what the frame says beside the conversation. */
export const ASIDE = 1000;
const MAX_LENGTH = 32_000;
const SHORTEST = 500;
/** So much more of the newest message, which is what a reader came for. */
const NEWEST_SHARE = 8;
const MAX_LISTED = 25;

/**
 * Keeps a page of a conversation under the limit. First long texts are cut, all to the same length and the newest least;
 * then the oldest messages are left out. What was cut says so, and can be read message by message; what was left out is
 * on the next page. `show` gives what is sent of the messages; its length counts.
 */
export function fitThread<M extends LongMessage, Shown extends object>(
  messages: readonly M[],
  show: (messages: readonly M[]) => Shown,
  limit: number,
): Shown {
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
  const [only] = kept;
  if (!only || lengthOf(shown) <= limit) return shown;
  // Its lists may have been cut before: where they go on is not known here.
  const alone = (message: M) => show([{ ...message, next_list_offset: undefined }]);
  return fitMessage(only, { offset: 0, list_offset: 0 }, alone, limit);
}

/**
 * Keeps one message under the limit, of which a reader wants what begins at a place. Its recipients and attachments
 * get half of the room, its text what they leave; of each at least one is shown, so that a reader comes to the end.
 */
export function fitMessage<M extends LongMessage, Shown extends object>(
  message: M,
  from: MessagePlace,
  show: (message: M) => Shown,
  limit: number,
): Shown {
  const text = message.body.slice(from.offset).toWellFormed();
  const all = message.to.length + message.cc.length + message.attachments.length;
  let [count, length] = [Math.max(0, all - from.list_offset), 0];
  const attempt = () => {
    const end = from.list_offset + count;
    const lists = { ...listed(message, from.list_offset, end), ...(end < all && { next_list_offset: end }) };
    const body = beginning(text, length);
    const rest = body.length < text.length && { next_offset: from.offset + body.length };
    return show({ ...message, ...lists, body, ...rest, ...((end < all || rest) && { shortened: true }) });
  };
  while (count > 1 && lengthOf(attempt()) > limit / 2) count = Math.floor(count / 2);
  const room = limit - lengthOf(attempt());
  for (length = Math.min(text.length, limit); ; length = Math.max(2, length)) {
    const shown = attempt();
    const excess = lengthOf(shown) - limit;
    if (excess <= 0 || length <= 2) return shown;
    // By its share of what it takes, and by something each time: not all characters are as long in JSON.
    length = Math.floor(length * Math.min(0.9, room / (room + excess)));
  }
}

/** Some of the recipients and attachments of a message, counted through all three lists. */
function listed({ to, cc, attachments }: LongMessage, begin: number, end: number) {
  const of = (list: unknown[], before: number) => list.slice(Math.max(0, begin - before), Math.max(0, end - before));
  return { to: of(to, 0), cc: of(cc, to.length), attachments: of(attachments, to.length + cc.length) };
}

function lengthOf(shown: object): number {
  return JSON.stringify(shown).length;
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
  const shown = beginning(body, most);
  return {
    ...message,
    ...lists,
    body: shown,
    ...(shown.length < body.length && { next_offset: shown.length }),
    shortened: true,
  };
}
