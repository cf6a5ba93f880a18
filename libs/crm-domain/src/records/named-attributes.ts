import { invalid } from '../errors.js';
import type { Attribute, ObjectSchema } from '../objects/schema.js';
import { attributesOf, type Shape } from './shown/shape.js';

/**
 * What is named in the older form of `fields`. Beside these, what both name is shown.
 *
 * @throws DomainError validation, also where nothing would be shown
 */
export function namedAttributes(object: ObjectSchema, keys: readonly string[], shape: Shape): ReadonlySet<Attribute> {
  const found = keys.map((key) => object.find(key));
  const unknown = found.flatMap((attribute, at) => (attribute ? [] : [at]));
  const message = 'There is no such attribute on this object.';
  if (unknown.length > 0) throw invalid(unknown.map((at) => ({ path: `attributes[${at}]`, message })));
  const named = new Set(found as Attribute[]);
  const shown = attributesOf(shape);
  if (!shown || [...named].some((attribute) => shown.has(attribute))) return named;
  const none = 'None of these is in fields, of which this is the older form: leave attributes out.';
  throw invalid([{ path: 'attributes', message: none, expected: 'attributes that are in fields, too' }]);
}
