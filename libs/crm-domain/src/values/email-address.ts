import { domainToASCII } from 'node:url';
import { getDomain } from 'tldts';
import { field, textFilter } from './filter.js';
import { byText, indexText, uniqueText } from './keys.js';
import { isObject, line, object, quote, type Parse } from './parse.js';
import { textParts } from './parts.js';
import { bareOrRead } from './plain-value.js';
import { fieldColumn } from './report-column.js';
import { ValueRefusal, defineValueType } from './value-type.js';

const FIELDS = [
  'email_address',
  'original_email_address',
  'email_domain',
  'email_root_domain',
  'email_local_specifier',
] as const;
type EmailAddress = Record<(typeof FIELDS)[number], string>;

const MAX_LENGTH = 254;
const EXPECTED = 'an e-mail address such as ada@example.com';
const DOT_ATOM = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const HOST = /^([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d]([a-z\d-]{0,61}[a-z\d])$/;
const anyLine = line({ max: MAX_LENGTH });

/** The domain in ASCII, or '' if it is none. Only letters go to `domainToASCII`, which would decode %-escapes too. */
function asciiDomain(given: string): string {
  const ascii = /^[\p{L}\p{N}\p{M}.-]+$/u.test(given) ? domainToASCII(given) : '';
  return HOST.test(ascii) ? ascii : '';
}

const address: Parse<EmailAddress> = (input, what) => {
  const original = anyLine(input, what);
  const at = original.lastIndexOf('@');
  // Judged before it has small letters: those of some other letters are ASCII.
  const isLocal = DOT_ATOM.test(original.slice(0, at));
  const local = original.slice(0, at).toLowerCase();
  const domain = asciiDomain(original.slice(at + 1));
  const email_address = `${local}@${domain}`;
  if (at < 1 || local.length > 64 || !isLocal || !domain || email_address.length > MAX_LENGTH) {
    throw new ValueRefusal(`${quote(original)} is not an e-mail address; expected ${EXPECTED}.`, EXPECTED);
  }
  return {
    email_address,
    original_email_address: original,
    email_domain: domain,
    email_root_domain: getDomain(domain, { allowPrivateDomains: false }) ?? domain,
    email_local_specifier: local,
  };
};

const readKey = { original: readBy('original_email_address'), normalised: readBy('email_address') };

function readBy(key: 'original_email_address' | 'email_address'): Parse<EmailAddress> {
  const fields = object({ [key]: address }, {}, FIELDS);
  return (input, what) => fields(input, what)[key] as EmailAddress;
}

const stringSchema = { type: 'string', maxLength: MAX_LENGTH };
const properties = Object.fromEntries(FIELDS.map((key) => [key, stringSchema]));

export const emailAddress = defineValueType<EmailAddress>({
  type: 'email-address',
  several: 'optional',
  canBeUnique: true,
  parse(input) {
    if (!isObject(input)) return address(input);
    if (!Object.hasOwn(input, 'original_email_address')) return readKey.normalised(input);
    const value = readKey.original(input);
    if (Object.hasOwn(input, 'email_address') && readKey.normalised(input).email_address !== value.email_address)
      throw new ValueRefusal(
        'email_address and original_email_address are different addresses; send one of them.',
        EXPECTED,
      );
    return value;
  },
  serialise: (value) => ({
    email_address: value.email_address,
    original_email_address: value.original_email_address,
    email_domain: value.email_domain,
    email_root_domain: value.email_root_domain,
    email_local_specifier: value.email_local_specifier,
  }),
  concise: (value) => value.original_email_address,
  reportColumns: () => [fieldColumn('email_address'), fieldColumn('email_domain', { suffix: 'domain' })],
  // The address as it was typed is no part of what it means: the same in other letters changes nothing.
  compare: (a, b) => byText(a.email_address, b.email_address),
  text: (value) => value.email_address,
  uniqueKey: (value) => uniqueText(value.email_address),
  filter: textFilter<EmailAddress>({
    whole: (value) => value.email_address,
    sql: field('email_address'),
  }),
  parts: textParts<EmailAddress, keyof EmailAddress>('email_domain', 'email_root_domain', 'email_local_specifier'),
  index: (value) => ({ text: indexText(value.email_address) }),
  handle: (value) => ({ kind: 'email', handle: value.email_address }),
  inputSchema: bareOrRead(stringSchema, properties, []),
  wireSchema: { properties, required: [...FIELDS] },
  examples: ['Ada.Lovelace+crm@Example.CO.UK', 'kaethe@bücher.example', { email_address: 'grace@example.org' }],
  refusals: [
    5,
    'ada',
    'ada@',
    '@example.com',
    'ada@localhost',
    'ada@127.0.0.1',
    'ada@@example.com',
    'ada lovelace@example.com',
    '.ada@example.com',
    '\u212Aim@example.com',
    'a..b@example.com',
    'Ada <ada@example.com>',
    'ada@exa%6dple.com',
    'ada@example.com, grace@example.com',
    `${'a'.repeat(65)}@example.com`,
    { email_domain: 'example.com' },
    { email_address: 'new@example.com', original_email_address: 'Old@example.com' },
  ],
});
