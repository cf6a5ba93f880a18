import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { compileWith } from './typescript-hooks.mjs';

// Jest's own parts, as Jest finds them.
const fromJest = createRequire(import.meta.resolve('jest'));
const { default: Runtime } = fromJest('jest-runtime');

// What jest-circus leaves on the globals, and would find there at the next file.
const OF_CIRCUS = new Set([
  'EVENT_HANDLERS',
  'JEST_STATE_SYMBOL',
  'LOG_ERRORS_BEFORE_RETRY',
  'RETRY_IMMEDIATELY',
  'RETRY_TIMES',
  'TEST_TIMEOUT_SYMBOL',
  'WAIT_BEFORE_RETRY',
]);

let files = 0;

/**
 * Has Node itself import spec files, in the process of the worker. Jest's own way is a context for each file, in which
 * every module is loaded anew and runs cold: 3.5 s of CPU for each file, two fifths of the whole run. Here sources and
 * libraries are loaded once per worker and stay compiled, as in a service; a spec file itself is loaded for each of its
 * runs. jest-circus is kept, and with it time limits, hooks, `each` and reports. What a module remembers, later files
 * of the worker see.
 */
export default class SpecRuntime extends Runtime {
  #sourceMaps;

  /** As Jest calls it: its transformer is the fourth, the path of the spec file the seventh of what it gives. */
  constructor(...given) {
    super(...given);
    this.#sourceMaps = compileWith(given[3]);
    globalThis.jest = this.jestGlobals.jestObjectFor(given[6]);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(path) {
    return import(`${pathToFileURL(path).href}?run=${(files += 1)}`);
  }

  /** jest-circus, fresh for each file: it holds the tests it was told of. */
  requireInternalModule(path) {
    for (const key of Object.getOwnPropertySymbols(globalThis))
      if (OF_CIRCUS.has(key.description)) delete globalThis[key];
    delete fromJest.cache[path];
    return fromJest(path);
  }

  /** By the addresses of modules, as stack traces name them. */
  getSourceMaps() {
    return this.#sourceMaps;
  }

  /** Would have the worker's own `process` load built-in modules through this class. */
  installGetBuiltinModule() {}

  /** Would look through all globals for mocks, and read each of them. */
  resetModules() {}
}
