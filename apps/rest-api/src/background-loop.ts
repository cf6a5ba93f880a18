import { LogOnce, PollLoop } from '#platform';

/** Work that is looked for every some milliseconds. @param round gives whether there may be more at once */
export function backgroundLoop(
  work: string,
  pollMs: number,
  round: (signal: AbortSignal) => Promise<boolean>,
): PollLoop {
  const failures = new LogOnce('Work in the background failed; it is tried again.');
  return new PollLoop({
    pollMs,
    round: async (signal) => {
      const more = await round(signal);
      failures.reset();
      return more ? 'again' : 'rest';
    },
    failed: (error) => failures.warn(error instanceof Error ? error.message : String(error), { work, err: error }),
  });
}
