import { emailAddress } from './email-address.js';
import { sampleContext } from './samples.js';

const context = sampleContext('email-address');
const parse = (input: unknown) => emailAddress.parse(input, context);

describe('an e-mail address', () => {
  it('is normalised beside the address as it was typed', () => {
    expect(parse(' Ada.Lovelace+CRM@Mail.Example.CO.UK ')).toEqual({
      email_address: 'ada.lovelace+crm@mail.example.co.uk',
      original_email_address: 'Ada.Lovelace+CRM@Mail.Example.CO.UK',
      email_domain: 'mail.example.co.uk',
      email_root_domain: 'example.co.uk',
      email_local_specifier: 'ada.lovelace+crm',
    });
  });

  it('is the same value and the same unique key in other letters', () => {
    const [typed, shouted] = [parse('ada@example.com'), parse('ADA@EXAMPLE.COM')];
    expect(emailAddress.compare(typed, shouted)).toBe(0);
    expect(emailAddress.uniqueKey?.(typed)).toBe(emailAddress.uniqueKey?.(shouted));
  });

  it('has its domain in ASCII', () => {
    expect(parse('Ada@Bücher.example')).toMatchObject({ email_address: 'ada@xn--bcher-kva.example' });
  });

  it('is read back from the address as it was typed, else from the normalised one', () => {
    expect(parse({ email_address: 'ada@example.com', original_email_address: 'Ada@Example.com' })).toMatchObject({
      original_email_address: 'Ada@Example.com',
    });
    expect(parse({ email_address: 'ada@example.com' })).toEqual(parse('ada@example.com'));
  });

  it('is at most 254 characters long', () => {
    expect(() => parse(`ada@${'a.'.repeat(125)}io`)).toThrow('must be at most 254 characters long.');
    expect(() => parse(`ada@${'ü.'.repeat(50)}example`)).toThrow('is not an e-mail address');
  });

  it.each([
    [`${'a'.repeat(64)}@example.com`, true],
    [`${'a'.repeat(65)}@example.com`, false],
    [`ada@${'a'.repeat(63)}.example`, true],
    [`ada@${'a'.repeat(64)}.example`, false],
    [`ada@${'a.'.repeat(124)}io`, true],
    ["o'brien!#$%&*+/=?^_`{|}~-@example.com", true],
    ['"ada lovelace"@example.com', false],
    ['ada@example', false],
    ['ada@-example.com', false],
    ['ada@example.com.', false],
    ['ada@[192.0.2.1]', false],
    ['käthe@example.com', false],
  ])('%s: accepted is %s', (given, accepted) => {
    const attempt = () => parse(given);
    if (accepted) expect(attempt()).toMatchObject({ original_email_address: given });
    else expect(attempt).toThrow('expected an e-mail address such as ada@example.com.');
  });
});
