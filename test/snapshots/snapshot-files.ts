import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Of the sources, not of the build; commands run in the project's root. */
const FOLDER = join('test', 'snapshots');
/** Made by a whole run of the tests, which leaves it in the build until that is made anew. */
const STATEMENTS = 'statements.sql';

export function pathOf(file: string): string {
  return join(FOLDER, file);
}

export function readSnapshot(file: string): string | undefined {
  return existsSync(pathOf(file)) ? readFileSync(pathOf(file), 'utf8') : undefined;
}

export function writeSnapshot(file: string, text: string): void {
  mkdirSync(dirname(pathOf(file)), { recursive: true });
  writeFileSync(pathOf(file), text);
}

export function removeSnapshot(file: string): void {
  rmSync(pathOf(file));
}

/** Snapshots that lie there, whether or not anything still makes them. */
export function presentSnapshots(): string[] {
  return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.(json|sql)$/.test(file) && file !== STATEMENTS)
    .sort();
}

/** The statements that the last whole run of the tests sent, if the build is still that of then. */
export function sentStatements(): [file: string, text: string][] {
  const left = join('dist', STATEMENTS);
  return existsSync(left) ? [[STATEMENTS, readFileSync(left, 'utf8')]] : [];
}
