import { createHash } from 'node:crypto';
import { DomainError } from '../errors.js';

/** Members of an object have no order: who writes the same request again may write them in another one. */
function ordered(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * The JSON of an input, the same in whatever order its members were written.
 *
 * @throws DomainError validation for an input that is nested too deep to be written down
 */
export function canonicalJson(input: unknown): string {
  try {
    return JSON.stringify(input, ordered);
  } catch (error) {
    if (error instanceof RangeError) throw new DomainError('validation', 'The input is nested too deep.');
    throw error;
  }
}

/** @throws DomainError validation as `canonicalJson` */
export function fingerprintOf(input: unknown): string {
  return createHash('sha256').update(canonicalJson(input)).digest('base64url');
}
