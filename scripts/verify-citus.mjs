// `npm run verify:citus -- [--minutes N]`: the whole test suite and the ledger of faults on a Citus cluster. The server
// with the extension is that of CITUS_PG_CONFIG (or of the pg_config on the path), of which a cluster is made in a
// temporary folder; or CITUS_URL is the address of one that runs, whose nodes are then left alone. With --minutes as much
// runs as fits, the most telling first. Runs after a build, under the pinned Node.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CitusCluster, citusPrograms } from '../dist/test/growth/support/citus-cluster.js';
import { run } from './image/tools.mjs';

const JEST = 'node_modules/jest/bin/jest.js';
/** Files in one run of Jest: at most, and to see how long they take. */
const AT_ONCE = 12;
const AT_FIRST = 4;
/** Of the time, when there is an end to it. */
const SHARE_OF_TESTS = 0.7;
const FAULTS_SECONDS = 120;

/** What tells most comes first: what is Citus's alone, then what writes in parallel, then every other test. */
const ORDER = [
  'test/growth/away-node',
  'test/growth/',
  'test/rest/concurrency',
  'test/rest/idempotency',
  'test/events/',
  'test/delivery/',
  'test/inbound/',
  'test/faults/',
  'test/rest/',
  'test/mcp/',
  'test/growth/two-of-each/',
  'test/',
];

const minutes = minutesGiven();
const begun = performance.now();
const passedMinutes = () => (performance.now() - begun) / 60_000;
const told = [];
/** What is under way, and whether we were told to end. */
let running;
let isOver = false;

async function main() {
  const { CITUS_URL, CITUS_PG_CONFIG = 'pg_config' } = process.env;
  const programs = CITUS_URL ? undefined : citusPrograms(CITUS_PG_CONFIG);
  if (!CITUS_URL && !programs)
    return say(
      `verify:citus: SKIPPED. There is no Citus here: CITUS_URL is not set, and ${CITUS_PG_CONFIG} is of no server with the extension.`,
    );
  if (programs) await onOwnCluster(programs);
  else {
    await tests(CITUS_URL);
    told.push(
      'Faults: not run. They kill nodes, so they need a cluster of their own: CITUS_PG_CONFIG instead of CITUS_URL.',
    );
  }
  say(`\nverify:citus, ${passedMinutes().toFixed(1)} minutes:\n${told.map((line) => `- ${line}`).join('\n')}`);
}

async function onOwnCluster(programs) {
  const cluster = await CitusCluster.start(programs);
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      isOver = true;
      running?.kill(signal);
      void cluster.remove().finally(() => process.exit(1));
    });
  try {
    await tests(await cluster.database('crm'));
  } finally {
    await cluster.remove();
  }
  if (!isOver) await faults();
}

/** Some files at a time, so that there is an end when the time is over. */
async function tests(url) {
  const files = ordered(run(process.execPath, [JEST, '--listTests']).trim().split('\n'));
  const sum = { files: 0, passed: 0, failed: 0 };
  const broken = [];
  for (let count = AT_FIRST; !isOver && count > 0 && sum.files < files.length; count = howMany(sum.files)) {
    const some = files.slice(sum.files, sum.files + count);
    const { output, code } = await start([JEST, '--runTestsByPath', ...some], { CITUS_URL: url });
    const [, passed = 0, failed = 0] = /^(\d+) passed, (\d+) failed$/m.exec(output) ?? [];
    sum.files += some.length;
    sum.passed += Number(passed);
    sum.failed += Number(failed);
    if (code !== 0) broken.push(...(output.match(/^FAIL \S+/gm) ?? [`FAIL one of ${some.join(' ')}`]));
  }
  told.push(`Tests: ${sum.files} of ${files.length} files ran, ${sum.passed} passed, ${sum.failed} failed.`);
  told.push(...new Set(broken));
  for (const { file, test, reason } of JSON.parse(readFileSync('test/growth/not-on-citus.json', 'utf8')))
    told.push(`Left out: ${file}${test ? `, "${test}"` : ''}. ${reason}`);
  if (broken.length > 0) process.exitCode = 1;
}

/** As many as should fit into what is left of the time, by how long those before took. */
function howMany(files) {
  const left = SHARE_OF_TESTS * minutes - passedMinutes();
  return Math.max(0, Math.min(AT_ONCE, Math.floor((left * files) / passedMinutes())));
}

/** Those of no database last: they are the same everywhere. */
function ordered(paths) {
  const files = paths.map((path) => relative(resolve('.'), path)).sort();
  const longestFirst = ORDER.toSorted((a, b) => b.length - a.length);
  const placeOf = (file) => {
    const start = longestFirst.find((each) => file.startsWith(each));
    return start === undefined ? ORDER.length : ORDER.indexOf(start);
  };
  return files.sort((a, b) => placeOf(a) - placeOf(b));
}

async function faults() {
  const left = Math.floor((minutes - passedMinutes()) * 60) - 60;
  if (left < 20) return void told.push('Faults: not run, the time was over.');
  const seconds = Math.min(FAULTS_SECONDS, left);
  const { code } = await start(['dist/test/faults/on-citus.js', '--seconds', String(seconds)], {});
  told.push(
    `Faults: ${seconds} s of workers killed, the coordinator restarted, a node added and shards moved: ${
      code === 0 ? 'nothing acknowledged was lost or doubled.' : 'WRONG, see above.'
    }`,
  );
  if (code !== 0) process.exitCode = 1;
}

/** Shows what it prints, and gives it. */
function start(args, env) {
  return new Promise((done, failed) => {
    const options = { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] };
    const child = spawn(process.execPath, args, options);
    running = child;
    let output = '';
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ])
      from.on('data', (chunk) => {
        output += chunk;
        to.write(chunk);
      });
    child.once('error', failed);
    child.once('close', (code) => done({ code, output }));
  });
}

function say(text) {
  process.stdout.write(`${text}\n`);
}

await main();

/** Of the option `--minutes`; ends with how it is used where something else is given. */
function minutesGiven() {
  try {
    const { minutes: text } = parseArgs({ options: { minutes: { type: 'string' } } }).values;
    const minutes = text === undefined ? Infinity : Number(text);
    if (minutes > 0) return minutes;
  } catch {
    // Another option than the one there is.
  }
  console.error('Usage: npm run verify:citus -- [--minutes <a number above 0>]');
  process.exit(2);
}
