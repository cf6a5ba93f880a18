import type { ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import { wayBack } from '../records/query/way-back.js';

/** By what names are looked up. */
interface Names {
  object: ObjectSchema;
  schema: WorkspaceSchema;
}

/**
 * The path of a condition as a view keeps it: one back names its reference by id, because another one may be the oldest
 * later.
 */
export function keptPath({ object, schema }: Names, path: string): string {
  const [first, rest] = parted(path);
  const back = rest === '' ? undefined : wayBack(schema, object, first);
  return back?.via ? `${back.slug}[${back.via.attribute_id}]${rest}` : path;
}

/** The same as it is shown: without brackets while that means the same. A reference that was deleted keeps its id. */
export function shownPath({ object, schema }: Names, path: string): string {
  const [first, rest] = parted(path);
  const back = rest === '' ? undefined : wayBack(schema, object, first);
  const reference = back?.named === undefined ? undefined : back.other.find(back.named);
  if (!back || !reference) return path;
  const isUsual = wayBack(schema, object, back.slug)?.via === reference;
  return `${back.slug}${isUsual ? '' : `[${reference.slug}]`}${rest}`;
}

/** Up to the first dot, and from there on. */
function parted(path: string): [first: string, rest: string] {
  const dot = path.indexOf('.');
  return dot < 0 ? [path, ''] : [path.slice(0, dot), path.slice(dot)];
}
