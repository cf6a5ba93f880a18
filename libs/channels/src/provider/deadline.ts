/** Milliseconds in which an answer is read that had arrived before the deadline. */
const READ_WITHIN_MS = 250;

/**
 * Aborts with a `TimeoutError` after `ms` milliseconds. A process that was stopped runs its overdue timers before it
 * reads what has arrived meanwhile: an answer of a provider that is there already is read before this aborts. That lets
 * nothing more be written: a connection that stands too late is not used (provider-call.ts).
 */
export function deadline(ms: number): AbortSignal {
  const ending = new AbortController();
  const abort = (): void => ending.abort(new DOMException('The call took too long.', 'TimeoutError'));
  setTimeout(() => setTimeout(abort, READ_WITHIN_MS).unref(), ms).unref();
  return ending.signal;
}
