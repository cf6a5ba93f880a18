import { emailAddress } from '../values/email-address.js';
import { phoneNumber } from '../values/phone-number.js';
import type { ValueContext } from '../values/value-type.js';
import { handleOf } from './handle.js';

describe('a handle', () => {
  const context = {} as ValueContext;

  it.each(emailAddress.examples.filter((example) => typeof example === 'string'))(
    'of %s is the one under which a record has it',
    (address) => {
      expect(handleOf('email', ` ${address} `)).toBe(emailAddress.handle!(emailAddress.parse(address, context)).handle);
    },
  );

  it.each(['+44 1632 960001', '+15555550100'])('of %s is the one under which a record has it', (number) => {
    expect(handleOf('phone', number)).toBe(phoneNumber.handle!(phoneNumber.parse(number, context)).handle);
  });

  it('is the same however a provider writes the number', () => {
    expect(handleOf('phone', '15555550100')).toBe(handleOf('phone', '+1 555-555-0100'));
  });

  it.each(['US.13491208655302741918', 'US.1A2B3C4D5E', 'BR.12X345', 'US.ENT.11815799212886844830', 'unknown-12345'])(
    'of %s, who shows no number, is that text and no digits of it',
    (id) => {
      expect(handleOf('phone', ` ${id} `)).toBe(id);
    },
  );

  it.each([
    ['MAILER-DAEMON', 'mailer-daemon'],
    ['Undisclosed recipients:;', 'undisclosed recipients:;'],
    ['a@exa%6dple.com', 'a@exa%6dple.com'],
    // The sign for kelvin, whose small letter is a k: somebody else's address.
    ['\u212Aim@example.com', '\u212Aim@example.com'],
    ['', ''],
  ])('of %j, which is no address, is that text', (address, handle) => {
    expect(handleOf('email', address)).toBe(handle);
  });

  it('of a person on a page is their id as it is', () => {
    expect(handleOf('psid', ' AbC123 ')).toBe('AbC123');
  });
});
