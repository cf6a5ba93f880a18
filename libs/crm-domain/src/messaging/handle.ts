import { domainToASCII } from 'node:url';
import type { HandleKind } from './channel-name.js';

const MAX_LENGTH = 320;

/**
 * The form in which the same address is always the same text, and the one under which records have it. Never refuses:
 * what comes from outside may be no address at all and still has a sender.
 */
export function handleOf(kind: HandleKind, address: string): string {
  const text = address.trim().slice(0, MAX_LENGTH);
  if (kind === 'phone') return text.replace(/\D/g, '') || text;
  return kind === 'email' ? mailbox(text) : text;
}

/** As email-address values have it: in small letters, the domain as the name servers know it. */
function mailbox(text: string): string {
  const at = text.lastIndexOf('@') + 1;
  const domain = text.slice(at);
  const ascii = /^[\p{L}\p{N}\p{M}.-]+$/u.test(domain) ? domainToASCII(domain) : '';
  return (text.slice(0, at) + (ascii || domain)).normalize('NFC').toLowerCase();
}
