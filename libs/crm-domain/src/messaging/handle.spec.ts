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

  it.each([
    ['MAILER-DAEMON', 'mailer-daemon'],
    ['Undisclosed recipients:;', 'undisclosed recipients:;'],
    ['a@exa%6dple.com', 'a@exa%6dple.com'],
    ['', ''],
  ])('of %j, which is no address, is that text', (address, handle) => {
    expect(handleOf('email', address)).toBe(handle);
  });

  it('of a person on a page is their id as it is', () => {
    expect(handleOf('psid', ' AbC123 ')).toBe('AbC123');
  });
});
