import type { Json } from './value-type.js';

/** Wire side of the types whose one field is `value`: written bare, or as the object that was read. */
export function plainValue<V extends Json>(schema: object) {
  return {
    serialise: (value: V) => ({ value }),
    wireSchema: { properties: { value: schema }, required: ['value'] },
    inputSchema: bareOrRead(schema, { value: schema }, ['value']),
  };
}

/** Schema of an input that is `bare`, or an object as it was read. */
export function bareOrRead(bare: object, properties: Record<string, object>, required: string[]): object {
  return { anyOf: [bare, { type: 'object', description: 'The value object as it was read.', properties, required }] };
}
