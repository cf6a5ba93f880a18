import type { Json } from './value-type.js';

/** Wire side of the types whose one field is `value`: written bare, or as the object that was read. */
export function plainValue<V extends Json>(schema: object) {
  return {
    serialise: (value: V) => ({ value }),
    concise: (value: V) => value,
    wireSchema: { properties: { value: schema }, required: ['value'] },
    inputSchema: bareOrRead(schema, { value: schema }, ['value']),
  };
}

/** Keys of one value as it was read: its own and the common ones; `object` refuses any others. */
export const MAX_FIELDS = 20;

/** Schema of an input that is `bare`, or an object as it was read. */
export function bareOrRead(bare: object, properties: Record<string, object>, required: string[]): object {
  return { anyOf: [bare, asRead(properties, required)] };
}

/** Schema of a value object as it was read. */
export function asRead(properties: Record<string, object>, required: string[]): object {
  const description = 'The value object as it was read.';
  return { type: 'object', description, properties, required, maxProperties: MAX_FIELDS };
}
