import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { Slices } from '../db/slices.js';
import type { HandleKind } from '../messaging/channel-name.js';
import { ERASED, standInFor } from './stand-in.js';
import { BLANK, EXACT, LOOSE, MOST_LOOSE, written, type Forms } from './written-forms.js';

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

export const MOST_OF_CALLING_CODE = 3;
const LEAST_NATIONAL = 9;
const MOST_NAMES = 20;

/**
 * What may be a trace, wherever it stands: in JSON, in a row written out as text. Finds all that `Redactor` replaces,
 * and a little more.
 */
export function widePatterns({ addresses, names }: Traces): Patterns {
  const texts = addresses.filter((address) => !isNumber(address)).flatMap(formsOf);
  const cores = [
    ...addresses.filter(isNumber).flatMap((address) => numberForms(address).map((digits) => spread(digits, LOOSE))),
    ...texts.map((text) => written(beginningOf(text), LOOSE)),
  ];
  return { addresses: cores.join('|'), names: names.length > 0 ? names.map(looseName).join('|') : null };
}

function beginningOf(text: string): string {
  return [...text].slice(0, MOST_LOOSE).join('');
}

function looseName({ first, last }: Traces['names'][number]): string {
  const long = [first, last].find((part) => part.length > MOST_LOOSE);
  if (long !== undefined) return spaced(beginningOf(long).trimEnd(), LOOSE);
  const [one, other] = [spaced(first, LOOSE), spaced(last, LOOSE)];
  const between = LOOSE.blanks;
  return `${one}${between}(?:last_name\\W+)?${other}|${other}${between}(?:first_name\\W+)?${one}`;
}

/** Whether an address is written in digits alone. */
export function isNumber({ kind, handle }: TracedAddress): boolean {
  return kind === 'phone' && /^\d+$/.test(handle);
}

/** Of a number its digits, with the calling code and without. */
export function numberForms({ handle }: TracedAddress): string[] {
  return [handle, ...nationalForm(handle)];
}

/** Regular expressions for an address that is no number. */
export function textForms(address: TracedAddress): string[] {
  return formsOf(address).map((text) => written(text, EXACT));
}

function formsOf({ handle, written: others }: TracedAddress): string[] {
  return [...new Set([handle, ...others])];
}

/**
 * With all that may stand between its digits. The 0 of the national form may stand behind the calling code alone. Were
 * it allowed between any two digits, a number of zeros could be read in so many ways that to try them all takes minutes.
 */
function spread(digits: string, { betweenDigits: between }: Forms): string {
  const code = [...digits.slice(0, MOST_OF_CALLING_CODE)].map((digit) => `${digit}${between}(?:\\(0\\)${between})?`);
  return code.join('') + [...digits.slice(MOST_OF_CALLING_CODE)].join(between);
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

/**
 * As it may stand in a text. Quotes are escaped or doubled where JSON or a row is written out. Of quotes and backslashes
 * beside each other only one pattern is made: several could share what they match in very many ways.
 */
function spaced(name: string, forms: Forms): string {
  const pieces = name.split(/(\s+|["\\]*"["\\]*)/);
  return pieces
    .map((piece, at) => (at % 2 === 0 ? written(piece, forms) : piece.includes('"') ? forms.quotes : forms.blanks))
    .join('');
}

interface Replacement {
  pattern: RegExp;
  by: string;
}

/**
 * Takes the traces of a person out of what others wrote. A record of 2 MiB and a person with a hundred addresses take
 * seconds, so that others have their turn in between.
 */
export class Redactor {
  private readonly slices = new Slices();
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

  async text(text: string): Promise<string> {
    if (QUOTED.test(text) && !this.standIns.has(text.toLowerCase())) return text;
    let result = text;
    for (const { pattern, by } of this.replacements) {
      result = result.replace(pattern, by);
      await this.slices.next();
    }
    return result;
  }

  /** JSON, with values of addresses and names in the form that they have in records. */
  async json<T>(value: T): Promise<T> {
    return (await this.replaced(value)) as T;
  }

  private async replaced(value: unknown): Promise<unknown> {
    if (typeof value === 'string') return this.text(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (const item of value) items.push(await this.replaced(item));
      return items;
    }
    const whole = this.wholeValue(value as Record<string, unknown>);
    if (whole) return whole;
    const members: [string, unknown][] = [];
    for (const [key, item] of Object.entries(value)) members.push([await this.text(key), await this.replaced(item)]);
    return Object.fromEntries(members);
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

/** Addresses as they are compared, and those that stand in their places once they are erased. */
export function withStandIns(traces: Traces): string[] {
  return traces.addresses.flatMap(({ handle }, at) => [handle, standIn(traces, at)]);
}

function standIn({ token, addresses }: Traces, at: number): string {
  return standInFor(addresses[at]!.kind, token, at + 1);
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
  const isOfDigits = isNumber(address);
  const before = `(?:${BEFORE[around]}|(?<=%[0-9a-f]{2}))${isOfDigits ? '(?:\\+|00?)?' : ''}`;
  const cores = isOfDigits ? numberForms(address).map((digits) => spread(digits, EXACT)) : textForms(address);
  return cores.map((core) => ({
    pattern: new RegExp(`${before}(?:${core})${AFTER[around]}`, 'giu'),
    by: isOfDigits ? ERASED : by,
  }));
}

/** Without an end, a name of commas in a text of commas would be looked for everywhere from everywhere. */
const BETWEEN_NAMES = `(?:,|${BLANK}){1,16}`;

function nameReplacements({ first, last }: Traces['names'][number]): Replacement[] {
  const [one, other] = [spaced(first, EXACT), spaced(last, EXACT)];
  return [one + BETWEEN_NAMES + other, other + BETWEEN_NAMES + one].map((core) => ({
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
