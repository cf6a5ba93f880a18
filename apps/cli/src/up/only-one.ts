import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DATA_DIR } from '../demo-file.js';
import { Failure } from '../failure.js';

const FILE = `${DATA_DIR}/up.pid`;

/**
 * Two servers over the same files would end each other. Gives back how to let the next one in.
 *
 * @throws Failure when one runs
 */
export function onlyOne(): () => Promise<void> {
  mkdirSync(DATA_DIR, { recursive: true });
  for (;;) {
    try {
      writeFileSync(FILE, String(process.pid), { flag: 'wx' });
      return async () => rmSync(FILE, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const pid = Number(readFileSync(FILE, 'utf8'));
      if (isOneOfUs(pid))
        throw new Failure(`npm start is running in this folder already, as process ${pid}: stop it with Ctrl-C first.`);
      rmSync(FILE, { force: true });
    }
  }
}

/** Whether the process is alive and, where that can be seen, not another program that was given its number. */
function isOneOfUs(pid: number): boolean {
  if (!Number.isInteger(pid) || pid < 1 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('cli/src/main');
  } catch {
    return process.platform !== 'linux';
  }
}
