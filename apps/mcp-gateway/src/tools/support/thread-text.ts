import type { z } from 'zod';
import type { Fence } from './fence.js';
import { beginning } from './fit-record.js';
import type { conversationFields, messageShape } from './messaging-shapes.js';
import { addressInText, ownTopics, presentMessage } from './present-conversations.js';

type Message = z.input<typeof messageShape>;
export interface Thread extends z.input<z.ZodObject<typeof conversationFields>> {
  messages: Message[];
  has_more: boolean;
}

/** What stands around the text of a message at most: marks, addresses, a subject. */
const ASIDE = 1500;
const MAX_PEOPLE = 10;

/**
 * A conversation as a person reads it, oldest message first, with what others wrote in marks. Of a long one the newest
 * messages are shown, of a long message its beginning.
 */
export function threadText(thread: Thread, fence: Fence, room: number): string {
  const ours = ownTopics(thread.messages, !thread.has_more);
  const texts: string[] = [];
  let left = room;
  for (const message of thread.messages.toReversed()) {
    if (left < ASIDE) break;
    const body = beginning(message.body, left - ASIDE);
    const people = { to: message.to.slice(0, MAX_PEOPLE), cc: message.cc.slice(0, MAX_PEOPLE) };
    const text = messageText(
      presentMessage({ ...message, ...people, body }, fence, ours),
      fence,
      body.length < message.body.length,
    );
    left -= text.length + 2;
    if (left < 0) break;
    texts.unshift(text);
  }
  const isWhole = texts.length === thread.messages.length && !thread.has_more;
  return [...(isWhole ? [] : ['(Older messages are left out.)']), ...texts].join('\n\n');
}

function messageText(message: Message, fence: Fence, isCut: boolean): string {
  const { from, to, cc, subject, body, created_at, sent_at, direction } = message;
  // For those that came in, `sent` is what the sender's side did.
  const status = direction === 'inbound' ? 'received' : message.status;
  const addresses = [...to, ...cc].map(({ address }) => addressInText(address, fence)).join(', ');
  const sender = from ? addressInText(from.address, fence) : 'us';
  const head = `${sent_at ?? created_at}, ${status}, from ${sender} to ${addresses || 'nobody yet'}`;
  return [head, ...(subject ? [`Subject: ${subject}`] : []), body, ...(isCut ? ['(The rest is left out.)'] : [])].join(
    '\n',
  );
}

/** Who takes part, in words that nobody outside has written. */
export function threadTitle({
  channel,
  people,
  last_activity_at,
}: Thread | Omit<Thread, 'messages' | 'has_more'>): string {
  const address = people.map((each) => each.address).find((each) => /^[\w.+-]{1,64}(@[\w.-]{1,190})?$/.test(each));
  return `Conversation on ${channel}${address ? ` with ${address}` : ''}, ${last_activity_at.slice(0, 10)}`;
}
