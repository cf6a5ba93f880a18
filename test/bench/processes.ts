import { spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVICE_FLAGS, freePort } from '#platform';
import type { Target } from './scenario.js';

export interface Launched extends Target {
  stop(): Promise<void>;
}

export interface Program {
  name: string;
  application: string;
  /** Compiled entry, below `dist`. */
  entry: string;
  firstPort: number;
  env: Record<string, string>;
  /** Directory for a CPU profile, written when it ends. */
  profile?: string;
}

/** Starts a server on a free port and waits until it is ready. @throws Error when it ends before */
export async function launch({ name, application, entry, firstPort, env, profile }: Program): Promise<Launched> {
  const port = await freePort(firstPort);
  const file = resolve('dist', entry);
  const flags = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`, `--cpu-prof-name=${name}.cpuprofile`] : [];
  const child = spawn(process.execPath, [...SERVICE_FLAGS, ...flags, file], {
    env: { ...process.env, LOG_LEVEL: 'warn', REST_PORT: String(port), MCP_PORT: String(port), ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  try {
    await untilReady(name, child, `http://127.0.0.1:${port}/readyz`);
  } catch (error) {
    await stop(child);
    throw error;
  }
  return { name, application, port, pid: child.pid!, stop: () => stop(child) };
}

/** Waits until a server answers. @throws Error when it ends before */
export async function untilReady(name: string, child: ChildProcess, url: string, seconds = 30): Promise<void> {
  let said = '';
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end && !ended(child)) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    said = (await answer?.text()) ?? '';
    await sleep(50);
  }
  throw new Error(`${name} did not become ready. ${said}`);
}

/** Ends a process, by force after ten seconds. */
export async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  for (let waited = 0; !ended(child); waited++) {
    if (waited === 500) child.kill('SIGKILL');
    await sleep(20);
  }
}

function ended(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
