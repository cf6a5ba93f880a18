import { isUuidShaped } from '#platform';
import { invalid, isEnough, type Issue } from '../../errors.js';
import type { ObjectSchema } from '../../objects/schema.js';
import { ME } from '../../values/actor-reference.js';
import { isObject } from '../../values/parse.js';
import { MAX_MEMBER_NAME, memberOf, type Members } from './members.js';
import { replaceValues, someValue } from './replace-references.js';

/** Members that one record may be written with by e-mail address or name. */
const MAX_BY_NAME = 100;

/**
 * Whether anything in a map of values may name a member in another way than by a whole reference. Where the schema at
 * hand does not know an attribute, a newer one may.
 */
export function mayNameMembers(object: ObjectSchema | undefined, data: unknown): boolean {
  return someValue(data, (value, key) => {
    const attribute = object?.find(key);
    return (!attribute || attribute.valueType.member !== undefined) && nameIn(value) !== undefined;
  });
}

/** The e-mail addresses and names of members in a map of values. @throws DomainError validation for too many */
export function namesOfMembers(object: ObjectSchema, { data, path }: { data: unknown; path: string }): string[] {
  const names = new Set<string>();
  eachName(object, data, path, (name) => void (name === ME || isUuidShaped(name) || names.add(name.trim())));
  if (names.size <= MAX_BY_NAME) return [...names];
  const expected = `at most ${MAX_BY_NAME} members by name`;
  throw invalid([{ path, message: `Expected ${expected} in one record, got ${names.size}.`, expected }]);
}

/** A map of values with references in place of the names of members. @throws DomainError validation */
export function replaceNames(
  object: ObjectSchema,
  { data, path }: { data: unknown; path: string },
  known: { me: string | null; members: Members },
): unknown {
  const issues: Issue[] = [];
  const replaced = eachName(object, data, path, (name, at) => {
    const found = isUuidShaped(name) ? { id: name } : memberOf(name, known);
    if ('id' in found) return { type: 'user', id: found.id };
    if (!isEnough(issues)) issues.push({ path: at, ...found });
    return undefined;
  });
  if (issues.length > 0) throw invalid(issues);
  return replaced;
}

function eachName(object: ObjectSchema, data: unknown, path: string, replace: (name: string, at: string) => unknown) {
  return replaceValues(data, path, (value, at) => {
    const name = object.find(at.key)?.valueType.member ? nameIn(value) : undefined;
    return name === undefined ? undefined : replace(name, at.path);
  });
}

/** What names a member in a value: the text itself, or the id of a reference that is none. */
function nameIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value.length <= MAX_MEMBER_NAME && value.trim() !== '' ? value : undefined;
  if (!isObject(value) || typeof value.id !== 'string' || isUuidShaped(value.id)) return undefined;
  const isReference = value.type === 'user' && Object.keys(value).length === 2;
  return isReference ? nameIn(value.id) : undefined;
}
