import type { HandleKind } from '../messaging/channel-name.js';

/** With what each begins. */
export const STAND_IN = 'erased-';
/** What stands in the place of a name or a number in text, and of all of a text that is the person's own. */
export const ERASED = '[erased]';
const FORM = /^erased-[0-9a-f]+-\d+(@erased\.invalid)?$/i;

/** A pseudonym for an address of an erased person: the same in all places, and of one erasure alone. */
export function standInFor(kind: HandleKind, token: string, number: number): string {
  return `${STAND_IN}${token}-${number}${kind === 'email' ? '@erased.invalid' : ''}`;
}

/** Whether a text is the pseudonym of an address. Nobody can be reached there. */
export function isStandIn(text: string): boolean {
  return FORM.test(text);
}
