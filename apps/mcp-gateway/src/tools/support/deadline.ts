/**
 * Runs work until it ends, time is up, or `signal` fires, whichever is first; the work's own signal then fires too.
 * Waiting ends at once even when the work does not listen.
 */
export async function withDeadline<T>(
  limit: { ms: number; error: () => Error; signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<T> | T,
): Promise<T> {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let hangUp: () => void = () => {};
  const stopped = new Promise<never>((_resolve, reject) => {
    const end = (reason: unknown) => {
      stop.abort(reason);
      reject(reason);
    };
    hangUp = () => end(limit.signal.reason);
    timer = setTimeout(() => end(limit.error()), limit.ms);
    limit.signal.addEventListener('abort', hangUp, { once: true });
    if (limit.signal.aborted) hangUp();
  });
  try {
    return await Promise.race([stopped, limit.signal.aborted ? stopped : work(stop.signal)]);
  } finally {
    clearTimeout(timer);
    limit.signal.removeEventListener('abort', hangUp);
  }
}
