import { execFileSync } from 'node:child_process';
import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The migration with which the schema was complete enough to be served; before it there was no release to speak of. */
const FIRST = 'libs/crm-domain/src/db/migrations/0003-identity-webhooks.up.sql';

/**
 * The last release, or without a tag the first version that could have been one, or without a history what is there.
 */
export function previousRelease(): string {
  const [tag] = git('tag', '--list', 'v*', '--sort=-creatordate', '--merged', 'HEAD').split('\n');
  if (tag) return tag;
  return git('log', '--diff-filter=A', '--format=%H', '--', FIRST).split('\n').at(-1) || 'HEAD';
}

/** Builds a commit in a directory of its own, with the packages of this checkout, and gives the directory. */
export function build(commit: string): string {
  const root = mkdtempSync(join(tmpdir(), 'crm-release-'));
  const files = ['apps', 'libs', 'package.json', '.swcrc'];
  const archive = execFileSync('git', ['archive', commit, ...files], { maxBuffer: 1 << 28 });
  execFileSync('tar', ['-x', '-C', root], { input: archive });
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  const swc = ['node_modules/@swc/cli/bin/swc.js', 'apps', 'libs', '-d', 'dist', '--copy-files', '--quiet'];
  execFileSync(process.execPath, [...swc, '--ignore', '**/*.spec.ts'], { cwd: root });
  return root;
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}
