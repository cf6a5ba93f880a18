import type { Issue } from '../../errors.js';
import type { Attribute, ObjectSchema, WorkspaceSchema } from '../../objects/schema.js';
import { idFilter, itself } from '../../values/filter.js';
import { byText } from '../../values/keys.js';
import { isObject, quote, uuid } from '../../values/parse.js';
import { recordIdOf } from '../../values/record-slug.js';
import { valueType } from '../../values/registry.js';
import { ValueRefusal, type Json, type ValueType } from '../../values/value-type.js';
import { SYSTEM_COLUMNS, type RelatedCondition, type Subject } from './condition.js';
import { wayBack, waysOver, type WayBack } from './way-back.js';

/** One more than are told, so that the answer says that it does not tell all. */
const MAX_LISTED = 51;
const ATTRIBUTE = 'slug or id of an attribute';

/** One step from a record to others: over a reference of its own, or over theirs to it. */
export type Step = Pick<RelatedCondition, 'via' | 'inverse' | 'object'>;

/** What a name in a condition stands for: steps to other records (none, or one over each object), and what of them. */
export interface Named {
  steps: readonly Step[];
  subjects: readonly Subject[];
}

/** Types of the columns of a record, by the name that conditions have for them. */
const SYSTEM_TYPES: Record<keyof typeof SYSTEM_COLUMNS, ValueType> = {
  created_at: ofColumn(valueType('timestamp')),
  updated_at: ofColumn(valueType('timestamp')),
  created_by: idColumn(valueType('actor-reference'), (input) => uuid(isObject(input) ? input.id : input)),
  record_id: idColumn(valueType('record-reference'), (input) => {
    const id = typeof input === 'string' ? recordIdOf(input) : undefined;
    if (id) return id;
    throw new ValueRefusal('The value must be the UUID or slug of a record.', 'the UUID or slug of a record');
  }),
};

function ofColumn(type: ValueType): ValueType {
  return { ...type, filter: { ...type.filter, unindexed: true } as ValueType['filter'] };
}

/** A column that holds an id: found by it alone. */
function idColumn(type: ValueType, parse: (input: unknown) => string): ValueType {
  return {
    ...type,
    parse,
    filter: { ...idFilter({ sortable: false, sql: itself }), unindexed: true },
    index: (value) => ({ ref: value as string }),
    compare: (a: Json, b: Json) => byText(a as string, b as string),
    grouped: type.member && type.grouped,
    target: undefined,
  };
}

/**
 * What `name` stands for on an object: an attribute (slug or id), a part of one, a column, or one of these on records
 * that it refers to or that refer to it. Undefined where there is no such thing; an attribute goes before a column of
 * the same name. Without a schema nothing leads to other records.
 */
export function findNamed(object: ObjectSchema, name: string, schema?: WorkspaceSchema): Named | undefined {
  const own = findOwn(object, name);
  if (own) return { steps: [], subjects: [own] };
  const dot = name.indexOf('.');
  if (dot < 0 || !schema) return undefined;
  const [first, rest] = [name.slice(0, dot), name.slice(dot + 1)];
  const found = stepsOf(schema, object, first, rest).flatMap((step) => {
    const subject = findOwn(step.object, rest);
    return subject ? [{ step, subject }] : [];
  });
  if (found.length === 0) return undefined;
  return { steps: found.map(({ step }) => step), subjects: found.map(({ subject }) => subject) };
}

/** The display text of the records that a reference may lead to; undefined where it leads to none. */
export function displayTextOf(reference: Subject, schema: WorkspaceSchema): Named | undefined {
  const targets = schema.targetsOf(reference).filter(({ epithet }) => epithet);
  if (targets.length === 0) return undefined;
  return {
    steps: targets.map((object) => ({ via: reference, inverse: false, object })),
    subjects: targets.map(({ epithet }) => epithet!),
  };
}

function findOwn(object: ObjectSchema, name: string): Subject | undefined {
  const attribute = object.find(name);
  if (attribute) return attribute;
  if (Object.hasOwn(SYSTEM_COLUMNS, name))
    return systemSubject(object.attributes[0]!, name as keyof typeof SYSTEM_COLUMNS);
  const [first, part, ...more] = name.split('.');
  const whole = object.find(first!);
  const parts = whole?.valueType.parts;
  if (!whole || !parts || part === undefined || more.length > 0 || !Object.hasOwn(parts, part)) return undefined;
  return { ...whole, part, valueType: { ...whole.valueType, ...parts[part] } };
}

/** A column as a subject; what else a subject has is that of any attribute. */
export function systemSubject(any: Attribute, name: keyof typeof SYSTEM_COLUMNS): Subject {
  const valueType = SYSTEM_TYPES[name];
  const { type } = valueType;
  return { ...any, slug: name, type, valueType, choices: [], several: false, column: SYSTEM_COLUMNS[name] };
}

/** References over `first`, an attribute of the object, to records that may have the `rest`, or the way back along one. */
function stepsOf(schema: WorkspaceSchema, object: ObjectSchema, first: string, rest: string): Step[] {
  const attribute = object.find(first);
  if (attribute) {
    const having = Object.hasOwn(SYSTEM_COLUMNS, rest) ? undefined : rest.split('.')[0]!;
    return schema.targetsOf(attribute, having).map((target) => ({ via: attribute, inverse: false, object: target }));
  }
  const back = wayBack(schema, object, first);
  return back?.via ? [{ via: back.via, inverse: true, object: back.other }] : [];
}

/** What is wrong with a name in a condition that stands for nothing, said of the object to which its path leads. */
export function unknownName(object: ObjectSchema, name: string, schema?: WorkspaceSchema): Omit<Issue, 'path'> {
  const [first, second, ...more] = name.split('.') as [string, ...string[]];
  const own = object.find(first);
  const back = () => stepsOf(schema!, object, first, '').map((step) => step.object);
  const targets = second === undefined || !schema ? [] : own ? schema.targetsOf(own) : back();
  if (more.length > 0 && targets.length > 0 && isStep(targets, second!, schema))
    return {
      message: `A path leads over one reference only: after ${quote(first)}, ${quote(second!)} would be another.`,
      expected: 'a path over one reference',
    };
  if (!schema) return withSystem(unknownHere(object, name, object.attributes));
  const way = second === undefined ? undefined : wayBack(schema, object, first);
  if (way && !way.via && way.references.length > 0) return unknownWay(object, name, way);
  const [target, ...others] = targets;
  return withSystem(
    target && others.length === 0
      ? unknownAttribute(target, [second, ...more].join('.'), target.attributes)
      : unknownAttribute(object, name, object.attributes),
  );
}

/** What is wrong with a path back over a reference that does not lead here, where others do. */
function unknownWay({ row }: ObjectSchema, name: string, back: WayBack): Omit<Issue, 'path'> {
  const missing = `The object "${row.slug}" has no attribute ${quote(name)}`;
  return {
    message: `${missing}: the object "${back.other.row.slug}" has no reference ${quote(back.named!)} that leads to it.`,
    expected: 'a path over a reference that leads to the object',
    allowed: waysOver(back).slice(0, MAX_LISTED),
  };
}

/** With what every object has beside its attributes, where these are listed. */
function withSystem(issue: Omit<Issue, 'path'>): Omit<Issue, 'path'> {
  const { allowed, expected } = issue;
  if (!allowed || expected !== ATTRIBUTE) return issue;
  return { ...issue, allowed: [...new Set([...Object.keys(SYSTEM_TYPES), ...allowed])] };
}

/** Whether a name leads on from one of these objects. */
function isStep(objects: readonly ObjectSchema[], name: string, schema?: WorkspaceSchema): boolean {
  return schema?.find(name) !== undefined || objects.some((object) => object.find(name)?.valueType.target);
}

/** What is wrong with a name that is none of `allowed`, where no path may lead to other records. */
export function unknownHere(object: ObjectSchema, name: string, allowed: readonly Attribute[]): Omit<Issue, 'path'> {
  const unknown = unknownAttribute(object, name, allowed);
  const own = object.find(name.split('.')[0]!);
  if (!name.includes('.') || (own && !own.valueType.target)) return unknown;
  const message = `The object "${object.row.slug}" has no attribute ${quote(name)}, and no path to other records can be used here.`;
  return { ...unknown, message };
}

/** What is wrong with a name that is none of `allowed`. */
function unknownAttribute(object: ObjectSchema, name: string, allowed: readonly Attribute[]): Omit<Issue, 'path'> {
  const [first, ...rest] = name.split('.') as [string, ...string[]];
  const own = rest.length > 0 ? object.find(first) : undefined;
  if (own && !own.valueType.target) return unknownPart(own, rest.join('.'));
  return {
    message: `The object "${object.row.slug}" has no attribute ${quote(name)}.`,
    expected: ATTRIBUTE,
    allowed: allowed
      .filter((each) => !each.archived_at)
      .slice(0, MAX_LISTED)
      .map((each) => each.slug),
  };
}

function unknownPart({ slug, valueType }: Attribute, part: string): Omit<Issue, 'path'> {
  const parts = Object.keys(valueType.parts ?? {});
  const message =
    parts.length > 0
      ? `The attribute "${slug}" has no part ${quote(part)}; its parts are ${parts.join(', ')}.`
      : `The attribute "${slug}" has no parts to name: use it by itself.`;
  return {
    message,
    expected: 'an attribute or a part of it',
    allowed: [slug, ...parts.map((each) => `${slug}.${each}`)],
  };
}
