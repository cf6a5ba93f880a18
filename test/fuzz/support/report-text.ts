import type { FuzzReport } from './fuzz-run.js';

/** The run as people read it: what was asked, what was answered, what it cost, and what is wrong. */
export function reportText({ rows, problems, memory }: FuzzReport): string {
  const width = Math.max(...[...rows.keys()].map((target) => target.length));
  const table = [...rows].map(([target, { requests, statuses, longestMs, largestAnswer }]) => {
    const answers = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
    const cost = `${longestMs.toFixed(0).padStart(4)} ms ${String(Math.ceil(largestAnswer / 1024)).padStart(6)} KiB`;
    return `${target.padEnd(width)} ${String(requests).padStart(6)} ${cost}  ${answers.join(', ')}`;
  });
  const held = Object.entries(memory).map(
    ([kind, mib]) => `${kind}: ${mib.map((each) => Math.round(each)).join(' ')} MiB`,
  );
  const sum = [...rows.values()].reduce((all, { requests }) => all + requests, 0);
  const end = problems.length === 0 ? 'Nothing is wrong.' : `${problems.length} answers are wrong:`;
  // First what is wrong: where a log is cut, its end is missing.
  return [`${sum} requests. ${end}`, ...problems.slice(0, 40), ...held, ...table].join('\n');
}

/**
 * Whether a service held no more at the end than it did on the way; in MiB. The start, where it still grows, does not
 * count.
 */
export function isFlat(mib: readonly number[]): boolean {
  const quarter = Math.floor(mib.length / 4);
  if (quarter < 2) return true;
  const second = median(mib.slice(quarter, 2 * quarter));
  return median(mib.slice(-quarter)) < 1.3 * second + 32;
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}
