import { parse as parseHost } from 'tldts';
import { textFilter } from './filter.js';
import { byText, indexText, uniqueText } from './keys.js';
import { line, orAsRead, quote, type Parse } from './parse.js';
import { textParts } from './parts.js';
import { bareOrRead } from './plain-value.js';
import { fieldColumn } from './report-column.js';
import { ValueRefusal, defineValueType } from './value-type.js';

type Website = { value: string; domain: string; root_domain: string };

const MAX_LENGTH = 2048;
const EXPECTED = 'a web address such as https://example.com';
const anyLine = line({ max: MAX_LENGTH });

function refuse(why: string): never {
  throw new ValueRefusal(`${why}; expected ${EXPECTED}.`, EXPECTED);
}

/** Refuses what browsers would mend in silence, since the mended address may lead elsewhere. */
function urlOf(given: string): URL {
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(given) ? given : `https://${given.replace(/^\/\//, '')}`;
  const url = /[\s\\]/.test(address) ? null : URL.parse(address);
  if (!url || !['http:', 'https:'].includes(url.protocol)) refuse(`${quote(given)} is not a web address`);
  if (url.username || url.password) refuse('A web address must not contain a user name or a password');
  url.hostname = url.hostname.replace(/\.$/, '');
  // An empty query or fragment leaves its mark in `href` until it is set to nothing.
  if (!url.search) url.search = '';
  if (!url.hash) url.hash = '';
  return url;
}

/** The host's registrable domain; a host without one is an address inside somebody's network. */
function rootDomainOf(host: string): string {
  const { isIp, domain: root } = parseHost(host, { allowPrivateDomains: false });
  if (isIp || !root || root.endsWith('.localhost') || /\.(\.|$)/.test(host))
    refuse(`${quote(host)} is not a public domain`);
  return root;
}

const site: Parse<Website> = (input, what) => {
  const url = urlOf(anyLine(input, what));
  const root_domain = rootDomainOf(url.hostname);
  const domain = url.hostname === root_domain ? root_domain : url.hostname.replace(/^www\./, '');
  const value = url.pathname === '/' && !url.search && !url.hash ? url.href.slice(0, -1) : url.href;
  if (value.length > MAX_LENGTH) refuse(`The web address is longer than ${MAX_LENGTH} characters once encoded`);
  return { value, domain, root_domain };
};
const parseWebsite = orAsRead('value', site, ['domain', 'root_domain']);

/** The address without its scheme, `www.`, last slash and fragment: two that agree in it lead to the same page. */
function pageOf({ value, domain }: Website): string {
  const { port, pathname, search } = new URL(value);
  return `${domain}${port && `:${port}`}${pathname.replace(/\/$/, '')}${search}`;
}

/** `pageOf` in SQL. */
function pageSql(item: string): string {
  const address = `split_part(regexp_replace(${item} ->> 'value', '^https?://(www\\.)?', ''), '#', 1)`;
  return `concat(regexp_replace(split_part(${address}, '?', 1), '/$', ''), substring(${address} from '\\?.*$'))`;
}

const properties = {
  value: { type: 'string', maxLength: MAX_LENGTH },
  domain: { type: 'string', maxLength: MAX_LENGTH },
  root_domain: { type: 'string', maxLength: MAX_LENGTH },
};

export const website = defineValueType<Website>({
  type: 'website',
  several: 'optional',
  canBeUnique: true,
  parse: (input) => parseWebsite(input),
  serialise: ({ value, domain, root_domain }) => ({ value, domain, root_domain }),
  concise: ({ value }) => value,
  reportColumns: () => [fieldColumn('value'), fieldColumn('domain', { suffix: 'domain' })],
  compare: (a, b) => byText(a.value, b.value),
  text: ({ value }) => value,
  search: ({ domain }) => domain,
  uniqueKey: (value) => uniqueText(pageOf(value)),
  filter: textFilter<Website>({
    whole: pageOf,
    sql: pageSql,
    part: (operand) => operand.replace(/^(https?:\/\/)?(www\.)?/i, '').replace(/#.*$/s, ''),
  }),
  parts: textParts<Website, keyof Website>('domain', 'root_domain'),
  index: (value) => ({ text: indexText(pageOf(value)) }),
  inputSchema: bareOrRead(properties.value, properties, ['value']),
  wireSchema: { properties, required: ['value', 'domain', 'root_domain'] },
  examples: [
    'example.com',
    'HTTP://www.Example.co.uk:8080/a?b=c#d',
    'https://bücher.example/',
    { value: 'shop.example.org' },
  ],
  refusals: [
    5,
    'localhost',
    'http://127.0.0.1',
    'https://[::1]/',
    'co.uk',
    'ftp://example.com',
    'mailto:ada@example.com',
    'javascript:alert(1)',
    'https://ada:secret@example.com',
    'example.com\\@evil.example',
    'exa mple.com',
    { domain: 'example.com' },
  ],
});
