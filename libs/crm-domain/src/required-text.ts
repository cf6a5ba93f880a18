import { invalid, type Issue } from './errors.js';

/**
 * A name or another short text as it is kept: 1 to 255 UTF-16 units without the space around it.
 *
 * @param path what the refusal calls it
 * @throws DomainError validation, also for what Postgres cannot keep
 */
export function requiredText(text: string | undefined, path: string): string {
  const issue = textIssue(text, path);
  if (issue) throw invalid([issue]);
  return text!.trim();
}

/**
 * What `requiredText` would refuse a text for, to be told with other things that are wrong; undefined when it would
 * not.
 */
export function textIssue(text: string | undefined, path: string): Issue | undefined {
  const trimmed = text?.trim() ?? '';
  const isFit = trimmed && trimmed.length <= 255 && trimmed.isWellFormed() && !trimmed.includes('\0');
  return isFit ? undefined : { path, message: 'Expected a text of 1 to 255 characters.', expected: 'string' };
}
