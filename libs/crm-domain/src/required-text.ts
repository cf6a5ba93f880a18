import { invalid } from './errors.js';

/**
 * A name or another short text as it is kept: 1 to 255 UTF-16 units without the space around it.
 *
 * @param path what the refusal calls it
 * @throws DomainError validation, also for what Postgres cannot keep
 */
export function requiredText(text: string | undefined, path: string): string {
  const trimmed = text?.trim() ?? '';
  if (!trimmed || trimmed.length > 255 || !trimmed.isWellFormed() || trimmed.includes('\0')) {
    throw invalid([{ path, message: 'Expected a text of 1 to 255 characters.', expected: 'string' }]);
  }
  return trimmed;
}
