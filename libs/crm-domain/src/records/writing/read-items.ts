import type { Issue } from '../../errors.js';
import type { Attribute } from '../../objects/schema.js';
import { isObject } from '../../values/parse.js';
import { ValueRefusal, type Json, type ValueContext } from '../../values/value-type.js';
import { itemsOf, type Values } from '../document.js';

/** Values of one attribute that a request may carry (contract: Limits). */
export const MAX_VALUES = 50;

export interface Reading {
  path: string;
  issues: Issue[];
  context: ValueContext;
  held?: Values;
}

/** The canonical values of an input, each once; what is wrong with it goes to `issues`. */
export function readItems(attribute: Attribute, value: unknown, { path, issues, context, held }: Reading): Json[] {
  const inputs = inputsOf(value);
  const count = inputs.reduce<number>((sum, input) => sum + (isPresent(input) ? 1 : 0), 0);
  const wrong = refusalOf(attribute, inputs, count, held);
  if (wrong) {
    issues.push({ path, ...wrong });
    return [];
  }
  const items: Json[] = [];
  inputs.forEach((input, at) => {
    if (!isPresent(input)) return;
    const item = readItem(attribute, input, { path: Array.isArray(value) ? `${path}[${at}]` : path, issues, context });
    if (item !== undefined && !items.some((held) => attribute.valueType.compare(held, item) === 0)) items.push(item);
  });
  return items;
}

/** Why so many values are not taken; `count` of them are present ones. */
function refusalOf(attribute: Attribute, inputs: unknown[], count: number, held?: Values): Omit<Issue, 'path'> | null {
  if (count > MAX_VALUES)
    return {
      message: `Expected at most ${MAX_VALUES} values, got ${count}.`,
      expected: `at most ${MAX_VALUES} values`,
    };
  if (count > 1 && !attribute.several)
    return { message: `This attribute holds one value, got ${count}.`, expected: 'one value' };
  if (count < inputs.length && count === 0 && held && itemsOf(held, attribute.attr_no).length > 0)
    return {
      message: 'Only past values were sent, which have active_until. To write one again, leave active_until out.',
      expected: 'a value without active_until, or null to clear the attribute',
    };
  return null;
}

/** What an input has of values, as a list. */
export function inputsOf(value: unknown): unknown[] {
  if (value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** False for a past value, as it is read with the history: written back, it stays past. */
export function isPresent(input: unknown): boolean {
  return !isObject(input) || typeof input.active_until !== 'string';
}

/** The canonical form of one value; undefined when it was refused. */
export function readItem(attribute: Attribute, input: unknown, { path, issues, context }: Reading): Json | undefined {
  try {
    return attribute.valueType.parse(input, context);
  } catch (error) {
    if (!(error instanceof ValueRefusal)) throw error;
    const hint = hintFor(attribute, input);
    issues.push({ path, message: `${error.message}${hint}`, expected: error.expected, allowed: error.allowed });
    return undefined;
  }
}

/** For usual mistakes. */
function hintFor({ valueType, several }: Attribute, input: unknown): string {
  if (valueType.target && (typeof input === 'string' || (isObject(input) && 'create' in input))) return BY_VALUE;
  return several && isObject(input) && ('add' in input || 'set' in input) ? LIST_CHANGE : '';
}

const LIST_CHANGE =
  ' To add values to those that are there, send {"append": [...]}, to take some away {"remove": [...]}.';
/** What a write takes of a record, which a condition does not. */
const BY_VALUE = ' Or name the record by a unique value: {"match": {"<unique attribute>": "<value>"}}.';

/** Archived choices that the record holds already count as active, after those that are: they may share a title. */
export function contextOf(attribute: Attribute, held: Values | undefined): ValueContext {
  if (!held || attribute.choices.length === 0) return attribute.context;
  const mine = new Set(itemsOf(held, attribute.attr_no));
  const { choices } = attribute.context;
  const revived = choices.filter(({ id, archived }) => archived && mine.has(id));
  if (revived.length === 0) return attribute.context;
  const others = choices.filter((choice) => !revived.includes(choice));
  return { ...attribute.context, choices: [...others, ...revived.map((choice) => ({ ...choice, archived: false }))] };
}
