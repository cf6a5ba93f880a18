import { parsePhoneNumberFromString } from 'libphonenumber-js';
import type { HandleKind } from '../messaging/channel-name.js';

/** An address of the person: the form in which it is compared, and others in which it was written. */
export interface TracedAddress {
  kind: HandleKind;
  handle: string;
  /** Such as an address with letters that its domain has in ASCII. */
  written: readonly string[];
}

/** By what a person is recognised in text. */
export interface Traces {
  /** Random; part of every stand-in. */
  token: string;
  addresses: readonly TracedAddress[];
  /** Only names of two parts: one word alone is the name of many. */
  names: readonly { first: string; last: string }[];
}

/** Regular expressions, for Postgres and JavaScript alike. Null: nothing to look for. */
export interface Patterns {
  addresses: string;
  names: string | null;
}

const AT = '(?:@|%40|&#64;)';
const BETWEEN_DIGITS = '(?:[ \\t().\\/-]|\\(0\\)){0,4}';
const LEAST_NATIONAL = 9;
const MOST_NAMES = 20;

const escaped = (text: string) => folded(text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));

/** Letters beyond ASCII in both cases, composed or not: a database may know those of ASCII alone. */
function folded(text: string): string {
  return text.normalize('NFC').replace(/\P{ASCII}/gu, (letter) => {
    const forms = [letter, letter.toLowerCase(), letter.toUpperCase(), letter.normalize('NFD')];
    return `(?:${[...new Set(forms)].join('|')})`;
  });
}

/**
 * What may be a trace, wherever it stands: in JSON, in a row written out as text. Finds all that `Redactor` replaces,
 * and a little more.
 */
export function widePatterns(traces: Traces): Patterns {
  const names = traces.names.map(({ first, last }) => {
    const [one, other] = [spaced(first), spaced(last)];
    return `${one}(?:\\W|&nbsp;)+(?:last_name\\W+)?${other}|${other}(?:\\W|&nbsp;)+(?:first_name\\W+)?${one}`;
  });
  return {
    addresses: traces.addresses.flatMap(coresOf).join('|'),
    names: names.length > 0 ? names.join('|') : null,
  };
}

/** The core of each form of an address, without what must stand around it. */
function coresOf({ kind, handle, written }: TracedAddress): string[] {
  if (kind === 'phone' && /^\d+$/.test(handle))
    return [handle, ...nationalForm(handle)].map((digits) => [...digits].join(BETWEEN_DIGITS));
  return [...new Set([handle, ...written])].map((text) => escaped(text).replaceAll('@', AT));
}

/** Digits as they are dialled within the country; none where they are so few that they may mean something else. */
function nationalForm(handle: string): string[] {
  const digits = parsePhoneNumberFromString(`+${handle}`)?.formatNational().replace(/\D/g, '') ?? '';
  return digits.length >= LEAST_NATIONAL ? [digits] : [];
}

/** Letters that a word goes on with: not those of scripts that are written without spaces. */
const SPACELESS = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
const LETTER = `(?!${SPACELESS.map((script) => `\\p{sc=${script}}`).join('|')})[\\p{L}\\p{N}]`;
const BEFORE: Record<'email' | 'other', string> = {
  email: `(?<!${LETTER}[._+-]{0,16})`,
  other: `(?<!${LETTER})`,
};
const AFTER: Record<'email' | 'other', string> = {
  email: `(?!-?${LETTER}|\\.${LETTER})`,
  other: `(?!${LETTER})`,
};
/** A whole text that is one address, such as o'brien@example.com, which is another one than what follows its quote. */
const QUOTED = /^[\p{L}\p{N}._+-]+'[\p{L}\p{N}._+'-]*@[\p{L}\p{N}.-]+$/u;

/** As it may stand in a text. Quotes are escaped or doubled where JSON or a row is written out. */
const spaced = (name: string) => escaped(name).replace(/\s+/g, '\\s+').replaceAll('"', '["\\\\]+');

/** What stands in the place of a name or a number in text. */
export const ERASED = '[erased]';

interface Replacement {
  pattern: RegExp;
  by: string;
}

/** Takes the traces of a person out of what others wrote. Pure. */
export class Redactor {
  private readonly replacements: Replacement[];
  private readonly standIns: ReadonlyMap<string, string>;

  /** @param withNames where the text is known to be about this person, and not about one of the same name */
  constructor(
    private readonly traces: Traces,
    private readonly withNames = false,
  ) {
    const named = traces.addresses.map((address, at) => [address.handle, standIn(traces, at)] as const);
    this.standIns = new Map(named);
    this.replacements = [
      ...traces.addresses.flatMap((address, at) => replacementsOf(address, standIn(traces, at))),
      ...(withNames ? traces.names.flatMap(nameReplacements) : []),
    ];
  }

  /** The stand-in of an address of the person; any other as it is. */
  handle(text: string): string {
    return this.standIns.get(text) ?? text;
  }

  text(text: string): string {
    if (QUOTED.test(text) && !this.standIns.has(text.toLowerCase())) return text;
    return this.replacements.reduce((result, { pattern, by }) => result.replace(pattern, by), text);
  }

  /** JSON, with values of addresses and names in the form that they have in records. */
  json<T>(value: T): T {
    return this.replaced(value) as T;
  }

  private replaced(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.replaced(item));
    if (typeof value !== 'object' || value === null) return value;
    const whole = this.wholeValue(value as Record<string, unknown>);
    if (whole) return whole;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [this.text(key), this.replaced(item)]));
  }

  private wholeValue(value: Record<string, unknown>): Record<string, unknown> | undefined {
    const { email_address, phone_number, first_name, last_name } = value;
    const email = typeof email_address === 'string' && this.standIns.get(email_address);
    if (email) return emailValue(email);
    if (typeof phone_number === 'string' && this.standIns.has(phone_number.slice(1)))
      return { phone_number: ERASED, country_code: null };
    const isNamed = ({ first, last }: Traces['names'][number]) => first === first_name && last === last_name;
    return this.withNames && this.traces.names.some(isNamed) ? { first_name: ERASED, last_name: '' } : undefined;
  }
}

/** A pseudonym: the same for an address in all places, and of one erasure alone. */
function standIn({ token, addresses }: Traces, at: number): string {
  return `erased-${token}-${at + 1}${addresses[at]!.kind === 'email' ? '@erased.invalid' : ''}`;
}

function emailValue(address: string): Record<string, string> {
  return {
    email_address: address,
    original_email_address: address,
    email_domain: 'erased.invalid',
    email_root_domain: 'erased.invalid',
    email_local_specifier: address.slice(0, address.indexOf('@')),
  };
}

function replacementsOf(address: TracedAddress, by: string): Replacement[] {
  const around = address.kind === 'email' ? 'email' : 'other';
  const isNumber = address.kind === 'phone' && /^\d+$/.test(address.handle);
  const before = `(?:${BEFORE[around]}|(?<=%[0-9a-f]{2}))${isNumber ? '(?:\\+|00)?' : ''}`;
  return coresOf(address).map((core) => ({
    pattern: new RegExp(`${before}(?:${core})${AFTER[around]}`, 'giu'),
    by: isNumber ? ERASED : by,
  }));
}

function nameReplacements({ first, last }: Traces['names'][number]): Replacement[] {
  const [one, other] = [spaced(first), spaced(last)];
  return [`${one}(?:[\\s,]|&nbsp;)+${other}`, `${other}(?:[\\s,]|&nbsp;)+${one}`].map((core) => ({
    pattern: new RegExp(`${BEFORE.other}${core}${AFTER.other}`, 'giu'),
    by: ERASED,
  }));
}

/** Those names that say who is meant, as many as are looked for. */
export function tellingNames(values: readonly unknown[]): Traces['names'] {
  const names = new Map<string, Traces['names'][number]>();
  for (const value of values) {
    const { first_name, last_name } = (value ?? {}) as Record<string, unknown>;
    const [first, last] = [first_name, last_name].map((part) => (typeof part === 'string' ? part.trim() : ''));
    if (first!.length > 1 && last!.length > 1) names.set(`${first} ${last}`, { first: first!, last: last! });
  }
  return [...names.values()].slice(0, MOST_NAMES);
}
