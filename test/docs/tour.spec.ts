import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Demo } from './support/demo.js';
import { itWith } from './support/it-with.js';
import { blocksOf, textOf } from './support/pages.js';

// In the order in which a newcomer comes to them; each goes on in the same terminal.
const TOUR = ['README.md', 'docs/api.md', 'docs/events.md', 'docs/connect.md'];
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
      expect(stdout).toMatch(/"active_until": "[^"]+Z",\s+"via": {[^}]*},\s+"value": "Harbour master"/);
      expect(stdout).toContain('"created": false');
      expect(stdout).toContain('"matched"');
      expect(stdout).toMatch(/"name": \[ { "value": "Quiet Harbour Ltd \d+" } \]/);
      // The timeline says of which attribute it speaks.
      expect(stdout).toMatch(/"attribute_slug": "job_title",\s+"attribute_type": "text",\s+"before"/);
      // Of all blocks of the four pages together.
      expect(stdout.split('\n').length).toBeLessThan(850);
    }
  });

it('the commands of README.md say plainly that nothing was written, and go on once there is a new key', async () => {
  const [definitions, write] = blocksOf('README.md', 'sh').filter((block) => !block.includes('npm start'));
  const swap = 'sed -i.old \'s/"crm_live_/"crm_gone_/\' .data/demo.json';
  const input = [definitions, swap, write, 'mv .data/demo.json.old .data/demo.json', write].join('\n');
  const { stdout, stderr, calls: answers } = await demo.run(['sh'], input);
  expect(answers.map((each) => each.split(' ')[0])).toEqual(['401', '401', '200', '200']);
  expect(stdout).toContain('"reason": "not_authenticated"');
  const sentence = 'Nothing was written. The lines above say why.';
  expect(stderr.trimEnd().split('\n')).toEqual([sentence, sentence]);
});

const GONE = [
  'sed -i.old \'s/"rest_url": "[^"]*"/"rest_url": "http:\\/\\/localhost:9"/\' .data/demo.json',
  'mv .data/demo.json .data/demo.json.old',
];

it.each(GONE)('the commands of README.md say that the service did not answer, after %s', async (away) => {
  const [definitions, write] = blocksOf('README.md', 'sh').filter((block) => !block.includes('npm start'));
  const input = [definitions, away, write, 'mv .data/demo.json.old .data/demo.json'].join('\n');
  const { stdout, stderr, calls } = await demo.run(['sh'], input);
  expect(stdout).toBe('');
  const [gone, unwritten] = [
    'The service did not answer. It has to run in another terminal, started in this folder.',
    'Nothing was written. The lines above say why.',
  ];
  expect(stderr.trimEnd().split('\n')).toEqual([gone, unwritten, gone, unwritten]);
  // Without the file no address is known, so there is nothing to call.
  expect(calls.length > 0).toBe(away.startsWith('sed'));
});

it('the commands of README.md show an empty list where a query finds nothing', async () => {
  const [definitions] = blocksOf('README.md', 'sh').filter((block) => !block.includes('npm start'));
  const query = 'send POST /records/people/query <<JSON\n{"query": "nobodyiscalledthis"}\nJSON';
  const { stdout } = await demo.run(['sh'], `${definitions}\n${query}\n`);
  expect(stdout).toContain('"data": [],');
});

it('the second block of README.md asks for the first where that was not pasted', async () => {
  const [, write] = blocksOf('README.md', 'sh').filter((block) => !block.includes('npm start'));
  const { stdout } = await demo.run(['sh'], write);
  expect(stdout).toContain('Paste the first block of this section before this one');
});

it.each(['docs/api.md', 'docs/events.md'])(
  '%s asks for the blocks of README.md where they were not pasted',
  async (page) => {
    const { stdout } = await demo.run(['sh'], blocksOf(page, 'sh')[0]);
    expect(stdout).toContain('of the README');
  },
);

it('no page shows the stack of a program of its own where the service does not answer', async () => {
  const input = ['mv .data/demo.json .data/demo.json.old', script, 'mv .data/demo.json.old .data/demo.json'].join('\n');
  const { stderr, calls: answers } = await demo.run(['sh'], input);
  expect(answers).toEqual([]);
  expect(stderr.match(/^The service did not answer/gm)?.length).toBe(calls);
  expect(stderr).not.toMatch(/Error|^\s+at /m);
});

it('the commands of docs/connect.md print what the tool server says to a wrong token', async () => {
  const [block] = blocksOf('docs/connect.md', 'sh');
  const { stdout, stderr } = await demo.run(['sh'], block!.replace(/^TOKEN=.*$/m, 'TOKEN=wrong'));
  expect(stderr).toBe('');
  expect(stdout.match(/"error":"invalid_token"/g)?.length).toBe(2);
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

it('the program of docs/connect.md finds records with the SDK', async () => {
  const [block, ...others] = blocksOf('docs/connect.md', 'js');
  expect(others).toEqual([]);
  const token = blocksOf('docs/connect.md', 'sh')[0]!.split('\n').slice(0, 2).join('\n');
  const start = /`(TOKEN=.*) node program\.mjs`/.exec(textOf('docs/connect.md'))![1]!;
  const file = resolve(`dist/sdk-example-${process.pid}.mjs`);
  writeFileSync(file, block!);
  try {
    const ask = `${token}\n${start} "${process.execPath}" "${file}"`;
    const { stdout, stderr } = await demo.run(['sh'], ask);
    expect({ stderr, found: stdout.match(/'[a-z0-9-]+'/gi)?.length }).toEqual({ stderr: '', found: 3 });
  } finally {
    rmSync(file);
  }
});

/** A company was written, and all pages of people were read. */
function expectPeople({ code, stdout, stderr }: { code: number | null; stdout: string; stderr: string }): void {
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [company, ...people] = stdout.trimEnd().split('\n');
  expect(company).toMatch(/^windward-/);
  expect(new Set(people).size).toBeGreaterThanOrEqual(120);
}
