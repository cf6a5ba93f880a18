import type { Attribute } from '../../objects/schema.js';
import { isObject } from '../../values/parse.js';
import type { Json, ValueContext } from '../../values/value-type.js';
import { itemsOf } from '../document.js';
import { MAX_VALUES, contextOf, readItems, type Reading } from './read-items.js';
import { MAX_LINKS } from './relationship-writer.js';

/** Values to add to those that an attribute holds, and values to take from them. */
export interface ListChange {
  append?: unknown;
  remove?: unknown;
}

/** Whether an input says what to add or take away, in place of all values. No value of any type has such a field. */
export function isListChange(input: unknown): input is ListChange {
  return isObject(input) && (Object.hasOwn(input, 'append') || Object.hasOwn(input, 'remove'));
}

/** How many values an input names. */
export function countOf(input: unknown): number {
  return isListChange(input) ? countIn(input.append) + countIn(input.remove) : countIn(input);
}

function countIn(list: unknown): number {
  if (list === undefined) return 0;
  return Array.isArray(list) ? Math.max(1, list.length) : 1;
}

/**
 * All values of an attribute after a change. What is taken away goes first, what is there already is not added again.
 * What is wrong goes to `issues`.
 */
export function readListChange(
  attribute: Attribute,
  { append = null, remove = null, ...others }: ListChange,
  { path, issues, held }: Omit<Reading, 'context'>,
): Json[] {
  const wrong = refusalOf(attribute, Object.keys(others), held === undefined);
  if (wrong) issues.push({ path, ...wrong });
  if (wrong || !held) return [];
  const added = readItems(attribute, append, {
    path: `${path}.append`,
    issues,
    context: contextOf(attribute, held),
  });
  const gone = readItems(attribute, remove, { path: `${path}.remove`, issues, context: anyChoice(attribute.context) });
  const has = (items: readonly Json[], item: Json) =>
    items.some((each) => attribute.valueType.compare(each, item) === 0);
  const kept = itemsOf(held, attribute.attr_no).filter((item) => !has(gone, item));
  const items = [...kept, ...added.filter((item) => !has(kept, item))];
  // Links may also have been made from the other side, where each record adds one.
  const most = attribute.inverse_attribute_id ? MAX_LINKS : MAX_VALUES;
  if (added.length > 0 && items.length > most) issues.push({ path, ...tooMany(most, items.length) });
  return items;
}

function refusalOf({ several }: Attribute, others: string[], isNew: boolean) {
  if (!several)
    return {
      message: 'This attribute holds one value: write the value itself, without append or remove.',
      expected: 'one value',
    };
  if (isNew)
    return {
      message: 'A new record has no values yet: write the values themselves, without append or remove.',
      expected: 'values',
    };
  if (others.length === 0) return undefined;
  const message = `"${others[0]!.slice(0, 50)}" cannot stand beside append and remove.`;
  return { message, expected: 'append, remove or both' };
}

/** What is archived may be taken away. */
function anyChoice(context: ValueContext): ValueContext {
  return { ...context, choices: context.choices.map((choice) => ({ ...choice, archived: false })) };
}

function tooMany(most: number, count: number) {
  return {
    message: `This attribute would hold ${count} values; it can hold at most ${most}.`,
    expected: `at most ${most} values`,
  };
}
