import { invalid } from '../errors.js';
import { emailAddress } from '../values/email-address.js';
import { ValueRefusal } from '../values/value-type.js';

/** As addresses are compared. @throws DomainError validation */
export function readEmail(given: string): string {
  try {
    const { email_address } = emailAddress.parse(given, NOTHING) as { email_address: string };
    return email_address;
  } catch (error) {
    if (!(error instanceof ValueRefusal)) throw error;
    throw invalid([{ path: 'email', message: 'Expected an e-mail address.', expected: 'an e-mail address' }]);
  }
}

const NOTHING = {
  choices: [],
  allowedObjectIds: [],
  findObjectId: () => undefined,
  objectSlug: () => undefined,
};
