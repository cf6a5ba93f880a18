import type { z } from 'zod';
import type { Fence } from './fence.js';
import type { conversationFields, messageShape } from './messaging-shapes.js';

type Conversation = z.input<z.ZodObject<typeof conversationFields>>;
type Message = z.input<typeof messageShape>;

// What stands where an address belongs may be anything: not every sender is one, and markup needs no blanks.
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]{1,128}(@[\w.-]{1,253})?$/;

/** A conversation with everything in its marks that somebody outside may have written. */
export function presentConversation<C extends Conversation>(conversation: C, fence: Fence): C {
  const { subject, people } = conversation;
  return {
    ...conversation,
    subject: fence.around(subject),
    people: people.map((each) => ({ ...addressed(each, fence), display_name: fence.around(each.display_name) })),
  };
}

/** The same for a message. A reply has the subject of what it answers, so that is marked too. */
export function presentMessage(message: Message, fence: Fence): Message {
  const { from_outside, reply_to, subject, body, from, to, cc, attachments } = message;
  if (!from_outside) return reply_to ? { ...message, subject: fence.around(subject) } : message;
  return {
    ...message,
    subject: fence.around(subject),
    body: fence.around(body),
    from: from && addressed(from, fence),
    to: to.map((each) => addressed(each, fence)),
    cc: cc.map((each) => addressed(each, fence)),
    attachments: attachments.map((each) => ({ ...each, filename: fence.around(each.filename) })),
  };
}

function addressed<P extends { address: string }>(person: P, fence: Fence): P {
  return ADDRESS.test(person.address) ? person : { ...person, address: fence.around(person.address) };
}
