import { median, summary } from './compare.js';
import type { Turn } from './driver/turn.js';
import type { Bench, Line, Side } from './scenario.js';

/** Microseconds of CPU that the tool server may add to a call, beyond token, statements and a bare answer. */
const MOST_MICROS = 60;

export interface ToolComparison {
  what: string;
  traffic: string;
  /** A traffic of the REST API, and the least share of its floor's requests a second. */
  rest?: { traffic: string; share: number };
}

/**
 * The tool server and a bare responder in turns, in the largest workspace; and the floor of the REST API, where one is
 * named.
 */
export async function compareTools(bench: Bench, { what, traffic, rest }: ToolComparison): Promise<Line[]> {
  const { tools, floor, worlds } = bench;
  const world = worlds.at(-1)!;
  const sides: Side[] = [tools.service, tools.floor].map((target) => ({ target, world, traffic }));
  if (rest) sides.push({ target: floor, world, traffic: rest.traffic });
  const [ours, bare, restFloor] = (await bench.turns(sides)) as [Turn[], Turn[], Turn[]?];
  const lines = [overheadLine(what, ours, bare)];
  if (rest && restFloor) lines.unshift(shareLine(what, rest.share, ours, restFloor));
  return lines;
}

function shareLine(what: string, share: number, ours: Turn[], floor: Turn[]): Line {
  const ratio = median(ours.map((turn, at) => turn.perSecond / floor[at]!.perSecond));
  return {
    what,
    target: `>= ${share.toFixed(2)} of the REST floor`,
    result: ratio.toFixed(2),
    reached: ratio >= share,
    detail: `${summary(ours)}  |  REST floor ${summary(floor)}`,
  };
}

function overheadLine(what: string, ours: Turn[], bare: Turn[]): Line {
  const micros = median(ours.map((turn, at) => turn.nodeMicros - bare[at]!.nodeMicros));
  const ratio = median(ours.map((turn, at) => turn.perSecond / bare[at]!.perSecond));
  return {
    what: `${what}, beyond a bare JSON-RPC responder`,
    target: `<= ${MOST_MICROS} us CPU a call`,
    result: `${micros.toFixed(0)} us`,
    reached: micros <= MOST_MICROS,
    detail: `${ratio.toFixed(2)} of its requests a second; ${summary(ours)}  |  bare ${summary(bare)}`,
  };
}
