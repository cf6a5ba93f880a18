// Makes a checkout ready and runs one of the project's commands in it. Needs nothing but Node 20 or newer and npm:
// it installs what the lock file says, builds what has changed, and goes on under the pinned Node.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const NODE = join(ROOT, 'node_modules', 'node', 'bin', 'node');
const INSTALLED = join(ROOT, 'node_modules', '.cache', 'ready', 'installed');
const BUILT = join(ROOT, 'dist', '.built');
const LOCK = join(ROOT, '.ready.lock');
const SOURCES = ['apps', 'libs', 'test'];

const COMMANDS = {
  build: () => [],
  crm: (args) => [['dist/apps/cli/src/main.js', ...args]],
  run: ([app, ...args]) => [['--enable-source-maps', `dist/apps/${app}/src/main.js`, ...args]],
  check: (args) => [['scripts/check.mjs', ...args]],
  accept: (args) => [['dist/test/snapshots/accept.js', ...args]],
  bench: (args) => [['dist/test/bench/main.js', ...args]],
  test: (args) => [...(args.length === 0 ? [['scripts/check.mjs']] : []), jest(args)],
};

function jest(args) {
  return ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js', ...args];
}

async function main([name, ...args]) {
  if (!Object.hasOwn(COMMANDS, name ?? '')) fail(`Usage: node scripts/ready.mjs ${Object.keys(COMMANDS).join('|')} [arguments]`, 2);
  process.chdir(ROOT);
  await alone(() => {
    install();
    build();
  });
  for (const command of COMMANDS[name](args)) {
    const code = await run(command);
    if (code !== 0) process.exit(code);
  }
}

/** One command at a time installs and builds; the others wait, then find everything done. */
async function alone(work) {
  for (;;) {
    try {
      mkdirSync(LOCK);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (isStale()) rmSync(LOCK, { recursive: true, force: true });
      else await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  const release = () => rmSync(LOCK, { recursive: true, force: true });
  writeFileSync(join(LOCK, 'pid'), String(process.pid));
  const interrupted = () => (release(), process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    work();
  } finally {
    release();
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  }
}

function isStale() {
  try {
    process.kill(Number(readFileSync(join(LOCK, 'pid'), 'utf8')), 0);
    return false;
  } catch (error) {
    // A lock without a number is one that is just being made, or one whose maker was killed at that moment.
    if (error.code === 'ENOENT') return existsSync(LOCK) && Date.now() - statSync(LOCK).mtimeMs > 5000;
    return error.code === 'ESRCH';
  }
}

function install() {
  const wanted = digest([readFileSync('package-lock.json'), process.platform, process.arch]);
  if (read(INSTALLED) === wanted && existsSync(NODE)) return;
  step('Installing what package-lock.json names (a minute or so the first time)', () => {
    const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { encoding: 'utf8', shell: process.platform === 'win32' });
    if (npm.status !== 0) fail(`npm ci failed:\n${npm.stdout ?? ''}${npm.stderr ?? npm.error?.message ?? ''}`, 1);
    if (!existsSync(NODE)) fail('npm installed everything but Node itself: its install script did not run. Is `ignore-scripts` set for npm?', 1);
  });
  mkdirSync(dirname(INSTALLED), { recursive: true });
  writeFileSync(INSTALLED, wanted);
}

function build() {
  const wanted = digest(['.swcrc', ...SOURCES.flatMap(filesIn)].map((file) => `${file} ${statSync(file).mtimeMs} ${statSync(file).size}`));
  if (read(BUILT) === wanted) return;
  step('Building', () => {
    const next = 'dist.next';
    rmSync(next, { recursive: true, force: true });
    const folders = SOURCES.filter((folder) => existsSync(folder));
    const swc = spawnSync(NODE, ['node_modules/@swc/cli/bin/swc.js', ...folders, '-d', next, '--copy-files', '--ignore', '**/*.spec.ts', '--quiet'], { encoding: 'utf8' });
    if (swc.status !== 0) fail(`The build failed:\n${swc.stdout}${swc.stderr}`, 1);
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
function step(title, work) {
  const begun = Date.now();
  process.stderr.write(`${title} ... `);
  work();
  process.stderr.write(`${((Date.now() - begun) / 1000).toFixed(1)} s\n`);
}

/** Runs a command under the pinned Node; it gets our signals and we take its exit code. */
function run(args) {
  return new Promise((resolve) => {
    const child = spawn(NODE, args, { stdio: 'inherit' });
    const pass = (signal) => child.kill(signal);
    // A terminal sends Ctrl-C to the child as well; we only have to outlive it.
    const wait = () => undefined;
    process.on('SIGTERM', pass).on('SIGHUP', pass).on('SIGINT', wait);
    child.on('exit', (code, signal) => {
      process.off('SIGTERM', pass).off('SIGHUP', pass).off('SIGINT', wait);
      resolve(signal ? 1 : code);
    });
  });
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
