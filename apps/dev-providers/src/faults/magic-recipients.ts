import type { ChannelName } from '#crm-domain/messaging';
import { gmailError } from '../gmail/gmail-error.js';
import { graphError } from '../graph/graph-error.js';
import type { Answer } from '../http/exchange.js';
import type { Call } from '../http/routes.js';
import { metaError } from '../meta/meta-error.js';
import type { Fault } from './fault.js';

/** What a recipient can stand for; their order is that of the telephone numbers. */
export const MAGIC = ['reject', 'ratelimit', 'timeout', 'lost', 'bounce', 'echo', 'window', 'falsealarm'] as const;
export type Magic = (typeof MAGIC)[number];

const MAIL = /^(\w+)@sandbox\.example\.com$/i;
const PHONE = /^\+?15555550(\d{3})$/;
const FIRST_PHONE = 111;
const SCOPED_ID = /^(?:psid|igsid)-(\w+)$/;

/** Of `reject@sandbox.example.com`, `+15555550111`, `psid-reject` and `igsid-reject`: reject. */
export function magicOf(recipient: string): Magic | undefined {
  const phone = PHONE.exec(recipient)?.[1];
  if (phone !== undefined) return MAGIC[Number(phone) - FIRST_PHONE];
  const name = (MAIL.exec(recipient) ?? SCOPED_ID.exec(recipient))?.[1]?.toLowerCase();
  return MAGIC.find((magic) => magic === name);
}

type Says = Partial<Record<Magic, () => Answer>>;

const SLOW_DOWN = { 'retry-after': '1' };

const SAYS: Record<ChannelName, Says> = {
  gmail: {
    reject: () => gmailError(400, { message: 'Invalid To header' }),
    ratelimit: () => ({ ...gmailError(429), headers: SLOW_DOWN }),
    falsealarm: () => gmailError(503),
  },
  outlook: {
    reject: () => graphError(400, 'ErrorInvalidRecipients', 'At least one recipient is not valid.'),
    ratelimit: () => ({ ...graphError(429), headers: SLOW_DOWN }),
    falsealarm: () => graphError(504),
  },
  whatsapp: {
    reject: () => metaError(131026, 'Message undeliverable', { details: 'Message Undeliverable.' }),
    ratelimit: () => metaError(131056, '(Business Account, Consumer Account) pair rate limit hit'),
    window: () => metaError(131047, 'Re-engagement message', { details: 'More than 24 hours have passed.' }),
    falsealarm: () => metaError(131000, 'Something went wrong', { status: 500 }),
  },
  facebook: {
    reject: () => metaError(100, 'No matching user found', { subcode: 2018001 }),
    ratelimit: () => metaError(613, 'Calls to this api have exceeded the rate limit.'),
    window: () => metaError(10, 'This message is sent outside of allowed window.', { subcode: 2018278 }),
    bounce: () => metaError(551, "This person isn't available right now.", { subcode: 1545041 }),
    falsealarm: () => metaError(1, 'Received invalid JSON reply', { subcode: 1357046, status: 500 }),
  },
  instagram: {
    reject: () => metaError(100, 'The requested user cannot be found.', { subcode: 2534014 }),
    ratelimit: () => metaError(613, 'Calls to this api have exceeded the rate limit.'),
    window: () => metaError(10, 'This message is sent outside of allowed window.', { subcode: 2534022 }),
    bounce: () => metaError(551, "This person isn't available right now.", { subcode: 1545041 }),
    falsealarm: () => metaError(2, 'Service temporarily unavailable', { status: 500 }),
  },
};

/** Faults that are asked for by writing to somebody, as with the mailbox simulator of a mail service. */
export class MagicRecipients {
  private readonly seen = new Set<string>();

  faultOf(call: Call): Fault | undefined {
    const magic = call.to?.map(magicOf).find((found) => found !== undefined);
    if (!magic) return undefined;
    if (magic === 'lost') return { action: 'reset_after' };
    // Both pass with the second try: a message that could never leave would be tried for a day.
    if (magic === 'timeout') return this.isFirst(call) ? { action: 'hang_before' } : undefined;
    if (magic === 'ratelimit' && !this.isFirst(call)) return undefined;
    const answer = SAYS[call.channel][magic]?.();
    return answer && { action: magic === 'falsealarm' ? 'accept_then_answer' : 'answer', answer };
  }

  private isFirst({ channel, account, to, text, mark }: Call): boolean {
    const message = JSON.stringify([channel, account, mark ?? [to, text]]);
    const isFirst = !this.seen.has(message);
    this.seen.add(message);
    return isFirst;
  }
}
