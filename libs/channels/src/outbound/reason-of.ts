/**
 * What the log says of an error: the text of our own, of foreign ones only name and code, because their text could hold
 * anything.
 */
export function reasonOf(error: unknown): string {
  const { name, message, code } = (error ?? {}) as { name?: string; message?: string; code?: string };
  return name === 'DomainError' ? String(message) : [name, code].filter(Boolean).join(' ');
}
