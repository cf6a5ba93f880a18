import type { Capability, Caller } from '../actor.js';
import { DomainError } from '../errors.js';

/** What a capability of an API key is called on the screen where keys are made. */
export const KEY_WORDS: Partial<Record<Capability, string>> = {
  'read:data': 'Read records and configuration',
  'write:data': 'Write records and views',
  'write:schema': 'Change objects, attributes, options and stages, and manage webhooks and automations',
};

/** What a connection may do, as the screen of connected clients calls it. */
export const TIER_WORDS = { read: 'Read', write: 'Read and write', send: 'Read, write and send' } as const;

const TIER_WORDS_OF: Partial<Record<Capability, string>> = {
  'read:data': TIER_WORDS.read,
  'write:data': TIER_WORDS.write,
  'send:messages': TIER_WORDS.send,
};

/** What to choose on the screen to give a caller a capability; undefined where no screen gives it. */
function wordsOf(caller: Caller, needs: Capability): string | undefined {
  return (caller.api_key_id ? KEY_WORDS : TIER_WORDS_OF)[needs];
}

/** Somebody is known but lacks a capability, which the owner of the connection or key could give. */
export class CapabilityMissing extends DomainError {
  constructor(
    caller: Caller,
    readonly needs: Capability,
  ) {
    const words = wordsOf(caller, needs);
    const name = words === undefined ? needs : `${needs} ("${words}")`;
    // No screen could give it.
    const isForPeople = caller.api_key_id !== null && needs === 'send:messages';
    const subject = caller.api_key_id ? 'This API key' : 'This connection';
    const rest = isForPeople ? ': API keys cannot send messages; sign in as a user.' : '.';
    super('forbidden', `${subject} does not have the capability ${name}${rest}`);
    this.because(isForPeople ? 'not_a_person' : 'capability_missing');
  }
}
