import type { z } from 'zod';
import type { Fence } from './fence.js';
import type { conversationFields, messageShape } from './messaging-shapes.js';

type Conversation = z.input<z.ZodObject<typeof conversationFields>>;
type Message = z.input<typeof messageShape>;

// Not every sender is one, and markup needs no blanks.
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]{1,128}(@[\w.-]{1,253})?$/;

/** A conversation with everything in its marks that somebody outside may have written. */
export function presentConversation<C extends Conversation>(conversation: C, fence: Fence): C {
  const { subject, begun_here, people } = conversation;
  return {
    ...conversation,
    subject: begun_here ? subject : fence.around(subject),
    people: people.map(({ address, display_name }) => ({
      // Others join a conversation that was begun here as well.
      address: begun_here && ADDRESS.test(address) ? address : fence.bare(address),
      display_name: fence.around(display_name),
    })),
  };
}

/**
 * The same for a message. A reply has the subject of what it answers, so that is marked too where it is not one of
 * `ours`.
 */
export function presentMessage(found: Message, fence: Fence, ours: ReadonlySet<string>): Message {
  const message = forModels(found);
  const { from_outside, subject, body } = message;
  if (!from_outside) return ours.has(topicOf(subject)) ? message : { ...message, subject: fence.around(subject) };
  // Its addresses and the names of its files are in fields of their own.
  return { ...fence.bare(message), subject: fence.around(subject), body: fence.around(body) };
}

/** Who drafted a message is for the people who read it on screens; a client may call itself anything. */
function forModels(found: Message): Message {
  const { created_via: _began, updated_via: _changed, ...message } = found as Message & Record<string, unknown>;
  return message;
}

/**
 * What the subjects are about that we wrote ourselves and took from nobody outside, in the order of the messages. Where
 * older messages are not known, a reply may have taken its subject from one of them.
 */
export function ownTopics(messages: readonly Message[], isWhole: boolean): Set<string> {
  const [ours, theirs] = [new Set<string>(), new Set<string>()];
  for (const { from_outside, reply_to, subject } of messages) {
    const topic = topicOf(subject);
    if (!topic || ours.has(topic)) continue;
    // What is taken over may have been cut, or words put around it.
    const isTaken = [...theirs].some((each) => each.includes(topic) || topic.includes(each));
    if (from_outside) theirs.add(topic);
    else if (!isTaken && (isWhole || !reply_to)) ours.add(topic);
  }
  return ours;
}

/** A subject without what a reply or a forwarded message puts before it. */
function topicOf(subject: string | null): string {
  return (subject ?? '').replace(/^(\s*(re|fwd?|aw|wg)\s*:)+/i, '').trim();
}

/** An address within a text: what stands where one belongs may be anything, and is marked unless it looks like one. */
export function addressInText(address: string, fence: Fence): string {
  return ADDRESS.test(address) ? address : fence.around(address);
}
