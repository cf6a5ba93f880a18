import { randomBytes, randomUUID } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { magicOf } from '../faults/magic-recipients.js';
import { parseMime, referencesOf } from '../gmail/mime.js';
import type { Mail, MailChannel } from '../store/mail.store.js';
import { announce, type World } from '../world.js';

/** A mail that somebody writes to a mailbox. */
export interface IncomingMail {
  channel: MailChannel;
  account: string;
  from: string;
  reply_to?: string[];
  /** The mailbox itself when missing. */
  to?: string[];
  cc?: string[];
  subject?: string;
  text?: string;
  html?: string;
  /** RFC 5322 ids in angle brackets. */
  message_id?: string;
  in_reply_to?: string;
  references?: string[];
  attachments?: { filename: string; content_type?: string; content?: string }[];
}

const composer = createTransport({ streamTransport: true, buffer: true });

/** Puts a mail into the inbox, in the thread of what it answers, and tells subscribers. */
export async function receiveMail(world: World, incoming: IncomingMail): Promise<Mail> {
  const { channel, account } = incoming;
  const content = await parseMime(await compose(world, incoming));
  const id = `${channel === 'gmail' ? '19' : 'AAkALg'}${randomBytes(7).toString('hex')}`;
  const answered = referencesOf(content)
    .map((reference) => world.mails.findByInternetId({ channel, account }, reference))
    .find((mail) => mail !== null);
  const mail = world.mails.put({
    channel,
    account,
    id,
    other_id: channel === 'gmail' ? id : `AAMkAG${randomUUID()}`,
    thread: answered?.thread ?? (channel === 'gmail' ? id : `AAQkAG${randomUUID()}`),
    folder: 'inbox',
    internet_id: content.headers.find(({ name }) => name.toLowerCase() === 'message-id')?.value ?? '',
    mark: null,
    at: Date.now(),
    sent_at: null,
    content: { ...content, unread: true, raw: channel === 'gmail' ? content.raw : null },
  });
  announce(world, mail, 'created');
  return mail;
}

async function compose(world: World, incoming: IncomingMail): Promise<Buffer> {
  const { channel, account, from, reply_to, to, cc, subject, text, html, in_reply_to, references } = incoming;
  const { message } = await composer.sendMail({
    from,
    replyTo: reply_to,
    cc,
    subject,
    text,
    html,
    references,
    to: to ?? [world.accounts.find(channel, account)?.address ?? account],
    inReplyTo: in_reply_to,
    messageId: incoming.message_id ?? `<${randomUUID()}@example.com>`,
    attachments: incoming.attachments?.map(({ filename, content_type, content = '' }) => ({
      filename,
      content,
      contentType: content_type,
    })),
  });
  return message as Buffer;
}

/** What `bounce@` and `echo@` do once a mail has left. */
export function afterMail(world: World, { channel, account, internet_id, content }: Mail): void {
  const answer = (incoming: IncomingMail) => world.chores.later(0, () => receiveMail(world, incoming));
  const reply = { channel, account, in_reply_to: internet_id, references: [internet_id] };
  for (const { address } of [...content.to, ...content.cc]) {
    const magic = magicOf(address);
    if (magic === 'echo') {
      const subject = /^re:/i.test(content.subject) ? content.subject : `Re: ${content.subject}`;
      answer({ ...reply, from: address, subject, text: `You wrote: ${content.text}` });
    }
    if (magic === 'bounce') {
      const from = '"Mail Delivery Subsystem" <mailer-daemon@sandbox.example.com>';
      const text = `Your message to ${address} could not be delivered: 550 5.1.1 The address does not exist.`;
      answer({ ...reply, from, subject: 'Delivery Status Notification (Failure)', text });
    }
  }
}
