import { median, summary } from '../compare.js';
import type { Turn } from '../driver/turn.js';
import type { Bench, Line, Scenario } from '../scenario.js';

const PARTS = [
  { what: 'query page with the quick total', traffic: 'query-page', against: 'list', most: 1.15 },
  { what: 'query page of three fields', traffic: 'query-three-fields', against: 'get', most: 1.2 },
] as const;

/** Queries beside the reads that their callers know, all of the service and in turns. */
export const queryShares: Scenario = {
  name: 'query-shares',
  about: 'Query pages against a page of the list and a GET of one record, by the CPU time of the service and Postgres.',
  async run({ turns, service, worlds }: Bench): Promise<Line[]> {
    const lines: Line[] = [];
    for (const world of worlds)
      for (const { what, traffic, against, most } of PARTS) {
        const sides = [traffic, against].map((each) => ({ target: service, world, traffic: each }));
        const [ours, others] = (await turns(sides)) as [Turn[], Turn[]];
        const cpu = ({ nodeMicros, postgresMicros }: Turn) => nodeMicros + postgresMicros;
        const ratio = median(ours.map((turn, at) => cpu(turn) / cpu(others[at]!)));
        lines.push({
          what: `${what}, ${world.records.toLocaleString('en-US')} records`,
          target: `<= ${most.toFixed(2)} of ${against === 'list' ? 'a list page' : 'one GET'} by CPU time`,
          result: ratio.toFixed(2),
          reached: ratio <= most,
          detail: `${summary(ours)}  |  ${against} ${summary(others)}`,
        });
      }
    return lines;
  },
};
