import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresFiles } from './postgres-files.js';

const FLAGS = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];

/** Makes the directory with an empty cluster when it is not there yet. @throws Error with what initdb said */
export async function makeCluster({ initdb, data, user }: PostgresFiles): Promise<void> {
  if (existsSync(join(data, 'PG_VERSION'))) return;
  // Under its name it is complete: a start that was killed in the middle leaves nothing that looks like a database.
  const half = `${data}.new`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { mode: 0o700 });
  if (user) chownSync(half, user.uid, user.gid);
  await run(initdb, ['-D', half, ...FLAGS], { cwd: half, ...user });
  if (existsSync(data)) rmdirSync(data);
  renameSync(half, data);
}

/** In a process group of its own, so that Ctrl-C does not end it halfway: it takes a second or two. */
function run(program: string, args: string[], options: { cwd: string; uid?: number; gid?: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.once('error', (error) => reject(new Error(`Postgres could not be set up: ${error.message}`)));
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`Postgres could not be set up:\n${said}`)),
    );
  });
}
