import { isDeepStrictEqual } from 'node:util';
import { invalid } from '../errors.js';

/** A field of an input as it was sent, under the name it was sent by. */
export interface Sent<Value> {
  path: string;
  value: Value;
}

/**
 * What was sent of a field that has two names: the one it is written by, and the one it is read by. Nothing where
 * neither was sent. @throws DomainError validation where both were and differ
 */
export function sentAs<Value>(
  written: Sent<Value | undefined>,
  read: Sent<Value | undefined>,
): Sent<Value> | undefined {
  const [first, second] = [written, read].filter((each): each is Sent<Value> => each.value !== undefined);
  if (first && second && !isDeepStrictEqual(first.value, second.value)) {
    const message = `This is another name of "${first.path}", which has a different value. Send only one of the two.`;
    throw invalid([{ path: second.path, message, expected: `"${first.path}" or "${second.path}"` }]);
  }
  return first;
}
