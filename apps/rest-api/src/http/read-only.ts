import { isDeepStrictEqual } from 'node:util';
import { invalid, type Issue } from '#crm-domain';

type Dto<Body = object> = new () => Body;

/**
 * Fields that a resource is read with and that nobody writes. They may be sent back, so that what was read is accepted
 * as a whole: those that are `fixed` with the value they have, those that `move` by themselves with any.
 */
interface ReadOnlyFields {
  fixed: readonly string[];
  move?: readonly string[];
}

const READ_ONLY = Symbol('read only');
const NONE: ReadOnlyFields = { fixed: [] };

/** Names the read-only fields that the body of a PATCH may hold beside those of its DTO. */
export const ReadOnly =
  (fields: ReadOnlyFields): ClassDecorator =>
  (target) =>
    Reflect.defineMetadata(READ_ONLY, fields, target);

function readOnlyOf(dto: Dto): ReadOnlyFields {
  return (Reflect.getMetadata(READ_ONLY, dto) as ReadOnlyFields | undefined) ?? NONE;
}

export function isReadOnly(dto: Dto, field: string): boolean {
  const { fixed, move } = readOnlyOf(dto);
  return fixed.includes(field) || (move?.includes(field) ?? false);
}

/**
 * What a body wants changed: all of it but its read-only fields. `read` gives the resource as it is read, and is called
 * only where there are such fields. @throws DomainError validation where a fixed one has another value
 */
export async function changesIn<Body extends object>(
  dto: Dto<Body>,
  body: Body,
  read: () => Promise<object | undefined>,
): Promise<Body> {
  const entries = Object.entries(body);
  const sent = entries.filter(([field]) => isReadOnly(dto, field));
  if (sent.length === 0) return body;
  const fixed = sent.filter(([field]) => readOnlyOf(dto).fixed.includes(field));
  const held = fixed.length > 0 ? ((await read()) as Record<string, unknown> | undefined) : undefined;
  const issues = fixed.flatMap(([path, value]): Issue[] => {
    if (!held || isDeepStrictEqual(held[path], value)) return [];
    return [{ path, message: 'This field cannot be changed.', expected: 'the value that was read, or nothing' }];
  });
  if (issues.length > 0) throw invalid(issues);
  return Object.fromEntries(entries.filter(([field]) => !isReadOnly(dto, field))) as Body;
}
