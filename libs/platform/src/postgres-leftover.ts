import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE = 30_000;

/** Ends the server that a killed parent left running on the data, or clears away what a killed server left. */
export async function endLeftover(data: string): Promise<void> {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (!isPostgres(pid)) {
    // The number may by now be another program's, for whose sake Postgres would refuse to start.
    rmSync(file, { force: true });
    return;
  }
  process.kill(pid, 'SIGINT');
  const until = Date.now() + PATIENCE;
  while (isPostgres(pid)) {
    if (Date.now() > until)
      throw new Error(`An earlier Postgres (process ${pid}) still uses ${data} and does not end.`);
    await sleep(50);
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
