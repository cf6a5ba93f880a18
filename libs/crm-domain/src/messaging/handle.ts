import { domainToASCII } from 'node:url';
import type { HandleKind } from './channel-name.js';

const MAX_LENGTH = 320;
const IS_ASCII = /^[\x20-\x7e]*$/;
const WHATSAPP_USER_ID = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/;

/** Whether this names somebody on WhatsApp who shows no telephone number: a country, a dot and an id. */
export function isWhatsAppUserId(address: string): boolean {
  return WHATSAPP_USER_ID.test(address);
}

/**
 * The form in which the same address is always the same text, and the one under which records have it. Never refuses:
 * what comes from outside may be no address at all and still has a sender.
 */
export function handleOf(kind: HandleKind, address: string): string {
  const text = address.trim().slice(0, MAX_LENGTH);
  // What has letters is no number: the digits in it may be somebody else's.
  if (kind === 'phone') return (!/\p{L}/u.test(text) && text.replace(/\D/g, '')) || text;
  return kind === 'email' ? mailbox(text) : text;
}

/** As email-address values have it: in small letters, the domain as the name servers know it. */
function mailbox(text: string): string {
  const at = text.lastIndexOf('@') + 1;
  const domain = text.slice(at);
  const ascii = /^[\p{L}\p{N}\p{M}.-]+$/u.test(domain) ? domainToASCII(domain) : '';
  return small(text.slice(0, at)) + small(ascii || domain);
}

/** In small letters, unless these are others: that of the sign for kelvin is a k, and another person's. */
function small(text: string): string {
  const form = text.normalize('NFC').toLowerCase();
  return IS_ASCII.test(form) && !IS_ASCII.test(text) ? text : form;
}
