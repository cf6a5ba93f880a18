import countries from 'i18n-iso-countries/index.js';
import {
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from 'libphonenumber-js';
import { field, textFilter } from './filter.js';
import { byText, indexText } from './keys.js';
import { fromJson, isObject, line, object, quote, type Parse } from './parse.js';
import { textParts } from './parts.js';
import { bareOrRead } from './plain-value.js';
import { fieldColumn, fieldColumns } from './report-column.js';
import { ValueRefusal, defineValueType } from './value-type.js';

type Phone = { phone_number: string; country_code: string | null };

const EXPECTED = 'a number in E.164 form, such as +14155550100';
const EXPECTED_COUNTRY = 'a two-letter ISO 3166 code, such as US';
const ISO_COUNTRIES = countries.getAlpha2Codes();
const anyLine = line({ max: 50 });

/**
 * Spaces, dots, dashes and brackets are only there for the eye; a national number cannot be told from a mistyped one.
 */
const e164: Parse<PhoneNumber> = (input, what) => {
  const given = anyLine(input, what);
  if (!given.startsWith('+')) {
    throw new ValueRefusal(
      `A phone number must start with + and its country's calling code; expected ${EXPECTED}.`,
      EXPECTED,
    );
  }
  const parsed = /^\+[\d ().-]+$/.test(given) ? parsePhoneNumberFromString(given) : undefined;
  // Surplus zeros are dropped one at a time; a number that would change again when it is written back is none.
  const isSettled =
    parsed?.number === given || parsePhoneNumberFromString(parsed?.number ?? '')?.number === parsed?.number;
  if (parsed?.isPossible() && isSettled) return parsed;
  throw new ValueRefusal(`${quote(given)} is not a possible phone number; expected ${EXPECTED}.`, EXPECTED);
};

/** Null is what was read of a number that belongs to no country; `parse` refuses it for every other one. */
const countryCode: Parse<string | null> = (input) => {
  if (input === null) return null;
  const code = typeof input === 'string' ? input.trim().toUpperCase() : '';
  return Object.hasOwn(ISO_COUNTRIES, code) || isSupportedCountry(code) ? code : refuseCountry();
};

function refuseCountry(): never {
  throw new ValueRefusal(`country_code must be ${EXPECTED_COUNTRY}.`, EXPECTED_COUNTRY);
}

const both = object({ phone_number: e164, country_code: countryCode });

/** The number's own country, else the first one listed under its calling code, else none (as for +800). */
function countryOf(phone: PhoneNumber): string | null {
  return phone.country ?? phone.getPossibleCountries()[0] ?? null;
}

/** What was found lately: to read a number takes 7 to 15 µs, longer than to show the rest of its record. */
const COUNTRIES = new Map<string, string | null | undefined>();
const MOST_COUNTRIES = 10_000;

/** Of a number in its canonical form. */
function bareCountry(number: string): string | null | undefined {
  if (COUNTRIES.has(number)) return COUNTRIES.get(number);
  const phone = parsePhoneNumberFromString(number);
  const country = phone && countryOf(phone);
  if (COUNTRIES.size >= MOST_COUNTRIES) COUNTRIES.clear();
  COUNTRIES.set(number, country);
  return country;
}

function agrees(phone: PhoneNumber, country: string | null): boolean {
  return (
    country === null || !isSupportedCountry(country) || getCountryCallingCode(country) === phone.countryCallingCode
  );
}

const schema = { type: 'string', pattern: '^\\+[0-9 ().-]{8,}$', maxLength: 50 };
const properties = {
  phone_number: schema,
  country_code: { type: ['string', 'null'], pattern: '^[A-Za-z]{2}$', maxLength: 2 },
};
const required = ['phone_number', 'country_code'];

export const phoneNumber = defineValueType<Phone>({
  type: 'phone-number',
  several: 'optional',
  canBeUnique: true,
  parse(input) {
    if (!isObject(input)) {
      const phone = e164(input);
      return { phone_number: phone.number, country_code: countryOf(phone) };
    }
    const { phone_number: phone, country_code } = both(input);
    if (country_code === null && countryOf(phone) !== null) return refuseCountry();
    if (agrees(phone, country_code)) return { phone_number: phone.number, country_code };
    throw new ValueRefusal(
      `country_code ${country_code} does not go with the calling code +${phone.countryCallingCode}.`,
    );
  },
  serialise: ({ phone_number, country_code }) => ({ phone_number, country_code }),
  reportColumns: () => [fieldColumn('phone_number'), ...fieldColumns('country_code')],
  // The number alone means its own country, or the first one listed under its calling code.
  concise: ({ phone_number, country_code }) =>
    bareCountry(phone_number) === country_code ? phone_number : { phone_number, country_code },
  compare: (a, b) => byText(a.phone_number, b.phone_number) || byText(a.country_code ?? '', b.country_code ?? ''),
  text: (value) => value.phone_number,
  uniqueKey: (value) => value.phone_number,
  filter: textFilter<Phone>({
    whole: (value) => value.phone_number,
    sql: field('phone_number'),
    part: (operand) => operand.replace(/[\s().-]+/g, ''),
  }),
  parts: textParts<Phone, keyof Phone>('country_code'),
  index: (value) => ({ text: indexText(value.phone_number) }),
  handle: (value) => ({ kind: 'phone', handle: value.phone_number.slice(1) }),
  fromDefault: fromJson,
  inputSchema: bareOrRead(schema, properties, required),
  wireSchema: { properties, required },
  examples: [{ phone_number: '+14155550100', country_code: 'us' }, '+44 1632 960001', '+15555550100', '+80012345678'],
  refusals: [
    14155550100,
    '4155550100',
    '+1415',
    '+999123456789',
    '+1415555HELP',
    { phone_number: '+14155550100' },
    { phone_number: '(415) 555-0100', country_code: 'US' },
    { phone_number: '+14155550100', country_code: 'GB' },
    { phone_number: '+14155550100', country_code: 'ZZ' },
    { phone_number: '+14155550100', country_code: null },
    { phone_number: '+14155550100', country_code: 'US', extension: '5' },
  ],
});
