import { CpuTime } from '#platform';

const waiting: (() => void)[] = [];

/**
 * Calls `goOn` later: in each round of the event loop one of those that wait goes on, and requests of others are read in
 * between. If all went on in the same round, others would wait for as many long pieces of work as there are.
 */
export function afterOthers(goOn: () => void): void {
  if (waiting.push(goOn) === 1) setImmediate(next);
}

function next(): void {
  waiting.shift()!();
  if (waiting.length > 0) setImmediate(next);
}

/** Lets others go on before the rest of a long piece of work. */
export async function letOthersGoOn(): Promise<void> {
  CpuTime.mark();
  await new Promise<void>(afterOthers);
  CpuTime.resume();
}
