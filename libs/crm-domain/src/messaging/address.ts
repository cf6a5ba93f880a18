import { emailAddress } from '../values/email-address.js';
import { isStandIn } from '../persons/stand-in.js';
import { line } from '../values/parse.js';
import { phoneNumber } from '../values/phone-number.js';
import { ValueRefusal, type ValueContext } from '../values/value-type.js';
import { handleKind, type ChannelName, type HandleKind } from './channel-name.js';
import { handleOf, isWhatsAppUserId } from './handle.js';

/** An address as a person wrote it, and in the form in which the same address is always the same text. */
export interface Address {
  kind: HandleKind;
  handle: string;
  address: string;
}

const MAX_ID_LENGTH = 128;
const EXPECTED_ID = 'the id of the person on the channel, such as 7203948812345678';
const anyLine = line({ max: MAX_ID_LENGTH });

/** Facebook and Instagram ids are the provider's to judge; ours is only that it is one word. */
function scopedId(given: string): string {
  const id = anyLine(given);
  if (/[\s\p{C}]/u.test(id)) throw new ValueRefusal(`A recipient must be ${EXPECTED_ID}.`, EXPECTED_ID);
  return id;
}

/** WhatsApp still has the 1 that mobile numbers of Mexico had until 2019. */
function withoutOldPrefix(number: string): string {
  return number.replace(/^\+521(?=\d{10}$)/, '+52');
}

/** Addresses depend on nothing around them. */
const NOTHING: ValueContext = {
  choices: [],
  allowedObjectIds: [],
  findObjectId: () => undefined,
  objectSlug: () => undefined,
};

/**
 * A zero that some countries dial only at home, as in +44 (0)20, is no digit of the number. What is digits alone is as
 * WhatsApp tells it, and stays.
 */
function number(given: string): string {
  if (isWhatsAppUserId(given.trim())) return given;
  const phone = phoneNumber.parse(withoutOldPrefix(given), NOTHING);
  return /^\+\d+$/.test(given.trim()) ? given : phoneNumber.handle!(phone).handle;
}

const ENCODED_WORD = /=\?[^?@]+\?[bq]\?[^?@]*\?=/i;

/** An encoded word stands for other text in a header (RFC 2047): some mail program would read another address. */
function mailAddress(given: string): string {
  const { email_address, email_local_specifier: local } = emailAddress.parse(given, NOTHING) as Record<string, string>;
  if (!ENCODED_WORD.test(local!)) return email_address!;
  const expected = 'an e-mail address such as ada@example.com';
  throw new ValueRefusal(`A recipient must be ${expected}, and not an encoded word.`, expected);
}

/** Each refuses what is none, and gives it as handles are made of it. */
const READERS: Record<HandleKind, (given: string) => string> = {
  email: mailAddress,
  phone: number,
  psid: scopedId,
  igsid: scopedId,
};

const ERASED_PERSON = 'This stands for somebody whose data was erased: nobody can be reached there.';

/** Somebody to write to on a channel. @throws ValueRefusal with a sentence that says what was expected */
export function parseAddress(channel: ChannelName, given: string): Address {
  if (isStandIn(given.trim())) throw new ValueRefusal(ERASED_PERSON, 'an address of a person who was not erased');
  const kind = handleKind(channel);
  return { kind, handle: handleOf(kind, READERS[kind](given)), address: given.trim() };
}

/** Whether one can write to it; what came from outside may be no address. */
export function isAddress(channel: ChannelName, given: string): boolean {
  try {
    parseAddress(channel, given);
    return true;
  } catch (error) {
    if (error instanceof ValueRefusal) return false;
    throw error;
  }
}

/** A handle as it is written to somebody. */
export function addressOf(kind: HandleKind, handle: string): string {
  return kind === 'phone' && /^\d+$/.test(handle) ? `+${handle}` : handle;
}
