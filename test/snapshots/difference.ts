const CONTEXT = 2;
const LONGEST = 40;

/** What changed between two texts, a few lines of it: equal ends are left out, the rest is shown as `-` and `+`. */
export function difference(before: string, after: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const start = equalLines(old, now);
  const end = equalLines(old.slice(start).reverse(), now.slice(start).reverse());
  const lines = [
    `@@ line ${start + 1} @@`,
    ...old.slice(Math.max(0, start - CONTEXT), start).map((line) => `  ${line}`),
    ...shortened(old.slice(start, old.length - end)).map((line) => `- ${line}`),
    ...shortened(now.slice(start, now.length - end)).map((line) => `+ ${line}`),
    ...old.slice(old.length - end, old.length - end + CONTEXT).map((line) => `  ${line}`),
  ];
  return lines.join('\n');
}

/** How many lines the two have in common from their beginnings on. */
function equalLines(a: string[], b: string[]): number {
  let count = 0;
  while (count < a.length && count < b.length && a[count] === b[count]) count++;
  return count;
}

function shortened(lines: string[]): string[] {
  if (lines.length <= LONGEST) return lines;
  return [...lines.slice(0, LONGEST), `... ${lines.length - LONGEST} more lines`];
}
