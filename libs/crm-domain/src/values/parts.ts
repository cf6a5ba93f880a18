import { field, numberFilter, textFilter } from './filter.js';
import { indexText } from './keys.js';
import { finiteNumber, line } from './parse.js';
import type { Json, ValuePart } from './value-type.js';

const MAX_LENGTH = 2048;
const anyLine = line({ max: MAX_LENGTH });

/** Fields of a value that hold texts, as parts that only the document knows. */
export function textParts<V extends Json, Field extends string & keyof V>(
  ...names: readonly Field[]
): Record<Field, ValuePart<V>> {
  const parts = names.map((name): [Field, ValuePart<V>] => [name, { ...textPart<V, Field>(name) }]);
  return Object.fromEntries(parts) as Record<Field, ValuePart<V>>;
}

/** The same of one field whose text is the second key of its type, beside a number. */
export function indexedTextPart<V extends Json, Field extends string & keyof V>(name: Field): ValuePart<V> {
  const part = textPart<V, Field>(name);
  return { ...part, filter: { ...part.filter, unindexed: undefined } };
}

function fieldsOf(value: Json): Record<string, Json> {
  return value as Record<string, Json>;
}

function textPart<V extends Json, Field extends string & keyof V>(name: Field): ValuePart<V> {
  const whole = (value: V) => (fieldsOf(value)[name] as string | null) ?? '';
  return {
    filter: { ...textFilter<V>({ whole, sql: field(name) }), unindexed: true },
    parse: (operand) => ({ [name]: anyLine(operand) }) as V,
    index: (value) => ({ text: indexText(whole(value)) }),
  };
}

/** A field of a value that holds the number which is its key. */
export function numberPart<V extends Json, Field extends string & keyof V>(name: Field): ValuePart<V> {
  return {
    filter: numberFilter((item) => `(${item} ->> '${name}')::float8`),
    parse: (operand) => ({ [name]: finiteNumber(operand) }) as V,
    index: (value) => ({ number: fieldsOf(value)[name] as number }),
  };
}
