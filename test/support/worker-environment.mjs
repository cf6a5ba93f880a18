import { createRequire } from 'node:module';
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

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  /** Jest asks for it; nothing runs in a context of its own. */
  getVmContext() {
    return null;
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
