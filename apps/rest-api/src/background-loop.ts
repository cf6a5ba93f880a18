import { isContention } from '#crm-domain/operations';
import { LogOnce, PollLoop } from '#platform';

/** What has failed of one kind of work: told once, however many loops do it. */
export const backgroundFailures = () => new LogOnce('Work in the background failed; it is tried again.');

/** Work that is looked for every some milliseconds. @param round gives whether there may be more at once */
export function backgroundLoop(
  work: string,
  pollMs: number,
  round: (signal: AbortSignal) => Promise<boolean>,
  failures = backgroundFailures(),
): PollLoop {
  return new PollLoop({
    pollMs,
    round: async (signal) => {
      const more = await round(signal);
      failures.reset();
      return more ? 'again' : 'rest';
    },
    failed: (error) => logFailure(failures, work, error),
  });
}

/** As when a workspace is moved to another node, some failures are as they should be. */
export function logFailure(failures: LogOnce, work: string, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  const fields = { work, err: error };
  if (isContention(error)) failures.note(reason, fields);
  else failures.warn(reason, fields);
}
