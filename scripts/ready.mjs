// Makes a checkout ready and runs one of the project's commands in it. Needs nothing but Node 20 or newer and npm:
// it installs what the lock file says, builds what has changed, and goes on under the pinned Node.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MODEL_TESTS, setModelNumbers } from './model-numbers.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const NODE = join(ROOT, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const INSTALLED = join(ROOT, 'node_modules', '.cache', 'ready', 'installed');
const COMPILED = join(ROOT, 'node_modules', '.cache', 'compile');
const BUILT = join(ROOT, 'dist', '.built');
const LOCK = join(ROOT, '.ready.lock');
const SOURCES = ['apps', 'libs', 'test'];

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
let interruptedBy;

// As `npm start` runs them; why these, libs/platform/src/processes/service-processes.ts says.
const SERVICE_FLAGS = ['--max-old-space-size=256', '--max-semi-space-size=16', '--no-allocation-site-pretenuring'];

const COMMANDS = {
  build: () => [],
  crm: (args) => [['dist/apps/cli/src/main.js', ...args]],
  run: ([app, ...args]) => [[...SERVICE_FLAGS, mainOf(app), ...args]],
  check: (args) => [['scripts/check.mjs', ...args]],
  accept: (args) => [['dist/test/snapshots/accept.js', ...args]],
  bench: (args) => [['dist/test/bench/main.js', ...args]],
  chaos: (args) => [['dist/test/delivery/chaos.js', ...args]],
  faults: (args) => [['dist/test/faults/main.js', ...args]],
  fuzz: (args) => [['dist/test/fuzz/main.js', ...args]],
  model: (args) => {
    setModelNumbers();
    const isNamed = args.some((arg) => MODEL_TESTS.some((path) => arg.startsWith(path) && arg !== 'test/model'));
    return [jest(isNamed ? args : [...MODEL_TESTS, ...args])];
  },
  'verify-image': (args) => [['scripts/verify-image.mjs', ...args]],
  'verify-compose': (args) => [['scripts/verify-compose.mjs', ...args]],
  'verify-citus': (args) => [['scripts/verify-citus.mjs', ...args]],
  test: (args) => [...(args.length === 0 ? [['scripts/check.mjs']] : []), jest(args)],
};

const TWO_OF_EACH = '--two-of-each';

function mainOf(app) {
  const file = `dist/apps/${app}/src/main.js`;
  return existsSync(file) ? file : fail(`There is no program "${app ?? ''}" in apps/.`, 2);
}

function jest(args) {
  // Read where tests start services (test/growth/support/two-of-each.ts).
  if (args.includes(TWO_OF_EACH)) process.env.TWO_OF_EACH = 'true';
  return ['node_modules/jest/bin/jest.js', ...args.filter((arg) => arg !== TWO_OF_EACH)];
}

async function main([name, ...args]) {
  if (Number(process.versions.node.split('.')[0]) < 20)
    fail(`This needs Node 20 or newer; here is ${process.version}.`, 1);
  if (!Object.hasOwn(COMMANDS, name ?? ''))
    fail(`Usage: node scripts/ready.mjs ${Object.keys(COMMANDS).join('|')} [arguments]`, 2);
  process.chdir(ROOT);
  // Tests start hundreds of programs, with what an earlier one compiled; in a service that would take 20 MiB for good.
  if (!['crm', 'run', 'bench'].includes(name)) process.env.NODE_COMPILE_CACHE ??= COMPILED;
  endWithParent();
  await alone(async () => {
    await install();
    await build();
  });
  for (const command of COMMANDS[name](args)) {
    if (interruptedBy) process.exit(exitCode(interruptedBy));
    const { code } = await run(NODE, command, { stdio: 'inherit' });
    if (code !== 0) process.exit(code);
  }
}

/** One command at a time installs and builds; the others wait, then find everything done. */
async function alone(work) {
  for (let told = false; !(await takeLock()); await sleep(200)) {
    if (!told) process.stderr.write('Waiting for another command that installs or builds here.\n');
    told = true;
  }
  // Shows that we are alive: the number of a killed process may by now be another program's.
  const beat = setInterval(() => existsSync(LOCK) && utimesSync(LOCK, new Date(), new Date()), 2000);
  const release = () => rmSync(LOCK, { recursive: true, force: true });
  process.once('exit', release);
  try {
    await work();
  } finally {
    clearInterval(beat);
    process.off('exit', release);
    release();
  }
}

async function takeLock() {
  try {
    mkdirSync(LOCK);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (isStale()) rmSync(LOCK, { recursive: true, force: true });
    return false;
  }
  writeFileSync(join(LOCK, 'pid'), String(process.pid));
  // Somebody who saw the same stale lock may take ours away in the belief that it is the old one.
  await sleep(20);
  return read(join(LOCK, 'pid')) === String(process.pid);
}

function isStale() {
  try {
    if (Date.now() - statSync(LOCK).mtimeMs > 20_000) return true;
    process.kill(Number(readFileSync(join(LOCK, 'pid'), 'utf8')), 0);
    return false;
  } catch (error) {
    // Without a number it is just being made.
    return error.code === 'ESRCH';
  }
}

async function install() {
  const wanted = digest([readFileSync('package-lock.json'), process.platform, process.arch]);
  if (read(INSTALLED) === wanted && existsSync(NODE)) return;
  await step('Installing what package-lock.json names (one to three minutes the first time)', async () => {
    const flags = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
    const { code, output } = await run('npm', flags, {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    if (code !== 0) fail(`failed\nnpm ci said:\n${output}`, 1);
    if (!existsSync(NODE))
      fail(
        'failed\nnpm installed everything but Node itself: its install script did not run. Is `ignore-scripts` set for npm?',
        1,
      );
  });
  mkdirSync(dirname(INSTALLED), { recursive: true });
  writeFileSync(INSTALLED, wanted);
}

async function build() {
  const files = ['.swcrc', ...SOURCES.flatMap(filesIn)].map((file) => {
    // An editor's temporary file may be gone by now.
    const now = statSync(file, { throwIfNoEntry: false });
    return `${file} ${now?.mtimeMs} ${now?.size}`;
  });
  const wanted = digest([read(INSTALLED) ?? '', ...files]);
  if (read(BUILT) === wanted) return;
  await step('Building', async () => {
    const next = 'dist.next';
    rmSync(next, { recursive: true, force: true });
    const folders = SOURCES.filter((folder) => existsSync(folder));
    const flags = [...folders, '-d', next, '--copy-files', '--ignore', '**/*.spec.ts', '--quiet'];
    const { code, output } = await run(NODE, ['node_modules/@swc/cli/bin/swc.js', ...flags], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (code !== 0) fail(`failed\n${output}`, 1);
    writeFileSync(join(next, '.built'), wanted);
    rmSync('dist', { recursive: true, force: true });
    renameSync(next, 'dist');
  });
}

function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** Progress goes to stderr: stdout belongs to the command. */
async function step(title, work) {
  const begun = Date.now();
  process.stderr.write(`${title} ... `);
  await work();
  process.stderr.write(`${((Date.now() - begun) / 1000).toFixed(1)} s\n`);
}

/**
 * Runs a program; it gets our signals, and we take its exit code. A terminal sends Ctrl-C to it as well, so it may hear
 * of that twice. When a signal ended the program, it ends us too.
 */
function run(program, args, options) {
  return new Promise((resolve) => {
    const child = spawn(program, args, options);
    const pass = (signal) => {
      interruptedBy = signal;
      child.kill(signal);
    };
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => fail(`${program} cannot be started: ${error.message}`, 1));
    child.once('close', (code, signal) => {
      for (const name of SIGNALS) process.off(name, pass);
      if (signal || (interruptedBy && code !== 0)) process.exit(exitCode(signal ?? interruptedBy));
      resolve({ code, output });
    });
    for (const name of SIGNALS) process.on(name, pass);
  });
}

/** As shells count it. */
function exitCode(signal) {
  return 128 + (constants.signals[signal] ?? 0);
}

/** npm may put a shell between itself and us, which a signal ends without our hearing of it: then we end as well. */
function endWithParent() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}

function digest(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function fail(message, code) {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

await main(process.argv.slice(2));
