import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import process from 'node:process';

// Jest's own parts, as Jest finds them.
const fromJest = createRequire(import.meta.resolve('jest'));
const { ModernFakeTimers } = fromJest('@jest/fake-timers');
const { ModuleMocker } = fromJest('jest-mock');

/**
 * Where a spec file runs: in the worker itself, with its globals (spec-runtime.mjs says why). What the file changed in
 * them is undone after it.
 */
export default class WorkerEnvironment {
  global = globalThis;
  fakeTimers = null;
  fakeTimersModern;
  moduleMocker = new ModuleMocker(globalThis);
  #env = { ...process.env };
  #exit = process.exit;
  #console = console;

  #path;

  constructor({ projectConfig }, { testPath }) {
    this.#path = testPath;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  /** Jest asks for it; nothing runs in a context of its own. */
  getVmContext() {
    return null;
  }

  /** As jest-circus calls it. */
  handleTestEvent({ name }, { rootDescribeBlock }) {
    if (name === 'run_start' && process.env.TEST_DATABASE_NODES) leaveOut(rootDescribeBlock, notOnCitus(this.#path));
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    globalThis.console = this.#console;
    process.exit = this.#exit;
    for (const name of Object.keys(process.env)) if (!Object.hasOwn(this.#env, name)) delete process.env[name];
    Object.assign(process.env, this.#env);
  }
}

/** What is listed of a spec file; a single test may run in another file than its own as well. */
function notOnCitus(path) {
  const list = JSON.parse(readFileSync('test/growth/not-on-citus.json', 'utf8'));
  return list.filter(({ file, test }) => test !== undefined || path.endsWith(`/${file}`));
}

function leaveOut({ children }, exceptions) {
  for (const child of children)
    if (child.type === 'describeBlock') leaveOut(child, exceptions);
    else if (exceptions.some(({ test }) => test === undefined || test === child.name)) child.mode = 'skip';
}
