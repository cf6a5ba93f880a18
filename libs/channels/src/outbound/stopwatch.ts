/**
 * Milliseconds since now, by the clock that runs on while the process is stopped and by that which does while the
 * machine sleeps.
 */
export function stopwatch(): () => number {
  const [steady, wall] = [performance.now(), Date.now()];
  return () => Math.max(performance.now() - steady, Date.now() - wall);
}
