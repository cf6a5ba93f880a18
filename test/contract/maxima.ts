import type { Schema } from '../support/open-api.js';

/** A schema within another one, and how a value gets there. */
export interface Place {
  /** Dotted, as in the path of an issue: `options[0].title`. */
  at: string;
  steps: (string | number)[];
  schema: Schema;
}

/** Judged by the domain: values by the type of the attribute, and conditions within others or as another tool says. */
const ANY_VALUE = /^(filter\[0\](\.(value|not|and\[0\]|or\[0\]))?|values\.any)$/;
/** Brought into its bounds instead of being refused (decisions: `limit`, `offset`). */
const CLAMPED = /(^|\.)limit$/;
/** Strings of these formats have one length; a moment is bounded where it is read. */
const SHORT_FORMATS = ['uuid', 'date', 'date-time'];

/** Every schema that a value sent with `schema` is judged by. */
export function placesIn(
  schema: Schema,
  resolve: (schema: Schema) => Schema,
  steps: Place['steps'] = [],
  around: readonly Schema[] = [],
): Place[] {
  const own = resolve(schema);
  // A schema that holds itself was looked at already.
  if (around.includes(own)) return [];
  const inner = [...around, own];
  const within = (held: Schema, step: string | number) => placesIn(held, resolve, [...steps, step], inner);
  const alternatives = [...(own.anyOf ?? []), ...(own.oneOf ?? []), ...(own.allOf ?? [])];
  return [
    { at: dotted(steps), steps, schema: own },
    ...alternatives.flatMap((each) => placesIn(each, resolve, steps, inner)),
    ...Object.entries(own.properties ?? {}).flatMap(([name, held]) => within(held, name)),
    ...(own.items ? within(own.items, 0) : []),
    ...(typeof own.additionalProperties === 'object' ? within(own.additionalProperties, 'any') : []),
  ];
}

/** What is without a maximum at a place; undefined when nothing is. */
export function missingMaximum({ at, schema }: Place): string | undefined {
  const { enum: listed, anyOf, oneOf, allOf } = schema;
  if (listed || 'const' in schema || anyOf || oneOf || allOf) return undefined;
  const types = [schema.type ?? []].flat();
  if (types.length === 0) return ANY_VALUE.test(at) ? undefined : 'anything at all';
  if (types.includes('string') && !isShort(schema)) return 'a text without maxLength';
  if (types.includes('array') && !(typeof schema.maxItems === 'number' && schema.items))
    return 'an array without maxItems';
  if (types.includes('integer') && typeof schema.maximum !== 'number' && !CLAMPED.test(at))
    return 'a whole number without maximum';
  return types.includes('object') ? openMap(schema) : undefined;
}

function openMap({ additionalProperties, maxProperties, propertyNames }: Schema): string | undefined {
  if (additionalProperties === false) return undefined;
  if (typeof maxProperties !== 'number') return 'a map without maxProperties';
  const hasLongKeys = additionalProperties !== undefined && !(propertyNames as Schema | undefined)?.maxLength;
  return hasLongKeys ? 'a map whose keys have no maxLength' : undefined;
}

function isShort({ maxLength, format }: Schema): boolean {
  return typeof maxLength === 'number' || SHORT_FORMATS.includes(format as string);
}

/**
 * A value beyond the maximum of a place, with the path at which it is refused; undefined where there is none to pass.
 */
export function oversize({ at, schema }: Place): { value: unknown; at: string } | undefined {
  const types = [schema.type ?? []].flat();
  if (schema.enum || isShort(schema)) return { value: 'x'.repeat(((schema.maxLength as number) ?? 1000) + 1), at };
  if (typeof schema.maxItems === 'number') return { value: Array(schema.maxItems + 1).fill(1), at };
  if (types.includes('integer') && typeof schema.maximum === 'number' && !CLAMPED.test(at))
    return { value: schema.maximum + 1, at };
  if (types.includes('object') && schema.additionalProperties === false)
    return { value: { unexpected: 1 }, at: at ? `${at}.unexpected` : 'unexpected' };
  if (typeof schema.maxProperties !== 'number') return undefined;
  const keys = Array.from({ length: schema.maxProperties + 1 }, (_, n) => [`key_${n}`, 1] as const);
  return { value: Object.fromEntries(keys), at };
}

/** `value` at the end of the steps that lead there. */
export function nest(steps: Place['steps'], value: unknown): unknown {
  return steps.reduceRight((held, step) => (typeof step === 'number' ? [held] : { [step]: held }), value);
}

function dotted(steps: Place['steps']): string {
  const text = steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  return text.replace(/^\./, '');
}
