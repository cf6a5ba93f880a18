import type { Turn } from './driver/turn.js';
import type { Bench, Line, Side } from './scenario.js';

export interface Comparison {
  /** What is done, as the table says it. */
  what: string;
  traffic: string;
  /** Least share of the floor's requests a second. */
  share: number;
  /** Most that a request may cost Postgres in a larger workspace, against the smallest; null where more match there. */
  growth: number | null;
}

/**
 * Service and floor, in workspaces of each size, all in turns: a line for each size, and for each larger one its growth
 * from the smallest.
 */
export async function compare(bench: Bench, { what, traffic, share, growth }: Comparison): Promise<Line[]> {
  const { service, floor, worlds } = bench;
  const sides: Side[] = worlds.flatMap((world) => [service, floor].map((target) => ({ target, world, traffic })));
  const turns = await bench.turns(sides);
  const lines = worlds.map((world, at) => {
    const [ours, floors] = [turns[2 * at]!, turns[2 * at + 1]!];
    const against = (of: (turn: Turn) => number) => median(ours.map((turn, at) => of(turn) / of(floors[at]!)));
    const ratio = against((turn) => turn.perSecond);
    const cpu = 1 / against((turn) => turn.nodeMicros + turn.postgresMicros);
    return {
      what: `${what}, ${count(world.records)} records`,
      target: `>= ${share.toFixed(2)} of the floor`,
      result: ratio.toFixed(2),
      reached: ratio >= share,
      detail: `by CPU time ${cpu.toFixed(2)}; ${summary(ours)}  |  floor ${summary(floors)}`,
    };
  });
  const [smallest, ...larger] = worlds.map((world, at) => ({ records: world.records, turns: turns[2 * at]! }));
  return [...lines, ...larger.map((each) => growthLine({ what, growth }, smallest!, each))];
}

interface Sized {
  records: number;
  turns: Turn[];
}

function growthLine(
  { what, growth }: Pick<Comparison, 'what' | 'growth'>,
  { records, turns: small }: Sized,
  { records: larger, turns: large }: Sized,
): Line {
  const by = (of: (turn: Turn) => number) => median(large.map((turn, round) => of(turn) / of(small[round]!)));
  const cpu = by((turn) => turn.postgresMicros);
  const time = by((turn) => 1 / turn.perSecond);
  return {
    what: `${what}, ${count(larger)} against ${count(records)} records`,
    target: growth === null ? 'no target: more match' : `<= ${growth.toFixed(2)}x Postgres CPU`,
    result: `${cpu.toFixed(2)}x`,
    reached: growth === null ? null : cpu <= growth,
    detail: `${time.toFixed(2)}x by requests a second`,
  };
}

/** Medians of one side: requests a second, latencies, CPU of process and Postgres a request. */
export function summary(turns: Turn[]): string {
  const of = (field: 'perSecond' | 'p50' | 'p99' | 'nodeMicros' | 'postgresMicros') =>
    median(turns.map((turn) => turn[field]));
  const failed = turns.reduce((sum, turn) => sum + turn.failed, 0);
  const failures = failed > 0 ? `, ${failed} FAILED: ${turns.find((turn) => turn.failure)?.failure}` : '';
  return (
    `${of('perSecond').toFixed(0)}/s p50 ${of('p50').toFixed(1)} p99 ${of('p99').toFixed(1)} ms, ` +
    `${of('nodeMicros').toFixed(0)} + ${of('postgresMicros').toFixed(0)} us${failures}`
  );
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function count(records: number): string {
  return records.toLocaleString('en-US');
}
