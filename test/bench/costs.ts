import type pg from 'pg';
import { median } from './compare.js';
import { between, cpuTimes } from './cpu.js';
import type { Line, Target } from './scenario.js';

/** What one record took in a turn: milliseconds by the clock, microseconds of CPU. */
export interface Cost {
  ms: number;
  node: number;
  postgres: number;
}

/** What the turns of a kind took. */
export interface Sides {
  ours: Cost[];
  floors: Cost[];
}

/** What work on so many records of a server takes for each. */
export async function costOf(
  { database, target, records }: { database: pg.Client; target: Target; records: number },
  work: () => Promise<unknown>,
): Promise<Cost> {
  const before = await cpuTimes(database, target);
  const begun = performance.now();
  await work();
  const ms = performance.now() - begun;
  const { node, postgres } = between(before, await cpuTimes(database, target));
  return { ms: ms / records, node: node / records, postgres: postgres / records };
}

export function shareOfFloor(what: string, share: number, { ours, floors }: Sides): Line {
  const ratio = median(ours.map(({ ms }, round) => floors[round]!.ms / ms));
  const cpu = median(ours.map((cost, round) => cpuOf(floors[round]!) / cpuOf(cost)));
  return {
    what,
    target: `>= ${share.toFixed(2)} of the floor`,
    result: ratio.toFixed(2),
    reached: ratio >= share,
    detail: `by CPU time ${cpu.toFixed(2)}; a record ${summary(ours)}  |  floor ${summary(floors)}`,
  };
}

export function cpuOf({ node, postgres }: Cost): number {
  return node + postgres;
}

export function summary(costs: Cost[]): string {
  const of = (field: keyof Cost) => median(costs.map((cost) => cost[field]));
  return `${of('ms').toFixed(2)} ms, ${of('node').toFixed(0)} + ${of('postgres').toFixed(0)} us`;
}
