import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Demo } from './support/demo.js';
import { itWith } from './support/it-with.js';
import { blocksOf } from './support/pages.js';

// In the order in which a newcomer comes to them; each goes on in the same terminal.
const TOUR = ['README.md', 'docs/api.md', 'docs/connect.md'];
// Interactive, as the shells are into which people paste, without what somebody has set for themselves.
const SHELLS = { bash: ['--norc', '-i'], zsh: ['-f', '-i'], dash: ['-i'] };
const TSC = resolve('node_modules/typescript/bin/tsc');

/** All that is to be pasted while `npm start` runs in another terminal. */
const script = TOUR.flatMap((page) => blocksOf(page, 'sh'))
  .filter((block) => !block.includes('npm start'))
  .join('\n');
const calls = script.match(/^(get|send|ask) /gm)?.length;

let demo: Demo;
beforeAll(async () => (demo = await Demo.start()));
afterAll(() => demo?.stop());

for (const [shell, flags] of Object.entries(SHELLS))
  itWith(shell, `what ${TOUR.join(', ')} say to paste works in ${shell}, twice`, async (path) => {
    for (const time of ['first', 'second']) {
      const { stdout, stderr, calls: answers } = await demo.run([path, ...flags], script);
      expect({ time, answers, stderr }).toEqual({
        time,
        answers: Array.from({ length: calls! }, () => expect.stringMatching(/^200 http:/)),
        stderr: expect.not.stringMatching(/not found|no matches|parse error|syntax error|unexpected|Error/),
      });
      expect(stdout).not.toMatch(/"error"|^null$/m);
      expect(stdout).toContain('"job_title": [ { "value": "Director" } ]');
      expect(stdout.split('\n').length).toBeLessThan(200);
    }
  });

it('the pages have as many calls as the tour is worth', () => {
  expect(calls).toBeGreaterThanOrEqual(12);
});

it('the TypeScript of README.md has the right types and runs', async () => {
  const [block, ...others] = blocksOf('README.md', 'ts');
  expect(others).toEqual([]);
  const file = join(demo.dir, 'example.mts');
  writeFileSync(file, block!);
  const roots = ['--types', 'node', '--typeRoots', resolve('node_modules/@types')];
  const flags = [
    '--noEmit',
    '--ignoreConfig',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    ...roots,
  ];
  expect(spawnSync(process.execPath, [TSC, ...flags, file], { encoding: 'utf8' }).stdout).toBe('');
  expectPeople(await demo.run([process.execPath, '--disable-warning=ExperimentalWarning', file]));
});

itWith('python3', 'the Python of README.md runs', async (python) => {
  const [block, ...others] = blocksOf('README.md', 'python');
  expect(others).toEqual([]);
  expectPeople(await demo.run([python, '-'], block));
});

/** A company was written, and all pages of people were read. */
function expectPeople({ code, stdout, stderr }: { code: number | null; stdout: string; stderr: string }): void {
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [company, ...people] = stdout.trimEnd().split('\n');
  expect(company).toMatch(/^windward-/);
  expect(new Set(people).size).toBeGreaterThanOrEqual(120);
}
