import { diff } from 'node:util';

const CONTEXT = 2;
const LONGEST = 80;
const SIGNS = { '-1': '+', '0': ' ', '1': '-' } as const;

/** What changed between two texts: the changed lines with their neighbours, as `-` and `+`, at most 80 lines of it. */
export function difference(before: string, after: string): string {
  const entries = diff(before.split('\n'), after.split('\n')).map(([sign, line]) => `${SIGNS[sign]} ${line}`);
  const lines = entries.flatMap((line, n) => {
    if (!isNearChange(entries, n)) return [];
    return n > 0 && !isNearChange(entries, n - 1) ? ['  ...', line] : [line];
  });
  if (lines.length <= LONGEST) return lines.join('\n');
  return [...lines.slice(0, LONGEST), `  ... and ${lines.length - LONGEST} lines more`].join('\n');
}

function isNearChange(entries: string[], n: number): boolean {
  return entries.slice(Math.max(0, n - CONTEXT), n + CONTEXT + 1).some((line) => !line.startsWith(' '));
}
