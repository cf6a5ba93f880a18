import type { Capability, Caller } from '../actor.js';
import { DomainError } from '../errors.js';
import { wordsOf } from './capability-words.js';

/** Somebody is known but lacks a capability, which the owner of the connection or key could give. */
export class CapabilityMissing extends DomainError {
  constructor(caller: Caller, needs: Capability) {
    const words = wordsOf(caller, needs);
    const name = words === undefined ? needs : `${needs} ("${words}")`;
    super(
      'forbidden',
      `${caller.api_key_id ? 'This API key' : 'This connection'} does not have the capability ${name}.`,
    );
    this.because('capability_missing');
  }
}
