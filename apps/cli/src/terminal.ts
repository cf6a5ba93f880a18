import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Colours only where somebody sees them: on a terminal, and not when NO_COLOR is set. */
function styled(style: Style): (text: string) => string {
  return (text) => styleText(style, text, { stream: process.stdout });
}

export const bold = styled('bold');
export const dim = styled('dim');
export const green = styled('green');
export const red = styled('red');
export const yellow = styled('yellow');
export const cyan = styled('cyan');

/** Rows with their columns aligned, each line indented; the cells are plain text. */
export function columns(rows: readonly (readonly string[])[], indent = '  '): string {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, at) => Math.max(widest[at] ?? 0, cell.length)),
    [],
  );
  return rows
    .map(
      (row) =>
        indent +
        row
          .map((cell, at) => cell.padEnd(widths[at]!))
          .join('  ')
          .trimEnd(),
    )
    .join('\n');
}

/** The day of a time, `YYYY-MM-DD` in UTC. */
export function day(iso: string | null): string {
  return iso?.slice(0, 10) ?? 'never';
}

/** A table with a heading, or a sentence when it has no rows. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[], none: string): string {
  if (rows.length === 0) return none;
  const [first, ...rest] = columns([heading, ...rows], '').split('\n');
  return [bold(first!), ...rest].join('\n');
}
