import type { Attribute } from '../../objects/schema.js';
import { recordIdOf } from '../../values/record-slug.js';
import { ValueRefusal, type AttributeType, type Json } from '../../values/value-type.js';
import type { IndexTable } from './operators.js';

/** Characters of a text that its index key holds. A key of this length may stand for other, longer texts as well. */
export const INDEXED_CHARACTERS = 64;

/** An operand as it is looked up. */
export interface Operand {
  v: string | number;
  /** The canonical value where the key alone does not tell it from others, else null. */
  exact: Json | null;
  /** The second key of a type that has two (the currency of an amount). */
  text?: string;
}

/** Shorter forms that a filter may use although a record's value is written in full. */
const IN_FULL: Partial<Record<AttributeType, (given: string) => unknown>> = {
  'personal-name': (full_name) => ({ first_name: full_name, last_name: '' }),
  'actor-reference': (id) => ({ id, type: 'user' }),
};

/**
 * Judges one operand by the attribute's type and gives its key in `table`.
 * @throws ValueRefusal
 */
export function readOperand(attribute: Attribute, table: IndexTable, input: unknown): Operand {
  const brief = briefKey(attribute, input);
  if (brief !== undefined) return { v: brief, exact: null };
  const value = parseOperand(attribute, input);
  const keys = attribute.valueType.index?.(value) ?? {};
  const v = keys[table]!;
  const second = table === 'number' ? keys.text : undefined;
  const isCut = typeof v === 'string' && table === 'text' && [...v].length >= INDEXED_CHARACTERS;
  return { v, exact: isCut || second !== undefined ? value : null, text: second };
}

/** The canonical value of an operand. Options and stages that were archived are still held by records, and found. @throws ValueRefusal */
export function parseOperand(attribute: Attribute, input: unknown): Json {
  const { valueType: type, context, choices } = attribute;
  if (input === undefined) throw new ValueRefusal('This operator needs a value.', 'a value of the attribute');
  if (attribute.type === 'currency' && (typeof input !== 'object' || input === null))
    throw new ValueRefusal(`The operand must be ${AMOUNT}.`, AMOUNT);
  const inFull = typeof input === 'string' ? IN_FULL[attribute.type]?.(input) : undefined;
  const given = inFull ?? input;
  try {
    return type.parse(given, context);
  } catch (refusal) {
    if (choices.length === 0 || !(refusal instanceof ValueRefusal)) throw refusal;
    try {
      return type.parse(given, {
        ...context,
        choices: context.choices.map((choice) => ({ ...choice, archived: false })),
      });
    } catch {
      throw refusal;
    }
  }
}

/** An amount without its currency, a record without its object: enough to look for. */
function briefKey(attribute: Attribute, input: unknown): string | number | undefined {
  if (typeof input === 'string' && attribute.valueType.target) return recordIdOf(input);
  const isAmount = attribute.type === 'currency' && typeof input === 'number' && Number.isFinite(input);
  return isAmount ? input : undefined;
}

/** In the words of a refusal: an amount in any currency, or in one. */
const AMOUNT = 'a number, or an object with currency_value and currency_code';

/** How a part of a text is brought into the form of its key; what is only there for the eye goes. */
const PART: Partial<Record<AttributeType, (given: string) => string>> = {
  website: (given) => given.replace(/^https?:\/\/(www\.)?/i, ''),
  'phone-number': (given) => given.replace(/[\s().-]+/g, ''),
};
const LONGEST_PART = 1000;

/** The operand of `starts_with` or `contains`, as it stands in keys. @throws ValueRefusal */
export function readPart(attribute: Attribute, input: unknown, most = LONGEST_PART): string {
  const expected = `a text of 1 to ${most} characters`;
  if (typeof input !== 'string' || input.includes('\0') || !input.isWellFormed()) {
    throw new ValueRefusal(`The operand must be ${expected}.`, expected);
  }
  const part = (PART[attribute.type]?.(input) ?? input).toLowerCase();
  if (part === '' || [...part].length > most) throw new ValueRefusal(`The operand must be ${expected}.`, expected);
  return part;
}

/** The least text above all that begin with `prefix`, by code points; null when there is none. */
export function afterPrefix(prefix: string): string | null {
  const points = [...prefix].map((character) => character.codePointAt(0)!);
  while (points.length > 0) {
    const last = points.pop()!;
    if (last === 0x10ffff) continue;
    // Surrogates are no characters.
    return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
  }
  return null;
}
