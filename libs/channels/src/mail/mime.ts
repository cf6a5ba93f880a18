import MailComposer from 'nodemailer/lib/mail-composer';
import type { ChannelAccess, OutboundMessage } from '../contract/channel.js';
import { oneLine, subjectOf, threadingOf } from './threading.js';

/** Carries our own id through a provider that puts a Message-ID of its own. */
export const MARK_HEADER = 'X-CRM-Message-Id';

/** The message as RFC 5322 text; the same message always has the same Message-ID. */
export async function composeMime(
  message: OutboundMessage,
  { address, display_name }: Pick<ChannelAccess, 'address' | 'display_name'>,
): Promise<Buffer> {
  const { in_reply_to, references } = threadingOf(message);
  const subject = subjectOf(message);
  const looksEncoded = subject.includes('=?');
  const composer = new MailComposer({
    from: mailbox(address, display_name),
    to: message.to.map((each) => mailbox(each)),
    cc: message.cc.map((each) => mailbox(each)),
    ...(!looksEncoded && { subject }),
    // A CR of its own is refused by some servers.
    text: message.body.replace(/\r\n?/g, '\n'),
    messageId: messageIdOf(message, address),
    ...(in_reply_to && { inReplyTo: in_reply_to }),
    ...(references.length > 0 && { references }),
    headers: {
      [MARK_HEADER]: message.message_id,
      ...(looksEncoded && { Subject: { prepared: true, value: inEncodedWords(subject) } }),
    },
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

/** The Message-ID that a message is given here; a provider may put one of its own. */
export function messageIdOf({ message_id }: Pick<OutboundMessage, 'message_id'>, address: string): string {
  return `<${message_id}@${domainOf(address)}>`;
}

/** Of the text of an encoded word, so that it fits into a line behind the name of its header. */
const MAX_WORD_BYTES = 36;

/**
 * Mail programs decode what has the form of an encoded word, and would show another subject than was written. No
 * character is cut in two (RFC 2047).
 */
function inEncodedWords(text: string): string {
  const words = [''];
  for (const character of text) {
    if (Buffer.byteLength(words.at(-1) + character) > MAX_WORD_BYTES) words.push('');
    words[words.length - 1] += character;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ');
}

/** As an object, so that a comma in an address makes no second recipient. */
function mailbox(address: string, name: string | null = null): { name: string; address: string } {
  return { name: oneLine(name ?? ''), address: oneLine(address) };
}

function domainOf(address: string): string {
  return /@([A-Za-z0-9.-]+)$/.exec(address)?.[1] ?? 'localhost';
}
