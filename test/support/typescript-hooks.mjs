import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const RECORDING_PG = new URL('../growth/support/recording-pg.cjs', import.meta.url).href;
const AS_MODULE = {
  supportsDynamicImport: true,
  supportsExportNamespaceFrom: true,
  supportsStaticESM: true,
  supportsTopLevelAwait: true,
};

const sourceMaps = new Map();
let transformer;

/**
 * From here on Node imports the TypeScript of this repository, compiled by a transformer of Jest, which keeps the
 * result on disk.
 * @returns where the source map of each loaded module is: address of the module to path
 */
export function compileWith(ofJest) {
  if (!transformer) registerHooks({ resolve, load });
  transformer = ofJest;
  return sourceMaps;
}

/** The sources, not the build, and a `pg` that notes statements; everything else as services find it. */
function resolve(specifier, context, nextResolve) {
  if (specifier === 'pg') return { url: RECORDING_PG, format: 'commonjs', shortCircuit: true };
  if (specifier.startsWith('#')) {
    return nextResolve(specifier, { ...context, conditions: [...context.conditions, 'crm-source'] });
  }
  if (specifier.startsWith('.') && specifier.endsWith('.js') && isTypeScript(context.parentURL)) {
    const url = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
    // A spec file that another one runs again tells its tests anew.
    if (url.pathname.endsWith('.spec.ts')) url.search = new URL(context.parentURL).search;
    if (existsSync(url)) return { url: url.href, format: 'module', shortCircuit: true };
  }
  return nextResolve(specifier, context);
}

function load(url, context, nextLoad) {
  if (!isTypeScript(url)) return nextLoad(url, context);
  const { code, sourceMapPath } = transformer.transform(fileURLToPath(url), AS_MODULE);
  if (sourceMapPath) sourceMaps.set(url, sourceMapPath);
  // As Jest gives it to ES modules; on the first line, so that all others keep their numbers.
  return { format: 'module', source: `import.meta.jest = globalThis.jest; ${code}`, shortCircuit: true };
}

function isTypeScript(url) {
  return url !== undefined && /\.ts(\?|$)/.test(url);
}
