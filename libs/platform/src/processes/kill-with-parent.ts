import { spawn } from 'node:child_process';
import { platform } from 'node:os';

/**
 * Sees to it that a program in a group of its own ends when this process is gone, however it went: a shell waits at the
 * other end of a pipe, which closes with this process. Gives the way to call that off.
 */
export function killWithParent(pid: number): () => void {
  if (platform() === 'win32') return () => undefined;
  const guard = spawn('sh', ['-c', 'read _; kill -INT "$0"', String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // No shell: then whoever starts the program next has to end this one.
  guard.once('error', () => undefined);
  guard.unref();
  (guard.stdin as unknown as { unref(): void }).unref();
  return () => guard.kill('SIGKILL');
}
