import type { OutboundMessage } from '../contract/channel.js';
import { subjectOf, threadingOf } from '../mail/threading.js';

/** Carries our own id: on the draft, and on the copy in Sent Items that it becomes. */
const MARK_PROPERTY = 'String {6e1f8c52-0b9d-4c3a-9d57-2f4a7b81c0e6} Name crm-message-id';

// PidTagInReplyToId and PidTagInternetReferences: Graph lets nobody set these headers in another way.
const IN_REPLY_TO_PROPERTY = 'String 0x1042';
const REFERENCES_PROPERTY = 'String 0x1039';

interface Property {
  id: string;
  value: string;
}

/** A new message as Graph wants it. It carries its threading itself, for answers to mail of another mailbox. */
export function newMessage(message: OutboundMessage): object {
  const { in_reply_to, references } = threadingOf(message);
  const threading = [
    ...(in_reply_to ? [{ id: IN_REPLY_TO_PROPERTY, value: in_reply_to }] : []),
    ...(references.length > 0 ? [{ id: REFERENCES_PROPERTY, value: references.join(' ') }] : []),
  ];
  return { subject: subjectOf(message), ...content(message, threading) };
}

/** What an answer says beyond that which Graph takes from the message it answers. */
export function replyMessage(message: OutboundMessage): object {
  return { ...(message.subject !== null && { subject: subjectOf(message) }), ...content(message, []) };
}

/** Finds the draft and the sent copy of a message by our own id. */
export function markFilter(messageId: string): string {
  return `singleValueExtendedProperties/Any(ep: ep/id eq '${MARK_PROPERTY}' and ep/value eq '${messageId.replaceAll("'", "''")}')`;
}

function content(message: OutboundMessage, threading: readonly Property[]): object {
  return {
    body: { contentType: 'Text', content: message.body },
    ...recipientsOf(message),
    singleValueExtendedProperties: [{ id: MARK_PROPERTY, value: message.message_id }, ...threading],
  };
}

/** To whom a message goes. */
export function recipientsOf({ to, cc }: OutboundMessage): object {
  return { toRecipients: to.map(recipient), ccRecipients: cc.map(recipient) };
}

function recipient(address: string): object {
  return { emailAddress: { address } };
}
