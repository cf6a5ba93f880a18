import { invalid } from '../errors.js';
import type { Attribute, ObjectSchema } from '../objects/schema.js';

/** @throws DomainError validation */
export function namedAttributes(object: ObjectSchema, keys: readonly string[]): ReadonlySet<Attribute> {
  const found = keys.map((key) => object.find(key));
  const unknown = found.flatMap((attribute, at) => (attribute ? [] : [at]));
  const message = 'There is no such attribute on this object.';
  if (unknown.length > 0) throw invalid(unknown.map((at) => ({ path: `attributes[${at}]`, message })));
  return new Set(found as Attribute[]);
}
