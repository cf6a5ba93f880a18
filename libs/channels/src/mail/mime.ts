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
  const composer = new MailComposer({
    from: mailbox(address, display_name),
    to: message.to.map((each) => mailbox(each)),
    cc: message.cc.map((each) => mailbox(each)),
    subject: subjectOf(message),
    // A CR of its own is refused by some servers.
    text: message.body.replace(/\r\n?/g, '\n'),
    messageId: `<${message.message_id}@${domainOf(address)}>`,
    ...(in_reply_to && { inReplyTo: in_reply_to }),
    ...(references.length > 0 && { references }),
    headers: { [MARK_HEADER]: message.message_id },
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

/** As an object, so that a comma in an address makes no second recipient. */
function mailbox(address: string, name: string | null = null): { name: string; address: string } {
  return { name: oneLine(name ?? ''), address: oneLine(address) };
}

function domainOf(address: string): string {
  return /@([A-Za-z0-9.-]+)$/.exec(address)?.[1] ?? 'localhost';
}
