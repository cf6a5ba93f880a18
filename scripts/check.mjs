// `npm run check`: everything about the code that can be judged without running its tests. Runs under the pinned Node,
// in the project's root, after a build. `npm run check -- lint types` runs only the steps that are named.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const AT_ONCE = 2;
const CACHE = join('node_modules', '.cache');
const FOLDERS = ['apps', 'clients', 'libs', 'test', 'scripts'];
const EMPTY_NAME = /(^|-)(utils?|helpers?|common|shared|base|impl)(\.|$)/i;

/** A step's arguments for Node, or a function that gives its verdict. The long ones come first. */
const STEPS = {
  types: ['node_modules/typescript/bin/tsc', '--noEmit', '--pretty', 'false'],
  client: ['node_modules/typescript/bin/tsc', '--noEmit', '--pretty', 'false', '--project', 'clients/typescript'],
  snapshots: ['--enable-source-maps', 'dist/test/snapshots/check.js'],
  description: ['scripts/lint-openapi.mjs'],
  lint: tool('eslint/bin/eslint.js', '--max-warnings=0', '--cache', '--cache-location', join(CACHE, 'eslint/'), '.'),
  format: tool('prettier/bin/prettier.cjs', '--check', '--log-level=warn', '--cache', '.'),
  unused: tool('knip/bin/knip.js', '--no-progress', '--treat-config-hints-as-errors'),
  walls: tool(
    'dependency-cruiser/bin/dependency-cruise.mjs',
    '--config',
    '.dependency-cruiser.mjs',
    '--output-type=err-long',
    'apps',
    'libs',
    'test',
  ),
  names: emptyNames,
  audit: knownVulnerabilities,
};

function tool(file, ...args) {
  return [join('node_modules', file), ...args];
}

async function main(wanted) {
  const unknown = wanted.filter((name) => !Object.hasOwn(STEPS, name));
  if (unknown.length > 0) return refuse(`No step ${unknown.join(', ')}. There are: ${Object.keys(STEPS).join(', ')}.`);
  const begun = performance.now();
  const queue = Object.keys(STEPS).filter((name) => wanted.length === 0 || wanted.includes(name));
  const failures = [];
  const work = async () => {
    for (let name = queue.shift(); name; name = queue.shift()) {
      const result = await take(name);
      if (!result.ok) failures.push(result);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (const { name, output } of failures) process.stdout.write(`\n--- ${name} ---\n${output.trim()}\n`);
  const summary =
    failures.length > 0 ? `Not right: ${failures.map(({ name }) => name).join(', ')}` : 'All checks passed';
  process.stdout.write(`${failures.length > 0 ? '\n' : ''}${summary}, ${seconds(begun)}.\n`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}

/** Runs one step and says in one line how it went. */
async function take(name) {
  const begun = performance.now();
  const step = STEPS[name];
  const { ok, output, note = '' } = await (typeof step === 'function' ? step() : run(step));
  process.stdout.write(`${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(10)} ${seconds(begun).padStart(7)}${note}\n`);
  return { name, ok, output };
}

function run(args, program = process.execPath) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    children.add(child);
    let [output, stdout] = ['', ''];
    child.stdout.on('data', (text) => (stdout += text));
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', ({ message }) => (output += message));
    child.on('close', (code, signal) => {
      children.delete(child);
      const said = output || `It ended with ${signal ?? `exit code ${code}`} and said nothing.`;
      resolve({ ok: code === 0, output: said, stdout });
    });
  });
}

const children = new Set();

/** Files and folders whose names say nothing. */
function emptyNames() {
  const problems = FOLDERS.flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => EMPTY_NAME.test(entry.name))
    .map((entry) => `${join(entry.parentPath, entry.name)}: name it by what it holds.`);
  return { ok: problems.length === 0, output: problems.join('\n') };
}

/** In what is delivered. A registry that knows of none, or cannot be reached, must not keep anybody from working. */
async function knownVulnerabilities() {
  const flags = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000'];
  const { stdout } = await run(flags, process.platform === 'win32' ? 'npm.cmd' : 'npm');
  const report = read(stdout);
  if (!report?.metadata?.vulnerabilities) {
    const reason = report?.statusCode ? `the registry answers ${report.statusCode}` : 'the registry does not answer';
    return { ok: true, output: '', note: `  not checked: ${reason}` };
  }
  const serious = Object.values(report.vulnerabilities).filter(({ severity }) => /^(high|critical)$/.test(severity));
  const output = serious.map(({ name, severity, range }) => `${name} ${range}: ${severity}`).join('\n');
  return { ok: serious.length === 0, output: `${output}\nnpm audit says more.` };
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function seconds(begun) {
  return `${((performance.now() - begun) / 1000).toFixed(1)} s`;
}

function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 2;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    for (const child of children) child.kill(signal);
    process.exit(130);
  });
}

await main(process.argv.slice(2));
