/** Takes how far some work is, as often as there is something new. */
export type Show = (text: string) => void;

const EVERY_MS = 200;
/** Back to the begin of the line, and nothing in it. */
const CLEAR = '\r\x1b[K';

/** Shows on stderr how far some work is, in a line that goes at its end. Only on a terminal: not in files and logs. */
export async function withProgress<T>(work: (show: Show) => Promise<T>): Promise<T> {
  const { stderr } = process;
  let shownAt: number | undefined;
  const show: Show = (text) => {
    const now = performance.now();
    if (!stderr.isTTY || (shownAt !== undefined && now - shownAt < EVERY_MS)) return;
    shownAt = now;
    stderr.write(`${CLEAR}${text}`);
  };
  try {
    return await work(show);
  } finally {
    if (shownAt !== undefined) stderr.write(CLEAR);
  }
}

/** A share from 0 to 1. */
export function percent(share: number): string {
  return `${Math.floor(share * 100)} %`;
}
