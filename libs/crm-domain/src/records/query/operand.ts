import type { Attribute } from '../../objects/schema.js';
import { RELATIVE_DATES, relativeDays, wholeDay, type Days } from '../../values/periods.js';
import type { Asking } from './asking.js';
import type { IndexTable } from '../../values/filter.js';
import { ValueRefusal, type Choice, type Json } from '../../values/value-type.js';

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

/**
 * Judges one operand by the attribute's type and gives its key in `table`.
 * @throws ValueRefusal
 */
export function readOperand(attribute: Attribute, table: IndexTable, input: unknown): Operand {
  const brief = attribute.valueType.filter.briefKey?.(input);
  if (brief !== undefined) return { v: brief, exact: null };
  const value = parseOperand(attribute, input);
  const keys = attribute.valueType.index?.(value) ?? {};
  const v = keys[table]!;
  const second = table === 'number' ? keys.text : undefined;
  const isCut = typeof v === 'string' && table === 'text' && [...v].length >= INDEXED_CHARACTERS;
  return { v, exact: isCut || second !== undefined ? value : null, text: second };
}

/** The numbers that an operand of a range covers: one, or those from `low` up to but without `high`. */
export interface Span {
  low: number;
  high?: number;
  /** The second key of an amount with its currency. */
  code?: string;
}

/** @throws ValueRefusal */
export function readSpan(attribute: Attribute, input: unknown, asking: Asking | undefined): Span {
  const { filter } = attribute.valueType;
  const ofDay = filter.table === 'number' ? filter.ofDay : undefined;
  if (!ofDay || !asking) return exactSpan(attribute, input);
  const spanOf = ({ from, to }: Days): Span => ({ low: ofDay(from, asking.zone), high: ofDay(to, asking.zone) });
  const days = relativeDays(input, asking.today);
  if (days) return spanOf(days);
  try {
    return exactSpan(attribute, input);
  } catch (refusal) {
    const day = wholeDay(input);
    if (day) return spanOf(day);
    if (!(refusal instanceof ValueRefusal)) throw refusal;
    const { message, expected, allowed } = refusal;
    const also = attribute.type === 'date' ? RELATIVE : DAYS;
    throw new ValueRefusal(`${message} ${also}`, expected, allowed);
  }
}

const RANGED = 'eq, not_eq, lt, lte, gt, gte and between also take';
const RELATIVE = `${RANGED} relative dates: ${RELATIVE_DATES}.`;
const DAYS = `${RANGED} a day (2026-02-28) and relative dates: ${RELATIVE_DATES}.`;

function exactSpan(attribute: Attribute, input: unknown): Span {
  const { v, text } = readOperand(attribute, 'number', input);
  return { low: v as number, code: text };
}

/**
 * The canonical value of an operand. Options and stages that were archived are still held by records, and found.
 *
 * @throws ValueRefusal
 */
export function parseOperand(attribute: Attribute, input: unknown): Json {
  const { valueType: type, context, choices } = attribute;
  if (input === undefined) throw new ValueRefusal('This operator needs a value.', 'a value of the attribute');
  const inFull = typeof input === 'string' ? type.filter.inFull?.(input) : undefined;
  const given = inFull ?? input;
  try {
    return type.parse(given, context);
  } catch (refusal) {
    if (type.target && typeof input === 'string' && refusal instanceof ValueRefusal)
      throw new ValueRefusal(`${refusal.message} ${ALONE}`, refusal.expected, refusal.allowed);
    if (choices.length === 0 || !(refusal instanceof ValueRefusal)) throw refusal;
    try {
      return type.parse(given, { ...context, choices: asActive(context.choices) });
    } catch {
      // Whoever runs a view did not write its condition, and the option may have been deleted since.
      throw new ValueRefusal(`${attribute.slug}: ${refusal.message}`, refusal.expected, refusal.allowed);
    }
  }
}

/** What a condition takes of a record, which a write does not. */
const ALONE =
  'A condition also takes the id or slug alone, or in a query the name. A list holds either ids or names; for both, combine two conditions with {"or": [...]}.';

/**
 * By the list they were made of. Kept, since a list is indexed when it is first searched, and a filter has hundreds of
 * operands.
 */
const active = new WeakMap<readonly Choice[], readonly Choice[]>();

function asActive(choices: readonly Choice[]): readonly Choice[] {
  const made = active.get(choices) ?? choices.map((choice) => ({ ...choice, archived: false }));
  active.set(choices, made);
  return made;
}

const MAX_PART_LENGTH = 1000;

/** The operand of `starts_with` or `contains`, as it stands in keys. @throws ValueRefusal */
export function readPart(attribute: Attribute, input: unknown, most = MAX_PART_LENGTH): string {
  const expected = `a text of 1 to ${most} characters`;
  if (typeof input !== 'string' || input.includes('\0') || !input.isWellFormed()) {
    throw new ValueRefusal(`The value must be ${expected}.`, expected);
  }
  const { filter } = attribute.valueType;
  const part = ((filter.table === 'text' && filter.part?.(input)) || input).toLowerCase();
  if (part === '' || [...part].length > most) throw new ValueRefusal(`The value must be ${expected}.`, expected);
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
