import { Slices } from '../../db/slices.js';
import { invalid, isEnough, type Issue } from '../../errors.js';
import type { Attribute, ObjectSchema } from '../../objects/schema.js';
import type { Json } from '../../values/value-type.js';
import type { Patch } from './change-plan.js';
import { itemsOf, type Values } from '../document.js';
import { ME } from '../../values/actor-reference.js';
import { BESIDE_VALUE, MAX_BYTES } from '../record-size.js';
import { countOf, isListChange, readListChange } from './list-change.js';
import { contextOf, inputsOf, isPresent, readItem, readItems, type Reading } from './read-items.js';

/** Values of all attributes that a request may carry: each counts with 256 bytes, and a record has 2 MiB. */
const MAX_VALUES_OF_RECORD = MAX_BYTES / BESIDE_VALUE;
/** Keys of one map: more than an object can have attributes, with the system fields beside them. */
export const MAX_KEYS = 2048;

export interface PatchInput {
  object: ObjectSchema;
  data: unknown;
  /** Where the caller put the map: `data` over REST, `values` through a tool. */
  path: string;
  /** Keys that are passed over in silence (the system fields, through tools). */
  ignore?: ReadonlySet<string>;
  /** Values the record has: what was read may be written back, an option that was archived since included. */
  held?: Values;
}

/**
 * Judges a map of attribute slug or id to value or values, the whole of it. A record of 8,192 phone numbers takes
 * hundreds of milliseconds, in which others have their turn.
 *
 * @throws DomainError validation, with one issue for each thing that is wrong
 */
export function readPatch(input: PatchInput, slices = new Slices()): Promise<Patch> {
  return slices.all(patchSteps(input));
}

/** The same at once, for what is known to be short. @throws as readPatch */
export function readShortPatch(input: PatchInput): Patch {
  const steps = patchSteps(input);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

function* patchSteps(input: PatchInput): Generator<void, Patch> {
  const { object, data, path, ignore, held } = input;
  const issues: Issue[] = [];
  const patch: Patch = new Map();
  for (const [key, value] of entriesOf(data, path)) {
    if (ignore?.has(key)) continue;
    const attribute = object.find(key);
    const problem = attribute ? obstacle(attribute, patch) : unknownAttribute(object);
    const found: Issue[] = problem ? [{ path: `${path}.${key.slice(0, 100)}`, ...problem }] : [];
    const reading = { path: `${path}.${key}`, issues: found, held };
    const items = attribute && !problem ? readValue(attribute, value, reading) : [];
    if (attribute && found.length === 0) patch.set(attribute, items);
    else if (!attribute || patch.has(attribute) || !isAsHeld(attribute, value, held)) issues.push(...found);
    if (isEnough(issues)) break;
    yield;
  }
  if (issues.length > 0) throw invalid(issues);
  return patch;
}

/** What a map of values holds. @throws DomainError validation for what is no map, or holds too much */
export function entriesOf(data: unknown, path: string): [string, unknown][] {
  if (data === null || typeof data !== 'object' || Array.isArray(data)) {
    throw invalid([{ path, message: 'Expected an object that maps attribute slugs to values.', expected: 'object' }]);
  }
  const entries = Object.entries(data);
  if (entries.length > MAX_KEYS) throw invalid([tooManyKeys(path, entries.length)]);
  refuseMany(entries, path);
  return entries;
}

function readValue(attribute: Attribute, value: unknown, reading: Omit<Reading, 'context'>): Json[] {
  if (isListChange(value)) return readListChange(attribute, value, reading);
  return readItems(attribute, value, { ...reading, context: contextOf(attribute, reading.held) });
}

interface Completing {
  path: string;
  /** Id of the member who creates the record; null where no member does. */
  me: string | null;
  /** Ids of attributes whose default is not to be used. */
  past?: ReadonlySet<string>;
}

/** Completes the values of a new record with defaults, and refuses it when a required one is missing. */
export function completeForCreate(object: ObjectSchema, patch: Patch, { path, me, past }: Completing): void {
  const issues: Issue[] = [];
  for (const attribute of object.attributes) {
    if (attribute.archived_at) continue;
    const hasDefault = attribute.default_value !== null && !past?.has(attribute.attribute_id);
    if (hasDefault && !patch.has(attribute)) patch.set(attribute, defaultOf(attribute, me));
    if (attribute.is_required && !patch.get(attribute)?.length) issues.push(required(attribute, path));
    if (isEnough(issues)) break;
  }
  if (issues.length > 0) throw invalid(issues);
}

/** Refuses to clear what is required; what `held` has no value of may stay without one. */
export function checkRequired(patch: Patch, path: string, held?: Values): void {
  const isEmptied = (attribute: Attribute) => !held || itemsOf(held, attribute.attr_no).length > 0;
  const issues = [...patch]
    .filter(([attribute, items]) => attribute.is_required && items.length === 0 && isEmptied(attribute))
    .map(([attribute]) => required(attribute, path));
  if (issues.length > 0) throw invalid(issues);
}

/** The canonical values of an attribute's default; none if it no longer fits (an option that was archived since). */
function defaultOf(attribute: Attribute, me: string | null): Json[] {
  const issues: Issue[] = [];
  const { valueType: type, default_value: text } = attribute;
  if (type.member && text === ME) return me === null ? [] : [type.parse({ type: 'user', id: me }, attribute.context)];
  const items = readItems(attribute, type.fromDefault ? type.fromDefault(text!) : text, {
    path: '',
    issues,
    context: attribute.context,
  });
  return issues.length > 0 ? [] : items;
}

/**
 * Whether these are the values that the record has, as they were read: they may be written back though the attribute
 * would not take them any more (archived, holding one value now, pointing at other objects, related to by more than 50
 * others).
 */
function isAsHeld(attribute: Attribute, value: unknown, held: Values | undefined): boolean {
  if (!held) return false;
  const mine = itemsOf(held, attribute.attr_no);
  const inputs = inputsOf(value).filter(isPresent);
  if (inputs.length !== mine.length) return false;
  const choices = contextOf(attribute, held);
  return inputs.every((input, at) => {
    const target = attribute.valueType.target?.(mine[at]!);
    const context = { ...choices, allowedObjectIds: target ? [target.object_id] : [] };
    const item = readItem(attribute, input, { path: '', issues: [], context });
    return item !== undefined && attribute.valueType.compare(mine[at]!, item) === 0;
  });
}

/** More values than a record can hold are not looked at one by one. @throws DomainError validation */
function refuseMany(entries: [string, unknown][], path: string): void {
  let count = 0;
  for (const [, value] of entries) count += countOf(value);
  const why = whyTooMany(count);
  if (why) throw invalid([{ path, ...why }]);
}

/** Why no record can hold so many values; undefined where one can. */
export function whyTooMany(count: number): Omit<Issue, 'path'> | undefined {
  if (count <= MAX_VALUES_OF_RECORD) return undefined;
  const expected = `at most ${MAX_VALUES_OF_RECORD} values in all`;
  return { message: `Expected ${expected}, got ${count}.`, expected, reason: 'record_too_large' };
}

function tooManyKeys(path: string, count: number): Issue {
  const expected = `at most ${MAX_KEYS} attributes`;
  return { path, message: `Expected ${expected}, got ${count}.`, expected };
}

function obstacle(attribute: Attribute, patch: Patch): Omit<Issue, 'path'> | undefined {
  if (patch.has(attribute))
    return { message: 'This attribute is given twice, by slug and by id.', expected: 'each attribute once' };
  if (attribute.archived_at)
    return {
      message: 'This attribute is archived and takes no new values.',
      expected: 'an attribute that is not archived',
    };
  return undefined;
}

function unknownAttribute(object: ObjectSchema): Omit<Issue, 'path'> {
  return {
    message: `The object "${object.row.slug}" has no such attribute.`,
    expected: 'slug or id of an attribute',
    allowed: object.attributes
      .filter((each) => !each.archived_at)
      .slice(0, 51)
      .map((each) => each.slug),
  };
}

function required(attribute: Attribute, path: string): Issue {
  return {
    path: `${path}.${attribute.slug}`,
    message: 'This attribute is required and must have a value.',
    expected: attribute.type,
    reason: 'required_missing',
  };
}
