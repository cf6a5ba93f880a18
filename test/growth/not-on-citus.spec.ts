import { readFileSync } from 'node:fs';

interface Exception {
  file: string;
  /** Of one test; without it all of the file is meant. */
  test?: string;
  reason: string;
}

const LIST = JSON.parse(readFileSync('test/growth/not-on-citus.json', 'utf8')) as Exception[];

describe('tests that do not run on a Citus', () => {
  it('are ten at most', () => {
    expect(LIST.length).toBeLessThanOrEqual(10);
  });

  it.each(LIST)('are there, each with a reason: $file $test', ({ file, test = '', reason }) => {
    expect(readFileSync(file, 'utf8')).toContain(test);
    expect(reason).toMatch(/^[A-Z].{20,}\.$/);
  });
});
