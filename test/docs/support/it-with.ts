import { pathOf } from './demo.js';

/**
 * A test that needs a program which not every machine has. Where it is missing there is no such test, and that is said
 * aloud.
 */
export function itWith(program: string, title: string, test: (path: string) => Promise<void>): void {
  const path = pathOf(program);
  if (path) it(title, () => test(path));
  else process.stderr.write(`NOT RUN, since ${program} is not on this machine: ${title}\n`);
}
