import { pathOf } from './demo.js';

/** A test that needs a program which not every machine has. Where it is missing that is said aloud: a skipped test is easily overlooked. */
export function itWith(program: string, title: string, test: (path: string) => Promise<void>): void {
  const path = pathOf(program);
  if (path) return it(title, () => test(path));
  const sentence = `NOT RUN, since ${program} is not on this machine: ${title}`;
  process.stderr.write(`${sentence}\n`);
  it.skip(sentence, () => undefined);
}
