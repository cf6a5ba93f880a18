// Compiles the client into dist/: as ES modules and as CommonJS, each with its types. It uses the TypeScript of the
// repository, so run it in a clone after `npm ci`. Another folder than dist/ can be given.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const out = resolve(process.argv[2] ?? join(HERE, 'dist'));
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

rmSync(out, { recursive: true, force: true });
for (const [folder, module, type] of [
  ['esm', 'esnext', 'module'],
  ['cjs', 'commonjs', 'commonjs'],
]) {
  const target = join(out, folder);
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'package.json'), `${JSON.stringify({ type, sideEffects: false })}\n`);
  execFileSync(process.execPath, [tsc, '--project', HERE, '--module', module, '--outDir', target], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}
