import { phoneNumber } from './phone-number.js';
import { sampleContext } from './samples.js';

const context = sampleContext('phone-number');
const parse = (input: unknown) => phoneNumber.parse(input, context);

describe('a phone number', () => {
  it.each([
    ['+14155550100', '+14155550100', 'US'],
    ['+1 (415) 555-0100', '+14155550100', 'US'],
    ['+44 (0)1632 960001', '+441632960001', 'GB'],
    ['+15555550100', '+15555550100', 'US'],
    ['+441632960001', '+441632960001', 'GB'],
    ['+390612345678', '+390612345678', 'IT'],
    ['+80012345678', '+80012345678', null],
  ])('%s alone is %s of %s', (given, phone_number, country_code) => {
    expect(parse(given)).toEqual({ phone_number, country_code });
  });

  it('keeps a country that shares the calling code, even one that is not the number’s own', () => {
    const given = { phone_number: '+14155550100', country_code: 'ca' };
    expect(parse(given)).toEqual({ phone_number: '+14155550100', country_code: 'CA' });
  });

  it('refuses a country with another calling code', () => {
    const given = { phone_number: '+14155550100', country_code: 'DE' };
    expect(() => parse(given)).toThrow('country_code DE does not go with the calling code +1.');
  });

  it('needs a country, except for a number that belongs to none', () => {
    const without = (phone_number: string) => () => parse({ phone_number, country_code: null });
    expect(without('+14155550100')).toThrow('country_code must be a two-letter ISO 3166 code, such as US.');
    expect(without('+80012345678')()).toEqual({ phone_number: '+80012345678', country_code: null });
  });

  it('refuses a national number, even with its country', () => {
    const given = { phone_number: '(415) 555-0100', country_code: 'US' };
    expect(() => parse(given)).toThrow('expected a number in E.164 form, such as +14155550100.');
  });

  it.each(['+1415555', '+1415555010012345', '+14155550100x5', '+490013425111', '+1415555HELP', '+٤٤١٦٣٢٩٦٠٠٠١'])(
    'refuses %s',
    (given) => {
      expect(() => parse(given)).toThrow('is not a possible phone number');
    },
  );

  it('names both keys that its object needs', () => {
    expect(() => parse({})).toThrow('The value lacks phone_number, country_code.');
  });
});
