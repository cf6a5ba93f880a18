import { list, read } from '../cpu.js';

/** Ticks of /proc a second on every Linux. */
const TICK_MICROS = 10_000;

/**
 * CPU time so far of database servers in microseconds, each with all processes that it started, those that ended
 * included. Only Linux tells; elsewhere all are 0.
 */
export function serversCpu(pids: readonly number[]): number[] {
  const processes = allProcesses();
  return pids.map((pid) => {
    const own = processes.filter((each) => each.pid === pid || each.parent === pid);
    return own.reduce((sum, each) => sum + each.micros + (each.pid === pid ? each.endedMicros : 0), 0);
  });
}

interface ProcessTime {
  pid: number;
  parent: number;
  micros: number;
  /** Of its children that ended. */
  endedMicros: number;
}

function allProcesses(): ProcessTime[] {
  return list('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    // What stands behind the name of the program, which may hold spaces.
    const fields = read(`/proc/${name}/stat`).split(') ').at(-1)!.split(' ');
    if (fields.length < 15) return [];
    const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map((ticks) => Number(ticks) * TICK_MICROS);
    return {
      pid: Number(name),
      parent: Number(fields[1]),
      micros: user! + system!,
      endedMicros: endedUser! + endedSystem!,
    };
  });
}
