import { summary } from '../compare.js';
import { residentMiB } from '../cpu.js';
import { flood, type Flooded } from '../overload/flood.js';
import type { Line, Scenario } from '../scenario.js';

const TIMES = 3;
const SECONDS = 10;
const CONNECTIONS = 400;
/** Most that p99 may grow, that memory may grow, and least of the rate that is to be back. */
const GROWTH = 3;
const MEMORY = 1.25;
const BACK = 0.9;

export const overload: Scenario = {
  name: 'overload',
  about: 'Three times the requests that the service can answer: what it answers, its memory, and whether it recovers.',
  async run({ service, worlds, turns }) {
    const world = worlds[0]!;
    const side = { target: service, world, traffic: 'get' };
    const [before] = await turns([side], { rounds: 3, seconds: 2 });
    const of = (field: 'perSecond' | 'p99', all = before!) => Math.max(...all.map((turn) => turn[field]));
    const rate = TIMES * of('perSecond');
    const memory = residentMiB(service.pid);
    const seen: number[] = [];
    const watch = setInterval(() => seen.push(residentMiB(service.pid)), 250);
    const flooded = await flood({
      port: service.port,
      world,
      rate,
      seconds: SECONDS,
      connections: CONNECTIONS,
    }).finally(() => clearInterval(watch));
    const [after] = await turns([side], { rounds: 1, seconds: 2 });
    const told = describe(flooded, rate);
    return [
      atMost(`p99 of the answered part, at ${TIMES}x what it can carry`, flooded.p99 / of('p99'), GROWTH, told),
      atMost('memory during it', Math.max(...seen) / memory, MEMORY, `from ${memory.toFixed(0)} MiB`),
      {
        what: 'rate right after it, against before',
        target: `>= ${BACK}`,
        result: (of('perSecond', after) / of('perSecond')).toFixed(2),
        reached: of('perSecond', after) >= BACK * of('perSecond'),
        detail: `before ${summary(before!)}  |  after ${summary(after!)}`,
      },
    ];
  },
};

function atMost(what: string, ratio: number, most: number, detail: string): Line {
  return { what, target: `<= ${most}x`, result: `${ratio.toFixed(2)}x`, reached: ratio <= most, detail };
}

function describe(
  { sent, answered, shed, failed, missed, perSecond, p50, p99, shedP99 }: Flooded,
  rate: number,
): string {
  const share = (count: number) => `${((100 * count) / Math.max(1, sent)).toFixed(0)} %`;
  const late = missed > 0 ? `, ${missed} not even sent` : '';
  return (
    `${rate.toFixed(0)}/s wanted, ${sent} sent${late}: ${share(answered)} answered (${perSecond.toFixed(0)}/s ` +
    `p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ms), ${share(shed)} refused (p99 ${shedP99.toFixed(0)} ms), ${failed} failed`
  );
}
