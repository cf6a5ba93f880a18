import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

// A server whose parent was just killed needs a moment to end by itself.
const IN_USE_AFTER = 5000;
const STUCK_AFTER = 30_000;

/**
 * Makes way for a new server on the data: ends one whose parent is gone, and clears away what a killed one left.
 * @throws Error when the server belongs to a process that runs
 */
export async function endLeftover(data: string): Promise<void> {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (!isPostgres(pid)) {
    // The number may by now be another program's, for whose sake Postgres would refuse to start.
    rmSync(file, { force: true });
    return;
  }
  const begun = Date.now();
  for (let asked = false; isPostgres(pid); await sleep(50)) {
    const waited = Date.now() - begun;
    if (!asked && !hasParent(pid)) asked = process.kill(pid, 'SIGINT');
    if (!asked && waited > IN_USE_AFTER)
      throw new Error(`Another process uses the database in ${data}: is it started already?`);
    if (waited > STUCK_AFTER)
      throw new Error(`An earlier Postgres (process ${pid}) still uses ${data} and does not end.`);
  }
}

function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync(`/proc/${pid}/comm`) || readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
  } catch {
    return false;
  }
}

/**
 * Whether a Node process that started it is still there; an orphan is given to the system or to a session's manager.
 */
function hasParent(pid: number): boolean {
  try {
    const parent = Number(about(pid, 'ppid'));
    return parent > 1 && about(parent, 'args').includes('node');
  } catch {
    return false;
  }
}

function about(pid: number, what: 'ppid' | 'args'): string {
  if (!existsSync(`/proc/${pid}/stat`))
    return execFileSync('ps', ['-o', `${what}=`, '-p', String(pid)], { encoding: 'utf8' });
  if (what === 'args') return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  // The program's name stands in brackets and may hold blanks; state and parent follow it.
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1]!;
}
