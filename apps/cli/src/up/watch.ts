import { spawn } from 'node:child_process';
import { watch, type FSWatcher } from 'node:fs';

// An editor writes a file in several steps, and a checkout changes many at once.
const SETTLE = 300;
const FOLDERS = ['apps', 'libs'];

/** Builds after changes of the sources and then does `restart`, one at a time. Gives back how to end it. */
export function onChange(restart: () => Promise<void>, say: (line: string) => void): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  let ended = false;
  const rebuild = async (): Promise<void> => {
    if (ended || !(await build()) || ended) return;
    await restart().catch((error: unknown) =>
      say(`${error instanceof Error ? error.message : String(error)}\nWaiting for the next change.`),
    );
  };
  const changed = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => (work = work.then(rebuild)), SETTLE);
  };
  const watchers: FSWatcher[] = FOLDERS.map((folder) => watch(folder, { recursive: true }, changed));
  return async () => {
    ended = true;
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
    await work;
  };
}

/** What does not build is said by the build, and everything runs on as it was. */
function build(): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['scripts/ready.mjs', 'build'], { stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('exit', (code) => resolve(code === 0)).once('error', () => resolve(false));
  });
}
