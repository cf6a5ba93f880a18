import { isObject } from '../../values/parse.js';
import { isListChange } from '../writing/list-change.js';
import { MAX_VALUES } from '../writing/read-items.js';

/** A value as it was sent, which may be an object. */
export type Sent = Record<string, unknown>;
/** What stands in place of a value, an object or a text; undefined leaves it as it is. */
type Replace = (value: Sent | string, at: { path: string; key: string }) => unknown;

/** Whether a test holds for any value within such a map, with the key of its attribute. Copies nothing. */
export function someValue(data: unknown, holds: (value: Sent | string, key: string) => boolean): boolean {
  return isObject(data) && Object.keys(data).some((key) => someIn(data[key], key, holds));
}

function someIn(value: unknown, key: string, holds: (value: Sent | string, key: string) => boolean): boolean {
  if (typeof value === 'string') return holds(value, key);
  if (Array.isArray(value)) return value.length <= MAX_VALUES && value.some((each) => someIn(each, key, holds));
  if (!isObject(value)) return false;
  if (!isListChange(value)) return holds(value, key);
  return someIn(value.append, key, holds) || someIn(value.remove, key, holds);
}

/**
 * Replaces values within a map of attributes to values: each one by itself, in an array, or in what is appended and
 * removed. Arrays that are too long stay as they are and are refused later.
 */
export function replaceValues(data: unknown, path: string, replace: Replace): unknown {
  if (!isObject(data)) return data;
  let isChanged = false;
  const replaced = Object.entries(data).map(([key, value]): [string, unknown] => {
    const now = replaceIn(value, { path: `${path}.${key}`, key }, replace);
    if (now !== value) isChanged = true;
    return [key, now];
  });
  return isChanged ? Object.fromEntries(replaced) : data;
}

function replaceIn(value: unknown, { path, key }: { path: string; key: string }, replace: Replace): unknown {
  if (Array.isArray(value)) {
    if (value.length > MAX_VALUES) return value;
    const items = value.map((each, at) => replaceIn(each, { path: `${path}[${at}]`, key }, replace));
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  if (typeof value === 'string') return replace(value, { path, key }) ?? value;
  if (!isObject(value)) return value;
  if (!isListChange(value)) return replace(value, { path, key }) ?? value;
  const change: Sent = { ...value };
  for (const list of ['append', 'remove'] as const)
    if (Object.hasOwn(value, list)) change[list] = replaceIn(value[list], { path: `${path}.${list}`, key }, replace);
  return change;
}
