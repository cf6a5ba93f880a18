import { readFileSync, readdirSync } from 'node:fs';
import type pg from 'pg';
import type { Target } from './scenario.js';

/** CPU time so far in microseconds, by process. Only Linux tells; elsewhere all is empty. */
export type CpuTimes = { node: number; backends: Map<number, number> };

export async function cpuTimes(database: pg.Client, target: Target): Promise<CpuTimes> {
  // Searches have connections of their own.
  const { rows } = await database.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name in ($1, $1 || '-search')`,
    [target.application],
  );
  return { node: ofProcess(target.pid), backends: new Map(rows.map(({ pid }) => [pid, ofProcess(pid)])) };
}

/** Backends that came in between count from their beginning. */
export function between(before: CpuTimes, after: CpuTimes): { node: number; postgres: number } {
  let postgres = 0;
  for (const [pid, time] of after.backends) postgres += time - (before.backends.get(pid) ?? 0);
  return { node: after.node - before.node, postgres };
}

/** Resident memory in MiB; 0 where the system does not tell. */
export function residentMiB(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0;
  return Number(kilobytes) / 1024;
}

function ofProcess(pid: number): number {
  let nanoseconds = 0;
  for (const task of list(`/proc/${pid}/task`))
    nanoseconds += Number(read(`/proc/${pid}/task/${task}/schedstat`).split(' ')[0]);
  return nanoseconds / 1000;
}

export function list(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

export function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
