/** What can go wrong, in the words of the domain. Transports map kinds to statuses; nothing here knows HTTP or MCP. */
export type ErrorKind =
  'validation' | 'unauthenticated' | 'forbidden' | 'not_found' | 'gone' | 'conflict' | 'rate_limited' | 'unavailable';

/** One thing that is wrong with an input: `path` is dotted, as in `data.email_addresses[1]`. */
export interface Issue {
  path: string;
  message: string;
  expected?: string;
  allowed?: readonly string[];
  /** On a unique conflict, the record that already holds the value. */
  record_id?: string;
}

/** The one error the domain throws. `message` is shown to callers, so it is always our own sentence. */
export class DomainError extends Error {
  constructor(
    readonly kind: ErrorKind,
    message: string,
    readonly issues: readonly Issue[] = [],
    /** Seconds after which a retry makes sense. */
    readonly retryAfter?: number,
  ) {
    super(message);
    this.name = 'DomainError';
  }
}

/** Refuses an input; the sentence is that of the first issue, so that a reader of `message` alone knows what to mend. */
export function invalid(issues: readonly Issue[]): DomainError {
  const [first] = issues;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  return new DomainError('validation', first ? `${first.path}: ${first.message}${more}` : 'Invalid request.', issues);
}

/** The same answer for what is missing and for what belongs to somebody else. */
export function notFound(thing: string): DomainError {
  return new DomainError('not_found', `${thing} not found.`);
}

/** One answer for every API key that is worth nothing: nobody learns from it what was right about theirs. */
export function unauthenticated(): DomainError {
  return new DomainError(
    'unauthenticated',
    'Send "Authorization: Bearer" and an API key; this one is missing, unknown, expired or revoked.',
  );
}

export function conflict(message: string): DomainError {
  return new DomainError('conflict', message);
}

export function forbidden(message: string): DomainError {
  return new DomainError('forbidden', message);
}
