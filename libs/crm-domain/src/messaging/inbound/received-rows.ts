import { newId, newIdAt } from '#platform';
import { isAddress } from '../address.js';
import { handleKind, isMail } from '../channel-name.js';
import { handleOf } from '../handle.js';
import type { ReceivingAccount } from './receive.store.js';
import type { MessageRows, Placing } from './receiving.js';
import type { Party, ReceivedMessage } from './received.js';

// Bounds of what is kept of a message, in characters; what people read fits many times over.
const MAX_TEXT_LENGTH = 500_000;
const MAX_LINE_LENGTH = 998;
const MAX_PEOPLE = 500;
/** A stranger names them, and an answer goes to them all. */
const MAX_REPLY_ADDRESSES = 10;
const MAX_ATTACHMENTS = 200;
const MAX_REFERENCES = 50;

/**
 * Postgres knows neither NUL nor halves of surrogate pairs. The text is a copy: a slice would keep all of the other in
 * memory.
 */
export function wellFormed(text: string, longest = MAX_LINE_LENGTH): string {
  return Buffer.from(text.slice(0, longest)).toString().replaceAll('\0', '');
}

/** Clocks differ, and the database's has the last word when a message is stored: only what is no time is stopped here. */
const MAX_AHEAD_MS = 24 * 3_600_000;

/** The same message with everything bounded and of a form that can be stored. */
export function settled(message: ReceivedMessage): ReceivedMessage {
  const { subject, body, body_html, sent_at, internet_message_id, reply_to } = message;
  return {
    ...message,
    provider_message_id: wellFormed(message.provider_message_id),
    thread_id: wellFormed(message.thread_id),
    internet_message_id: internet_message_id && asId(internet_message_id),
    references: message.references.flatMap((id) => asId(id) ?? []).slice(-MAX_REFERENCES),
    from: tidy(message.from),
    to: message.to.slice(0, MAX_PEOPLE).map(tidy),
    cc: message.cc.slice(0, MAX_PEOPLE).map(tidy),
    bcc: message.bcc?.slice(0, MAX_PEOPLE),
    subject: subject === null ? null : wellFormed(subject),
    subject_as_told: message.subject_as_told && wellFormed(message.subject_as_told),
    body: wellFormed(body, MAX_TEXT_LENGTH),
    body_html: body_html && wellFormed(body_html, 2 * MAX_TEXT_LENGTH),
    reply_to: reply_to && asId(reply_to),
    reply_addresses: message.reply_addresses?.slice(0, MAX_PEOPLE).map((address) => wellFormed(address, 320)),
    sent_at: timeOf(sent_at),
    attachments: message.attachments.slice(0, MAX_ATTACHMENTS).map((attachment) => ({
      filename: wellFormed(attachment.filename, 255),
      content_type: wellFormed(attachment.content_type, 255),
      size: Number.isSafeInteger(attachment.size) && attachment.size > 0 ? attachment.size : 0,
      provider_attachment_id: attachment.provider_attachment_id && wellFormed(attachment.provider_attachment_id, 2000),
    })),
  };
}

function timeOf(sentAt: Date): Date {
  const now = Date.now();
  const time = sentAt.getTime();
  return new Date(Number.isNaN(time) ? now : Math.min(Math.max(time, 0), now + MAX_AHEAD_MS));
}

/** What places a message: its thread; of a chat, where the thread is the other person, also what it answers. */
export function placingOf({ channel }: ReceivingAccount, message: ReceivedMessage): Placing {
  const { thread_id, references, reply_to } = message;
  if (isMail(channel)) return { thread_id, references, reply_to: null, person: null };
  const kind = handleKind(channel);
  const handle = handleOf(kind, thread_id);
  return { thread_id: handle, references: [], reply_to, person: { kind, handle } };
}

export function rowsOf(account: ReceivingAccount, message: ReceivedMessage): MessageRows {
  const { direction, subject, body, body_html, provider_message_id, internet_message_id, sent_at } = message;
  const kind = handleKind(account.channel);
  const addressed = (role: 'to' | 'cc') => (party: Party, position: number) => {
    return { role, position, kind, handle: handleOf(kind, party.address), address: party.address };
  };
  return {
    message: {
      message_id: message.told_by === undefined ? newId() : newIdAt(message.told_by),
      direction,
      body,
      body_html,
      provider_message_id,
      internet_message_id,
      sent_at,
      subject: isMail(account.channel) ? (subject ?? '') : null,
      author_user_id: direction === 'outbound' ? account.owner_user_id : null,
      from_handle: handleOf(kind, message.from.address),
      reply_handles: replyHandlesOf(account, message),
      answers: message.references.at(-1) ?? message.reply_to,
    },
    recipients: [...message.to.map(addressed('to')), ...message.cc.map(addressed('cc'))],
    attachments: message.attachments.map((attachment) => ({ attachment_id: newId(), ...attachment })),
    participants: participantsOf(account, message),
  };
}

/**
 * Where the sender of a mail wants answers, as far as one can write there. Null where that is the sender, or where there
 * is nobody but ourselves: then an answer goes to the sender. So it does where there are more than anybody needs.
 */
function replyHandlesOf(
  { channel, address }: ReceivingAccount,
  { direction, from, reply_addresses = [] }: ReceivedMessage,
): string[] | null {
  if (direction === 'outbound' || reply_addresses.length > MAX_REPLY_ADDRESSES) return null;
  const kind = handleKind(channel);
  const own = handleOf(kind, address);
  const named = new Set(reply_addresses.map((each) => handleOf(kind, each)));
  const handles = [...named].filter((handle) => handle !== own && isAddress(channel, handle));
  return handles.every((handle) => handle === handleOf(kind, from.address)) ? null : handles;
}

/** Everybody once. In a chat that is the other person; the account's own number or page is nobody to be found by. */
function participantsOf({ channel, address }: ReceivingAccount, { from, to, cc, thread_id }: ReceivedMessage) {
  const kind = handleKind(channel);
  const own = handleOf(kind, address);
  const other = handleOf(kind, thread_id);
  const people = new Map<
    string,
    { kind: typeof kind; handle: string; display_name: string | null; is_self: boolean }
  >();
  for (const party of [from, ...to, ...cc]) {
    const handle = handleOf(kind, party.address);
    if (!handle || (!isMail(channel) && handle !== other)) continue;
    const display_name = party.display_name ?? people.get(handle)?.display_name ?? null;
    people.set(handle, { kind, handle, display_name, is_self: isMail(channel) && handle === own });
  }
  return [...people.values()].slice(0, MAX_PEOPLE);
}

function tidy({ address, display_name }: Party): Party {
  return { address: wellFormed(address, 320), display_name: display_name && wellFormed(display_name, 255).trim() };
}

/** A stranger wrote it; an index takes no text of any length, and counts bytes. */
function asId(text: string): string | null {
  return Buffer.byteLength(text) <= MAX_LINE_LENGTH ? wellFormed(text) : null;
}
