import { once } from 'node:events';
import { spawn, type SpawnOptions } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '#platform';
import { stop, untilReady, type Launched } from '../processes.js';
import type { DirectusPackage } from './package.js';

/** The administrator's token, in a database that lives as long as one run. */
export const DIRECTUS_TOKEN = 'directus-administrator-of-the-bench';
const APPLICATION = 'bench-directus';
/** It loads hundreds of modules, which takes minutes on a machine that others use. */
const PATIENCE_SECONDS = 300;
/** What would slow it down. */
const OFF = {
  CACHE_ENABLED: 'false',
  RATE_LIMITER_ENABLED: 'false',
  WEBSOCKETS_ENABLED: 'false',
  TELEMETRY: 'false',
  PRESSURE_LIMITER_ENABLED: 'false',
};

// `isolated-vm` is compiled when it is installed, which --ignore-scripts leaves out. Only flows and sandboxed extensions
// run it, and there are none.
const STUB = ['Isolate', 'Reference', 'ExternalCopy'].map((name) => `exports.${name} = class {};`).join('\n');
const hook = (stub: string) => `import { registerHooks } from 'node:module';
  const url = ${JSON.stringify(pathToFileURL(stub).href)};
  const resolve = (name, context, next) =>
    name === 'isolated-vm' ? { url, format: 'commonjs', shortCircuit: true } : next(name, context);
  registerHooks({ resolve });`;

/** Prepares a database for Directus and starts it there, with nothing on that would slow it down. */
export async function startDirectus(
  { directory }: DirectusPackage,
  { database, work }: { database: string; work: string },
): Promise<Launched> {
  const port = await freePort(15_680);
  mkdirSync(work, { recursive: true });
  const stub = join(work, 'isolated-vm.cjs');
  writeFileSync(stub, STUB);
  const preload = `data:text/javascript,${encodeURIComponent(hook(stub))}`;
  const env = environment(port, { database, work });
  const options: SpawnOptions = { cwd: work, env, stdio: ['ignore', 'ignore', 'inherit'], detached: true };
  const run = (command: string) =>
    spawn(process.execPath, ['--import', preload, join(directory, 'cli.js'), command], options);
  const [code] = (await once(run('bootstrap'), 'exit')) as [number | null];
  if (code !== 0) throw new Error(`directus bootstrap ended with ${code}.`);
  const child = run('start');
  try {
    await untilReady('directus', child, `http://127.0.0.1:${port}/server/ping`, PATIENCE_SECONDS);
  } catch (error) {
    await stop(child);
    throw error;
  }
  return { name: 'directus', application: APPLICATION, port, pid: child.pid!, stop: () => stop(child) };
}

function environment(port: number, { database, work }: { database: string; work: string }) {
  return {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: `${database}?application_name=${APPLICATION}`,
    SECRET: 'bench',
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'bench',
    ADMIN_TOKEN: DIRECTUS_TOKEN,
    ...OFF,
    LOG_LEVEL: 'error',
    STORAGE_LOCAL_ROOT: join(work, 'uploads'),
    EXTENSIONS_PATH: join(work, 'extensions'),
    NODE_ENV: 'production',
  };
}
