import { ValueRefusal } from './value-type.js';

/** Judges one input and gives its canonical form; `what` names the input in the sentence of a refusal. */
export type Parse<T> = (input: unknown, what?: string) => T;
type Fields = Record<string, Parse<unknown>>;
type Parsed<F extends Fields> = { [K in keyof F]: ReturnType<F[K]> };

/** Fields that every value carries when it is read: accepted on the way back in, and ignored. */
const COMMON_FIELDS = ['active_from', 'active_until', 'attribute_slug', 'created_by', 'attribute_type', 'via'];
const CONTROL = /[\p{Cc}\u2028\u2029]/u;
/** Something that shows. */
export const VISIBLE = /[^\p{Z}\p{Cc}\p{Cf}]/u;

/** A caller's text as a refusal may show it: short and printable. */
export function quote(text: string): string {
  const shown = text.slice(0, 50).toWellFormed().replace(/\p{C}/gu, '·');
  return `"${shown}${text.length > 50 ? '…' : ''}"`;
}

export function isObject(input: unknown): input is Record<string, unknown> {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}

/**
 * An object with the required keys, the optional ones (their parser is given undefined when they are absent) and
 * `ignored` ones. Common fields are dropped; any other key is refused by name.
 */
export function object<R extends Fields, O extends Fields>(
  required: R,
  optional: O = {} as O,
  ignored: readonly string[] = [],
): Parse<Parsed<R> & Parsed<O>> {
  const fields = Object.entries<Parse<unknown>>({ ...required, ...optional });
  const needed = Object.keys(required);
  const allowed = [...new Set([...fields.map(([key]) => key), ...ignored])];
  const known = new Set([...allowed, ...COMMON_FIELDS]);
  const expected = `an object with ${needed.join(', ')}`;
  return (input, what = 'The value') => {
    if (!isObject(input)) throw new ValueRefusal(`${what} must be ${expected}.`, expected);
    const unknown = Object.keys(input).find((key) => !known.has(key));
    if (unknown !== undefined) {
      throw new ValueRefusal(
        `${what} has no key ${quote(unknown)}; it may have ${allowed.join(', ')}.`,
        expected,
        allowed,
      );
    }
    const missing = needed.filter((key) => !Object.hasOwn(input, key) || input[key] === undefined);
    if (missing.length > 0) throw new ValueRefusal(`${what} lacks ${missing.join(', ')}.`, expected);
    const parsed: Record<string, unknown> = {};
    for (const [key, parse] of fields) parsed[key] = parse(Object.hasOwn(input, key) ? input[key] : undefined, key);
    return parsed as Parsed<R> & Parsed<O>;
  };
}

/** The bare value, or the object as it was read, in which `key` holds it. */
export function orAsRead<T>(key: string, bare: Parse<T>, ignored: readonly string[] = []): Parse<T> {
  const asRead = object({ [key]: bare }, {}, ignored);
  return (input, what) => (isObject(input) ? (asRead(input, what)[key] as T) : bare(input, what));
}

/** `absent` in place of undefined, null and the empty string. */
export function optional<T, A>(parse: Parse<T>, absent: A): Parse<T | A> {
  return (input, what) => (input === undefined || input === null || input === '' ? absent : parse(input, what));
}

/** Text of 1 to `max` characters, kept as given; it may hold line breaks and tabs. */
export function text({ max }: { max: number }): Parse<string> {
  return (input, what = 'The value') => {
    const given = wholeString(input, what);
    if (given === '') throw new ValueRefusal(`${what} must not be empty.`, 'a non-empty string');
    return within(max, given, what);
  };
}

/** One trimmed line of `min` (0 or 1) to `max` characters. */
export function line({ max, min = 1 }: { max: number; min?: 0 | 1 }): Parse<string> {
  return (input, what = 'The value') => {
    const given = wholeString(input, what).trim();
    if (min === 1 && !VISIBLE.test(given)) {
      throw new ValueRefusal(`${what} must not be empty.`, 'a non-empty string');
    }
    if (CONTROL.test(given)) {
      throw new ValueRefusal(`${what} must be a single line without control characters.`, 'a single line of text');
    }
    return within(max, given, what);
  };
}

/** Any finite JSON number; never a string that looks like one. */
export const finiteNumber: Parse<number> = (input, what = 'The value') => {
  if (typeof input !== 'number' || !Number.isFinite(input)) {
    throw new ValueRefusal(`${what} must be a finite number.`, 'a finite number');
  }
  return input === 0 ? 0 : input; // -0 does not survive JSON
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isUuid(given: string): boolean {
  return UUID.test(given);
}

/** A UUID of any version, lower-cased. */
export const uuid: Parse<string> = (input, what = 'The value') => {
  if (typeof input !== 'string' || !isUuid(input)) throw new ValueRefusal(`${what} must be a UUID.`, 'a UUID');
  return input.toLowerCase();
};

/** An object written as JSON in an attribute's `default_value`; other text is left for `parse` to judge. */
export function fromJson(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
}

/** NUL and lone surrogates cannot be stored by Postgres, so they are refused in every string. */
function wholeString(input: unknown, what: string): string {
  if (typeof input !== 'string') throw new ValueRefusal(`${what} must be a string.`, 'a string');
  if (input.includes('\u0000') || !input.isWellFormed()) {
    throw new ValueRefusal(`${what} must be Unicode text without NUL and lone surrogates.`, 'Unicode text');
  }
  return input;
}

/** Counts characters as JSON Schema does (code points), and only where code units leave it open. */
function within(max: number, given: string, what: string): string {
  const fits = given.length <= max || (given.length <= 2 * max && [...given].length <= max);
  if (!fits) throw new ValueRefusal(`${what} must be at most ${max} characters long.`, `at most ${max} characters`);
  return given;
}
