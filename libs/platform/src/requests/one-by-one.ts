/** Ends with the turn of the work before. */
let turn = Promise.resolve();

/**
 * Begins one piece of work at a time in this process, and lets others have their turn of the event loop in between: fifty
 * bodies of 1 MiB that end in the same moment would stop everybody for half a second. What the work then waits for is
 * waited for beside the others.
 */
export async function oneByOne<T>(work: () => T | Promise<T>): Promise<T> {
  const before = turn;
  const { promise, resolve } = Promise.withResolvers<void>();
  turn = promise;
  await before;
  let begun: T | Promise<T>;
  try {
    begun = work();
  } finally {
    setImmediate(resolve);
  }
  return begun;
}
